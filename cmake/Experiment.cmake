# Experiments, their results and their figures.
#
#   nsdbench_add_experiment(<name> [LONG] [FULL] PAPER <paper> [PARAMETERS_OF <paper>] [REFERENCE <files...>]
#       [ALONE <sources...>] FIGURES <ids...> TABLES <names...>)
#     From experiments/<name>, in whose CMakeLists.txt it stands: the executable bin/<name> from main.cpp and, if there
#     are other *.cpp, from a library <name>_parts of these, which tests can link; and the targets
#       <name>-record   results/<name>/record.json and <table>.csv, made by running it
#       <name>-figures  results/<name>/<figure>.svg, .pdf and .png, drawn by figures/<figure>.gp from the tables
#     and <name>-record-quick, <name>-figures-quick, likewise under results/quick, and the same with -full under
#     results/full. LONG: takes longer than the papers' figures do together. FULL: has the option --full.
#
#   nsdbench_add_figure_targets()
#     After the last experiment, for all experiments: records, their runs; drawings, these and the figures; figures,
#     these and the table of claims at the end; claims, that table alone from whatever records there are; first-drawings,
#     the drawings of all experiments that are not LONG, while the others are compiled; the same with -quick and -full;
#     and compare, the records against results/baseline.
#
# A run depends on its executable, on the paper's parameters and claims and on REFERENCE, a figure on its script, the style and the
# tables; what depends on neither is left alone. A claim with an unexpected verdict does not stop a run's figures: the
# verdict is in the record, and the table of claims at the end fails.
set(NSDBENCH_RESULTS_DIR ${PROJECT_SOURCE_DIR}/results CACHE PATH "Where the figure targets leave their results")
find_program(NSDBENCH_GNUPLOT gnuplot DOC "Draws the figures")
set(NSDBENCH_EXPERIMENT_SCRIPTS ${PROJECT_SOURCE_DIR}/experiments/support/cmake)

function(nsdbench_add_experiment name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "LONG;FULL" "PAPER;PARAMETERS_OF" "REFERENCE;ALONE;FIGURES;TABLES")
  if(arg_UNPARSED_ARGUMENTS OR NOT arg_PAPER)
    message(FATAL_ERROR "nsdbench_add_experiment(${name}): expected PAPER, FIGURES and TABLES")
  endif()
  if(NOT arg_PARAMETERS_OF)
    set(arg_PARAMETERS_OF ${arg_PAPER})
  endif()
  file(GLOB parts CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
  list(REMOVE_ITEM parts ${CMAKE_CURRENT_SOURCE_DIR}/main.cpp)
  add_executable(${name} main.cpp)
  if(parts)
    add_library(${name}_parts STATIC ${parts})
    target_link_libraries(${name}_parts PUBLIC nsdbench::experiment_support nsdbench::motions PRIVATE nsdbench_options)
    nsdbench_use_precompiled_header(${name}_parts numerics)
    nsdbench_compile_together(${name}_parts ALONE ${arg_ALONE})
    target_link_libraries(${name} PRIVATE ${name}_parts)
  endif()
  target_link_libraries(${name} PRIVATE nsdbench::experiment_support nsdbench::motions nsdbench_options)
  nsdbench_use_precompiled_header(${name} numerics)
  set_property(GLOBAL APPEND PROPERTY NSDBENCH_EXPERIMENTS ${name})
  if(arg_LONG)
    set_property(GLOBAL APPEND PROPERTY NSDBENCH_LONG_EXPERIMENTS ${name})
  endif()

  # For the test that compares these lists with describe(), figures/*.gp and README.md.
  foreach(figure IN LISTS arg_FIGURES)
    set_property(GLOBAL APPEND_STRING PROPERTY NSDBENCH_FIGURE_LIST "${name} ${figure}\n")
  endforeach()

  nsdbench_add_results(${name} "" ${NSDBENCH_RESULTS_DIR}/${name})
  nsdbench_add_results(${name} "-quick" ${NSDBENCH_RESULTS_DIR}/quick/${name})
  nsdbench_add_results(${name} "-full" ${NSDBENCH_RESULTS_DIR}/full/${name})
endfunction()

# One run of experiment <name> into <out>, and its figures. <variant> is "", "-quick" or "-full". Uses the caller's arg_*.
function(nsdbench_add_results name variant out)
  set(arguments "")
  if(variant STREQUAL "-quick")
    set(arguments "--quick")
  elseif(variant STREQUAL "-full" AND arg_FULL)
    set(arguments "--full")
  endif()
  set(data ${out}/run.gp)
  foreach(table IN LISTS arg_TABLES)
    list(APPEND data ${out}/${table}.csv)
  endforeach()
  list(TRANSFORM arg_REFERENCE PREPEND ${PROJECT_SOURCE_DIR}/reference-data/ OUTPUT_VARIABLE reference)
  add_custom_command(
    OUTPUT ${out}/record.json ${data}
    COMMAND ${CMAKE_COMMAND} -D EXECUTABLE=$<TARGET_FILE:${name}> -D OUT=${out} -D ARGUMENTS=${arguments}
      -D "DATA=${data}" -D "FIGURES=${arg_FIGURES}" -P ${NSDBENCH_EXPERIMENT_SCRIPTS}/run_experiment.cmake
    DEPENDS ${name} ${NSDBENCH_EXPERIMENT_SCRIPTS}/run_experiment.cmake
      ${PROJECT_SOURCE_DIR}/reference-data/${arg_PARAMETERS_OF}/parameters.json
      ${PROJECT_SOURCE_DIR}/reference-data/${arg_PAPER}/claims.json ${reference}
    COMMENT "Running ${name} ${arguments}"
    VERBATIM)
  add_custom_target(${name}-record${variant} DEPENDS ${out}/record.json ${data})

  if(NOT NSDBENCH_GNUPLOT)
    return()
  endif()
  set(drawings "")
  # The common style, and scripts that figures of this experiment share.
  file(GLOB style CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/figures/*.gp)
  foreach(figure IN LISTS arg_FIGURES)
    list(REMOVE_ITEM style ${CMAKE_CURRENT_SOURCE_DIR}/figures/${figure}.gp)
  endforeach()
  list(APPEND style ${PROJECT_SOURCE_DIR}/support/figures/style.gp)
  foreach(figure IN LISTS arg_FIGURES)
    set(script ${CMAKE_CURRENT_SOURCE_DIR}/figures/${figure}.gp)
    add_custom_command(
      OUTPUT ${out}/${figure}.svg ${out}/${figure}.pdf ${out}/${figure}.png
      COMMAND ${CMAKE_COMMAND} -D GNUPLOT=${NSDBENCH_GNUPLOT} -D FIXED_TIME=$<TARGET_FILE:nsdbench_fixed_time>
        -D SCRIPT=${script} -D "STYLE=${style}" -D OUT=${out}
        -P ${PROJECT_SOURCE_DIR}/support/figures/draw_figure.cmake
      DEPENDS ${script} ${style} ${out}/record.json ${data} nsdbench_fixed_time
        ${PROJECT_SOURCE_DIR}/support/figures/draw_figure.cmake
      COMMENT "Drawing ${figure}${variant}"
      VERBATIM)
    list(APPEND drawings ${out}/${figure}.svg ${out}/${figure}.pdf ${out}/${figure}.png)
  endforeach()
  add_custom_target(${name}-figures${variant} DEPENDS ${drawings})
  add_dependencies(${name}-figures${variant} ${name}-record${variant})
endfunction()

function(nsdbench_add_figure_targets)
  get_property(experiments GLOBAL PROPERTY NSDBENCH_EXPERIMENTS)
  get_property(figures GLOBAL PROPERTY NSDBENCH_FIGURE_LIST)
  file(WRITE ${PROJECT_BINARY_DIR}/figure_list.txt "${figures}")
  get_property(long_experiments GLOBAL PROPERTY NSDBENCH_LONG_EXPERIMENTS)
  foreach(variant "" "-quick" "-full")
    string(REPLACE "-" "/" folder "${variant}")
    set(results ${NSDBENCH_RESULTS_DIR}${folder})
    set(print_claims COMMAND nsdbench-claims ${results} ${experiments})
    add_custom_target(claims${variant} ${print_claims} COMMENT "Claims of the papers" USES_TERMINAL VERBATIM)
    add_custom_target(records${variant})
    foreach(experiment IN LISTS experiments)
      add_dependencies(records${variant} ${experiment}-record${variant})
    endforeach()

    if(NSDBENCH_GNUPLOT)
      add_custom_target(drawings${variant})
      add_custom_target(first-drawings${variant})
      foreach(experiment IN LISTS experiments)
        add_dependencies(drawings${variant} ${experiment}-figures${variant})
        if(experiment IN_LIST long_experiments)
          add_dependencies(first-drawings${variant} ${experiment})
        else()
          add_dependencies(first-drawings${variant} ${experiment}-figures${variant})
        endif()
      endforeach()
      add_custom_target(figures${variant} ${print_claims} COMMENT "Claims of the papers" USES_TERMINAL VERBATIM)
      add_dependencies(figures${variant} drawings${variant})
    else()
      foreach(target first-drawings drawings figures)
        add_custom_target(${target}${variant}
          COMMAND ${CMAKE_COMMAND} -E echo
            "gnuplot was not found when the build was configured, so no figure can be drawn. Install it and configure again."
          COMMAND ${CMAKE_COMMAND} -E false
          VERBATIM)
      endforeach()
    endif()
  endforeach()

  add_custom_target(compare
    COMMAND nsdbench-compare ${NSDBENCH_RESULTS_DIR} ${PROJECT_SOURCE_DIR}/results/baseline
    COMMENT "What moved since the last accepted run" USES_TERMINAL VERBATIM)
  add_dependencies(compare records)
endfunction()
