# Runs EXECUTABLE with ARGUMENTS into OUT; its CMakeLists.txt announces the files DATA and the FIGURES. Fails unless the
# run left a record and the files DATA: a verdict other than the expected one (exit code 1, with a record) stops nothing
# here. Fails, too, if the record lists a table or a figure
# that is not announced: figures would not be drawn anew when that table changes, or not be drawn at all.
#
# The old record goes first, so that it cannot be taken for one of this run.
cmake_minimum_required(VERSION 3.20)
file(REMOVE ${OUT}/record.json)
string(TIMESTAMP begin %s)
execute_process(COMMAND ${EXECUTABLE} ${ARGUMENTS} --out ${OUT} RESULT_VARIABLE exit_code OUTPUT_QUIET)
string(TIMESTAMP end %s)
if(NOT exit_code EQUAL 0 AND NOT (exit_code EQUAL 1 AND EXISTS ${OUT}/record.json))
  message(FATAL_ERROR "${EXECUTABLE} left no record (exit code ${exit_code})")
endif()
foreach(file IN LISTS DATA)
  if(NOT EXISTS ${file})
    message(FATAL_ERROR "${EXECUTABLE} did not write ${file}, which its CMakeLists.txt announces")
  endif()
endforeach()

# Names in the list `part` of the record, which is an object of tables or an array of figures.
function(check_announced part announced)
  file(READ ${OUT}/record.json record)
  string(JSON count LENGTH "${record}" ${part})
  if(count EQUAL 0)
    return()
  endif()
  math(EXPR last "${count} - 1")
  foreach(i RANGE ${last})
    if(part STREQUAL "tables")
      string(JSON name MEMBER "${record}" tables ${i})
      set(name ${OUT}/${name}.csv)
    else()
      string(JSON name GET "${record}" figures ${i} id)
    endif()
    if(NOT name IN_LIST announced)
      message(FATAL_ERROR "${EXECUTABLE} lists ${name} among its ${part}, which its CMakeLists.txt does not announce")
    endif()
  endforeach()
endfunction()
check_announced(tables "${DATA}")
check_announced(figures "${FIGURES}")

get_filename_component(name ${EXECUTABLE} NAME)
math(EXPR seconds "${end} - ${begin}")
message(STATUS "${name} ${ARGUMENTS} ran for ${seconds} s")
