"use strict";

// The ball of Studer, Leine & Glocker 2008, sec. 10.1, a point mass over a table (problems/bouncing_ball.hpp).
nsdbench.mechanism("bouncing_ball", (data, tables, p) => {
  // All in closed form, since the rows of the record are steps, not impacts.
  const speed = Math.sqrt(p.v_0 ** 2 + 2 * p.g * p.z_0); // of the first impact
  const first = (p.v_0 + speed) / p.g;
  const accumulation = first + ((2 * speed) / p.g) * (p.epsilon_N / (1 - p.epsilon_N));

  // Rows in each flight, its impacts with the states before and after, until speeds are below a billionth of the
  // first. Between rows z is cubic and zdot linear: no error in a flight.
  function closedForm(end) {
    const rows = [];
    const parts = 32;
    const fly = (begin, z, zdot, duration) => {
      for (let k = 0; k < parts; ++k) {
        const t = (duration * k) / parts;
        rows.push([begin + t, z + zdot * t - 0.5 * p.g * t * t, zdot - p.g * t]);
      }
    };
    fly(0, p.z_0, p.v_0, first);
    for (let t = first, v = speed; v > 1e-9 * speed && t < end; ) {
      rows.push([t, 0, -v]);
      v *= p.epsilon_N;
      fly(t, 0, v, (2 * v) / p.g);
      t += (2 * v) / p.g;
    }
    if (accumulation <= end) rows.push([accumulation, 0, 0], [end, 0, 0]);
    const column = (k) => rows.map((row) => row[k]);
    return nsdbench.Table.of({ t: ["s", column(0)], z: ["m", column(1)], zdot: ["m/s", column(2)] });
  }

  function open() {
    const end = tables.motion.column.t[tables.motion.rows - 1];
    const motion = new nsdbench.Motion(closedForm(end), { z: "zdot" });
    const percussions = (i) => [{ contact: 0, N: p.m * (motion.value("zdot", i + 1) - motion.value("zdot", i)), T: 0 }];
    const events = [];
    if (accumulation <= motion.end)
      events.push({ t: accumulation, text: "accumulation point: infinitely many impacts have been, the ball rests" });
    const rests = (t) => t >= accumulation;
    const modes = (k) => [rests(motion.t[motion.intervals[k]]) ? "closed" : "open"];
    const forces = (s) => (rests(s.t) ? [{ contact: 0, N: p.m * p.g, T: 0 }] : []);
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

    const spans = [
      { label: "whole motion", begin: motion.begin, end: motion.end },
      {
        label: "before the accumulation point",
        begin: 0.85 * accumulation,
        end: Math.min(motion.end, 1.01 * accumulation)
      }
    ];
    const phases = [
      ["z", "zdot"],
      ["t", "z"],
      ["t", "zdot"]
    ].map(([x, y]) => ({ label: `${nsdbench.symbol(y)} over ${nsdbench.symbol(x)}`, x, y }));
    return { motion, contacts: ["table"], modes, forces, percussions, events, spans, place, phases, draw };
  }

  return {
    aspect: 1.05,
    cases: [{ label: "motion", open }],
    note:
      "To scale; the ball is a point mass, drawn as a circle that stands on it. Dashed lines are the heights of the " +
      "first flights. Motion, times and percussions of the impacts, and the force at rest, are those of the closed " +
      "form. Percussions of less than a millionth of the first are left out."
  };
});
