#include "benchmarks/arena/speed.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iomanip>
#include <limits>
#include <map>
#include <sstream>

#include "benchmarks/arena/summary.hpp"
#include "solvers/elementary/elementary.hpp"

namespace nsdbench::arena {

namespace {

struct Range {
  int fewest, most;
};
constexpr std::array<Range, 4> ranges = {{{1, 4}, {5, 9}, {10, 100}, {101, std::numeric_limits<int>::max()}}};

constexpr double shortest = 1e-9;  // [s] the clock's own unit: no ratio of zeros

// One problem: the fastest peer that solves it, and the own solvers that do.
struct Contest {
  int contacts = 0;
  double fastest_peer = std::numeric_limits<double>::infinity();
  std::map<std::string, double> own;
};

SpeedRatio compare(const std::map<std::string, Contest>& contests, const std::string& solver, const Range& range) {
  SpeedRatio ratio;
  ratio.fewest_contacts = range.fewest;
  ratio.most_contacts = range.most;
  ratio.solver = solver;
  ratio.least = std::numeric_limits<double>::infinity();
  double log_sum = 0.0;
  for (const auto& [problem, contest] : contests) {
    if (contest.contacts < range.fewest || contest.contacts > range.most) continue;
    const auto own = contest.own.find(solver);
    const bool solved = own != contest.own.end();
    const bool peer_solved = std::isfinite(contest.fastest_peer);
    ratio.solver_alone += solved && !peer_solved ? 1 : 0;
    ratio.peers_alone += peer_solved && !solved ? 1 : 0;
    if (!solved || !peer_solved) continue;
    const double faster = contest.fastest_peer / own->second;
    ++ratio.problems;
    ratio.least = std::min(ratio.least, faster);
    log_sum += elementary::log(faster);
  }
  if (ratio.problems > 0) ratio.geometric_mean = elementary::exp(log_sum / ratio.problems);
  return ratio;
}

// The peers that have rows in `range`, against the default solver's times by problem.
std::map<std::string, PeerRatio> peers_in(const Range& range, const std::vector<const Row*>& peer_rows,
                                          const std::map<std::string, double>& own_times) {
  std::map<std::string, PeerRatio> peers;
  for (const Row* row : peer_rows) {
    if (row->contacts < range.fewest || row->contacts > range.most) continue;
    PeerRatio& ratio = peers[row->solver];
    ratio.peer = row->solver;
    ratio.fewest_contacts = range.fewest;
    ratio.most_contacts = range.most;
    ++ratio.applicable;
    ratio.claimed_but_wrong += row->verdict == Verdict::claimed_but_wrong ? 1 : 0;
    if (row->verdict != Verdict::solved) continue;
    ++ratio.solved;
    const auto own = own_times.find(row->problem);
    if (own == own_times.end()) continue;
    ++ratio.problems;
    ratio.geometric_mean += elementary::log(std::max(row->seconds, shortest) / std::max(own->second, shortest));
  }
  for (auto& [peer, ratio] : peers) {
    if (ratio.problems > 0) ratio.geometric_mean = elementary::exp(ratio.geometric_mean / ratio.problems);
  }
  return peers;
}

std::string range_text(int fewest, int most) {
  const std::string end = most < std::numeric_limits<int>::max() ? std::to_string(most) : "";
  return std::to_string(fewest) + "-" + end;
}

}  // namespace

std::vector<SpeedRatio> speed_ratios(const std::vector<Row>& rows) {
  std::vector<SpeedRatio> ratios;
  for (const std::string& kind : distinct(rows, &Row::kind)) {
    for (const double tolerance : tolerances_of(rows)) {
      std::map<std::string, Contest> contests;
      std::vector<std::string> solvers;
      for (const Row& row : rows) {
        if (row.kind != kind || row.tolerance != tolerance) continue;
        Contest& contest = contests[row.problem];
        contest.contacts = row.contacts;
        const bool is_new = std::find(solvers.begin(), solvers.end(), row.solver) == solvers.end();
        if (!row.peer && is_new) solvers.push_back(row.solver);
        if (row.verdict != Verdict::solved) continue;
        const double seconds = std::max(row.seconds, shortest);
        if (row.peer) {
          contest.fastest_peer = std::min(contest.fastest_peer, seconds);
        } else {
          contest.own[row.solver] = seconds;
        }
      }
      for (const Range& range : ranges) {
        for (const std::string& solver : solvers) {
          SpeedRatio ratio = compare(contests, solver, range);
          ratio.kind = kind;
          ratio.tolerance = tolerance;
          if (ratio.problems > 0) ratios.push_back(ratio);
        }
      }
    }
  }
  return ratios;
}

std::vector<PeerRatio> peer_ratios(const std::vector<Row>& rows) {
  std::vector<PeerRatio> ratios;
  const auto own = std::find_if(rows.begin(), rows.end(), [](const Row& row) { return !row.peer; });
  if (own == rows.end()) return ratios;
  for (const std::string& kind : distinct(rows, &Row::kind)) {
    for (const double tolerance : tolerances_of(rows)) {
      std::map<std::string, double> own_times;
      std::vector<const Row*> peer_rows;
      for (const Row& row : rows) {
        if (row.kind != kind || row.tolerance != tolerance) continue;
        if (row.peer && row.verdict != Verdict::not_applicable) peer_rows.push_back(&row);
        if (row.solver == own->solver && row.verdict == Verdict::solved) own_times[row.problem] = row.seconds;
      }
      for (const Range& range : ranges) {
        for (auto& [peer, ratio] : peers_in(range, peer_rows, own_times)) {
          ratio.kind = kind;
          ratio.tolerance = tolerance;
          ratios.push_back(ratio);
        }
      }
    }
  }
  return ratios;
}

std::string markdown_speed(const std::vector<Row>& rows) {
  const std::vector<SpeedRatio> ratios = speed_ratios(rows);
  if (ratios.empty()) return "";
  std::ostringstream text;
  text
      << std::setprecision(3)
      << "## Speed against peers\n\n"
         "Of a peer, the library's driver alone is timed; of the suite's solvers the whole call: checking the input,\n"
         "setting up, solving, recomputing the residual. `ratio`: time of the peer over time of the solver, geometric\n"
         "mean over the problems that both solve. First the fastest peer that is right, which may be another one on\n"
         "every problem:\n\n"
         "| kind | tolerance | contacts | solver | problems | ratio | least | only the solver | only peers |\n"
         "|---|---:|---:|---|---:|---:|---:|---:|---:|\n";
  for (const SpeedRatio& ratio : ratios) {
    text << "| " << ratio.kind << " | " << ratio.tolerance << " | "
         << range_text(ratio.fewest_contacts, ratio.most_contacts) << " | " << ratio.solver << " | " << ratio.problems
         << " | " << ratio.geometric_mean << " | " << ratio.least << " | " << ratio.solver_alone << " | "
         << ratio.peers_alone << " |\n";
  }
  text << "\nThen every peer against the default solver:\n\n"
          "| kind | tolerance | contacts | peer | solved | claimed but wrong | both | ratio |\n"
          "|---|---:|---:|---|---:|---:|---:|---:|\n";
  for (const PeerRatio& ratio : peer_ratios(rows)) {
    text << "| " << ratio.kind << " | " << ratio.tolerance << " | "
         << range_text(ratio.fewest_contacts, ratio.most_contacts) << " | " << ratio.peer << " | " << ratio.solved
         << '/' << ratio.applicable << " | " << ratio.claimed_but_wrong << " | " << ratio.problems << " | ";
    if (ratio.problems > 0) {
      text << ratio.geometric_mean << " |\n";
    } else {
      text << "- |\n";
    }
  }
  text << '\n';
  return text.str();
}

}  // namespace nsdbench::arena
