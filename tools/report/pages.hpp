// The pages of the report.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "support/output_files.hpp"
#include "tools/report/site.hpp"

namespace nsdbench::report {

// What the pages need beside their HTML: data for scripts, as files below the folder of the report.
using Files = std::vector<support::TextFile>;

// `faults` is what is wrong with the results, in sentences.
Page front_page(const Sources& sources, const std::vector<std::string>& faults);

// Times whose ratio is less are the same: repetitions of one measurement scatter by that much.
inline constexpr double timing_scatter = 1.1;

// Figures, statements, parameters and provenance of one paper.
Page paper_page(const Sources& sources, const Paper& paper, Files& files);

// Work-precision diagrams and orders.
Page integrators_page(const Sources& sources, Files& files);

// The arena: of this machine, and of the folders `others`, each with an arena.json.
Page solvers_page(const Sources& sources, const std::vector<std::filesystem::path>& others, Files& files);

// Return map, basins, diagrams of the woodpecker; maps of motions.
Page stability_page(const Sources& sources, Files& files);

// All sweeps below the results: what was swept, counts, shares, figures, and how to compute them again.
Page sweeps_page(const Sources& sources);

// Each mechanism: its motion, coordinates, parameters, truth.
Page problems_page(const Sources& sources, Files& files);

// The documentation, rendered, and the page that lists it first.
std::vector<Page> documentation_pages(const Sources& sources);

}  // namespace nsdbench::report
