#!/usr/bin/env python3
"""docs/api/doxygen_filter.py turns the comments that it should into documentation, and leaves the code as it is.

  test_doxygen_filter.py SOURCE_DIR
"""
import os
import re
import sys

SOURCE = os.path.abspath(sys.argv[1])
sys.path.insert(0, os.path.join(SOURCE, "docs", "api"))
import doxygen_filter  # noqa: E402

# What it is about, a header, and the header as Doxygen is to read it.
CASES = (
    ("head of the file, and a comment above a declaration", """\
// Springs.
#pragma once

// Stiffness c.
double stiffness();
""", """\
/// %Springs. \\file other/spring.hpp
#pragma once

/// %Stiffness c.
double stiffness();
"""),
    ("comments behind members and enumerators, over several lines", """\
#pragma once
enum class End : char {
  free,  // no force
  held   // fixed in space,
         // and in angle
};
struct Spring {
  double c = 0.0;  // [N/m]
  Vector x{};      // stays
};
""", """\
#pragma once
enum class End : char {
  free,  ///< no force
  held   ///< fixed in space,
         ///< and in angle
};
struct Spring {
  double c = 0.0;  ///< [N/m]
  Vector x{};      ///< stays
};
"""),
    ("comments that describe no declaration", """\
#pragma once
namespace a {  // begins
// A section.

template <class T>
// between two lines
T half(T x) {
  // within a function
  const T h = x / 2;  // likewise
  return h;
}
struct S {
  int a() const { return 1; }  // behind a function
 private:
  // above the end
};
// above what declares nothing
static_assert(true);
// of a class that stands elsewhere
class Elsewhere;  // elsewhere.hpp
}  // namespace a
""", """\
#pragma once
namespace a {  // begins
// A section.

template <class T>
// between two lines
T half(T x) {
  // within a function
  const T h = x / 2;  // likewise
  return h;
}
struct S {
  int a() const { return 1; }  ///< behind a function
 private:
  // above the end
};
// above what declares nothing
static_assert(true);
// of a class that stands elsewhere
class Elsewhere;  // elsewhere.hpp
}  // namespace a
"""),
    ("signs of Doxygen and of HTML, names in backticks, sentences", """\
#pragma once
// Reads <experiment>/record.json & 5 % of #x, a@b, \\n, "z" (Studer et al. 2008, sec. 4). Uses `Step<S>` or ::f, by
// --set, as in
// eq. (3) of Smith et al.
int f();
""", """\
#pragma once
/// %Reads &lt;experiment&gt;/record.json &amp; 5 \\% of \\#x, a\\@b, \\\\n, &quot;z&quot; (%Studer et al.\\ """
     """2008, sec.\\ 4). %Uses <code>Step&lt;S&gt;</code> or \\::f, by
/// \\--set, as in
/// eq.\\ (3) of %Smith et al.\\\x20
int f();
"""),
    ("formulas keep their columns, lists are lists", """\
#pragma once
// Finds x such that
//   a x = b,     b < 0
//
// in this order:
//   1. one
//      goes on
//   2. two
// and with
//   - an item
// and so on.
int f();
""", """\
#pragma once
/// %Finds x such that:
/// <pre>  a x = b,     b &lt; 0</pre>
///
/// in this order:
/// <ol><li>one
///      goes on
/// <li>two</ol>
/// and with
/// <ul><li>an item</ul>
/// and so on.
int f();
"""),
    ("declarations go on behind a requires-expression, an initializer and a list of members", """\
#pragma once
// One.
template <class S>
requires requires { typename S::Scalar; }
struct Of<S> {
  // Two.
  explicit Of(int n) : n_{n}, m_{n} {
    // three
  }
  // Four.
  std::array<int, 2> a{1, 2};  // five
};
""", """\
#pragma once
/// %One.
template <class S>
requires requires { typename S::Scalar; }
struct Of<S> {
  /// %Two.
  explicit Of(int n) : n_{n}, m_{n} {
    // three
  }
  /// %Four.
  std::array<int, 2> a{1, 2};  ///< five
};
"""),
    ("comments within a concept become a table", """\
#pragma once
// A system.
template <class S>
concept System = requires(const S s) {
  // Gaps g [m].
  { s.gaps() } -> std::same_as<double>;
  { s.mass() } -> std::same_as<double>;  // [kg]
};
""", """\
#pragma once
/// A system. <table><tr><td><code>s.gaps()</code></td><td> %Gaps g [m].</td></tr>"""
     """<tr><td><code>s.mass()</code></td><td> [kg]</td></tr></table>
template <class S>
concept System = requires(const S s) {
  // Gaps g [m].
  { s.gaps() } -> std::same_as<double>;
  { s.mass() } -> std::same_as<double>;  // [kg]
};
"""),
    ("a list within the first sentence", """\
#pragma once
// Tries
//   - one
//     way
//   - two
int f();
""", """\
#pragma once
/// %Tries:
/// <ul><li>one
///     way
/// <li>two</ul>
int f();
"""),
    ("points that end no sentence, behind which a summary goes on", """\
#pragma once
// See SIAM J. Numer. Anal. 49. It is e.g. there, as is 1. Others are not.
int f();
""", """\
#pragma once
/// %See SIAM J.\\ %Numer.\\ %Anal.\\ 49. %It is e.g.\\ there, as is 1. %Others are not.
int f();
"""),
    ("slashes and braces in texts, notes for other tools", """\
#pragma once
// NOLINTNEXTLINE
const char* a = "// { not a comment";  // NOLINT(some-check)
// One.
constexpr char b = '{', c = 1'000 % 128;
// Two.
const char* d = R"(})";
""", """\
#pragma once
// NOLINTNEXTLINE
const char* a = "// { not a comment";  // NOLINT(some-check)
/// %One.
constexpr char b = '{', c = 1'000 % 128;
/// %Two.
const char* d = R"(})";
"""),
    ("names of parameters; what is left out", """\
#pragma once
double f(double /*t*/, int i /* of all */);
extern template class A<int,
                        int>;
template <>
struct Eigen::Traits<A> {
  enum { B };
};
double g();
""", """\
#pragma once
double f(double   t  , int i /* of all */);






double g();
"""),
)


def expect(what, found, expected):
    if found != expected:
        sys.exit(f"{what}:\n{found}\nand not\n{expected}")


def bare(text):
    """The code alone."""
    text = re.sub(r"^extern template [^;]*;|^template <>\n(?:class|struct) (?:std|Eigen)::(?:.|\n)*?^\};",
                  lambda found: "\n" * found.group().count("\n"), text, flags=re.MULTILINE)
    text = re.sub(r"/\*\* \\(?:addtogroup \w+|\{|\}) \*/", "", text)
    text = re.sub(r"/\*(\w+)\*/", r" \1 ", text)
    return "\n".join(" ".join(re.sub(r"//.*", "", line).split()) for line in text.split("\n"))


def headers():
    for top in ("solvers", "problems", "contact_data", "experiments/support", "support", "tools/records"):
        for folder, _, names in os.walk(os.path.join(SOURCE, top)):
            for name in sorted(names):
                if name.endswith(".hpp"):
                    yield os.path.join(folder, name)


def main():
    for what, header, expected in CASES:
        expect(what, doxygen_filter.filtered(header, "other/spring.hpp"), expected)
    expect("group of the folder", doxygen_filter.filtered(
        "namespace CLI {\nclass App;\n}\nnamespace nsdbench::b {\nnamespace c {\n}\n}  // behind\nnamespace d {\n}\n",
        "problems/spring.hpp"), (
            "namespace CLI {\nclass App;\n}\nnamespace nsdbench::b { /** \\addtogroup problems */ /** \\{ */\n"
            "namespace c {\n}\n/** \\} */ }  // behind\nnamespace d {\n}\n"))
    expect("members defined behind their class", doxygen_filter.filtered(
        "namespace nsdbench {\n\nstruct A {\n  B b = B::Zero();\n};\n\n// Of A.\nint A<S>::f() {}\n}\n",
        "problems/spring.hpp"), (
            "namespace nsdbench { /** \\addtogroup problems */ /** \\{ */\n\nstruct A {\n"
            "  B b = B::Zero();\n};\n/** \\} */ \n/// %Of A.\nint A<S>::f() {}\n}\n"))
    count = 0
    for path in headers():
        with open(path, encoding="utf-8") as file:
            header = file.read()
        name = os.path.relpath(path, SOURCE)
        filtered = doxygen_filter.filtered(header, name)
        expect(f"code of {name}", bare(filtered), bare(header))
        if not header.startswith("//") or f"\\file {name}\n" not in filtered:
            sys.exit(f"{name} does not begin with a comment that describes it")
        if filtered.count("\\{ */") != len(re.findall(r"^namespace nsdbench\b", header, re.MULTILINE)):
            sys.exit(f"{name}: its namespace joins no group")
        count += 1
    if count < 150:
        sys.exit(f"only {count} headers were found")


main()
