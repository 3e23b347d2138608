# Runs PROGRAM --out OUT and compares OUT/woodpecker.json with COMMITTED.
execute_process(COMMAND ${PROGRAM} --out ${OUT} RESULT_VARIABLE status)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "${PROGRAM} ended with ${status}")
endif()
execute_process(COMMAND ${CMAKE_COMMAND} -E compare_files ${OUT}/woodpecker.json ${COMMITTED} RESULT_VARIABLE different)
if(different)
  message(FATAL_ERROR "${OUT}/woodpecker.json differs from ${COMMITTED}")
endif()
