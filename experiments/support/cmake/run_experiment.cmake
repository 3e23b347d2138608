# Runs EXECUTABLE with ARGUMENTS into OUT; its CMakeLists.txt announces the files DATA and the FIGURES. Fails unless the
# run left a record and the files DATA: a verdict other than the expected one (exit code 1, with a record) stops nothing
# here. Fails, too, if the record lists a table or a figure that is not announced: figures would not be drawn anew when
# that table changes, or not be drawn at all.
#
# Another run may write into OUT at the same time: it removes the record for the moment in which it replaces the tables.
cmake_minimum_required(VERSION 3.20)

# The text of the record in `text`, looked for up to `attempts` times; empty if there is none.
function(read_record text attempts)
  set(record "")
  if(EXISTS "${OUT}")
    foreach(attempt RANGE 1 ${attempts})
      execute_process(COMMAND ${CMAKE_COMMAND} -E cat "${OUT}/record.json"
        OUTPUT_VARIABLE record ERROR_QUIET RESULT_VARIABLE missing)
      if(missing EQUAL 0)
        break()
      endif()
      set(record "")
      execute_process(COMMAND ${CMAKE_COMMAND} -E sleep 0.1)
    endforeach()
  endif()
  set(${text} "${record}" PARENT_SCOPE)
endfunction()

read_record(old_record 1)
string(TIMESTAMP begin %s)
execute_process(COMMAND "${EXECUTABLE}" ${ARGUMENTS} --out "${OUT}" RESULT_VARIABLE exit_code OUTPUT_QUIET)
string(TIMESTAMP end %s)
set(record "")
if(exit_code EQUAL 0 OR exit_code EQUAL 1)
  read_record(record 50)
endif()
# Every record has another date and duration, so that an old one is not taken for one of this run.
if(record STREQUAL "" OR record STREQUAL old_record)
  message(FATAL_ERROR "${EXECUTABLE} left no record (exit code ${exit_code})")
endif()
foreach(file IN LISTS DATA)
  if(NOT EXISTS ${file})
    message(FATAL_ERROR "${EXECUTABLE} did not write ${file}, which its CMakeLists.txt announces")
  endif()
endforeach()

# Names in the list `part` of the record, which is an object of tables or an array of figures.
function(check_announced part announced)
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

get_filename_component(name "${EXECUTABLE}" NAME)
math(EXPR seconds "${end} - ${begin}")
message(STATUS "${name} ${ARGUMENTS} ran for ${seconds} s")
