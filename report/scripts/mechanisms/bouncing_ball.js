"use strict";

// The ball of Studer, Leine & Glocker 2008, sec. 10.1, a point mass over a table (problems/bouncing_ball.hpp).
nsdbench.mechanism("bouncing_ball", (data, tables, p) => {
  function open() {
    const table = tables.exact;
    const motion = new nsdbench.Motion(table, { z: "zdot" });
    const accumulation = motion.t.find((_, i) => table.word("mode_1", i) === "closed");
    const events = [];
    if (accumulation !== undefined)
      events.push({ t: accumulation, text: "accumulation point: infinitely many impacts have been, the ball rests" });

    const radius = 0.06 * p.z_0;
    const place = (contact, s) => ({ x: 0, y: s.z, n: [0, 1] });

    function draw(pen, s, view) {
      const { ink, muted, accent } = pen.colors;
      const top = 1.15 * p.z_0 + 2 * radius;
      pen.frame(-0.6 * p.z_0, 0.6 * p.z_0, -0.1 * p.z_0, top);
      pen.ground(-0.55 * p.z_0, 0, 0.55 * p.z_0, 0);
      for (let k = 1; k <= 8; ++k) {
        const z = (k * p.z_0) / 7;
        if (z > top) break;
        pen.line(
          [
            [-0.5 * p.z_0, z],
            [-0.47 * p.z_0, z]
          ],
          { stroke: muted, width: 1 }
        );
        pen.text(nsdbench.format(z, "m"), -0.52 * p.z_0, z, { align: "right", color: muted, size: 11 });
      }
      // Heights that the ball reaches after each impact.
      let height = p.z_0;
      for (let k = 0; k < 6; ++k) {
        pen.line(
          [
            [-0.12 * p.z_0, height],
            [0.12 * p.z_0, height]
          ],
          { stroke: pen.colors.line, width: 1, dash: [3, 3] }
        );
        height *= p.epsilon_N ** 2;
      }
      pen.circle(0, s.z + radius, radius, { fill: accent, alpha: 0.35, stroke: ink, width: 1.5 });
      pen.dot(0, s.z, 2.5, { fill: ink });
      pen.scaleBar(p.z_0 / 7, view.width - 14, view.height - 12);
    }

    const spans = [{ label: "whole motion", begin: motion.begin, end: motion.end }];
    if (accumulation !== undefined) {
      spans.push({
        label: "before the accumulation point",
        begin: 0.85 * accumulation,
        end: Math.min(motion.end, 1.01 * accumulation)
      });
    }
    const phases = [
      ["z", "zdot"],
      ["t", "z"],
      ["t", "zdot"]
    ].map(([x, y]) => ({ label: `${nsdbench.symbol(y)} over ${nsdbench.symbol(x)}`, x, y }));
    return { motion, contacts: ["table"], events, spans, place, phases, draw };
  }

  return {
    aspect: 1.05,
    cases: [{ label: "motion", open }],
    note:
      "To scale; the ball is a point mass, drawn as a circle that stands on it. Dashed lines are the heights of the " +
      "first flights. The motion is that of the closed form. Percussions of less than a millionth of the first are " +
      "left out."
  };
});
