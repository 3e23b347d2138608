"use strict";

// The prismatic joint with clearance of Chaturvedi, Sandu & Sandu: a slider on a fixed rod
// (problems/prismatic_joint.hpp).
nsdbench.mechanism("prismatic_joint", (data, tables, p) => {
  const contacts = ["left below", "left above", "right below", "right above"];
  const rod = 0.0015; // half the drawn thickness of the rod
  const height = 0.0035; // of the drawn walls of the slider

  function open(name) {
    const table = tables[`events_${name}`];
    const lever = { c1: 0, c2: p.s, c3: p.l }[name];
    const motion = new nsdbench.Motion(table, { x: "xdot", y: "ydot", y_left: "ydot_left", y_right: "ydot_right" });
    const known = table.has("mode_1");
    const closedIn = (k) => [0, 1, 2, 3].filter((c) => table.word(`mode_${c + 1}`, motion.intervals[k]) !== "open");
    const sideOf = (c) => (c < 2 ? "left" : "right");
    function place(c, s, view) {
      const up = c % 2 === 0;
      const x = s.x + (c < 2 ? -0.5 : 0.5) * p.l_s;
      const y = view.clearance * s[`y_${sideOf(c)}`] + (up ? 1 : -1) * (rod + view.clearance * p.c);
      return { x, y, n: [0, up ? 1 : -1], t: [1, 0], mu: p.mu };
    }

    function draw(pen, s, view) {
      const { ink, muted, accent } = pen.colors;
      const factor = view.clearance;
      const gap = factor * p.c;
      const reach = rod + 320 * p.c;
      pen.frame(-0.5 * p.L - 0.003, 0.5 * p.L + 0.003, -reach - height - p.l - 0.004, reach + height + 0.016);
      pen.rectangle(-0.5 * p.L, -rod, 0.5 * p.L, rod, { fill: muted, alpha: 0.5, stroke: ink, width: 1 });
      for (const end of [-0.5 * p.L, 0.5 * p.L])
        pen.ground(end, (end < 0 ? 1 : -1) * 0.007, end, (end < 0 ? -1 : 1) * 0.007);
      // A point of the slider: along it, and across it from its axis; across the rod its motion is exaggerated.
      const at = (along, across) => [s.x + along, across + factor * (s.y + along * Math.sin(s.theta))];
      const half = 0.5 * p.l_s;
      const skin = { fill: accent, alpha: 0.3, stroke: ink, width: 1.25 };
      for (const side of [-1, 1]) {
        const [inner, outer] = [side * (rod + gap), side * (rod + gap + height)];
        pen.polygon([at(-half, inner), at(half, inner), at(half, outer), at(-half, outer)], skin);
      }
      const bottom = -(rod + gap + height);
      pen.polygon([at(-0.001, bottom), at(0.001, bottom), at(0.001, bottom - p.l), at(-0.001, bottom - p.l)], skin);
      pen.line([at(-half, 0), at(half, 0)], { stroke: ink, width: 1, dash: [6, 3, 1, 3] });
      pen.dot(...at(0, 0), 3, { fill: ink });
      for (const [end, along] of [
        ["left", -half],
        ["right", half]
      ]) {
        pen.text(end, ...at(along, rod + gap + 0.5 * height), {
          dx: along < 0 ? -6 : 6,
          align: along < 0 ? "right" : "left",
          size: 11,
          color: muted
        });
      }
      if (view.forces) {
        const scale = view.forceScale;
        const [x, y] = at(lever * factor * Math.sin(s.theta), bottom - lever);
        pen.arrow(x, y, scale * p.f_x, 0, muted);
        pen.label("f", pen.X(x) + scale * p.f_x + 5, pen.Y(y), { color: muted });
        const weight = name === "c3" ? 0 : p.m * p.g;
        pen.arrow(...at(0, 0), 0, -scale * weight, muted);
        if (weight) pen.label("m g", pen.X(at(0, 0)[0]) + 5, pen.Y(at(0, 0)[1]) + scale * weight - 4, { color: muted });
      }
      pen.scaleBar(0.01, view.width - 14, view.height - 12);
    }

    const spans = [{ label: "whole motion", begin: motion.begin, end: motion.end }];
    const start = known ? motion.intervals.find((_, k) => closedIn(k).length > 0) : undefined;
    if (start !== undefined)
      spans.unshift({ label: "first contacts", begin: motion.begin, end: Math.min(motion.end, 2 * motion.t[start]) });
    const phases = [
      ["y_left", "ydot_left"],
      ["y_right", "ydot_right"],
      ["y_left", "y_right"],
      ["t", "force_left"],
      ["t", "force_right"],
      ["x", "xdot"]
    ].map(([x, y]) => ({ label: `${nsdbench.symbol(y)} over ${nsdbench.symbol(x)}`, x, y }));
    function kind(k) {
      const closed = closedIn(k);
      if (closed.length < 2) return closed.length ? "single-point" : "none";
      return (closed[0] - closed[1]) % 2 === 0 ? "line" : "two-point";
    }
    const leastScale = Math.max(Math.abs(p.f_x), p.m * p.g);
    return {
      motion,
      contacts,
      place,
      spans,
      phases,
      draw,
      leastScale,
      configuration: known ? { name: "contact", of: kind } : undefined
    };
  }

  return {
    aspect: 1.75,
    controls: [
      {
        id: "clearance",
        label: "Clearance",
        min: 1,
        max: 300,
        step: 1,
        value: 200,
        show: (k) => (k === 1 ? "to scale" : `${k} times`)
      }
    ],
    cases: ["c1", "c2", "c3"]
      .filter((name) => tables[`events_${name}`])
      .map((name) => ({
        label: { c1: "case 1: s = 0", c2: "case 2: s between 0 and l", c3: "case 3: s = l, no gravity" }[name],
        open: () => open(name)
      })),
    note:
      "To scale along the rod; the clearance, and with it all motion across the rod and the tilt, are multiplied by " +
      "the factor that is set. Thickness of rod and slider is made up: the model has the slider's axis " +
      "(dash-dotted) and its two ends, |d| ≤ c. The force f acts at the distance s below the slider's axis; the " +
      "protrusion is drawn from its lower face. N acts on the slider away from the rod, \u201cbelow\u201d upwards."
  };
});
