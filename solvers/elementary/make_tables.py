#!/usr/bin/env python3
"""Prints solvers/elementary/tables.hpp: constants of the elementary functions, computed with 1600 bits by mpmath.

  solvers/elementary/make_tables.py > solvers/elementary/tables.hpp
"""
from mpmath import mp, mpf

mp.prec = 1600


def nearest(x):
    return float(x)  # mpmath rounds to nearest, ties to even


def pair(x):
    high = nearest(x)
    return "{%s, %s}" % (literal(high), literal(nearest(x - mpf(high))))


def literal(x):
    return x.hex() if x else "0.0"


def leading(x, bits):
    """The leading bits of x, cut off: a product with an integer of 53 - bits bits is exact."""
    scale = mpf(2) ** (bits - 1 - int(mp.floor(mp.log(x, 2))))
    return mp.floor(x * scale) / scale


def table(comment, name, count, rows):
    print(f"\n// {comment}")
    print(f"inline constexpr std::array<DoubleDouble, {count}> {name}{{{{")
    for row in rows:
        print(f"    {pair(row)},")
    print("}};")


def single(name, x):
    print(f"inline constexpr double {name} = {literal(nearest(x))};")


def double(name, x):
    print(f"inline constexpr DoubleDouble {name}{pair(x)};")


def reciprocal(i):
    """1/m to 9 or 10 bits, of the middle of the interval i of mantissas m; exactly 1 in both intervals that end at 1."""
    m = mpf(11) / 16 + (mpf(i) + mpf(1) / 2) / 256 if i < 80 else 1 + (mpf(i - 80) + mpf(1) / 2) / 128
    return mpf(1) if i in (79, 80) else mp.floor(512 / m + mpf(1) / 2) / 512


def main():
    print("// Written by make_tables.py with 1600 bits: constants of the elementary functions, rounded to nearest.")
    print("// A pair is the number nearest to the constant, and the number nearest to what is left.")
    print("// clang-format off")
    print("#pragma once\n")
    print("#include <array>")
    print("#include <cstdint>\n")
    print('#include "solvers/elementary/double_double.hpp"\n')
    print("namespace nsdbench::elementary {\n")

    double("pi_pair", mp.pi)
    double("half_pi_pair", mp.pi / 2)
    ln2 = mp.log(2)
    double("ln_2_pair", ln2)
    double("log2_e_pair", 1 / ln2)
    double("log10_e_pair", 1 / mp.log(10))
    double("log10_2_pair", mp.log(2) / mp.log(10))

    print("\n// ln 2 and ln(2)/64 in two parts, of which the first has 42 and 36 bits.")
    for name, x, bits in (("ln_2", ln2, 42), ("ln_2_64th", ln2 / 64, 36)):
        high = leading(x, bits)
        single(name + "_high", high)
        single(name + "_low", x - high)
    single("over_ln_2_64th", 64 / ln2)

    table("2^(i/64).", "powers_of_two", 64, [mpf(2) ** (mpf(i) / 64) for i in range(64)])
    table("arctan(i/32).", "arctangents", 33, [mp.atan(mpf(i) / 32) for i in range(33)])
    table("tan(i/32).", "tangents", 26, [mp.tan(mpf(i) / 32) for i in range(26)])

    print("\n// A number c near 1/m for the mantissas m of the interval i, and -ln c. The intervals are 2^-8 wide from 11/16")
    print("// to 1, and 2^-7 wide from 1 to 11/8.")
    print("struct Reciprocal {\n  double c;\n  DoubleDouble minus_log;\n};")
    print("inline constexpr std::array<Reciprocal, 128> reciprocals{{")
    for i in range(128):
        c = reciprocal(i)
        print(f"    {{{literal(nearest(c))}, {pair(-mp.log(c))}}},")
    print("}};")

    print("\n// 64 zeros, then the 1216 bits of 2/pi behind the point, the highest first.")
    bits = int(mp.floor(2 / mp.pi * mpf(2) ** 1216))
    words = [0] + [(bits >> (1216 - 64 * (i + 1))) & (2**64 - 1) for i in range(19)]
    print(f"inline constexpr std::array<std::uint64_t, {len(words)}> two_over_pi{{{{")
    for word in words:
        print(f"    0x{word:016x},")
    print("}};")
    print("\n}  // namespace nsdbench::elementary")


main()
