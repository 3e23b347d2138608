# Draws the figure of SCRIPT in OUT: <figure>.svg, .pdf and .png, the same bytes from the same data. STYLE: the scripts
# that it loads.
#
# The scripts are brought up to date in OUT, where they can also be drawn by hand. Drawing itself happens
# in a folder beside the data, and the drawings are moved when all three are there and whole: none is ever half written,
# and figures drawn at the same time do not meet. A folder is locked while it is needed: those of runs that were killed
# are removed.
#
# The SVG ends with the name of the figure and the hash of the record beside the data, by which a reader can tell that it
# shows them.
#
# ABANDONED: nothing is drawn, but this folder is removed unless a run needs it.
cmake_minimum_required(VERSION 3.20)
if(ABANDONED)
  file(LOCK "${ABANDONED}" DIRECTORY GUARD PROCESS RESULT_VARIABLE in_use TIMEOUT 0)
  if(in_use EQUAL 0)
    file(REMOVE_RECURSE "${ABANDONED}")
  endif()
  return()
endif()
get_filename_component(figure ${SCRIPT} NAME_WE)
# Each in a process of its own, which fails if the folder vanishes at this moment, since its run is done.
file(GLOB abandoned "${OUT}/.drawing-${figure}-*")
foreach(folder IN LISTS abandoned)
  execute_process(COMMAND ${CMAKE_COMMAND} -D "ABANDONED=${folder}" -P "${CMAKE_CURRENT_LIST_FILE}"
    OUTPUT_QUIET ERROR_QUIET)
endforeach()
foreach(attempt RANGE 9)
  string(RANDOM LENGTH 8 name)
  set(work ${OUT}/.drawing-${figure}-${name})
  file(LOCK ${work} DIRECTORY GUARD PROCESS RESULT_VARIABLE failed TIMEOUT 0)
  if(failed EQUAL 0)
    break()
  endif()
endforeach()
if(NOT failed EQUAL 0)
  message(FATAL_ERROR "${figure} cannot be drawn: ${OUT} cannot be written to (${failed})")
endif()

foreach(source ${SCRIPT} ${STYLE})
  get_filename_component(name ${source} NAME)
  configure_file(${source} ${work}/${name}.new COPYONLY)
  file(RENAME ${work}/${name}.new ${OUT}/${name})
endforeach()
file(GLOB inputs ${OUT}/*.csv ${OUT}/*.gp)
foreach(input IN LISTS inputs)
  get_filename_component(name ${input} NAME)
  file(CREATE_LINK ../${name} ${work}/${name} SYMBOLIC)
endforeach()

set(hash "none")
if(EXISTS ${OUT}/record.json)
  file(READ ${OUT}/record.json record)
  string(JSON of_run ERROR_VARIABLE failed GET "${record}" provenance contents record)
  string(JSON of_sweep ERROR_VARIABLE failed GET "${record}" table hash)
  foreach(found ${of_run} ${of_sweep})
    if(NOT found MATCHES "NOTFOUND$")
      set(hash ${found})
      break()
    endif()
  endforeach()
endif()

# Nothing of the user's own settings, language or time zone. The loader takes a blank in a path for its end, so that the
# library is named from here.
file(CREATE_LINK ${FIXED_TIME} ${work}/fixed_time.so SYMBOLIC)
set(ENV{LC_ALL} C.UTF-8)
set(ENV{TZ} UTC)
set(ENV{LD_PRELOAD} ./fixed_time.so)
execute_process(COMMAND ${GNUPLOT} -d ${figure}.gp WORKING_DIRECTORY ${work} RESULT_VARIABLE failed)
unset(ENV{LD_PRELOAD})

# How a whole file ends, in hexadecimal digits: gnuplot does not say that the disk was full.
set(end_of_svg "3c2f7376673e(0a)*$")  # </svg>
set(end_of_pdf "2525454f46(0a)*$")  # %%EOF
set(end_of_png "49454e44ae426082$")  # the chunk IEND
set(complaint "")
if(NOT failed EQUAL 0)
  set(complaint "gnuplot (${GNUPLOT}) did not draw ${figure}: ${failed}")
  if(failed MATCHES "^[0-9]+$")
    set(complaint "gnuplot did not draw ${figure} (exit code ${failed})")
  endif()
endif()
foreach(format svg pdf png)
  set(drawing ${work}/${figure}.${format})
  set(end "")
  if(EXISTS ${drawing})
    file(SIZE ${drawing} size)
    if(size GREATER 16)
      math(EXPR begin "${size} - 16")
      file(READ ${drawing} end OFFSET ${begin} HEX)
    endif()
  endif()
  if(NOT complaint AND NOT end MATCHES "${end_of_${format}}")
    set(complaint "gnuplot left no whole ${figure}.${format}: its script does not draw it, or the disk is full")
  endif()
endforeach()
if(complaint)
  file(REMOVE_RECURSE ${work})
  message(FATAL_ERROR "${complaint}")
endif()
file(READ ${work}/${figure}.svg drawing)
# The fields of a map are not to be blurred when they are enlarged.
string(REPLACE "<image " "<image image-rendering='pixelated' " drawing "${drawing}")
file(WRITE ${work}/${figure}.svg "${drawing}<!-- nsdbench ${figure}, record ${hash} -->\n")
foreach(format pdf png svg)  # the one that says which record all three show comes last
  file(RENAME ${work}/${figure}.${format} ${OUT}/${figure}.${format})
endforeach()
file(REMOVE_RECURSE ${work})
