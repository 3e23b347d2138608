#!/usr/bin/env python3
"""Fails for functions whose results the C++ standard leaves to the library, in whatever computes the suite's numbers.

  library_calls.py <folder of the project>

The C library's sin, exp ... and what calls them inside, random numbers of the library's own, sums in any order, and the
order of hashes and addresses are others on other machines. solvers/elementary/elementary.hpp has the functions to take
instead. Comments and strings do not count. A folder of the project with sources must stand in FOLDERS or NOT_SEARCHED.
Before it reads the sources the script tries itself on the lines of PLANTED. It does not see ties in std::sort,
functions handed to others than the usual algorithms, addresses deep inside of keys, nor a function that has got another
name in a header of somebody else.
"""
import os
import re
import sys

FOLDERS = ("solvers", "problems", "motions", "contact_data", "experiments", "tools", "benchmarks", "support", "sweeps")
NOT_SEARCHED = {"tests": "they leave no results, and compare with the C library's functions"}
SOURCES = (".hpp", ".cpp", ".hpp.in", ".cpp.in", ".h", ".c", ".cc", ".cxx", ".hxx", ".ipp", ".inl", ".tpp", ".cu")
LEFT_OUT = (
    "solvers/elementary/",  # the functions themselves
    "solvers/linear_algebra/extended.",  # and those of Extended
    "benchmarks/peers/",    # programs of others
)
# (file, what is found there, why it may stay). One that nothing needs any more is a failure, too.
ALLOWED = (
    ("sweeps/sweep.cpp", "boost/random/sobol", "shifts and exclusive ors of whole numbers, to a double by one product"),
    ("sweeps/sweep.cpp", "boost::random::sobol", "the same"),
)

ELEMENTARY = ("sin cos tan asin acos atan atan2 sincos sinh cosh tanh asinh acosh atanh exp exp2 exp10 expm1 log log1p "
              "log2 log10 pow hypot cbrt lgamma tgamma erf erfc").replace(" ", "|")
# Names that may be those of a variable or a function of the suite: only with std:: before them.
OTHERS_OF_STD = (r"polar|arg|complex|lerp|beta|expint|riemann_zeta|(?:comp_)?ellint_\w+|(?:cyl|sph|assoc)_\w+|hermite|"
                 r"laguerre|legendre|\w+_distribution|generate_canonical|random_device|default_random_engine|"
                 r"(?:random_)?shuffle|sample|reduce|transform_reduce|(?:transform_)?(?:in|ex)clusive_scan|execution|"
                 r"hash|unordered_\w+")
RANDOM = r"s?rand|rand_r|srandom|[dejlmn]rand48"
TEMPLATE = r"(?:<[\w:\s,*&]*>\s*)?"
FORBIDDEN = re.compile(
    # Called, as a member of an Eigen array, too; or named, as in `using std::sin` or `&::sin`.
    rf"(?<!\belementary::)(?<!\w)(?:__builtin_)?(?:{ELEMENTARY})[fl]?(?=\s*{TEMPLATE}\()"
    # The body of a macro.
    rf"|#\s*define\s+\w+(?:\([^)\n]*\))?[ \t](?:\\\n|[^\n])*?(?<!\belementary::)(?<!\w)(?:{ELEMENTARY})[fl]?\b"
    rf"|(?:\bstd|(?<![\w>]))\s*::\s*(?:(?:{ELEMENTARY})[fl]?|{RANDOM})\b"
    # In parentheses, so that no macro is taken; under another name.
    rf"|(?<!\w)\(\s*(?:{ELEMENTARY})[fl]?\s*\)(?=\s*\()"
    # Logs are returned, too.
    rf"|(?:&|(?<![=!<>])=|\breturn\b(?!\s*log\b))\s*(?:{ELEMENTARY})[fl]?(?=\s*[;,)}}])"
    rf"|\bauto\s+\w+\s*[({{]\s*(?:{ELEMENTARY})[fl]?(?=\s*[)}}])"
    rf"|\?\s*(?:{ELEMENTARY})[fl]?\s*:(?!:)|\?(?:::|[^?:;\n])*(?<!:):\s*(?!log\b)(?:{ELEMENTARY})[fl]?(?=\s*[;,)}}])"
    # Names of GNU's library, and functions that are kept.
    rf"|(?<!\belementary::)(?<![\w.>])(?:__builtin_)?(?:(?:{ELEMENTARY})f(?:16|32|64|128)x?|pow10)(?=\s*\()"
    rf"|\bfunction<[^;<>]*>\s+\w+\s*[({{]\s*(?!log\b)(?:{ELEMENTARY})[fl]?(?=\s*[)}}])"
    # Handed to an algorithm or to apply.
    rf"|\b(?:apply|invoke|unaryExpr|transform|for_each|generate)\((?:[^();]*,)?\s*(?:{ELEMENTARY})[fl]?(?=\s*[,)])"
    r"|\bstd::ranges::(?:shuffle|sample)\b"
    # Eigen's own random numbers are those of rand().
    r"|\b(?:Matrix|Vector|RowVector|Array)[23X4]?[dfi]?(?:<[^;>]*>)?::Random\b|\bsetRandom\b"
    rf"|(?<![\w.>:])(?:{RANDOM})(?=\s*\()"
    r"|(?:(?<![\w.>:])|(?<![\w>])::\s*)random(?=\s*\(\s*\))"
    # Sums in the order in which threads arrive. A greatest value is the same in any.
    r"|#\s*pragma\s+omp\b(?:\\\n|[^\n])*?\b(?:atomic\b|critical\b|reduction\s*\(\s*[-+*])"
    r"|\batomic(?:_ref)?\s*<\s*(?:const\s+)?(?:float|(?:long\s+)?double)\b"
    # Keys that are addresses.
    r"|\bstd::(?:multi)?(?:map|set)<(?:\s*std::(?:pair|tuple)<)?[\w:\s]+\*"
    r"|\bstd::(?:multi)?(?:map|set)<\s*(?:const\s+)?std::(?:shared|unique|weak)_ptr\b"
    r"|\bstd::(?:less|greater)<[\w:\s]+\*"
    rf"|\bstd::(?:{OTHERS_OF_STD})\b"
    r"|\busing namespace std\b"
    r"|\b(?:AngleAxis\w?|Rotation2D\w?|eulerAngles|slerp|hypotNorm|computeDirect)\b"
    r"|#include <(?:execution|unordered_\w+)>"
    # Boost.Multiprecision keeps its own functions, and they are the same everywhere.
    r"|\bboost::math::(?!constants\b)\w+|\bboost/math/(?!constants/)\w+|\bboost/numeric/odeint\b"
    r"|\bboost(?:::|/)(?:random\b|unordered(?:_\w+)?)(?:(?:::|/)\w+)?")
NOT_CODE = re.compile(
    r"//(?:\\\n|[^\n])*|/\*.*?\*/"
    r'|\bR"(?P<mark>[^(\s]*)\(.*?\)(?P=mark)"'
    r'|"(?:\\.|[^"\\\n])*"'
    r"|(?<!\w)'(?:\\.|[^'\\\n])+'", re.DOTALL)

# Lines and the number of finds in each.
PLANTED = (
    ("return std::sin(x) + std::pow(x, 2.0);", 2),
    ("using std::exp;", 1),
    ("return exp (-x);", 1),
    ("return ::cos(x) + ::nsdbench::elementary::cos(x);", 1),
    ("std::transform(a.begin(), a.end(), a.begin(), ::tanh);", 1),
    ("y = x.array().exp() * x.array().pow(3);", 2),
    ("z->log(2.0); powf(x, y); __builtin_hypot(x, y);", 3),
    ("std::normal_distribution<double> d; std::complex<double> z;", 2),
    ("return (sin)(x) + (::powf) (x, y) + (cos_of)(x) + (sin_2)(y);", 2),
    ("auto f = sin; double (*g)(double) = &exp; const double tangent = tan; apply(&::nsdbench::log, &cosf);", 4),
    ("double sin = y; y == sin; f(sin, cos); bits & cos_mask; x.rand(); my::rand(); operand(x); Vector::random(3);", 0),
    ("auto f{sin}; auto g(cosf); apply(sin, x); std::invoke(exp, 1.0); g(x ? sin : cos);", 5),
    ("std::transform(a, b, c, sin); return sin; x.unaryExpr(tan);", 3),
    ("return cos * x; return log; return sin_of; g(x ? sines : y); apply(f, x); Vector::Randomised(3); std::less<int>{};", 0),
    ("std::ranges::shuffle(x, engine); std::ranges::sample(x, y, 3, engine);", 2),
    ("Eigen::MatrixXd::Random(3, 3); Eigen::Matrix<double, 3, 1>::Random(); x.setRandom();", 3),
    ("std::set<std::pair<Body*, int>> a; std::map<std::shared_ptr<B>, int> b; std::less<const Body *> c;", 3),
    ("std::map<int, std::shared_ptr<B>> a; std::set<std::pair<int, int>> b; std::vector<std::pair<Body*, int>> c;", 0),
    ("srand(1); x = rand() + std::rand() % 3 + ::rand() + drand48() + srandom(7);", 6),
    ("std::uniform_real_distribution<> d(0, 1); std::mt19937_64 engine(1);", 1),
    ("#include <unordered_map>", 1),
    ("for (const auto& [key, value] : std::unordered_map<int, double>(m)) sum += value; std::hash<int>{}(3);", 2),
    ("std::map<const Body*, double> m; std::set<ns::Body *> s; std::map<int, Body*> by_number; std::set<double> t;", 2),
    ("std::reduce(std::execution::par, a, b); std::inclusive_scan(a, b, out); std::accumulate(a, b, 0.0);", 3),
    ("#include <boost/math/special_functions/ellint_1.hpp>", 1),
    ("#include <boost/math/constants/constants.hpp>", 0),
    ("const double x = 1'000 * std::log(y) + 2'000;", 1),
    ("return elementary::sin(x) + nsdbench::elementary::log2(y);", 0),
    ("sink(x); asin_of(x); log_error.push_back(x); std::sqrt(x); std::log_h(x); double cos = 0.0; beta(x);", 0),
    ("return sin<double>(x) + std::pow<double, int>(x, 2) + elementary::sin<double>(x) + log < a;", 2),
    ("#define SIN sin", 1),
    ("#define POWER(x) (2.0 * ::pow(x, 3))", 1),
    ("#define SIN elementary::sin", 0),
    ("#define SINE(log_of) sin_of(log_of)", 0),
    ("#pragma omp atomic", 1),
    ("#pragma omp critical(sum)", 1),
    ("g(x ? f : sin); y = a ? b : cos; y = a ? b : sin_of(x); y = a ? b : cos_2; y = a ? elementary::sin : b;", 2),
    ("return ok ? x : log; auto& out = quiet ? null_log : log; std::function<void(double)> f(log);", 0),
    ("x = a ? ns::b : sin; ::sinf64(x) + std::pow10(x) + __builtin_sinf128(x);", 4),
    ("sinf64(x) + pow10(x) + cosf128(y); std::function<double(double)> f(sin); std::function<double()> g{exp};", 5),
    ("#pragma omp parallel for schedule(static) reduction(max : x) reduction(+ : y)", 1),
    ("#pragma omp parallel for reduction(max : x) reduction(&& : y)", 0),
    ("std::atomic<double> x; std::atomic_ref<long double> y(z); std::atomic<long> n;", 2),
    ("std::random_shuffle(a, b); x = random() + ::random() + y.random(); Random random(3);", 3),
    ("#include <boost/unordered/unordered_flat_map.hpp>", 1),
    ("boost::unordered_map<int, int> m; boost::unordered::unordered_flat_set<int> s; boost::random::mt19937 e;", 3),
    ("eigen.computeDirect(A); eigen.compute(A);", 1),
    ("f();  // std::sin(x)", 0),
    ("/* std::sin(x)", 0),
    ("   sin(x) */ g('\"'); puts(\"cos(x) \\\" exp(y)\"); h(R\"(log(x) \" pow(x))\"); cos(x);", 1),
)


def finds(text):
    """(line, what) of each use in a source."""
    code = NOT_CODE.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)
    for found in FORBIDDEN.finditer(code):
        yield code.count("\n", 0, found.start()) + 1, found[0]


def unknown(folders):
    return sorted(set(folders) - set(FOLDERS) - set(NOT_SEARCHED))


def try_itself():
    if unknown(["tests", "sweeps", "plugins"]) != ["plugins"]:
        sys.exit("a folder with sources that nobody named is not found")
    numbers = [line for line, _ in finds("\n".join(line for line, _ in PLANTED))]
    for k, (line, expected) in enumerate(PLANTED, 1):
        if numbers.count(k) != expected:
            sys.exit(f"{numbers.count(k)} finds and not {expected} in the planted line: {line}")


def all_sources(project, top):
    for folder, folders, names in os.walk(os.path.join(project, top)):
        # Builds have sources of CMake's own.
        if "CMakeCache.txt" in names:
            folders.clear()
            continue
        for name in names:
            if name.endswith(SOURCES):
                yield os.path.relpath(os.path.join(folder, name), project)


def sources(project):
    for top in FOLDERS:
        for path in all_sources(project, top):
            if not path.startswith(LEFT_OUT):
                yield path


def folders_with_sources(project):
    for top in sorted(os.listdir(project)):
        if not top.startswith(".") and any(True for _ in all_sources(project, top)):
            yield top


def main():
    try_itself()
    (project,) = sys.argv[1:]
    complaints, needed, count = [], set(), 0
    for path in sorted(sources(project)):
        count += 1
        with open(os.path.join(project, path), encoding="utf-8") as file:
            for line, what in finds(file.read()):
                allowed = [entry for entry in ALLOWED if entry[0] == path and entry[1] == what]
                needed.update(allowed)
                if not allowed:
                    complaints.append(f"{path}:{line}: {what}")
    complaints.extend(f"{path}: {what} is allowed and does not occur"
                      for path, what, reason in ALLOWED if (path, what, reason) not in needed)
    with_sources = list(folders_with_sources(project))
    complaints.extend(f"{top}: has sources and stands neither in FOLDERS nor in NOT_SEARCHED"
                      for top in unknown(with_sources))
    complaints.extend(f"{top}: stands in FOLDERS or NOT_SEARCHED and has no sources"
                      for top in (*FOLDERS, *NOT_SEARCHED) if top not in with_sources)
    if not count:
        complaints.append(f"no sources found in {project}")
    if complaints:
        sys.exit("\n".join(["Results that differ between machines; take solvers/elementary/elementary.hpp:", *complaints]))
    print(f"{count} sources read")


if __name__ == "__main__":
    main()
