#!/usr/bin/env python3
"""Draws docs/architecture.svg and fills in the table of docs/architecture.md, both from the #include lines of the tree.

  docs/architecture.py           writes the picture and the table
  docs/architecture.py --check   writes nothing; fails if one of them is out of date, or if a rule is broken

The rules: every source file belongs to a room of ROOMS; an arrow (a file of one room includes a file of another) runs
from a higher floor to a lower one, so that there are no circles; it is not in FORBIDDEN; and the rooms of SILENT do not
include headers for files, options and output. Tests may include everything, nothing includes them, and they are not
drawn.
"""
import os
import re
import sys
from collections import namedtuple

PROJECT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PICTURE = "docs/architecture.svg"
PAGE = "docs/architecture.md"
BEGIN, END = "<!-- begin: written by docs/architecture.py -->\n", "<!-- end -->\n"

# A folder and what it holds; the floor, counted from the ground; left edge and width in columns of the picture. A path
# belongs to the room with the longest matching beginning.
Room = namedtuple("Room", "path title purpose floor left width")
ROOMS = [
    Room("solvers/linear_algebra/", "linear_algebra", "small dense factorizations, sums with compensation", 0, 2, 9),
    Room("support/", "support", "files, numbers, JSON, tables, progress, provenance", 7, 0, 2),
    Room("solvers/mechanics/", "mechanics", "what a mechanism is: M, h, gaps, force directions, laws", 1, 2, 6.9),
    Room("solvers/elementary/", "elementary", "sin, exp ...: the same bits anywhere", 1, 8.9, 2.1),
    Room("solvers/contact/", "contact", "one contact problem, its laws, the interface of its solvers", 2, 2, 4),
    Room("problems/", "problems", "the mechanisms, one pair of files each", 2, 9, 2),
    Room("solvers/contact/prox/", "contact/prox", "projections and fixed-point iterations", 3, 3, 1.5),
    Room("solvers/contact/lcp/", "contact/lcp", "linear complementarity: Lemke and others", 3, 4.5, 1.5),
    Room("solvers/contact/newton/", "contact/newton", "semismooth Newton", 4, 2, 1.5),
    Room("solvers/contact/modes/", "contact/modes", "search over the contacts' modes", 4, 3.5, 1.3),
    Room("solvers/contact/selection/", "contact/selection", "table of solvers by name, the portfolio", 5, 2, 3),
    Room("solvers/integration/", "integration", "the contract: Integrator, Step, Event, Observer, Outcome", 3, 6, 3),
    Room("solvers/integration/implicit_euler/", "implicit_euler", "a program per step", 4, 4.9, 1.3),
    Room("solvers/integration/time_stepping/", "time_stepping", "midpoint rule, extrapolation", 4, 6.3, 1.3),
    Room("solvers/integration/acceleration_level/", "acceleration_level", "contact forces in a Runge-Kutta pair", 4, 7.65,
         1.55),
    Room("solvers/integration/event_driven/", "event_driven", "the accurate reference method", 5, 6.5, 2.2),
    Room("solvers/integration/integrator_table", "integrator table", "integrators by name", 6, 5.2, 2.4),
    Room("solvers/analysis/", "analysis", "orders, return maps, limit cycles, energy", 7, 7, 2),
    Room("motions/", "motions", "integrators compiled for the problems", 7, 9, 2),
    Room("sweeps/", "sweeps", "many runs of one kind: plans, cases, refinement", 8, 3, 2),
    Room("contact_data/", "contact_data", "contact problems in files", 8, 0, 2),
    Room("experiments/support/", "experiments/support", "frame of an experiment: options, record, claims, figures", 9, 3,
         4),
    Room("experiments/", "experiments", "one folder per experiment of a paper", 10, 3, 4),
    Room("tools/sweep/", "tools/sweep", "nsdbench-sweep: maps by name", 11, 3, 4),
    Room("tools/", "tools", "programs for records, problems, reference solutions", 10, 0, 2.9),
    Room("benchmarks/", "benchmarks", "arena, work-precision, timings", 10, 7.1, 3.9),
]
# Arrows that would run downwards and are not wanted: {path of a room: beginnings of paths that it must not include}.
ALL_BUT_MECHANICS_AND_ELEMENTARY = ("support/", "solvers/contact/", "solvers/integration/", "solvers/analysis/")
FORBIDDEN = {
    "support/": ("solvers/", "problems/"),
    "problems/": ALL_BUT_MECHANICS_AND_ELEMENTARY,
    "solvers/": ("support/", "problems/", "contact_data/"),
    "motions/": ("support/", "contact_data/"),
    "sweeps/": ("solvers/integration/", "solvers/contact/", "motions/", "contact_data/"),
    "contact_data/": ("problems/", "motions/", "solvers/integration/", "solvers/analysis/"),
    "experiments/": ("contact_data/",),
}
# The one place of the frame that writes contact problems for experiments.
ALLOWED = ("experiments/support/contact_export.cpp",)
# Rooms that read no files, parse no options and print nothing do not include what that takes.
SILENT = ("solvers/", "problems/", "motions/")
LOUD = re.compile(r"^\s*#\s*include\s*<((?:iostream|fstream|filesystem|cstdio|stdio\.h|CLI/|nlohmann/)[^>]*)>", re.MULTILINE)


def fail(sentences):
    for sentence in sentences:
        print(sentence, file=sys.stderr)
    sys.exit(1)


def read(path):
    with open(os.path.join(PROJECT, path), encoding="utf-8") as file:
        return file.read()


def source_files():
    """Sources of all folders that CMake takes part in, but for tests."""
    for top in sorted(os.listdir(PROJECT)):
        if top == "tests" or not os.path.exists(os.path.join(PROJECT, top, "CMakeLists.txt")):
            continue
        for folder, _, names in os.walk(os.path.join(PROJECT, top)):
            for name in names:
                if name.endswith((".hpp", ".cpp", ".hpp.in")) and not name.startswith("test_"):
                    yield os.path.relpath(os.path.join(folder, name), PROJECT)


def room_of(path):
    rooms = [room for room in ROOMS if path.startswith(room.path)]
    return max(rooms, key=lambda room: len(room.path)) if rooms else None


def included(path):
    """Files of the project that `path` includes; names of other libraries are left out."""
    for name in re.findall(r'^\s*#\s*include\s*"([^"]+)"', read(path), re.MULTILINE):
        for candidate in (name, os.path.normpath(os.path.join(os.path.dirname(path), name))):
            if os.path.exists(os.path.join(PROJECT, candidate)):
                yield candidate
                break


def arrows_and_complaints():
    """{(room, room): a file and what it includes}, and one sentence for each broken rule."""
    arrows, complaints = {}, []
    for path in sorted(source_files()):
        room = room_of(path)
        if not room:
            complaints.append(f"{path} belongs to no room of docs/architecture.py")
            continue
        if path.startswith(SILENT):
            complaints.extend(f"{path} includes <{name}>: '{room.title}' reads no files, parses no options and prints "
                              "nothing" for name in LOUD.findall(read(path)))
        for other in included(path):
            target = room_of(other)
            if other.startswith("tests/") or not target:
                complaints.append(f"{path} includes {other}, which is a test or belongs to no room")
            elif target != room:
                arrows.setdefault((room, target), (path, other))
                if target.floor >= room.floor:
                    complaints.append(f"{path} includes {other}: '{target.title}' is not below '{room.title}'")
                forbidden = (other.startswith(bottom) for top, bottom in FORBIDDEN.items() if path.startswith(top))
                if any(forbidden) and path not in ALLOWED:
                    complaints.append(f"{path} includes {other}: '{room.title}' must not know '{target.title}'")
    return arrows, complaints


def without_detours(arrows):
    """The arrows that no chain of others implies."""
    below = {}
    for room in sorted(ROOMS, key=lambda r: r.floor):
        direct = {b for a, b in arrows if a == room}
        below[room] = direct.union(*(below[b] for b in direct)) if direct else set()
    return [(a, b) for a, b in arrows if not any(b in below[c] for d, c in arrows if d == a and c != b)]


# ---- The picture

COLUMN, FLOOR, HEIGHT, GAP, MARGIN = 104, 92, 52, 10, 16
TOP = max(room.floor for room in ROOMS)


def box(room):
    x = MARGIN + room.left * COLUMN
    y = MARGIN + (TOP - room.floor) * FLOOR
    return x, y, room.width * COLUMN - GAP, HEIGHT


def centre(room):
    x, _, width, _ = box(room)
    return x + width / 2


def ports(arrows, end):
    """Where each arrow touches the edge of its box: spread over the edge, in the order of the boxes at the other end."""
    places = {}
    for room in ROOMS:
        mine = [arrow for arrow in arrows if arrow[end] == room]
        mine.sort(key=lambda arrow: (centre(arrow[1 - end]), -arrow[1 - end].floor))
        x, _, width, _ = box(room)
        for k, arrow in enumerate(mine):
            share = (k + 1) / (len(mine) + 1)
            # Straight down, if the box at the other end allows it.
            other_x, _, other_width, _ = box(arrow[1 - end])
            other = min(max(x + share * width, other_x + 0.1 * other_width), other_x + 0.9 * other_width)
            places[arrow] = min(max(other, x + (k + 0.3) / len(mine) * width), x + (k + 0.7) / len(mine) * width)
    return places


def wrapped(text, characters):
    lines = [""]
    for word in text.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > characters:
            lines.append("")
        lines[-1] = (lines[-1] + " " + word).strip()
    return lines


def colour(room):
    if room.path.startswith("solvers/contact"):
        return "#fdebd8"
    if room.path.startswith("solvers/integration"):
        return "#dfeefa"
    if room.path.startswith("solvers"):
        return "#e9f3e3"
    return "#f1eef6" if room.path in ("problems/", "motions/") else "#f4f4f0"


def picture(arrows):
    width = 2 * MARGIN + 11 * COLUMN
    height = 2 * MARGIN + TOP * FLOOR + HEIGHT
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        'font-family="DejaVu Sans, Helvetica, Arial, sans-serif">',
        "<!-- Written by docs/architecture.py from the #include lines of the tree. -->",
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
        '<path d="M0,0 L8,4 L0,8 z" fill="#555"/></marker></defs>',
        f'<rect width="{width}" height="{height}" fill="white"/>',
    ]
    drawn = without_detours(arrows)
    drawn.sort(key=lambda arrow: (ROOMS.index(arrow[0]), ROOMS.index(arrow[1])))
    starts, ends = ports(drawn, 0), ports(drawn, 1)
    for arrow in drawn:
        x1, y1 = starts[arrow], box(arrow[0])[1] + HEIGHT
        x2, y2 = ends[arrow], box(arrow[1])[1]
        bend = min(0.5 * (y2 - y1), 0.6 * FLOOR)
        out.append(f'<path d="M{x1:.0f},{y1:.0f} C{x1:.0f},{y1 + bend:.0f} {x2:.0f},{y2 - bend:.0f} {x2:.0f},{y2:.0f}" '
                   'fill="none" stroke="#555" stroke-width="1.2" marker-end="url(#tip)"/>')
    for room in ROOMS:
        x, y, w, h = box(room)
        out.append(f'<rect x="{x:.0f}" y="{y:.0f}" width="{w:.0f}" height="{h}" rx="5" fill="{colour(room)}" '
                   'stroke="#444"/>')
        lines = wrapped(room.purpose, int(w / 5.6))
        top = y + (19 if len(lines) == 1 else 14)
        out.append(f'<text x="{x + w / 2:.0f}" y="{top:.0f}" text-anchor="middle" font-size="13" '
                   f'font-weight="bold">{room.title}</text>')
        for k, line in enumerate(lines):
            out.append(f'<text x="{x + w / 2:.0f}" y="{top + 16 + 13 * k - (len(lines) > 1):.0f}" text-anchor="middle" '
                       f'font-size="10">{line}</text>')
    out.append("</svg>")
    return "\n".join(out) + "\n"


# ---- The table

def table(arrows):
    rows = ["| folder | what it holds | includes files of |", "|---|---|---|"]
    for room in sorted(ROOMS, key=lambda r: (-r.floor, r.path)):
        targets = [f"`{target.title}`" for target in ROOMS if (room, target) in arrows]
        path = room.path if room.path.endswith("/") else room.path + "*"
        rows.append(f"| `{path}` | {room.purpose} | {', '.join(targets) or 'none'} |")
    return "\n".join(rows) + "\n"


def main():
    arrows, complaints = arrows_and_complaints()
    if complaints:
        fail(complaints)
    page = read(PAGE)
    if page.count(BEGIN) != 1 or page.count(END) != 1:
        fail([f"{PAGE} must have the lines '{BEGIN.strip()}' and '{END.strip()}' once each"])
    before, after = page[:page.index(BEGIN)], page[page.index(END):]
    written = {PICTURE: picture(arrows), PAGE: before + BEGIN + table(arrows) + after}
    if sys.argv[1:] == ["--check"]:
        stale = [path for path, text in written.items()
                 if not os.path.exists(os.path.join(PROJECT, path)) or read(path) != text]
        if stale:
            fail([f"{path} does not show the includes as they are: run docs/architecture.py" for path in stale])
    elif sys.argv[1:]:
        fail(["usage: docs/architecture.py [--check]"])
    else:
        for path, text in written.items():
            place = os.path.join(PROJECT, path)
            with open(place + ".part", "w", encoding="utf-8") as file:
                file.write(text)
            os.replace(place + ".part", place)


if __name__ == "__main__":
    main()
