"use strict";

// The woodpecker toy of Glocker & Studer 2005: sleeve M and bird S, which swings about G, on a pole
// (problems/woodpecker.hpp).
nsdbench.mechanism("woodpecker", (data, tables, p) => {
  const contactNames = ["1 beak", "2 lower edge", "3 upper edge"];

  function open() {
    const table = tables.cycle;
    const motion = new nsdbench.Motion(table, { y: "v", phi_M: "omega_M", phi_S: "omega_S" });

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

    return { motion, contacts: contactNames, place, phases, draw };
  }

  return {
    aspect: 0.95,
    cases: [{ label: "limit cycle", open }],
    note:
      "To scale; sleeve and bird are drawn with their full rotations, where the model's kinematics are linear in " +
      "the angles. The outline of the bird and the thickness of the sleeve's wall are made up. N acts on sleeve and " +
      "bird away from the pole, T up the pole; slip + is upwards. Wedges are cones of friction."
  };
});
