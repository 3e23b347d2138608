#include <fcntl.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <iostream>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "support/output_files.hpp"
#include "support/program.hpp"
#include "tests/experiments/program_run.hpp"
#include "tests/experiments/text_matchers.hpp"
#include "tests/helpers/catch.hpp"

using nsdbench::testing::contains;
using namespace nsdbench::support;
using nsdbench::testing::ProgramResult;
using nsdbench::testing::Sandbox;
namespace fs = std::filesystem;

namespace {

std::ptrdiff_t entries(const fs::path& folder) {
  return std::distance(fs::directory_iterator(folder), fs::directory_iterator());
}

}  // namespace

TEST_CASE("files appear together, and only when committed", "[experiments]") {
  const Sandbox sandbox;
  sandbox.write("out/a.txt", "old");
  {
    OutputFiles files;
    files.add(sandbox.path("out/a.txt"), "new");
    files.add(sandbox.path("out/b.txt"), "other");
    CHECK(sandbox.text("out/a.txt") == "old");
    CHECK_FALSE(sandbox.exists("out/b.txt"));
  }
  CHECK(sandbox.text("out/a.txt") == "old");
  CHECK(entries(sandbox.path("out")) == 1);

  OutputFiles files;
  files.add(sandbox.path("out/a.txt"), "new");
  files.add(sandbox.path("out/b.txt"), "other");
  files.commit();
  CHECK(sandbox.text("out/a.txt") == "new");
  CHECK(sandbox.text("out/b.txt") == "other");
  CHECK(entries(sandbox.path("out")) == 2);
}

TEST_CASE("a file that cannot be written is an error that names it", "[experiments]") {
  const Sandbox sandbox;
  CHECK_THROWS_AS(write_file(sandbox.path("missing/a.txt"), "x"), OutputError);
  CHECK_THROWS_WITH(write_file(sandbox.path("missing/a.txt"), "x"), contains("missing/a.txt"));

  fs::create_directories(sandbox.path("out/a.txt"));  // a directory where the file should go
  CHECK_THROWS_AS(write_file(sandbox.path("out/a.txt"), "x"), OutputError);
  CHECK(entries(sandbox.path("out")) == 1);
}

#ifdef __linux__
TEST_CASE("a file that is open already is not replaced under its name among the open ones", "[experiments]") {
  const Sandbox sandbox;
  sandbox.write("open.txt", "old");
  const Descriptor file(::open(sandbox.path("open.txt").c_str(), O_WRONLY | O_CLOEXEC));
  REQUIRE(file.get() >= 0);
  const std::string number = std::to_string(file.get());
  const std::string process = std::to_string(::getpid());
  fs::create_symlink("/dev/fd/" + number, sandbox.path("link.txt"));
  for (const fs::path& name : {fs::path("/dev/fd/" + number), fs::path("/proc/self/fd/" + number),
                               fs::path("/proc/" + process + "/fd/../fd/" + number), sandbox.path("link.txt")}) {
    CAPTURE(name);
    CHECK_THROWS_WITH(write_file(behind_links(name), "new"),
                      contains("cannot replace") && contains("it is an open file"));
    CHECK(open_descriptor(behind_links(name)) == file.get());
  }
  CHECK(open_descriptor("/dev/stdin") == STDIN_FILENO);
  CHECK(open_descriptor("/dev/stderr") == STDERR_FILENO);
  CHECK(is_open_file("/proc/1/fd/1"));
  CHECK_FALSE(open_descriptor("/proc/1/fd/1"));
  for (const char* name :
       {"", "/dev/null", "/dev", "/dev/fd", "fd/1", "/proc/self/fd/../status", "/proc/self/cwd/fd/1"}) {
    CAPTURE(name);
    CHECK_FALSE(is_open_file(name));
    CHECK_FALSE(open_descriptor(name));
  }
  CHECK(sandbox.text("open.txt") == "old");
}
#endif

TEST_CASE("nothing is replaced if one of the files cannot be", "[experiments]") {
  const Sandbox sandbox;
  sandbox.write("out/a.txt", "old");
  sandbox.write("out/record.txt", "old record");
  fs::create_directories(sandbox.path("out/b.txt"));
  {
    OutputFiles files;
    for (const char* name : {"out/a.txt", "out/b.txt", "out/record.txt"}) files.add(sandbox.path(name), "new");
    CHECK_THROWS_WITH(files.commit(sandbox.path("out/record.txt")), contains("out/b.txt"));
  }
  CHECK(sandbox.text("out/a.txt") == "old");
  CHECK(sandbox.text("out/record.txt") == "old record");
  CHECK(entries(sandbox.path("out")) == 3);
}

TEST_CASE("a device or a pipe is not replaced by a file", "[experiments]") {
  const Sandbox sandbox;
  const fs::path pipe = sandbox.path("pipe");
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  fs::create_symlink("pipe", sandbox.path("link"));
  for (const char* name : {"pipe", "link"}) {
    CAPTURE(name);
    CHECK_THROWS_WITH(write_file(sandbox.path(name), "new"), contains(name) && contains("not a file"));
  }
  CHECK(fs::is_fifo(fs::status(pipe)));
  CHECK(fs::is_symlink(fs::symlink_status(sandbox.path("link"))));
}

TEST_CASE("names of links lead to files, which may not be there yet", "[experiments]") {
  const Sandbox sandbox;
  fs::create_directory(sandbox.path("out"));
  fs::create_symlink("out/file", sandbox.path("first"));
  fs::create_symlink("first", sandbox.path("second"));
  CHECK(behind_links(sandbox.path("second")) == sandbox.path("out/file"));
  sandbox.write("out/file", "old");
  CHECK(behind_links(sandbox.path("second")) == sandbox.path("out/file"));
  CHECK(behind_links("nowhere") == "nowhere");
  fs::create_symlink(sandbox.path("out"), sandbox.path("folder"));
  CHECK(behind_links(sandbox.path("folder")) == sandbox.path("folder"));
  CHECK(behind_links("/dev/null") == "/dev/null");
  fs::create_symlink("circle", sandbox.path("circle"));
  CHECK_THROWS_WITH(behind_links(sandbox.path("circle")), contains("cannot write") && contains("circle"));
}

TEST_CASE("two names are one file's, whether it is there yet or not", "[experiments]") {
  const Sandbox sandbox;
  fs::create_directory(sandbox.path("out"));
  fs::create_directory_symlink("out", sandbox.path("folder"));
  fs::create_symlink("out/file", sandbox.path("link"));
  for (const bool there : {false, true}) {
    CAPTURE(there);
    if (there) sandbox.write("out/file", "text");
    for (const char* name : {"out/file", "folder/file", "out/../folder/./file", "link"}) {
      CAPTURE(name);
      CHECK(same_file(sandbox.path("out/file"), sandbox.path(name)));
      CHECK(same_file(sandbox.path(name), sandbox.path("out/file")));
    }
    CHECK_FALSE(same_file(sandbox.path("out/file"), sandbox.path("file")));
    CHECK_FALSE(same_file(sandbox.path("out/file"), sandbox.path("out")));
  }
  fs::create_hard_link(sandbox.path("out/file"), sandbox.path("hard"));
  CHECK(same_file(sandbox.path("link"), sandbox.path("hard")));
  CHECK(same_file("nowhere", fs::current_path() / "nowhere"));
  CHECK(same_file(sandbox.path("out"), sandbox.path("folder")));
  CHECK_FALSE(same_file("", ""));
}

TEST_CASE("a name lies in a folder, whether it is there yet or not", "[experiments]") {
  const Sandbox sandbox;
  fs::create_directories(sandbox.path("a/b"));
  fs::create_directory_symlink("a/b", sandbox.path("link"));
  CHECK(lies_in(sandbox.path("link/new"), sandbox.path("a")));
  CHECK(lies_in(sandbox.path("a/new/newer"), sandbox.path("a/new")));
  CHECK(lies_in(sandbox.path("a/b/"), sandbox.path("link")));
  CHECK(lies_in(sandbox.path("link"), sandbox.path("a/b/.")));
  CHECK_FALSE(lies_in(sandbox.path("a/b/../c"), sandbox.path("a/b")));
  CHECK_FALSE(lies_in(sandbox.path("a/bc"), sandbox.path("a/b")));
  CHECK_FALSE(lies_in(sandbox.path("a"), sandbox.path("a/b")));
  CHECK_FALSE(lies_in("", "."));
}

TEST_CASE("a file can grow before it takes its place", "[experiments]") {
  const Sandbox sandbox;
  sandbox.write("grown", "old");
  OutputFiles files;
  files.add(sandbox.path("grown"), "a");
  files.add(sandbox.path("other"), "b");
  files.append(sandbox.path("grown"), "c");
  files.append(sandbox.path("grown"), "d");
  CHECK_THROWS_AS(files.append(sandbox.path("unknown"), "e"), std::logic_error);
  CHECK(sandbox.text("grown") == "old");
  files.commit();
  CHECK(sandbox.text("grown") == "acd");
  CHECK(sandbox.text("other") == "b");
}

TEST_CASE("a file name may be as long as the file system allows", "[experiments]") {
  const Sandbox sandbox;
  const std::string longest(255, 'a');
  write_file(sandbox.path(longest), "x");
  CHECK(sandbox.text(longest) == "x");
}

TEST_CASE("temporary files of a killed program are removed, and those in use are not", "[experiments]") {
  const Sandbox sandbox;
  const auto killed = [&](const std::string& number) { return "out/.nsdbench-" + number + ".tmp"; };
  sandbox.write(killed("1-0"), "half");
  sandbox.write("out/.nsdbench.tmp.txt", "somebody's");
  sandbox.write(killed("2-0"), "in use");
  const int in_use = ::open(sandbox.path(killed("2-0")).c_str(), O_WRONLY);
  REQUIRE(::flock(in_use, LOCK_EX) == 0);
  write_file(sandbox.path("out/a.txt"), "x");
  CHECK_FALSE(sandbox.exists(killed("1-0")));
  CHECK(sandbox.exists(killed("2-0")));
  CHECK(sandbox.exists("out/.nsdbench.tmp.txt"));
  ::close(in_use);
  write_file(sandbox.path("out/a.txt"), "x");
  CHECK_FALSE(sandbox.exists(killed("2-0")));
}

// A container starts its numbers of processes anew, so that the killed run may have had this one's.
TEST_CASE("temporary files of a killed program with the number of this process are removed", "[experiments]") {
  const Sandbox sandbox;
  const std::string killed = "out/.nsdbench-" + std::to_string(::getpid()) + "-1700000000000000000-0.tmp";
  sandbox.write(killed, "half");
  OutputFiles files;
  files.add(sandbox.path("out/a.txt"), "x");
  CHECK_FALSE(sandbox.exists(killed));
  files.add(sandbox.path("out/b.txt"), "y");  // which leaves the program's own alone
  files.commit();
  CHECK(sandbox.text("out/a.txt") == "x");
  CHECK(sandbox.text("out/b.txt") == "y");
}

TEST_CASE("programs replace the files of one folder one after the other", "[experiments]") {
  const Sandbox sandbox;
  sandbox.write("out/a.txt", "old");
  const int folder = ::open(sandbox.path("out").c_str(), O_RDONLY | O_DIRECTORY);
  REQUIRE(::flock(folder, LOCK_EX) == 0);  // as another program that is about to replace them
  std::atomic<bool> done{false};
  std::thread run([&] {
    OutputFiles files;
    for (const char* name : {"out/a.txt", "out/b.txt"}) files.add(sandbox.path(name), "new");
    files.commit();
    done = true;
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  CHECK_FALSE(done);
  CHECK(sandbox.text("out/a.txt") == "old");
  ::close(folder);
  run.join();
  CHECK(sandbox.text("out/a.txt") == "new");
}

// The number of a closed stream is free for the next file that is opened.
TEST_CASE("what is printed to a closed standard output does not end in a file", "[experiments]") {
  const Sandbox sandbox;
  const fs::path rows = sandbox.path("rows");
  const pid_t child = ::fork();
  if (child == 0) {
    ::close(STDOUT_FILENO);
    const int exit_code = run_program("test", [&] {
      const GrowingFile file(rows, "row\n");
      std::cout << "printed\n";
      flush_standard_output();
      return 0;
    });
    ::_exit(exit_code);
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 2);
  CHECK(sandbox.text("rows") == "row\n");
}

TEST_CASE("of those who write a new file one wins, and nothing is replaced", "[experiments]") {
  const Sandbox sandbox;
  sandbox.write("out/there", "old");
  fs::create_symlink("nowhere", sandbox.path("out/link"));
  CHECK_FALSE(write_new_file(sandbox.path("out/there"), "new"));
  CHECK(sandbox.text("out/there") == "old");
  CHECK_FALSE(write_new_file(sandbox.path("out/link"), "new"));
  CHECK(fs::is_symlink(sandbox.path("out/link")));
  CHECK_FALSE(sandbox.exists("out/nowhere"));
  CHECK_THROWS_WITH(write_new_file(sandbox.path("absent/file"), "new"), contains("absent/file"));
  CHECK(write_new_file(sandbox.path("out/new"), "new"));
  CHECK(sandbox.text("out/new") == "new");
  CHECK(entries(sandbox.path("out")) == 3);

  constexpr int rounds = 50;
  constexpr int writers = 4;
  for (int round = 0; round < rounds; ++round) {
    const std::string name = "out/" + std::to_string(round);
    std::atomic<int> ready{0};
    std::atomic<int> winners{0};
    std::atomic<int> winner{-1};
    std::vector<std::thread> threads;
    for (int k = 0; k < writers; ++k) {
      threads.emplace_back([&, k] {
        ++ready;
        while (ready < writers) {
        }
        if (!write_new_file(sandbox.path(name), std::to_string(k))) return;
        ++winners;
        winner = k;
      });
    }
    for (std::thread& thread : threads) thread.join();
    CHECK(winners == 1);
    CHECK(sandbox.text(name) == std::to_string(winner));
  }
  CHECK(entries(sandbox.path("out")) == 3 + rounds);
}

TEST_CASE("a file that grows goes on after another one took its place", "[experiments]") {
  const Sandbox sandbox;
  const fs::path path = sandbox.path("rows");
  const auto ours = std::make_unique<GrowingFile>(path, "ours\n");
  ours->append("1\n");
  CHECK(sandbox.text("rows") == "ours\n1\n");
  GrowingFile other(path, "other's\n");
  ours->append("2\n");
  other.append("1\n");
  CHECK(sandbox.text("rows") == "other's\n1\n");
  ours->remove();
  CHECK(sandbox.exists("rows"));
  other.remove();
  CHECK_FALSE(sandbox.exists("rows"));
  other.append("2\n");  // removed by somebody: no error
}

TEST_CASE("a text that does not fit is taken back from a file that grows", "[experiments]") {
  const Sandbox sandbox;
  GrowingFile file(sandbox.path("rows"), "first\n");
  const auto earlier_signal = std::signal(SIGXFSZ, SIG_IGN);
  rlimit before{};
  REQUIRE(::getrlimit(RLIMIT_FSIZE, &before) == 0);
  const rlimit few_bytes{10, before.rlim_max};
  REQUIRE(::setrlimit(RLIMIT_FSIZE, &few_bytes) == 0);
  std::string complaint;
  try {
    file.append("second, too long\n");
  } catch (const OutputError& error) {
    complaint = error.what();
  }
  REQUIRE(::setrlimit(RLIMIT_FSIZE, &before) == 0);
  std::signal(SIGXFSZ, earlier_signal);
  CHECK_THAT(complaint, contains("rows"));
  CHECK(sandbox.text("rows") == "first\n");
  file.append("third\n");
  CHECK(sandbox.text("rows") == "first\nthird\n");
}

TEST_CASE("what cannot be replaced in another folder leaves the file that speaks for all others", "[experiments]") {
  const Sandbox sandbox;
  fs::create_directories(sandbox.path("results"));
  fs::create_directories(sandbox.path("elsewhere"));
  sandbox.write("results/record", "old");
  OutputFiles files;
  files.add(sandbox.path("results/../results/export"), "new");  // the same folder, written otherwise
  files.add(sandbox.path("elsewhere/motions"), "new");
  files.add(sandbox.path("results/table"), "new");
  files.add(sandbox.path("results/record"), "new");
  fs::remove_all(sandbox.path("elsewhere"));
  CHECK_THROWS_WITH(files.commit(sandbox.path("results/record")), contains("elsewhere/motions"));
  CHECK(sandbox.text("results/record") == "old");
  CHECK_FALSE(sandbox.exists("results/table"));
  CHECK_FALSE(sandbox.exists("results/export"));
}

TEST_CASE("a run that cannot write its results leaves no folder of its own", "[experiments]") {
  const Sandbox sandbox;
  fs::create_directories(sandbox.path("there"));

  const ProgramResult run = sandbox.run("sh", "-c \"ulimit -f 1; exec '" TOY_PROGRAM "' --out there/a/b\"");
  CHECK(run.exit_code == 2);
  CHECK_THAT(run.errors, contains("there/a/b/") && contains("File too large"));
  CHECK(entries(sandbox.path("there")) == 0);
}

TEST_CASE("a name that no file can have is refused before anything is replaced", "[experiments]") {
  const Sandbox sandbox;
  const std::ptrdiff_t before = entries(sandbox.path(""));
  OutputFiles files;
  const fs::path too_long = sandbox.path(std::string(300, 'a'));
  CHECK_THROWS_WITH(files.add(too_long, "x"), contains("aaa: File name too long"));
  CHECK(entries(sandbox.path("")) == before);
  const ProgramResult run = sandbox.toy("--out out --record " + std::string(300, 'a'));
  CHECK(run.exit_code == 2);
  CHECK_THAT(run.errors, contains("option --record: ") && contains("is too long a name"));
  CHECK_FALSE(sandbox.exists("out"));
}

TEST_CASE("a results directory that cannot be asked for is refused with its name", "[experiments]") {
  const Sandbox sandbox;
  fs::create_symlink("loop", sandbox.path("loop"));
  const std::string too_long(300, 'a');
  for (const std::string& name : {std::string("loop"), std::string("loop/out"), too_long}) {
    CHECK_THROWS_AS(OutputDirectory(sandbox.path(name)), OutputError);
    CHECK_THROWS_WITH(OutputDirectory(sandbox.path(name)), contains(name));
  }
}

TEST_CASE("a full device is noticed", "[experiments]") {
  const int descriptor = ::open("/dev/full", O_WRONLY);
  if (descriptor < 0) {
    WARN("skipped: no /dev/full here");
    return;
  }
  CHECK_THROWS_WITH(write_all(descriptor, "some text", "result.csv"),
                    contains("result.csv") && contains("No space left"));
  ::close(descriptor);
}

TEST_CASE("a results directory that is not kept leaves nothing behind", "[experiments]") {
  const Sandbox sandbox;
  {
    OutputDirectory out(sandbox.path("a/b/c"));
    CHECK_FALSE(sandbox.exists("a"));  // proven and removed again
    out.create();
    CHECK(sandbox.exists("a/b/c"));
  }
  CHECK_FALSE(sandbox.exists("a"));

  {
    OutputDirectory out(sandbox.path("a/b/c"));
    out.create();
    out.keep();
  }
  CHECK(sandbox.exists("a/b/c"));
  CHECK(entries(sandbox.path("a/b/c")) == 0);
  { const OutputDirectory there_before(sandbox.path("a/b")); }
  CHECK(sandbox.exists("a/b/c"));

  sandbox.write("file", "x");
  CHECK_THROWS_AS(OutputDirectory(sandbox.path("file")), OutputError);
  CHECK_THROWS_AS(OutputDirectory(sandbox.path("file/below")), OutputError);
}

TEST_CASE("a results directory stays while another program is about to write into it", "[experiments]") {
  const Sandbox sandbox;
  std::optional<OutputDirectory> maker(std::in_place, sandbox.path("a/b"));
  maker->create();
  OutputDirectory writer(sandbox.path("a/b"));
  writer.create();
  maker.reset();
  write_file(sandbox.path("a/b/result"), "x");
  writer.create();  // once more, which some programs do
  writer.keep();
  CHECK(sandbox.text("a/b/result") == "x");
  CHECK(entries(sandbox.path("a/b")) == 1);
}

TEST_CASE("runs that start at the same time do not take directories from each other", "[experiments]") {
  const Sandbox sandbox;
  std::atomic<int> refused{0};
  const auto prove = [&](const std::string& name) {
    for (int i = 0; i < 200; ++i) {
      try {
        const OutputDirectory out(sandbox.path("a/b") / name);
      } catch (const OutputError&) {
        ++refused;
      }
    }
  };
  std::thread other(prove, "one");
  std::thread same(prove, "two");
  prove("two");
  other.join();
  same.join();
  CHECK(refused == 0);
}
