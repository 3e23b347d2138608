"use strict";

// The woodpecker toy of Glocker & Studer 2005: sleeve M and bird S, which swings about G, on a pole
// (problems/woodpecker.hpp).
nsdbench.mechanism("woodpecker", (data, tables, p) => {
  const contactNames = ["1 beak", "2 lower edge", "3 upper edge"];
  const beakClearance = p.l_M + p.l_G - p.l_S - p.r_O;
  const sleeveClearance = p.r_M - p.r_O;
  const mass = [
    [p.m_S + p.m_M, p.m_S * p.l_M, p.m_S * p.l_G],
    [p.m_S * p.l_M, p.J_M + p.m_S * p.l_M ** 2, p.m_S * p.l_M * p.l_G],
    [p.m_S * p.l_G, p.m_S * p.l_M * p.l_G, p.J_S + p.m_S * p.l_G ** 2]
  ];
  const times = (matrix, x) => matrix.map((row) => row[0] * x[0] + row[1] * x[1] + row[2] * x[2]);
  // Velocity of contact i along the pole, upwards positive.
  const slipVelocity = (i, s) => s.v + (i === 0 ? p.l_M * s.omega_M + (p.l_G - p.l_S) * s.omega_S : p.r_M * s.omega_M);
  const gaps = (s) => [
    beakClearance - p.h_S * s.phi_S,
    sleeveClearance + p.h_M * s.phi_M,
    sleeveClearance - p.h_M * s.phi_M
  ];

  // N and T of the only closed contact from W (N, T) = rest, where rest = M udot - h, or M times a jump of u.
  function reaction(contact, rest) {
    const T = rest[0];
    if (contact === 0) return { contact, N: ((p.l_G - p.l_S) * T - rest[2]) / p.h_S, T };
    return { contact, N: ((contact === 1 ? 1 : -1) * (rest[1] - p.r_M * T)) / p.h_M, T };
  }

  function open() {
    const table = tables.cycle;
    const motion = new nsdbench.Motion(table, { y: "v", phi_M: "omega_M", phi_S: "omega_S" });
    // Closed contacts in the rows' modes: 1, 2 contact 2 slips, sticks; 3, 4 contact 3, 1 is closed.
    const closedIn = (k) => [-1, 1, 1, 2, 0][motion.value("mode", motion.intervals[k])];

    function modes(k) {
      const closed = closedIn(k);
      const found = ["open", "open", "open"];
      if (closed < 0) return found;
      const i = motion.intervals[k];
      const speed = slipVelocity(closed, motion.at(0.5 * (motion.t[i] + motion.t[i + 1])));
      found[closed] = motion.value("mode", i) === 2 ? "stick" : speed > 0 ? "slip+" : "slip-";
      return found;
    }

    function forces(state) {
      const k = motion.interval(state.t);
      const contact = closedIn(k);
      if (contact < 0) return [];
      const spring = p.c_phi * (state.phi_M - state.phi_S);
      const h = [-(p.m_S + p.m_M) * p.g, -spring - p.m_S * p.l_M * p.g, spring - p.m_S * p.l_G * p.g];
      return [
        reaction(
          contact,
          times(mass, motion.slope(k, ["v", "omega_M", "omega_S"])).map((r, i) => r - h[i])
        )
      ];
    }

    function percussions(i) {
      const jump = ["v", "omega_M", "omega_S"].map((name) => motion.value(name, i + 1) - motion.value(name, i));
      const gap = gaps({ phi_M: motion.value("phi_M", i), phi_S: motion.value("phi_S", i) });
      const closed = [0, 1, 2].filter((c) => Math.abs(gap[c]) < 1e-4 * sleeveClearance);
      return closed.length === 1 ? [reaction(closed[0], times(mass, jump))] : [];
    }

    const fall = [...table.column.y].reduce((a, b) => Math.min(a, b), Infinity);
    const phases = [
      ["phi_M", "omega_M"],
      ["phi_S", "omega_S"],
      ["y", "v"],
      ["t", "y"],
      ["t", "phi_M"],
      ["t", "phi_S"]
    ].map(([x, y]) => ({ label: `${nsdbench.symbol(y)} over ${nsdbench.symbol(x)}`, x, y }));

    const turn = (phi, [x, y], [ox, oy]) => [
      ox + x * Math.cos(phi) - y * Math.sin(phi),
      oy + x * Math.sin(phi) + y * Math.cos(phi)
    ];
    const places = (s) => {
      const M = [0, s.y];
      const G = turn(s.phi_M, [p.l_M, 0], M);
      return { M, G, S: turn(s.phi_S, [p.l_G, 0], G) };
    };

    function place(contact, s) {
      const { M, S } = places(s);
      const [x, y] =
        contact === 0 ? turn(s.phi_S, [-p.l_S, p.h_S], S) : turn(s.phi_M, [p.r_M, contact === 1 ? -p.h_M : p.h_M], M);
      return { x, y, n: [1, 0], t: [0, 1], mu: [p.mu_1, p.mu_2, p.mu_3][contact] };
    }

    function drawPole(pen, low, high) {
      const { ink, muted } = pen.colors;
      pen.rectangle(-p.r_O, low, p.r_O, high, { fill: muted, alpha: 0.35, stroke: ink, width: 1 });
      for (let mm = Math.ceil(low * 100) * 10; mm <= high * 1000; mm += 10) {
        pen.line(
          [
            [-p.r_O, mm / 1000],
            [-p.r_O - 0.002, mm / 1000]
          ],
          { stroke: muted, width: 1 }
        );
        pen.text(`${mm} mm`.replace("-", "\u2212"), -p.r_O - 0.003, mm / 1000, {
          color: muted,
          align: "right",
          size: 11
        });
      }
    }

    function drawSleeve(pen, s, M) {
      const wall = 0.0012;
      for (const side of [-1, 1]) {
        const corners = [
          [p.r_M, -p.h_M],
          [p.r_M + wall, -p.h_M],
          [p.r_M + wall, p.h_M],
          [p.r_M, p.h_M]
        ];
        pen.polygon(
          corners.map(([x, y]) => turn(s.phi_M, [side * x, y], M)),
          { fill: pen.colors.ink, alpha: 0.55, stroke: pen.colors.ink, width: 1 }
        );
      }
      pen.line([turn(s.phi_M, [p.r_M + wall, 0], M), turn(s.phi_M, [p.l_M, 0], M)], {
        stroke: pen.colors.ink,
        width: 3
      });
    }

    function drawBird(pen, s, G, S) {
      const { ink, accent } = pen.colors;
      const own = (points) => points.map((point) => turn(s.phi_S, point, S));
      const oval = (cx, cy, a, b, tilt) =>
        own(
          Array.from({ length: 48 }, (_, k) => {
            const angle = (2 * Math.PI * k) / 48;
            return turn(tilt, [a * Math.cos(angle), b * Math.sin(angle)], [cx, cy]);
          })
        );
      const skin = { fill: accent, alpha: 0.3, stroke: ink, width: 1.25 };
      pen.polygon(
        own([
          [0.002, -0.012],
          [0.0065, -0.028],
          [0.0015, -0.026],
          [-0.002, -0.014]
        ]),
        skin
      );
      pen.polygon(oval(0, 0, 0.0065, 0.0165, 0), skin);
      pen.polygon(oval(-0.001, p.h_S, 0.006, 0.0052, 0), skin);
      pen.polygon(
        own([
          [-0.0062, p.h_S + 0.0016],
          [-p.l_S, p.h_S],
          [-0.0062, p.h_S - 0.0016]
        ]),
        { ...skin, alpha: 0.8 }
      );
      pen.circle(...own([[-0.003, p.h_S + 0.001]])[0], 0.0007, { fill: ink });
      pen.line([G, S], { stroke: ink, width: 2.5 });
      const coil = Array.from({ length: 60 }, (_, k) => {
        const angle = s.phi_M + (4 * Math.PI + s.phi_S - s.phi_M) * (k / 59);
        const radius = 0.0008 + 0.0014 * (k / 59);
        return [G[0] + radius * Math.cos(angle), G[1] + radius * Math.sin(angle)];
      });
      pen.line(coil, { stroke: ink, width: 1.25 });
    }

    function draw(pen, s, view) {
      const low = fall - 0.031;
      const high = 0.034;
      pen.frame(-0.022, 0.046, low, high);
      drawPole(pen, low, high);
      const { M, G, S } = places(s);
      drawBird(pen, s, G, S);
      drawSleeve(pen, s, M);
      for (const [name, [x, y]] of [
        ["M", M],
        ["G", G],
        ["S", S]
      ]) {
        pen.dot(x, y, 2.5, { fill: pen.colors.ink });
        pen.text(name, x, y, { dx: 5, dy: 11, size: 11 });
      }
      pen.scaleBar(0.01, view.width - 14, view.height - 12);
    }

    return { motion, contacts: contactNames, modes, forces, percussions, place, phases, draw };
  }

  return {
    aspect: 0.95,
    cases: [{ label: "limit cycle", open }],
    note:
      "To scale; sleeve and bird are drawn with their full rotations, where the model's kinematics are linear in " +
      "the angles. The outline of the bird and the thickness of the sleeve's wall are made up. N acts on sleeve and " +
      "bird away from the pole, T up the pole; slip + is upwards. Wedges are cones of friction." +
      (tables.cycle.has("lambda_N1")
        ? ""
        : " Forces and percussions are what the equations of motion leave for the closed contact: M du/dt \u2212 h from " +
          "the rows of the table, and M times the jump of u.")
  };
});
