// Files are read as a whole or refused, whatever stands under their name.
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "support/json_file.hpp"
#include "tests/experiments/program_run.hpp"
#include "tests/experiments/text_matchers.hpp"
#include "tests/helpers/catch.hpp"

using namespace nsdbench::support;
using namespace nsdbench::testing;

TEST_CASE("a text is read to its last byte", "[files]") {
  const Sandbox sandbox;
  std::string text(200'000, 'x');
  text[70'000] = '\0';
  sandbox.write("text", text);
  CHECK(read_text(sandbox.path("text")) == text);
  CHECK(read_text(sandbox.path("text"), text.size()) == text);
  sandbox.write("nothing", "");
  CHECK(read_text(sandbox.path("nothing")).empty());
#ifdef __linux__
  CHECK_THAT(read_text("/proc/self/status"), contains("Pid:"));  // which states a size of zero
#endif
}

TEST_CASE("what is too large is refused before it fills the memory", "[files]") {
  const Sandbox sandbox;
  sandbox.write("large.json", "1");
  std::filesystem::resize_file(sandbox.path("large.json"), largest_json + 1);  // with a hole
  CHECK_THROWS_WITH(read_json(sandbox.path("large.json")), contains("large.json: it has more than 64 MiB"));
  CHECK_THROWS_WITH(read_text("/dev/zero", 1 << 20), contains("/dev/zero: it has more than 1 MiB"));
}

TEST_CASE("what follows a byte that is zero is not passed over", "[files]") {
  const Sandbox sandbox;
  using namespace std::string_literals;  // whose length is counted by the compiler
  for (const std::string& text : {"{\"a\": 1}\n\0{\"a\": 2}"s, "{\"a\": 1}\0"s, "\0"s, "{\"a\": \"\0\"}"s}) {
    CAPTURE(text.size());
    sandbox.write("zero.json", text);
    CHECK_THROWS_WITH(read_json(sandbox.path("zero.json")),
                      contains("zero.json is not valid JSON: it has a byte that is zero"));
  }
}

TEST_CASE("what is no file is refused, and does not keep a program waiting", "[files]") {
  const Sandbox sandbox;
  REQUIRE(::mkfifo(sandbox.path("pipe").c_str(), 0600) == 0);
  CHECK_THROWS_WITH(read_text(sandbox.path("pipe")), contains("pipe: it is no file"));
  CHECK_THROWS_WITH(read_text(sandbox.path("absent")), contains("absent: No such file"));
  CHECK_THROWS_WITH(read_text(sandbox.path("")), contains("it is a directory"));
  CHECK_THROWS_AS(read_text(sandbox.path("absent")), InputError);
#ifdef __linux__
  for (const std::string way : {"/dev/..", "/proc/self/root", "/proc/self/fd/../../.."}) {
    CAPTURE(way);
    CHECK_THROWS_WITH(read_text(way + std::filesystem::absolute(sandbox.path("pipe")).string()),
                      contains("pipe: it is no file"));
  }
  // What is open already, as a shell hands on what another program writes.
  int ends[2] = {};
  REQUIRE(::pipe(ends) == 0);
  CHECK(::write(ends[1], "text", 4) == 4);
  ::close(ends[1]);
  CHECK(read_text("/dev/fd/" + std::to_string(ends[0])) == "text");
  ::close(ends[0]);
  CHECK(read_text("/dev/null").empty());
#endif
}

TEST_CASE("what the system does not tell of is not missing", "[files]") {
  const Sandbox sandbox;
  sandbox.write("text", "x");
  CHECK(is_missing(sandbox.path("absent")));
  CHECK(is_missing(sandbox.path("absent/text")));
  CHECK(is_missing(sandbox.path("text/text")));
  CHECK_FALSE(is_missing(sandbox.path("text")));
  std::filesystem::create_symlink("loop", sandbox.path("loop"));
  for (const std::string& name : {std::string("loop"), std::string("loop/text"), std::string(300, 'x')}) {
    CAPTURE(name);
    CHECK_FALSE(is_missing(sandbox.path(name)));
    CHECK_THROWS_AS(read_text(sandbox.path(name)), InputError);
  }
}

#ifdef __linux__
TEST_CASE("an error in the middle of a file is not its end", "[files]") {
  CHECK_THROWS_WITH(read_text("/proc/self/mem"), contains("cannot read /proc/self/mem: Input/output error"));
}
#endif
