"use strict";

// The point mass of Studer, Leine & Glocker 2008, sec. 10.2, on a table seen from above: friction of bound a, and a
// force F until force_end (problems/sliding_point_mass.hpp).
nsdbench.mechanism("sliding_point_mass", (data, tables, p) => {
  function open() {
    const motion = new nsdbench.Motion(tables.exact);
    // -lambda = a u/|u| while the mass slides.
    const velocity = (s) => [(-s.lambda_x * s.speed) / p.a, (-s.lambda_y * s.speed) / p.a];
    const modes = (k) => [
      motion.value("speed", motion.intervals[k] + 1) > 0 || motion.value("speed", motion.intervals[k]) > 0
        ? "slip"
        : "stick"
    ];
    const forces = (s) => [{ contact: 0, N: s.lambda_x, T: s.lambda_y }].filter(({ N, T }) => N || T);
    const place = (contact, s) => ({ x: s.x, y: s.y, n: [1, 0], t: [0, 1] });
    const { x, y } = tables.exact.column;
    const limits = (column) => [column.reduce((a, b) => Math.min(a, b)), column.reduce((a, b) => Math.max(a, b))];
    const [[x0, x1], [y0, y1]] = [limits(x), limits(y)];
    const pad = 0.28 * (x1 - x0);
    const slowest =
      motion.t[
        tables.exact.column.speed.reduce(
          (best, v, i, all) => (motion.t[i] < p.force_end && v < all[best] ? i : best),
          0
        )
      ];
    const events = [
      { t: p.force_end, text: "the force F is switched off" },
      { t: slowest, text: "least speed while F acts (row of the table)" }
    ];

    function draw(pen, s, view) {
      const { ink, muted, accent, slip, line } = pen.colors;
      pen.frame(x0 - pad, x1 + pad, 0.5 * (y0 + y1) - 0.6 * (x1 - x0), 0.5 * (y0 + y1) + 0.6 * (x1 - x0));
      let grid = nsdbench.niceBelow((x1 - x0) / 3);
      while (pen.scale * grid < 60) grid *= 2;
      const left = pen.box.left,
        right = pen.box.left + pen.box.width;
      for (let k = Math.ceil((x0 - 2 * pad) / grid); k * grid <= x1 + 2 * pad; ++k) {
        if (pen.X(k * grid) < left || pen.X(k * grid) > right) continue;
        pen.line(
          [
            [k * grid, y0 - pad],
            [k * grid, y1 + pad]
          ],
          { stroke: line, width: 1 }
        );
        pen.text(`${(k * grid).toFixed(1).replace("-", "\u2212")} m`, k * grid, y0 - pad, {
          dy: 10,
          align: "center",
          color: muted,
          size: 11
        });
      }
      const path = Array.from(x, (value, i) => [value, y[i]]);
      pen.line(path, { stroke: muted, width: 1 });
      pen.line([...path.slice(0, s.row + 1), [s.x, s.y]], { stroke: slip, width: 2.5 });
      const scale = view.forceScale;
      const sticks = !(s.speed > 0);
      const c = pen.context;
      c.beginPath();
      c.arc(pen.X(s.x), pen.Y(s.y), scale * p.a, 0, 2 * Math.PI);
      pen.paint({
        fill: sticks ? pen.colors.stick : slip,
        alpha: 0.12,
        stroke: sticks ? pen.colors.stick : slip,
        width: 1,
        dash: [4, 3]
      });
      pen.dot(s.x, s.y, 7, { fill: accent, stroke: ink, width: 1.5 });
      if (view.forces) {
        if (s.t < p.force_end) {
          pen.arrow(s.x, s.y, scale * p.F_x, scale * p.F_y, muted);
          pen.label("F", pen.X(s.x) + scale * p.F_x - 4, pen.Y(s.y) - scale * p.F_y - 10, { color: muted });
        }
        const [ux, uy] = velocity(s);
        const speedScale = (0.25 * view.height) / limits(tables.exact.column.speed)[1];
        pen.arrow(s.x, s.y, speedScale * ux, speedScale * uy, ink, 1.5);
        const size = nsdbench.niceBelow(0.6 * limits(tables.exact.column.speed)[1]);
        pen.arrowAt(10, view.height - 31, speedScale * size, 0, ink, 1.5);
        pen.label(`${nsdbench.format(size, "m/s")} velocity`, 16 + speedScale * size, view.height - 31, { size: 11 });
      }
      pen.scaleBar(grid, view.width - 14, view.height - 12);
    }

    const of = (symbol, unit, function_) => ({ symbol, unit, of: function_ });
    const phases = [
      {
        label: "hodograph: ẏ over ẋ",
        x: of("x\u0307", "m/s", (s) => velocity(s)[0]),
        y: of("y\u0307", "m/s", (s) => velocity(s)[1])
      },
      { label: "friction: λ_y over λ_x", x: "lambda_x", y: "lambda_y" },
      { label: "path: y over x", x: "x", y: "y" },
      { label: "speed over t", x: "t", y: of("|u|", "m/s", (s) => s.speed) }
    ];
    return {
      motion,
      contacts: ["mass on the table"],
      modes,
      forces,
      place,
      events,
      phases,
      draw,
      leastScale: Math.hypot(p.F_x, p.F_y),
      forceName: "friction"
    };
  }
  return {
    aspect: 1.25,
    cases: [{ label: "exact motion", open }],
    note:
      "Seen from above, to scale. The dashed circle is the set of friction forces, |λ| ≤ a, in the scale of the " +
      "forces: λ is on its edge and against the velocity in slip. F is the applied force in the same scale. The " +
      "velocity is taken from speed and λ: u = \u2212λ |u|/a."
  };
});
