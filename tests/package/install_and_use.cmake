# Installs the build into a scratch prefix, then configures, builds and runs a project that only knows
# find_package(nsdbench).
set(scratch ${NSDBENCH_BINARY_DIR}/package-test)
file(REMOVE_RECURSE ${scratch})

function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT result EQUAL 0)
    string(REPLACE ";" " " command "${ARGN}")
    message(FATAL_ERROR "${command} failed:\n${output}")
  endif()
endfunction()

run(${CMAKE_COMMAND} --install ${NSDBENCH_BINARY_DIR} --prefix ${scratch}/prefix)
run(${CMAKE_COMMAND} -S ${CONSUMER_SOURCE_DIR} -B ${scratch}/build -G ${GENERATOR}
  -DCMAKE_PREFIX_PATH=${scratch}/prefix -DSANITIZE=${SANITIZE})
run(${CMAKE_COMMAND} --build ${scratch}/build)
run(${scratch}/build/consumer)
