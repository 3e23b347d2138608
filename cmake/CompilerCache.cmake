# ccache in front of the compiler where it is installed; CCACHE_DISABLE=1 in the environment of a build turns it off.
#
# Paths within the source folder count relatively, so that another clone of the same sources finds what the first one
# compiled. Precompiled headers need the sloppiness: their times and the macros of the command line are not compared.
option(NSDBENCH_CCACHE "Compile through ccache, if it is installed" ON)
if(NSDBENCH_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  find_program(NSDBENCH_CCACHE_PROGRAM ccache)
  mark_as_advanced(NSDBENCH_CCACHE_PROGRAM)
  if(NSDBENCH_CCACHE_PROGRAM)
    set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env
      CCACHE_BASEDIR=${PROJECT_SOURCE_DIR}
      CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
      ${NSDBENCH_CCACHE_PROGRAM})
  endif()
endif()
if(CMAKE_CXX_COMPILER_LAUNCHER MATCHES ccache AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # ccache reads preprocessed sources, in which GCC otherwise expands a precompiled header.
  add_compile_options(-fpch-preprocess)
endif()
