# ccache in front of the compiler where it is installed; CCACHE_DISABLE=1 in the environment of a build turns it off.
option(NSDBENCH_CCACHE "Compile through ccache, if it is installed" ON)
if(NSDBENCH_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  find_program(NSDBENCH_CCACHE_PROGRAM ccache)
  mark_as_advanced(NSDBENCH_CCACHE_PROGRAM)
  if(NSDBENCH_CCACHE_PROGRAM)
    set(CMAKE_CXX_COMPILER_LAUNCHER
      ${CMAKE_CURRENT_LIST_DIR}/compile-with-ccache.sh ${PROJECT_SOURCE_DIR} ${NSDBENCH_CCACHE_PROGRAM})
  endif()
endif()
if(CMAKE_CXX_COMPILER_LAUNCHER MATCHES ccache AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # ccache reads preprocessed sources, in which GCC otherwise expands a precompiled header.
  add_compile_options(-fpch-preprocess)
endif()
