#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <iterator>
#include <thread>

#include "support/output_files.hpp"
#include "tests/experiments/program_run.hpp"
#include "tests/experiments/text_matchers.hpp"
#include "tests/helpers/catch.hpp"

using nsdbench::testing::contains;
using namespace nsdbench::support;
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
  prove("two");
  other.join();
  CHECK(refused == 0);
}
