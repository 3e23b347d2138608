"use strict";

// The ball of Studer, Leine & Glocker 2008, sec. 10.1, a point mass over a table (problems/bouncing_ball.hpp).
nsdbench.mechanism("bouncing_ball", (data, tables, p) => {
  // Times and percussions of the impacts in closed form: the rows of the table are steps, not impacts.
  const first = (p.v_0 + Math.sqrt(p.v_0 ** 2 + 2 * p.g * p.z_0)) / p.g;
  const speed = Math.sqrt(p.v_0 ** 2 + 2 * p.g * p.z_0);
  const accumulation = first + ((2 * speed) / p.g) * (p.epsilon_N / (1 - p.epsilon_N));

  function open() {
    const impacts = [];
    for (let k = 0, t = first; k < 60 && t <= tables.motion.column.t[tables.motion.rows - 1]; ++k) {
      const N = p.m * (1 + p.epsilon_N) * speed * p.epsilon_N ** k;
      if (N < 1e-4 * p.m * speed) break;
      impacts.push({ t, N });
      t += ((2 * speed) / p.g) * p.epsilon_N ** (k + 1);
    }
    const motion = new nsdbench.Motion(
      tables.motion,
      { z_exact: "zdot_exact" },
      { impacts: impacts.map(({ t }) => t) }
    );
    const events = impacts.map(({ t, N }, k) => ({
      t,
      text: `impact ${k + 1} at the table: P_N = ${nsdbench.format(N, "N s")}`,
      percussions: [{ contact: 0, N, T: 0 }]
    }));
    if (accumulation < motion.end)
      events.push({ t: accumulation, text: "accumulation point: infinitely many impacts have been, the ball rests" });

    const rests = (t) => t > accumulation;
    const modes = (k) => [rests(motion.t[motion.intervals[k]]) ? "closed" : "open"];
    const forces = (s) => (rests(s.t) ? [{ contact: 0, N: p.m * p.g, T: 0 }] : []);
    const radius = 0.06 * p.z_0;
    const place = (contact, s) => ({ x: 0, y: s.z_exact, n: [0, 1] });

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
      pen.circle(0, s.z_exact + radius, radius, { fill: accent, alpha: 0.35, stroke: ink, width: 1.5 });
      pen.dot(0, s.z_exact, 2.5, { fill: ink });
      pen.scaleBar(p.z_0 / 7, view.width - 14, view.height - 12);
    }

    const spans = [
      { label: "whole motion", begin: motion.begin, end: motion.end },
      {
        label: "before the accumulation point",
        begin: 0.85 * accumulation,
        end: Math.min(motion.end, 1.01 * accumulation)
      }
    ];
    const z = { symbol: "z", unit: "m", of: (s) => s.z_exact };
    const zdot = { symbol: "z\u0307", unit: "m/s", of: (s) => s.zdot_exact };
    const phases = [
      { label: "\u017c over z", x: z, y: zdot },
      { label: "z over t", x: "t", y: z },
      { label: "\u017c over t", x: "t", y: zdot }
    ];
    return { motion, contacts: ["table"], modes, forces, percussions: () => [], events, spans, place, phases, draw };
  }

  return {
    aspect: 1.05,
    cases: [{ label: "motion", open }],
    note:
      "To scale; the ball is a point mass, drawn as a circle that stands on it. Dashed lines are the heights of the " +
      "first flights. Motion, times and percussions of the impacts, and the force at rest, are those of the closed " +
      "form. Percussions of less than a ten-thousandth of m times the first speed are left out."
  };
});
