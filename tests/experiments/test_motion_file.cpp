// Motions as files that other machines compare theirs with: --record and --check.
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "experiments/support/motion_file.hpp"
#include "support/hash.hpp"
#include "support/input_error.hpp"
#include "support/output_files.hpp"
#include "tests/experiments/program_run.hpp"
#include "tests/experiments/text_matchers.hpp"
#include "tests/helpers/catch.hpp"

using namespace nsdbench;
using namespace nsdbench::experiments;
using namespace nsdbench::testing;

namespace {

nlohmann::json motions_of(const Sandbox& sandbox, const std::string& run) {
  return nlohmann::json::parse(sandbox.text(run + "/record.json"))["provenance"]["motions"];
}

long lines_in(const std::string& text) { return std::count(text.begin(), text.end(), '\n'); }

std::string without_last_line(const std::string& text) { return text.substr(0, text.rfind('\n', text.size() - 2) + 1); }

// With the last line that belongs to these lines: five of header, and states.
std::string ended(const std::string& lines) {
  return lines + "states " + std::to_string(std::max(0L, lines_in(lines) - 5)) + ", hash of the lines before " +
         support::hash_as_text(lines) + "\n";
}

std::string part_replaced(std::string text, const std::string& old_part, const std::string& new_part) {
  const std::size_t at = text.find(old_part);
  REQUIRE(at != std::string::npos);
  return text.replace(at, old_part.size(), new_part);
}

RunOptions toy_options(const Sandbox& sandbox) {
  RunOptions options;
  options.parameters_text = toy_parameters();
  options.out = sandbox.path("out");
  return options;
}

// A file of the motion of one body, from rest, with as many steps as asked for.
void record_to(const std::filesystem::path& file, RunOptions options, long steps) {
  options.record_motions = file;
  support::OutputFiles outputs;
  MotionFile recorded(options, "toy", outputs);
  const MotionLog::Listener listener = recorded.listener();
  for (long step = 0; step <= steps; ++step) {
    const std::vector<double> q{1.0 / 3.0}, u{0.0};
    listener.take({1, step, false, static_cast<std::uint64_t>(7 + step), static_cast<double>(step), q, u});
  }
  recorded.finish();
  outputs.commit();
}

}  // namespace

TEST_CASE("a run says what it has integrated, and its hash shows the last bit of a parameter", "[motion_file]") {
  const Sandbox sandbox;
  REQUIRE(sandbox.toy("--out plain").exit_code == 0);
  REQUIRE(sandbox.toy("--out again").exit_code == 0);
  REQUIRE(sandbox.toy("--out other --set g=9.810000000000002").exit_code == 0);
  const nlohmann::json plain = motions_of(sandbox, "plain");
  CHECK(plain["runs"] == 1);
  CHECK(plain["steps"] == 100);  // 1 s in steps of 0.01 s
  CHECK(plain["events"] == 0);
  CHECK(motions_of(sandbox, "again") == plain);
  CHECK(motions_of(sandbox, "other")["hash"] != plain["hash"]);
}

TEST_CASE("recorded motions are found again, and the first step that differs is named", "[motion_file]") {
  const Sandbox sandbox;
  ProgramResult result = sandbox.toy("--out recorded --record motions.txt --record-every 10");
  CAPTURE(result.errors);
  REQUIRE(result.exit_code == 0);
  // Five lines of header, the start, every tenth of 100 steps, the end, and their number.
  const std::string text = sandbox.text("motions.txt");
  CHECK(lines_in(text) == 5 + 1 + 10 + 1 + 1);

  result = sandbox.toy("--out checked --check motions.txt");
  CAPTURE(result.errors, result.output);
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.output, contains("12 states") && contains("to the last bit"));

  // A digit of one state, of which the toy knows nothing: its results are those of another run, and are not written.
  const std::string lines = without_last_line(text);
  REQUIRE(ended(lines) == text);
  const auto check = [&](const std::string& old_text, const std::string& new_text) {
    sandbox.write("other.txt", ended(part_replaced(lines, old_text, new_text)));
    return sandbox.toy("--out other --check other.txt");
  };
  const std::string line_of_step_50 = text.substr(text.find("\n1 50 ") + 1);
  const std::string velocity = line_of_step_50.substr(line_of_step_50.find(" u ") + 3, 4);
  result = check("u " + velocity, "u 1");
  CHECK(result.exit_code == 1);
  CHECK_THAT(result.errors, contains("motion 1, step 50, t = ") && contains("the first difference") &&
                                contains("u(1) is " + velocity) && contains("up to 9 steps earlier"));
  CHECK_FALSE(sandbox.exists("other/record.json"));
  // Nothing but the hash: something between the recorded steps.
  const std::string hash = line_of_step_50.substr(line_of_step_50.find(" - ") + 3, 16);
  CHECK_THAT(check(hash, "0123456789abcdef").errors,
             contains("step 50") && contains("the state is the same, but a step or an event before is not"));
  // Before the start there is nothing.
  const std::string first_hash = text.substr(text.find("\n1 0 - ") + 7, 16);
  CHECK_THAT(check(first_hash, "0123456789abcdef").errors, contains("motion 1, step 0, t = 0: ") &&
                                                               contains("make hashes in other ways") &&
                                                               !contains("before is not"));
  // A motion that the file goes on with, and one that it ends before.
  sandbox.write("longer.txt", ended(lines + "2 0 - 0123456789abcdef t 0 q 1 u 0\n"));
  CHECK_THAT(sandbox.toy("--out other --check longer.txt").errors,
             contains("the run is over") && contains("motion 2, step 0"));
  sandbox.write("shorter.txt", ended(text.substr(0, text.find("\n1 100 end") + 1)));
  CHECK_THAT(sandbox.toy("--out other --check shorter.txt").errors,
             contains("motion 1, step 100") && contains("shorter.txt ends before it"));
}

TEST_CASE("a difference that an experiment catches is said all the same", "[motion_file]") {
  const Sandbox sandbox;
  RunOptions options = toy_options(sandbox);
  record_to(sandbox.path("motions.txt"), options, 0);

  options.check_motions = sandbox.path("motions.txt");
  support::OutputFiles outputs;
  MotionFile checked(options, "toy", outputs);
  const MotionLog::Listener listener = checked.listener();
  const std::vector<double> q{1.0 / 3.0}, u{0.0}, other{2.0};
  CHECK_THROWS_AS(listener.take({1, 0, false, 7, 0.0, q, other}), MotionsDiffer);
  CHECK_THROWS_AS(listener.take({2, 0, false, 7, 0.0, q, u}), MotionsDiffer);  // nothing is compared any more
  CHECK_THROWS_WITH(checked.finish(), contains("motion 1, step 0") && contains("u(1) is 2 here and 0 there"));
}

TEST_CASE("one motion alone can be recorded, step by step", "[motion_file]") {
  const Sandbox sandbox;
  REQUIRE(sandbox.toy("--out a --record first.txt --record-every 1 --record-motion 1").exit_code == 0);
  CHECK(lines_in(sandbox.text("first.txt")) == 5 + 1 + 100 + 1 + 1);
  CHECK(sandbox.toy("--out b --check first.txt").exit_code == 0);
  const ProgramResult result = sandbox.toy("--out a --record second.txt --record-motion 2");
  CHECK(result.exit_code == 2);
  CHECK_THAT(result.errors, contains("option --record-motion: there is no motion 2 to record: this run has 1"));
  CHECK_FALSE(sandbox.exists("second.txt"));
}

TEST_CASE("motions are those of parameters, however these were given", "[motion_file]") {
  const Sandbox sandbox;
  const auto recorded = [&](const std::string& settings) {
    CHECK(sandbox.toy("--out a --record motions.txt " + settings).exit_code == 0);
  };
  const auto checked = [&](const std::string& settings) {
    return sandbox.toy("--out b --check motions.txt " + settings).exit_code;
  };
  recorded("");
  CHECK(checked("--set epsilon=0.5") == 0);
  CHECK(checked("--set g=9.81 --set epsilon=0.5") == 0);
  CHECK(checked("--set epsilon=0.5 --set g=9.8") == 2);
  recorded("--set m=3 --set g=9.8");
  CHECK(checked("--set g=9.8 --set m=3 --set epsilon=0.5") == 0);
  CHECK(checked("--set m=3") == 2);
  sandbox.write("plastic.json", part_replaced(toy_parameters(), "0.5", "0.0"));
  recorded("--parameters plastic.json");
  CHECK(checked("--parameters plastic.json --set epsilon=0") == 0);
  CHECK(checked("--parameters plastic.json --set epsilon=-0") == 2);  // another number, if it is an initial value
}

TEST_CASE("what cannot be recorded or checked is refused before anything is computed", "[motion_file]") {
  const Sandbox sandbox;
  REQUIRE(sandbox.toy("--out recorded --record motions.txt").exit_code == 0);
  const std::string lines = without_last_line(sandbox.text("motions.txt"));
  const auto changed = [&](const std::string& name, const std::string& old_text, const std::string& new_text) {
    sandbox.write(name, ended(part_replaced(lines, old_text, new_text)));
  };
  sandbox.write("else.txt", "something else\n");
  sandbox.write("empty.txt", "");
  sandbox.write("old.txt", part_replaced(lines, "motions 2", "motions 1") + "states 3\n");
  sandbox.write("nothing.txt", ended(lines.substr(0, lines.find("\n1 0 ") + 1)));
  sandbox.write("short.txt", ended(lines.substr(0, lines.find('\n') + 1)));
  changed("escape.txt", " u ", " \x1b[2Ju ");
  changed("foreign.txt", "experiment toy", "experiment woodpecker");
  changed("never.txt", "every 100", "every 0");
  const auto refused = [&](const std::string& options, const std::string& because) {
    const ProgramResult result = sandbox.toy("--out never " + options);
    CAPTURE(options, result.errors);
    CHECK(result.exit_code == 2);
    CHECK_THAT(result.errors, contains(because));
    CHECK_FALSE(sandbox.exists("never"));
  };
  refused("--check missing.txt", "missing.txt");
  refused("--check else.txt", "not a file that --record has written");
  refused("--check empty.txt", "not a file that --record has written");
  refused("--check old.txt", "old.txt: the file is of another version of nsdbench: its motions must be recorded again");
  refused("--check nothing.txt", "no state to compare with");
  refused("--check short.txt", "not a file that --record has written");
  refused("--check escape.txt", "not a file that --record has written");
  refused("--check recorded", "not a regular file");
  refused("--check foreign.txt", "experiment woodpecker");
  refused("--check never.txt", "line 4 must be 'every'");
  refused("--check motions.txt --quick", "but this run has the settings quick");
  refused("--check motions.txt --set g=9.7", "g=9.7");
  refused("--check else.txt --record other.txt", "only one of them");
  refused("--record-every 5", "says nothing without --record");
  refused("--record motions.txt --record-every 0", "--record-every");
  refused("--record motions.txt --threads 2", "one thread");
  refused("--record nowhere/motions.txt", "nowhere");
  refused("--record never/record.json", "is the record of the results");
  refused("--record never/motions.txt", "lies in the folder of the results");
  refused("--record recorded", "recorded is a directory");
  refused("--record some.json --export-step 1 --export-to ./some.json", "is the file of --export-to");
}

TEST_CASE("the motions take the place of no input and no result, under any name", "[motion_file]") {
  const Sandbox sandbox;
  REQUIRE(sandbox.toy("--out out").exit_code == 0);
  std::filesystem::create_directory_symlink("out", sandbox.path("link"));
  std::filesystem::create_symlink("out/record.json", sandbox.path("record.txt"));
  std::filesystem::create_symlink(parameters_name, sandbox.path("parameters.txt"));
  const auto refused = [&](const std::string& file, const std::string& because) {
    const ProgramResult result = sandbox.toy("--out out --quick --record " + file);
    CAPTURE(file, result.errors);
    CHECK(result.exit_code == 2);
    CHECK_THAT(result.errors, contains("--record") && contains(because));
  };
  const std::string record = sandbox.text("out/record.json");
  refused("link/record.json", "is the record of the results");
  refused("./out/../link/motions.txt", "lies in the folder of the results");
  refused("record.txt", "is the record of the results");
  refused(parameters_name, "is the file of --parameters");
  refused(claims_name, "lies among the suite's own files");
  refused("reference/../reference/truth/toy.json", "lies among the suite's own files");
  refused("out", "is the folder of the results, or above it");
  refused("parameters.txt", "is the file of --parameters");
  CHECK(sandbox.text("out/record.json") == record);
  CHECK(sandbox.text(parameters_name) == toy_parameters());
}

#ifdef __linux__
TEST_CASE("what is open already is not replaced by motions or by contact problems", "[motion_file]") {
  const Sandbox sandbox;
  std::filesystem::create_symlink("/dev/stdout", sandbox.path("link.json"));
  for (const std::string option : {"--record ", "--export-step 1 --export-to "}) {
    for (const std::string name : {"/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "link.json"}) {
      CAPTURE(option, name);
      const ProgramResult result = sandbox.toy("--out out " + option + name);
      CHECK(result.exit_code == 2);
      CHECK(result.output.empty());
      CHECK_THAT(result.errors, contains(name) && contains("is a file that is open already"));
    }
  }
}
#endif

TEST_CASE("control characters of a path do not reach the terminal", "[motion_file]") {
  const Sandbox sandbox;
  const std::string name = "\"$(printf 'a\\033[31mb')\"";
  for (const std::string option : {"--record ", "--check "}) {
    CAPTURE(option);
    const ProgramResult result = sandbox.toy("--out out " + option + name);
    CAPTURE(result.output, result.errors);
    CHECK(result.exit_code == 0);
    CHECK_THAT(result.output, contains("a\\x1b[31mb"));
    CHECK(result.output.find('\x1b') == std::string::npos);
  }
}

TEST_CASE("motions go where a link points, and the link stays", "[motion_file]") {
  const Sandbox sandbox;
  std::filesystem::create_directory(sandbox.path("elsewhere"));
  std::filesystem::create_symlink("elsewhere/motions.txt", sandbox.path("link.txt"));
  for (const bool there : {false, true}) {
    CAPTURE(there);
    if (there) sandbox.write("elsewhere/motions.txt", "old");
    CHECK(sandbox.toy("--out a --record link.txt").exit_code == 0);
    CHECK(std::filesystem::is_symlink(sandbox.path("link.txt")));
    CHECK_THAT(sandbox.text("elsewhere/motions.txt"), contains("# nsdbench motions 2"));
  }
  CHECK(sandbox.toy("--out b --check link.txt").exit_code == 0);
}

TEST_CASE("a file that is damaged anywhere is not taken for motions that differ", "[motion_file]") {
  const Sandbox sandbox;
  RunOptions options = toy_options(sandbox);
  record_to(sandbox.path("motions.txt"), options, 20);
  const std::string text = sandbox.text("motions.txt");
  options.check_motions = sandbox.path("damaged.txt");
  const auto reads = [&] {
    support::OutputFiles outputs;
    try {
      const MotionFile checked(options, "toy", outputs);
      return std::string();
    } catch (const support::InputError& error) {
      return std::string(error.what());
    }
  };
  sandbox.write("damaged.txt", text);
  REQUIRE(reads().empty());
  const auto version_end = text.find(':');
  const auto first_end = text.find('\n');
  // Some file systems write a file that is emptied and filled again to the disk at once; a new one they do not.
  const auto write = [&](const std::string& content) {
    std::filesystem::remove(options.check_motions);
    sandbox.write("damaged.txt", content);
  };
  for (std::size_t at = 0; at < text.size(); ++at) {
    CAPTURE(at);
    for (const char other : {static_cast<char>(text[at] ^ 1), '\n', '\0'}) {
      if (other == text[at]) continue;
      std::string damaged = text;
      damaged[at] = other;
      write(damaged);
      const std::string sentence = reads();
      REQUIRE_THAT(sentence, contains("damaged.txt: "));
      if (at > version_end) REQUIRE_THAT(sentence, contains("is not as it was written"));
      REQUIRE(std::all_of(sentence.begin(), sentence.end(), [](char c) { return c >= ' ' && c <= '~'; }));
    }
    write(text.substr(0, at));
    REQUIRE_THAT(reads(), contains(at <= first_end ? "not a file that --record" : "is not as it was written"));
  }
  sandbox.write("damaged.txt", text + "\n");
  CHECK_THAT(reads(), contains("is not as it was written"));
  sandbox.write("damaged.txt", text + text);
  CHECK_THAT(reads(), contains("is not as it was written"));
  // A line without an end would fill the memory.
  sandbox.write("damaged.txt", without_last_line(text) + std::string(20'000'000, '1') + "\n");
  CHECK_THAT(reads(), contains("is not as it was written"));
  // As a user sees it.
  REQUIRE(sandbox.toy("--out a --record motions.txt").exit_code == 0);
  sandbox.write("damaged.txt", part_replaced(sandbox.text("motions.txt"), " u ", " v "));
  const ProgramResult result = sandbox.toy("--out b --check damaged.txt");
  CHECK(result.exit_code == 2);
  CHECK_THAT(result.errors, contains("damaged.txt: the file is not as it was written"));
  CHECK_FALSE(sandbox.exists("b"));
}

TEST_CASE("motions to record stand in a file long before the end of the run", "[motion_file]") {
  const Sandbox sandbox;
  RunOptions options = toy_options(sandbox);
  options.record_motions = sandbox.path("motions.txt");
  sandbox.write("motions.txt", "old");
  constexpr std::uintmax_t one_megabyte = 1'000'000;
  const auto size_of_temporaries = [&] {
    std::uintmax_t size = 0;
    for (const auto& entry : std::filesystem::directory_iterator(sandbox.path("."))) {
      if (entry.path().extension() == ".tmp") size += entry.file_size();
    }
    return size;
  };
  {
    support::OutputFiles outputs;
    MotionFile recorded(options, "toy", outputs);
    const MotionLog::Listener listener = recorded.listener();
    const std::vector<double> q(100, 1.0 / 3.0), u(100, 0.0);
    for (long step = 0; step < 1000; ++step) listener.take({1, step, false, 7, 0.0, q, u});
    CHECK(size_of_temporaries() > one_megabyte);
    CHECK(sandbox.text("motions.txt") == "old");
  }
  CHECK(size_of_temporaries() == 0);  // the run has failed
  CHECK(sandbox.text("motions.txt") == "old");
}
