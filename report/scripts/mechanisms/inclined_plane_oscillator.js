"use strict";

// The oscillator on three feet of Woesle & Pfeiffer 1996 on an inclined plane, shaken by an unbalanced mass
// (problems/inclined_plane_oscillator.hpp): x down the slope, y across it, z off the plane.
nsdbench.mechanism("inclined_plane_oscillator", (data, tables, p) => {
  const contacts = ["1 rear foot", "2 front foot, y < 0", "3 front foot, y > 0"];
  const feet = [
    [-p.a_1, p.b_1],
    [p.a_2, -p.b_2],
    [p.a_2, p.b_3]
  ];
  const gravity = p.m * p.g;
  const unbalance = p.m_E * p.r_E * p.Omega ** 2;

  // What the record's method says of a setting: "friction_013: mu = mu_0 = 0.13; inclination_0085: delta = 0.085 rad".
  function settings(name) {
    const found = ((data.method && data.method.settings) || "")
      .split(";")
      .find((part) => part.trim().startsWith(`${name}:`));
    const changed = {};
    if (found) {
      const parts = found
        .split(":")[1]
        .split("=")
        .map((part) => part.trim());
      for (const parameter of parts.slice(0, -1)) changed[parameter] = parseFloat(parts[parts.length - 1]);
    }
    const text = found && found.split(":")[1].trim();
    return { text, ...p, ...changed };
  }

  function open(name) {
    const own = settings(name);
    const motion = new nsdbench.Motion(tables[`motion_${name}`], { x: "xdot", y: "ydot", gamma: "gammadot" });
    const turned = (gamma, [x, y]) => [
      x * Math.cos(gamma) - y * Math.sin(gamma),
      x * Math.sin(gamma) + y * Math.cos(gamma)
    ];

    function body(pen, view, s) {
      const drift = view.drift;
      const place = ([x, y]) => {
        const [a, b] = turned(drift * s.gamma, [x, y]);
        return [drift * s.x + a, drift * s.y + b];
      };
      return place;
    }
    const longest = [...motion.t.keys()].reduce((most, i) => Math.max(most, motion.value("x", i)), 0);

    function drawSide(pen, s, view, box, scale) {
      const { ink, muted, accent, line } = pen.colors;
      const [cosine, sine] = [Math.cos(own.delta), Math.sin(own.delta)];
      // From the plane's axes to the drawing's: down the slope is to the right.
      const world = ([x, z]) => [x * cosine + z * sine, -x * sine + z * cosine];
      const shift = view.drift * s.x;
      const right = p.a_2 + view.drift * longest + 0.02;
      pen.frame(-p.a_1 - 0.03, right, -0.03, 0.068, box);
      pen.ground(...world([right, 0]), ...world([-p.a_1 - 0.03, 0]), -9);
      const at = (x, z) => world([shift + x, z]);
      for (const [x, y] of feet) {
        pen.polygon([at(x - 0.002, 0), at(x + 0.002, 0), at(x + 0.003, 0.01), at(x - 0.003, 0.01)], {
          fill: muted,
          alpha: y < 0 ? 0.3 : 0.8,
          stroke: ink,
          width: 1
        });
      }
      pen.polygon(
        [at(-p.a_1 - 0.008, 0.01), at(p.a_2 + 0.008, 0.01), at(p.a_2 + 0.008, 0.05), at(-p.a_1 - 0.008, 0.05)],
        { fill: accent, alpha: 0.2, stroke: ink, width: 1.25 }
      );
      const phase = p.Omega * s.t;
      const axle = [p.l_1, p.h_S - p.l_3];
      const rim = Array.from({ length: 49 }, (_, k) =>
        at(axle[0] + p.r_E * Math.cos((2 * Math.PI * k) / 48), axle[1] + p.r_E * Math.sin((2 * Math.PI * k) / 48))
      );
      pen.line(rim, { stroke: line, width: 1 });
      const mass = at(axle[0] + p.r_E * Math.cos(phase), axle[1] + p.r_E * Math.sin(phase));
      pen.line([at(...axle), mass], { stroke: ink, width: 2 });
      pen.dot(...at(...axle), 3, { fill: ink });
      pen.dot(...mass, 6, { fill: ink });
      const centre = at(p.Da * Math.cos(phase), p.h_S + p.Dh * Math.sin(phase));
      pen.dot(...centre, 3, { fill: pen.colors.paper, stroke: ink, width: 1.5 });
      pen.text("S", ...centre, { dx: 6, dy: -6, size: 11 });
      if (!view.forces) return;
      const slope = (x, z) => world([x, z]);
      const [fx, fz] = slope(unbalance * Math.cos(phase), unbalance * Math.sin(phase));
      pen.arrow(...mass, 10 * scale * fx, 10 * scale * fz, muted);
      pen.arrow(...centre, 0, -scale * gravity, muted);
      feet.forEach(([x], i) => {
        const [nx, nz] = slope(0, s[`lambda_${i + 1}`]);
        pen.arrow(...at(x + (i - 1.5) * (i ? 0.004 : 0), 0), scale * nx, scale * nz, pen.colors[view.modes[i]] || ink);
      });
    }

    function drawPlan(pen, s, view, box, scale) {
      const { ink, muted, accent, line } = pen.colors;
      const right = p.a_2 + view.drift * longest + 0.02;
      pen.frame(-p.a_1 - 0.03, right, -0.042, 0.044, box);
      const place = body(pen, view, s);
      pen.polygon(
        [
          [-p.a_1 - 0.008, -p.b_2 - 0.006],
          [p.a_2 + 0.008, -p.b_2 - 0.006],
          [p.a_2 + 0.008, p.b_3 + 0.006],
          [-p.a_1 - 0.008, p.b_3 + 0.006]
        ].map(place),
        { fill: accent, alpha: 0.2, stroke: ink, width: 1.25 }
      );
      feet.forEach((foot, i) => {
        const trail = [];
        for (let row = 0; row <= s.row; row += 4) {
          const [a, b] = turned(view.drift * motion.value("gamma", row), foot);
          trail.push([view.drift * motion.value("x", row) + a, view.drift * motion.value("y", row) + b]);
        }
        trail.push(place(foot));
        pen.line(trail, { stroke: muted, width: 1.25 });
        const [x, y] = place(foot);
        pen.dot(x, y, 5, { fill: pen.colors[view.modes[i]] || pen.colors.paper, stroke: ink, width: 1 });
        pen.text(String(i + 1), x, y, { dx: 12, size: 11, align: "center" });
        if (!view.forces || !motion.table.has("lambda_x1")) return;
        const [fx, fy] = ["x", "y"].map((axis) => s[`lambda_${axis}${i + 1}`]);
        pen.arrow(x, y, scale * fx, scale * fy, pen.colors[view.modes[i]]);
      });
      pen.line(
        [
          [-p.a_1 - 0.03, -0.042],
          [right, -0.042]
        ],
        { stroke: line, width: 1 }
      );
      pen.label("seen from above, down the slope to the right", box.left, box.top + 8, { size: 11, color: muted });
      pen.scaleBar(0.02, view.width - 14, view.height - 12);
    }

    function draw(pen, s, view) {
      const { left, top, width } = pen.box;
      const height = pen.box.height - 17; // the legend has a row more than others
      const upper = { left, top, width, height: 0.52 * height };
      const lower = { left, top: top + 0.54 * height, width, height: 0.46 * height };
      const largest = Math.max(gravity, unbalance);
      const scale = (0.2 * view.height) / largest;
      drawSide(pen, s, view, upper, scale);
      pen.label(`seen from the side, slope ${own.delta} rad`, left, top + 8, { size: 11, color: pen.colors.muted });
      // Friction is a tenth of the normal forces: drawn ten times as long.
      drawPlan(pen, s, view, lower, 10 * scale);
      if (!view.forces) return;
      const size = nsdbench.niceBelow(0.6 * largest);
      const legend = [
        [size, "weight (grey); normal forces in the colour of the mode", pen.colors.muted],
        [0.1 * size, "force of the unbalance", pen.colors.muted],
        [0.1 * size, "friction, in the colour of the mode", pen.colors.ink]
      ];
      legend.forEach(([force, name, color], k) => {
        const y = view.height - 48 + 17 * k;
        pen.arrowAt(10, y, scale * size, 0, color);
        pen.label(`${nsdbench.format(force, "N")} ${name}`, 16 + scale * size, y, { size: 11 });
      });
    }

    const phases = [
      ["x", "xdot"],
      ["gamma", "gammadot"],
      ["t", "xdot"],
      ["t", "lambda_1"],
      ["t", "lambda_2"],
      ["t", "lambda_3"],
      ["x", "y"]
    ].map(([x, y]) => ({ label: `${nsdbench.symbol(y)} over ${nsdbench.symbol(x)}`, x, y }));
    return { motion, contacts, phases, draw };
  }

  const names = Object.keys(tables)
    .filter((name) => name.startsWith("motion_"))
    .map((name) => name.slice(7));
  return {
    aspect: 1,
    controls: [
      {
        id: "drift",
        label: "Way and turn of the body",
        min: 1,
        max: 10,
        step: 1,
        value: 5,
        show: (k) => (k === 1 ? "to scale" : `${k} times`)
      }
    ],
    cases: names.map((name) => ({ label: settings(name).text || name.replace(/_/g, " "), open: () => open(name) })),
    note:
      "The body is to scale; the way it creeps and its turn about z are multiplied by the factor that is set. Tilts " +
      "and lift are too small to be seen and not in the table. Normal forces λ_1 to λ_3 of the feet and friction are the " +
      "table's; where feet stick, their shares of the friction are one choice of many. Weight (at the centre of mass S) " +
      "and the force of the unbalance are grey. Friction and the force of the unbalance are drawn ten times as long as " +
      "weight and normal forces."
  };
});
