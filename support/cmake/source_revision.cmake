# Writes the commit of SOURCE_DIR and "clean" or "dirty" to OUTPUT, if they changed; "unknown" outside a git checkout.
# Run by every build.
set(commit "unknown")
set(state "unknown")
find_program(GIT_EXECUTABLE git)
if(GIT_EXECUTABLE)
  execute_process(COMMAND ${GIT_EXECUTABLE} rev-parse HEAD
    WORKING_DIRECTORY ${SOURCE_DIR} RESULT_VARIABLE failed OUTPUT_VARIABLE head
    OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(NOT failed)
    set(commit "${head}")
    # Without optional locks, so that a build never gets in the way of a git command.
    execute_process(COMMAND ${GIT_EXECUTABLE} --no-optional-locks status --porcelain
      WORKING_DIRECTORY ${SOURCE_DIR} OUTPUT_VARIABLE changes OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    if(changes STREQUAL "")
      set(state "clean")
    else()
      set(state "dirty")
    endif()
  endif()
endif()
set(revision "${commit}\n${state}\n")
set(previous "")
if(EXISTS "${OUTPUT}")
  file(READ "${OUTPUT}" previous)
endif()
if(NOT previous STREQUAL revision)
  file(WRITE "${OUTPUT}.tmp" "${revision}")
  file(RENAME "${OUTPUT}.tmp" "${OUTPUT}")
endif()
