# Runs EXECUTABLE with ARGUMENTS into OUT. Fails unless the run left a record and the files DATA: a verdict other than
# the expected one (exit code 1, with a record) stops nothing here.
#
# The old record goes first, so that it cannot be taken for one of this run.
file(REMOVE ${OUT}/record.json)
execute_process(COMMAND ${EXECUTABLE} ${ARGUMENTS} --out ${OUT} RESULT_VARIABLE exit_code OUTPUT_QUIET)
if(NOT exit_code EQUAL 0 AND NOT (exit_code EQUAL 1 AND EXISTS ${OUT}/record.json))
  message(FATAL_ERROR "${EXECUTABLE} left no record (exit code ${exit_code})")
endif()
foreach(file IN LISTS DATA)
  if(NOT EXISTS ${file})
    message(FATAL_ERROR "${EXECUTABLE} did not write ${file}, which its CMakeLists.txt announces")
  endif()
endforeach()
