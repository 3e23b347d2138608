"use strict";

// The slider-crank of Flores, Leine & Glocker 2010 with clearance between slider and guide (problems/slider_crank.hpp).
nsdbench.mechanism("slider_crank", (data, tables, p) => {
  const contacts = ["1 upper rear", "2 upper front", "3 lower rear", "4 lower front"];
  const side = [1, 1, -1, -1]; // upper, lower
  const end = [1, -1, 1, -1]; // rear, front
  const q = ["theta_1", "theta_2", "theta_3"];
  const u = ["omega_1", "omega_2", "omega_3"];
  const across = (s) => p.l_1 * Math.sin(s.theta_1) + p.l_2 * Math.sin(s.theta_2);
  const along = (s) => p.l_1 * Math.cos(s.theta_1) + p.l_2 * Math.cos(s.theta_2);
  // How far corner i is towards its surface from where it is in the centred slider [m]; the contact closes at c.
  const advance = (s, i) =>
    side[i] * (across(s) - end[i] * p.a * Math.sin(s.theta_3)) - p.b * (1 - Math.cos(s.theta_3));

  const inertia = [p.J_1 + (0.25 * p.m_1 + p.m_2 + p.m_3) * p.l_1 ** 2, p.J_2 + (0.25 * p.m_2 + p.m_3) * p.l_2 ** 2];
  const coupling = (0.5 * p.m_2 + p.m_3) * p.l_1 * p.l_2;
  const weight = [(0.5 * p.m_1 + p.m_2 + p.m_3) * p.g * p.l_1, (0.5 * p.m_2 + p.m_3) * p.g * p.l_2];
  function momentum(s, x) {
    const c = coupling * Math.cos(s.theta_2 - s.theta_1);
    return [inertia[0] * x[0] + c * x[1], c * x[0] + inertia[1] * x[1], p.J_3 * x[2]];
  }
  function appliedForces(s) {
    const c = coupling * Math.sin(s.theta_2 - s.theta_1);
    return [
      c * s.omega_2 ** 2 - weight[0] * Math.cos(s.theta_1),
      -c * s.omega_1 ** 2 - weight[1] * Math.cos(s.theta_2),
      0
    ];
  }
  const normal = (s, i) => [
    -side[i] * p.l_1 * Math.cos(s.theta_1),
    -side[i] * p.l_2 * Math.cos(s.theta_2),
    side[i] * end[i] * p.a * Math.cos(s.theta_3) + p.b * Math.sin(s.theta_3)
  ];
  const tangential = (s, i) => [
    -p.l_1 * Math.sin(s.theta_1),
    -p.l_2 * Math.sin(s.theta_2),
    end[i] * p.a * Math.sin(s.theta_3) - side[i] * p.b * Math.cos(s.theta_3)
  ];
  const dot = (a, b) => a.reduce((sum, value, k) => sum + value * b[k], 0);
  const slipVelocity = (s, i) =>
    dot(
      tangential(s, i),
      u.map((name) => s[name])
    );

  // N and T of one or two closed corners that slip, T = -mu N sign(gdot_T), from W (N, T) = rest by least squares.
  function reactions(closed, s, rest) {
    const slips = closed.map((i) => -p.mu * Math.sign(slipVelocity(s, i)));
    const w = closed.map((i, k) => normal(s, i).map((value, j) => value + slips[k] * tangential(s, i)[j]));
    let N;
    if (closed.length === 1) {
      N = [dot(w[0], rest) / dot(w[0], w[0])];
    } else if (closed.length === 2) {
      const [a, b, d] = [dot(w[0], w[0]), dot(w[0], w[1]), dot(w[1], w[1])];
      const [r0, r1] = [dot(w[0], rest), dot(w[1], rest)];
      N = [(d * r0 - b * r1) / (a * d - b * b), (a * r1 - b * r0) / (a * d - b * b)];
    } else {
      return []; // not determined by the motion
    }
    return closed.map((contact, k) => ({ contact, N: N[k], T: slips[k] * N[k] }));
  }

  function open(table) {
    const motion = new nsdbench.Motion(table, { theta_1: "omega_1", theta_2: "omega_2", theta_3: "omega_3" });
    const row = (i) => Object.fromEntries([...q, ...u].map((name) => [name, motion.value(name, i)]));
    const middle = (k) => motion.at(0.5 * (motion.t[motion.intervals[k]] + motion.t[motion.intervals[k] + 1]));
    // The corners nearest to their surfaces, as many as the row at the interval's end counts as closed.
    function closedIn(k) {
      const count = [0, 1, 2, 2, 4][motion.value("joint", motion.intervals[k] + 1)];
      const s = middle(k);
      return [0, 1, 2, 3]
        .sort((a, b) => advance(s, b) - advance(s, a))
        .slice(0, count)
        .sort();
    }
    const closed = motion.intervals.map((_, k) => closedIn(k));

    function modes(k) {
      const s = middle(k);
      return contacts.map((_, i) => (closed[k].includes(i) ? (slipVelocity(s, i) > 0 ? "slip+" : "slip-") : "open"));
    }
    function forces(state) {
      const k = motion.interval(state.t);
      const s = middle(k);
      const h = appliedForces(s);
      return closed[k].length
        ? reactions(
            closed[k],
            s,
            momentum(s, motion.slope(k, u)).map((r, j) => r - h[j])
          )
        : [];
    }
    function percussions(i) {
      const after = row(i + 1);
      const touching = [0, 1, 2, 3].filter((c) => p.c - advance(after, c) < 1e-4 * p.c);
      return reactions(
        touching,
        after,
        momentum(
          after,
          u.map((name) => motion.value(name, i + 1) - motion.value(name, i))
        )
      );
    }

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
        pen.dot(x, y, 3, { fill: pen.colors[view.modes[i]] });
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
    return { motion, contacts, modes, forces, percussions, place, phases, spans, configuration, draw };
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
      "guide, to the right; slip + is to the right. Dots are the corners, in the colour of their mode." +
      (tables[names[0]].has("lambda_N1")
        ? ""
        : " Forces and percussions are what the equations of motion leave for the closed corners, which slip.")
  };
});
