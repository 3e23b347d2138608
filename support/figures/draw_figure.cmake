# Draws the figure of SCRIPT in OUT: <figure>.svg, .pdf and .png, the same bytes from the same data. STYLE: the scripts
# that it loads.
#
# The scripts are brought up to date in OUT, where they can also be drawn by hand. Drawing itself happens
# in a folder beside the data, and the drawings are moved when all three are there: none is ever half written, and
# figures drawn at the same time do not meet.
get_filename_component(figure ${SCRIPT} NAME_WE)
set(work ${OUT}/.drawing-${figure})
file(REMOVE_RECURSE ${work})
file(MAKE_DIRECTORY ${work})
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

# Nothing of the user's own settings, language or time zone.
set(ENV{LC_ALL} C.UTF-8)
set(ENV{TZ} UTC)
set(ENV{LD_PRELOAD} ${FIXED_TIME})
execute_process(COMMAND ${GNUPLOT} -d ${figure}.gp WORKING_DIRECTORY ${work} RESULT_VARIABLE failed)
unset(ENV{LD_PRELOAD})

foreach(format svg pdf png)
  set(size 0)
  if(EXISTS ${work}/${figure}.${format})
    file(SIZE ${work}/${figure}.${format} size)
  endif()
  if(failed OR size EQUAL 0)
    file(REMOVE_RECURSE ${work})
    message(FATAL_ERROR "gnuplot did not draw ${figure}.${format} (exit code ${failed})")
  endif()
endforeach()
foreach(format svg pdf png)
  file(RENAME ${work}/${figure}.${format} ${OUT}/${figure}.${format})
endforeach()
file(REMOVE_RECURSE ${work})
