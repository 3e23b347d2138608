"use strict";

// A mass with spring and damper, without contacts (problems/damped_oscillator.hpp).
nsdbench.mechanism("damped_oscillator", (data, tables, p) => {
  function open() {
    const motion = new nsdbench.Motion(tables.motion, { x: "xdot" }, { smooth: true });
    const spring = (s) => -p.c * s.x - p.k_3 * s.x ** 3;
    const damper = (s) => -p.d * s.xdot;
    const most = (of) => [...motion.t].reduce((m, t) => Math.max(m, Math.abs(of(motion.at(t)))), 0);
    const largest = Math.max(most(spring), most(damper));
    const reach = 1.1 * most((s) => s.x);
    const half = 0.3 * reach;

    function draw(pen, s, view) {
      const { ink, muted, accent, stick, slip } = pen.colors;
      const wall = -3.45 * reach;
      const [low, high] = [-0.15 * reach, 0.16 * reach]; // axes of damper and spring
      const tube = 0.09 * reach;
      pen.frame(wall - 0.15 * reach, 1.6 * reach, -1.1 * reach, 1.1 * reach);
      pen.ground(wall, 0.8 * reach, wall, -0.8 * reach);
      pen.line(
        [
          [wall, -half],
          [1.5 * reach, -half]
        ],
        { stroke: muted, width: 1 }
      );
      pen.line(
        [
          [0, -0.55 * reach],
          [0, 0.7 * reach]
        ],
        { stroke: muted, width: 1, dash: [4, 4] }
      );
      pen.text("x = 0", 0, 0.78 * reach, { align: "center", color: muted, size: 11 });
      pen.spring(wall, high, s.x - half, high, tube, { stroke: ink, width: 1.5 });
      pen.line(
        [
          [wall, low],
          [wall + 0.12 * reach, low]
        ],
        { stroke: ink, width: 1.5 }
      );
      pen.line(
        [
          [-1.35 * reach, low + tube],
          [wall + 0.12 * reach, low + tube],
          [wall + 0.12 * reach, low - tube],
          [-1.35 * reach, low - tube]
        ],
        { stroke: ink, width: 1.5 }
      );
      const head = s.x - 2.3 * reach;
      pen.line(
        [
          [head, low + 0.8 * tube],
          [head, low - 0.8 * tube]
        ],
        { stroke: ink, width: 3 }
      );
      pen.line(
        [
          [head, low],
          [s.x - half, low]
        ],
        { stroke: ink, width: 1.5 }
      );
      pen.rectangle(s.x - half, -half, s.x + half, half, { fill: accent, alpha: 0.3, stroke: ink, width: 1.5 });
      pen.dot(s.x, 0, 2.5, { fill: ink });
      if (view.forces) {
        const scale = (0.22 * view.width) / largest;
        pen.arrow(s.x, high, scale * spring(s), 0, stick);
        pen.arrow(s.x, low, scale * damper(s), 0, slip);
        const size = nsdbench.niceBelow(0.6 * largest);
        [
          ["force of the spring", stick],
          ["force of the damper", slip]
        ].forEach(([label, color], k) => {
          const top = view.height - 31 + 17 * k;
          pen.arrowAt(10, top, scale * size, 0, color);
          pen.label(`${nsdbench.format(size, "N")} ${label}`, 16 + scale * size, top, { size: 11 });
        });
      }
      const bar = nsdbench.niceBelow(reach);
      pen.scaleBar(bar, view.width - 14, view.height - 12);
    }

    const phases = [
      ["x", "xdot"],
      ["t", "x"],
      ["t", "xdot"]
    ].map(([x, y]) => ({ label: `${nsdbench.symbol(y)} over ${nsdbench.symbol(x)}`, x, y }));
    return { motion, phases, draw };
  }
  return {
    aspect: 1.9,
    cases: [{ label: "motion", open }],
    note:
      "To scale along x; sizes of mass, spring and damper are made up. Between the accepted steps of the table " +
      "positions are cubic."
  };
});
