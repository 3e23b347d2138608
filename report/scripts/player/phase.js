"use strict";

// The curve of a motion in the plane of two of its quantities, with the present point.
window.nsdbench = window.nsdbench || {};

(() => {
  const greek = { alpha: "α", beta: "β", gamma: "γ", delta: "δ", theta: "θ", lambda: "λ", phi: "φ", omega: "ω" };
  const margin = { left: 64, right: 14, top: 14, bottom: 42 };

  // The symbol of a column: phi_M becomes φ_M, xdot becomes x with a dot.
  function symbol(name) {
    const [base, ...index] = name.split("_");
    const letter = base.replace(/(dd?ot)?$/, "");
    const dots = base.endsWith("ddot") ? "\u0308" : base.endsWith("dot") ? "\u0307" : "";
    return [(greek[letter] || letter) + dots, ...index].join("_");
  }

  // Draws "φ_M" with M as an index; returns nothing, anchors as the context says.
  function drawSymbols(c, text, x, y, size, font) {
    const parts = text.split(/(_[A-Za-z0-9,]+)/).filter((part) => part);
    const set = (part) => (c.font = `${part[0] === "_" ? 0.75 * size : size}px ${font}`);
    const shown = (part) => part.replace("_", "");
    const widths = parts.map((part) => (set(part), c.measureText(shown(part)).width));
    let left = x - 0.5 * widths.reduce((sum, width) => sum + width, 0);
    c.textAlign = "left";
    parts.forEach((part, i) => {
      set(part);
      c.fillText(shown(part), left, y + (part[0] === "_" ? 0.25 * size : 0));
      left += widths[i];
    });
  }

  // What an axis shows: a column's name, or { symbol, unit, of } with a function of the state.
  function quantity(axis, motion) {
    if (axis === "t") return { symbol: "t", unit: "s", of: (state) => state.t };
    if (typeof axis !== "string") return axis;
    return { symbol: symbol(axis), unit: motion.table.unit(axis), of: (state) => state[axis] };
  }

  // Limits a little beyond the values, ticks at round numbers, and the prefix of the unit.
  function makeAxis(values, what) {
    const finite = values.filter(Number.isFinite);
    let low = finite.reduce((a, b) => Math.min(a, b), Infinity);
    let high = finite.reduce((a, b) => Math.max(a, b), -Infinity);
    if (!(low <= high)) [low, high] = [0, 1];
    const size = Math.max(Math.abs(low), Math.abs(high), 1e-300);
    const pad = 0.06 * (high - low > 1e-9 * size ? high - low : size);
    low -= pad;
    high += pad;
    const step = nsdbench.niceBelow((high - low) / 3);
    const prefixed = /^(m|s|N|J|m\/s|rad)$/.test(what.unit);
    const [prefix, factor] = !prefixed || size >= 0.1 ? ["", 1] : size >= 1e-4 ? ["m", 1e-3] : ["µ", 1e-6];
    const digits = Math.max(0, -Math.floor(Math.log10(step / factor) + 1e-9));
    const ticks = [];
    for (let k = Math.ceil(low / step); k * step <= high; ++k) {
      ticks.push([k * step, ((k * step) / factor).toFixed(digits).replace("-", "\u2212")]);
    }
    const unit = what.unit === "1" ? "" : ` / ${/\//.test(what.unit) ? `(${prefix}${what.unit})` : prefix + what.unit}`;
    return { low, high, ticks, title: what.symbol + unit };
  }

  class Phase {
    constructor(canvas) {
      this.canvas = canvas;
      this.curve = document.createElement("canvas");
    }

    // `choice`: { x, y, motion? }; `timeline.modes` colour the curve where it is that of the same motion.
    show(choice, motion, timeline) {
      this.choice = choice;
      this.motion = choice.motion || motion;
      this.modes = this.motion === motion ? timeline.modes : [];
      this.x = quantity(choice.x, this.motion);
      this.y = quantity(choice.y, this.motion);
      this.pieces = this.trace();
      const points = this.pieces.flatMap((piece) => piece.points);
      this.axisX = makeAxis(
        points.map((p) => p[0]),
        this.x
      );
      this.axisY = makeAxis(
        points.map((p) => p[1]),
        this.y
      );
      this.stale = true;
    }

    point(state) {
      return [this.x.of(state), this.y.of(state)];
    }

    // Pieces of one mode, and dashed ones where the state jumps.
    trace() {
      const { motion } = this;
      const parts = Math.min(8, Math.ceil(600 / motion.intervals.length));
      const pieces = [];
      let piece = null;
      let end = null;
      const add = (points, mode, jumped) => {
        if (end && jumped && Math.hypot(points[0][0] - end[0], points[0][1] - end[1]) > 0) {
          pieces.push({ mode: "impact", points: [end, points[0]] });
          piece = null;
        }
        if (!piece || piece.mode !== mode) pieces.push((piece = { mode, points: piece ? [end] : [] }));
        piece.points.push(...points);
        end = points[points.length - 1];
      };
      motion.intervals.forEach((i, k) => {
        const mode = (this.modes[k] || []).find((word) => word !== "open") || "open";
        const [t0, t1] = [motion.t[i], motion.t[i + 1]];
        const impact = motion.impactBetween(i);
        const points = (begin, stop) =>
          Array.from({ length: parts }, (_, part) => this.point(motion.at(begin + ((stop - begin) * part) / parts)));
        const last = this.point(this.before(i + 1));
        const jumped = k > 0 && motion.intervals[k - 1] + 1 !== i;
        if (impact === undefined) {
          add([...points(t0, t1), last], mode, jumped);
        } else {
          add([...points(t0, impact), this.point(motion.at(impact - 1e-9 * (t1 - t0)))], mode, jumped);
          add([...points(impact, t1), last], mode, true);
        }
      });
      return pieces;
    }

    // The state in row i, whatever rows of the same time follow.
    before(i) {
      const { motion } = this;
      const state = { t: motion.t[i], row: i };
      for (const name of motion.names) state[name] = motion.value(name, i);
      return state;
    }

    place([x, y], width, height) {
      const { axisX, axisY } = this;
      return [
        margin.left + ((x - axisX.low) / (axisX.high - axisX.low)) * (width - margin.left - margin.right),
        height - margin.bottom - ((y - axisY.low) / (axisY.high - axisY.low)) * (height - margin.top - margin.bottom)
      ];
    }

    drawCurve(width, height, ratio, colors, font) {
      this.curve.width = width * ratio;
      this.curve.height = height * ratio;
      const c = this.curve.getContext("2d");
      c.scale(ratio, ratio);
      const right = width - margin.right;
      const bottom = height - margin.bottom;
      c.strokeStyle = colors.line;
      c.lineWidth = 1;
      c.fillStyle = colors.muted;
      c.font = `11px ${font}`;
      c.textBaseline = "middle";
      for (const [value, text] of this.axisX.ticks) {
        const [x] = this.place([value, 0], width, height);
        c.beginPath();
        c.moveTo(x, margin.top);
        c.lineTo(x, bottom);
        c.stroke();
        c.textAlign = "center";
        c.fillText(text, x, bottom + 11);
      }
      for (const [value, text] of this.axisY.ticks) {
        const [, y] = this.place([0, value], width, height);
        c.beginPath();
        c.moveTo(margin.left, y);
        c.lineTo(right, y);
        c.stroke();
        c.textAlign = "right";
        c.fillText(text, margin.left - 6, y);
      }
      c.strokeStyle = colors.muted;
      c.strokeRect(margin.left, margin.top, right - margin.left, bottom - margin.top);
      c.fillStyle = colors.ink;
      drawSymbols(c, this.axisX.title, 0.5 * (margin.left + right), height - 12, 13, font);
      c.save();
      c.translate(10, 0.5 * (margin.top + bottom));
      c.rotate(-0.5 * Math.PI);
      drawSymbols(c, this.axisY.title, 0, 0, 13, font);
      c.restore();
      for (const piece of this.pieces) {
        c.beginPath();
        piece.points.forEach((point, i) => {
          const [x, y] = this.place(point, width, height);
          if (i === 0) c.moveTo(x, y);
          else c.lineTo(x, y);
        });
        const closed = piece.mode !== "open" && piece.mode !== "impact";
        c.strokeStyle = colors[piece.mode];
        c.lineWidth = closed ? 2.5 : 1.25;
        c.setLineDash(piece.mode === "impact" ? [2, 3] : piece.mode.startsWith("slip") ? [7, 2] : []);
        c.stroke();
      }
      this.stale = false;
    }

    draw(state, ratio, colors, font) {
      const { clientWidth: width, clientHeight: height } = this.canvas;
      if (!width || !height) return;
      if (
        this.stale ||
        this.curve.width !== Math.floor(width * ratio) ||
        this.curve.height !== Math.floor(height * ratio)
      ) {
        this.drawCurve(width, height, ratio, colors, font);
        this.canvas.width = this.curve.width;
        this.canvas.height = this.curve.height;
      }
      const c = this.canvas.getContext("2d");
      c.setTransform(1, 0, 0, 1, 0, 0);
      c.clearRect(0, 0, this.canvas.width, this.canvas.height);
      c.drawImage(this.curve, 0, 0);
      c.setTransform(ratio, 0, 0, ratio, 0, 0);
      const point = this.point(this.choice.motion ? this.motion.at(state.t) : state);
      if (!point.every(Number.isFinite)) return;
      const [x, y] = this.place(point, width, height);
      c.beginPath();
      c.arc(x, y, 6, 0, 2 * Math.PI);
      c.fillStyle = colors.accent;
      c.fill();
      c.lineWidth = 2;
      c.strokeStyle = colors.paper;
      c.stroke();
    }
  }

  Object.assign(nsdbench, { Phase, symbol });
})();
