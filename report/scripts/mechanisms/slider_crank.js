"use strict";

// The slider-crank of Flores, Leine & Glocker 2010 with clearance between slider and guide (problems/slider_crank.hpp).
nsdbench.mechanism("slider_crank", (data, tables, p) => {
  const contacts = ["1 upper rear", "2 upper front", "3 lower rear", "4 lower front"];
  const side = [1, 1, -1, -1]; // upper, lower
  const end = [1, -1, 1, -1]; // rear, front
  const across = (s) => p.l_1 * Math.sin(s.theta_1) + p.l_2 * Math.sin(s.theta_2);
  const along = (s) => p.l_1 * Math.cos(s.theta_1) + p.l_2 * Math.cos(s.theta_2);
  // How far corner i is towards its surface from where it is in the centred slider [m]; the contact closes at c.
  const advance = (s, i) =>
    side[i] * (across(s) - end[i] * p.a * Math.sin(s.theta_3)) - p.b * (1 - Math.cos(s.theta_3));

  function open(table) {
    const motion = new nsdbench.Motion(table, { theta_1: "omega_1", theta_2: "omega_2", theta_3: "omega_3" });

    const y = { symbol: "y_slider", unit: "m", of: across };
    const ydot = {
      symbol: "y\u0307_slider",
      unit: "m/s",
      of: (s) => p.l_1 * Math.cos(s.theta_1) * s.omega_1 + p.l_2 * Math.cos(s.theta_2) * s.omega_2
    };
    const turns = { symbol: "θ_1 / 2π", unit: "1", of: (s) => s.theta_1 / (2 * Math.PI) };
    const phases = [
      { label: "slider across the guide: ẏ over y", x: y, y: ydot },
      { label: "y of the slider over turns of the crank", x: turns, y },
      { label: "slider's tilt: ω_3 over θ_3", x: "theta_3", y: "omega_3" },
      { label: "crank: ω_1 over turns", x: turns, y: "omega_1" },
      { label: "rod: ω_2 over θ_2", x: "theta_2", y: "omega_2" }
    ];

    // A corner, its way across the guide exaggerated.
    const corner = (s, i, factor) => [along(s) - end[i] * p.a, side[i] * (p.b + factor * advance(s, i))];
    function place(contact, s, view) {
      const [x, y] = corner(s, contact, view.clearance);
      return { x, y, n: [0, -side[contact]], t: [1, 0], mu: p.mu };
    }

    function draw(pen, s, view) {
      const factor = view.clearance;
      const { ink, muted, accent } = pen.colors;
      const half = p.b + factor * p.c;
      const right = p.l_1 + p.l_2 + p.a + 0.02;
      const left = p.l_2 - p.l_1 - p.a - 0.02;
      pen.frame(-p.l_1 - 0.02, right, -p.l_1 - 0.01, p.l_1 + 0.01);
      pen.ground(right, half, left, half);
      pen.ground(left, -half, right, -half);
      pen.circle(0, 0, p.l_1, { stroke: pen.colors.line, width: 1, dash: [3, 4] });
      const pin = [p.l_1 * Math.cos(s.theta_1), p.l_1 * Math.sin(s.theta_1)];
      const centre = [along(s), factor * across(s)];
      const body = [0, 1, 3, 2].map((i) => corner(s, i, factor));
      pen.polygon(body, { fill: accent, alpha: 0.25, stroke: ink, width: 1.5 });
      pen.line([pin, centre], { stroke: ink, width: 5 });
      pen.line([[0, 0], pin], { stroke: muted, width: 7 });
      for (const [x, y] of [[0, 0], pin, centre]) pen.dot(x, y, 4.5, { fill: pen.colors.paper, stroke: ink, width: 2 });
      contacts.forEach((_, i) => {
        const [x, y] = corner(s, i, factor);
        pen.dot(x, y, 3, { fill: pen.colors[view.modes[i]] || ink });
        if (pen.scale * p.b > 18)
          pen.text(String(i + 1), x, y, { dx: end[i] * 9, dy: side[i] * 11, size: 11, align: "center" });
      });
      pen.scaleBar(0.1, view.width - 14, view.height - 12);
    }

    const turn = (2 * Math.PI) / Math.abs(p.omega_1_0);
    const spans = [
      { label: "whole motion", begin: motion.begin, end: motion.end },
      { label: "a fourth of a turn", begin: motion.begin, end: 0.25 * turn }
    ];
    const configuration = {
      name: "joint",
      of: (k) =>
        ["no corner", "one corner", "two adjacent corners", "two opposite corners", "three or four corners"][
          motion.value("joint", motion.intervals[k] + 1)
        ]
    };
    return { motion, contacts, place, phases, spans, configuration, draw };
  }

  const restitution = (key) => `ε_N = ${key[0]}.${key.slice(1)}`;
  const names = Object.keys(tables).sort();
  return {
    aspect: 1.75,
    controls: [
      {
        id: "clearance",
        label: "Clearance",
        min: 1,
        max: 20,
        step: 1,
        value: 10,
        show: (k) => (k === 1 ? "to scale" : `${k} times`)
      }
    ],
    cases: names.map((name) => {
      const [, kind, key] = name.match(/^(.*)_e(\d+)$/);
      const start = { by_events: "", tilted: ", tilted start", printed: ", time stepping" }[kind];
      return { label: restitution(key) + start, open: () => open(tables[name]) };
    }),
    note:
      "To scale but for the clearance: ways of the slider across the guide, and its tilt, are multiplied by the " +
      "factor that is set, and the guide is as much wider. N acts on the slider away from the surface, T along the " +
      "guide, to the right; slip + is to the right. Dots are the corners, in the colour of their mode."
  };
});
