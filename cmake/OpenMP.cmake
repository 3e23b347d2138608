# nsdbench_use_openmp(<target> <sources...>)
#   Sources of a library whose loops use all threads that they are given, with the same result for any number of them.
#   Without OpenMP they use one. To be called where the target is made.
find_package(OpenMP QUIET COMPONENTS CXX)
if(OpenMP_CXX_FOUND)
  message(STATUS "OpenMP found: ${OpenMP_CXX_VERSION}")
else()
  message(STATUS "OpenMP not found: contact problems of many bodies are solved on one thread")
endif()

function(nsdbench_use_openmp target)
  if(OpenMP_CXX_FOUND)
    # Compiled with its own options, which no precompiled header was made with.
    set_source_files_properties(${ARGN} PROPERTIES
      COMPILE_OPTIONS "${OpenMP_CXX_FLAGS}" SKIP_PRECOMPILE_HEADERS ON SKIP_UNITY_BUILD_INCLUSION ON)
    target_link_options(${target} PUBLIC ${OpenMP_CXX_FLAGS})
  else()
    set_source_files_properties(${ARGN} PROPERTIES
      COMPILE_OPTIONS "-Wno-unknown-pragmas" SKIP_UNITY_BUILD_INCLUSION ON)
  endif()
endfunction()
