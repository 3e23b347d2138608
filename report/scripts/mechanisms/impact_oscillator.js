"use strict";

// The impact oscillator of Studer, Leine & Glocker 2008, sec. 10.3: x <= 0, the stop is at x = 0
// (problems/impact_oscillator.hpp).
nsdbench.mechanism("impact_oscillator", (data, tables, p) => {
  function open() {
    const motion = new nsdbench.Motion(tables.exact, { x: "xdot" });
    const half = 0.045;
    const place = (contact, s) => ({ x: s.x, y: 0, n: [-1, 0] });
    const lowest = [...tables.exact.column.x].reduce((a, b) => Math.min(a, b), 0);
    const largestSpring = p.c * Math.max(Math.abs(lowest - p.x_s), Math.abs(p.x_s));
    const wall = lowest - 2 * half - 0.16;

    function draw(pen, s, view) {
      const { ink, muted, accent } = pen.colors;
      pen.frame(wall - 0.03, 0.06, -0.2, 0.24);
      pen.ground(wall, 0.13, wall, -0.11);
      pen.ground(0, -0.11, 0, 0.13);
      pen.line(
        [
          [wall, -half],
          [0, -half]
        ],
        { stroke: muted, width: 1 }
      );
      pen.spring(wall, 0, s.x - 2 * half, 0, 0.022, { stroke: ink, width: 1.5 });
      pen.rectangle(s.x - 2 * half, -half, s.x, half, { fill: accent, alpha: 0.3, stroke: ink, width: 1.5 });
      for (let k = Math.ceil(10 * lowest); k <= 0; ++k) {
        pen.line(
          [
            [k / 10, -0.12],
            [k / 10, -0.13]
          ],
          { stroke: muted, width: 1 }
        );
        pen.text((k / 10).toFixed(1).replace("-", "\u2212"), k / 10, -0.15, {
          align: "center",
          color: muted,
          size: 11
        });
      }
      pen.text("x / m", lowest, -0.185, { color: muted, size: 11 });
      pen.line(
        [
          [p.x_s, -0.105],
          [p.x_s, 0.12]
        ],
        { stroke: muted, width: 1, dash: [4, 4] }
      );
      pen.text("spring unstressed, x_s", p.x_s, 0.15, { align: "center", color: muted, size: 11 });
      pen.text("stop", 0, 0.16, { align: "right", dx: 10, color: muted, size: 11 });
      if (view.forces) {
        const spring = -p.c * (s.x - p.x_s);
        pen.arrow(s.x - half, 0.5 * half, (spring * 0.22 * view.width) / largestSpring, 0, muted);
        const size = nsdbench.niceBelow(0.6 * largestSpring);
        pen.arrowAt(10, view.height - 31, (size * 0.22 * view.width) / largestSpring, 0, muted);
        pen.label(
          `${nsdbench.format(size, "N")} force of the spring`,
          16 + (size * 0.22 * view.width) / largestSpring,
          view.height - 31,
          { size: 11 }
        );
      }
      pen.scaleBar(0.1, view.width - 14, view.height - 12);
    }

    const phases = [
      ["x", "xdot"],
      ["t", "x"],
      ["t", "xdot"]
    ].map(([x, y]) => ({ label: `${nsdbench.symbol(y)} over ${nsdbench.symbol(x)}`, x, y }));
    return { motion, contacts: ["stop"], place, phases, draw };
  }
  return {
    aspect: 1.5,
    cases: [{ label: "exact motion", open }],
    note:
      "To scale along x; the size of the mass is made up, its right-hand edge is at x."
  };
});
