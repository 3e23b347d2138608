# The target `api`: the API reference by Doxygen, in report/api of the results. A warning is a failure, and leaves the
# pages of the last time where they are.
find_program(NSDBENCH_DOXYGEN doxygen)
if(NSDBENCH_DOXYGEN AND NSDBENCH_RESULTS_DIR)
  find_package(Python3 REQUIRED COMPONENTS Interpreter)
  # The filter runs for every header: without what stands before the interpreter (pyenv) and what it loads at its start.
  execute_process(COMMAND ${Python3_EXECUTABLE} -c "import sys; print(sys.executable, end='')"
    OUTPUT_VARIABLE api_python)
  set(NSDBENCH_API_DIR ${PROJECT_BINARY_DIR}/api/pages)
  configure_file(${PROJECT_SOURCE_DIR}/docs/api/Doxyfile.in ${PROJECT_BINARY_DIR}/api/Doxyfile @ONLY)
  set(api_pages ${NSDBENCH_RESULTS_DIR}/report/api)
  add_custom_target(api
    COMMAND ${CMAKE_COMMAND} -E rm -rf ${NSDBENCH_API_DIR}
    COMMAND ${NSDBENCH_DOXYGEN} ${PROJECT_BINARY_DIR}/api/Doxyfile
    COMMAND ${CMAKE_COMMAND} -E rm -rf ${api_pages}
    COMMAND ${CMAKE_COMMAND} -E copy_directory ${NSDBENCH_API_DIR} ${api_pages}
    COMMAND ${CMAKE_COMMAND} -E echo "API reference: ${api_pages}/index.html"
    WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
    COMMENT "API reference by Doxygen" USES_TERMINAL VERBATIM)
endif()
