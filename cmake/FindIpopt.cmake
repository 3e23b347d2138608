# Ipopt, the interior point method, as Debian's coinor-libipopt-dev installs it: Ipopt_FOUND, Ipopt_INCLUDE_DIR,
# Ipopt_LIBRARY. Ipopt_RUNTIME_LIBRARY is the same library by its SONAME, whose file is there without the package for
# developers and stays until the interface changes. Ipopt_HAS_MPI: an MPI is loaded with it, by itself or by one of the
# libraries that it needs, or nobody can tell.
find_path(Ipopt_INCLUDE_DIR IpStdCInterface.h PATH_SUFFIXES coin-or coin)
find_library(Ipopt_LIBRARY ${CMAKE_SHARED_LIBRARY_PREFIX}ipopt${CMAKE_SHARED_LIBRARY_SUFFIX})
set(Ipopt_RUNTIME_LIBRARY "${Ipopt_LIBRARY}")
if(Ipopt_LIBRARY AND CMAKE_OBJDUMP)
  execute_process(COMMAND ${CMAKE_OBJDUMP} -p ${Ipopt_LIBRARY} OUTPUT_VARIABLE dynamic_section ERROR_QUIET)
  if(dynamic_section MATCHES "SONAME +([^ \n]+)")
    set(soname ${CMAKE_MATCH_1})
    get_filename_component(folder ${Ipopt_LIBRARY} DIRECTORY)
    if(EXISTS ${folder}/${soname})
      set(Ipopt_RUNTIME_LIBRARY ${folder}/${soname})
    endif()
  endif()
endif()
if(Ipopt_LIBRARY)
  set(Ipopt_HAS_MPI TRUE)
  find_program(Ipopt_LDD ldd)
  if(Ipopt_LDD)
    execute_process(COMMAND ${Ipopt_LDD} ${Ipopt_RUNTIME_LIBRARY}
      OUTPUT_VARIABLE dependencies ERROR_QUIET RESULT_VARIABLE failure)
    # The stub of a sequential MUMPS is called libmpiseq.
    if(failure EQUAL 0 AND NOT dependencies MATCHES "not found|libmpi(ch|_[a-z]+)?\\.so")
      set(Ipopt_HAS_MPI FALSE)
    endif()
  endif()
endif()
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Ipopt REQUIRED_VARS Ipopt_LIBRARY Ipopt_INCLUDE_DIR)
mark_as_advanced(Ipopt_INCLUDE_DIR Ipopt_LIBRARY Ipopt_LDD)
