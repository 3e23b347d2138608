# nsdbench_compile_together(<target> [ALONE <sources...>])
#   Sources of a library or of a test program compiled several at a time, as one: what they include and instantiate in
#   common is compiled once (CMake's unity builds). Names in their anonymous namespaces must then differ within the
#   target; sources that use the same names for different things stand ALONE.
#
# For tools that read single sources, and to see whether each includes what it uses: -DNSDBENCH_COMPILE_TOGETHER=OFF.
option(NSDBENCH_COMPILE_TOGETHER "Compile several sources of a library or test program at a time" ON)

function(nsdbench_compile_together target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "ALONE")
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${NSDBENCH_COMPILE_TOGETHER} UNITY_BUILD_BATCH_SIZE 8)
  if(arg_ALONE)
    set_source_files_properties(${arg_ALONE} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
    set_property(SOURCE ${arg_ALONE} APPEND PROPERTY COMPILE_OPTIONS -Wshadow)  # see CompilerOptions.cmake
  endif()
endfunction()
