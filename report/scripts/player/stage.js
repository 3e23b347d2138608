"use strict";

// What the player draws: the mechanism with its contact forces, and the bars of modes over the time.
window.nsdbench = window.nsdbench || {};

(() => {
  const legendHeight = 40; // of the arrows' lengths, under the drawing

  // Colours of the page's theme, as animation.css hands them on.
  function themeColors(element) {
    const style = getComputedStyle(element);
    const colors = {};
    for (const name of ["ink", "paper", "muted", "accent", "line", "open", "stick", "slip", "impact"]) {
      colors[name] = style.getPropertyValue(`--animation-${name}`).trim();
    }
    colors["slip+"] = colors["slip-"] = colors.slip;
    colors.closed = colors.stick;
    return colors;
  }

  // The context of a canvas that is as fine as the screen, cleared, in CSS pixels.
  function fineContext(canvas, ratio) {
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    if (!width || !height) return null;
    const [fineWidth, fineHeight] = [Math.round(width * ratio), Math.round(height * ratio)];
    if (canvas.width !== fineWidth || canvas.height !== fineHeight) {
      canvas.width = fineWidth;
      canvas.height = fineHeight;
    }
    const c = canvas.getContext("2d");
    c.setTransform(ratio, 0, 0, ratio, 0, 0);
    c.clearRect(0, 0, width, height);
    return c;
  }

  function drawStage(player, ratio) {
    const c = fineContext(player.stage, ratio);
    if (!c) return;
    const [width, height] = [player.stage.clientWidth, player.stage.clientHeight];
    const box = { left: 10, top: 10, width: width - 20, height: height - 20 - legendHeight };
    const pen = new nsdbench.Pen(c, box, player.colors, player.font);
    const view = {
      ...player.view,
      width,
      height,
      stage: player.stage,
      ratio,
      modes: player.timeline.modesAt(player.t)
    };
    view.forceScale = arrowScale(player.timeline.largestForce, height);
    player.model.draw(pen, player.state, view);
    if (view.forces) drawForces(player, pen, view);
  }

  // Pixels for one unit: the largest arrow has a fourth of the drawing's height.
  function arrowScale(largest, height) {
    return largest > 0 ? (0.25 * height) / largest : 0;
  }

  function drawForces(player, pen, view) {
    const { height } = view;
    const draw = ({ contact, N, T }, state, scale, color, mu) => {
      const at = player.model.place(contact, state, view);
      if (mu && at.mu) pen.cone(at.x, at.y, at.n[0], at.n[1], Math.atan(at.mu), 0.2 * height, color);
      const x = N * at.n[0] + (T || 0) * (at.t ? at.t[0] : 0);
      const y = N * at.n[1] + (T || 0) * (at.t ? at.t[1] : 0);
      pen.arrow(at.x, at.y, scale * x, scale * y, color);
    };
    if (player.model.place) {
      for (const force of player.timeline.forces(player.state)) {
        const color = player.colors[view.modes[force.contact]] || player.colors.stick;
        draw(force, player.state, view.forceScale, color, true);
      }
      const scale = arrowScale(player.timeline.largestPercussion, height);
      const { t, percussions } = player.impactNow(); // where they were, though the body has moved on
      const then = percussions.length ? player.model.motion.at(t) : null;
      for (const percussion of percussions) draw(percussion, then, scale, player.colors.impact, false);
    }
    drawArrowLegend(player, pen, height);
  }

  // Lengths of arrows, at the lower left.
  function drawArrowLegend(player, pen, height) {
    const { largestForce, largestPercussion } = player.timeline;
    const rows = [];
    if (largestForce > 0 && player.model.place) {
      rows.push([player.model.forceName || "contact force", largestForce, "N", player.colors.ink]);
    }
    if (largestPercussion > 0) rows.push(["percussion", largestPercussion, "N s", player.colors.impact]);
    rows.reverse().forEach(([label, largest, unit, color], k) => {
      const size = nsdbench.niceBelow(0.6 * largest);
      const y = height - 14 - 17 * k;
      const length = size * arrowScale(largest, height);
      pen.arrowAt(10, y, length, 0, color);
      pen.label(`${nsdbench.format(size, unit)} ${label}`, 16 + length, y, { size: 11 });
    });
  }

  // A row a contact: its modes over time; impacts are ticks.
  function drawStrip(player, ratio) {
    const c = fineContext(player.strip, ratio);
    if (!c) return;
    const [width, height] = [player.strip.clientWidth, player.strip.clientHeight];
    const inset = 8; // half of the slider's thumb
    const { begin, end } = player.span;
    const { motion } = player.model;
    const intervalBegin = (k) => motion.t[motion.intervals[k]];
    const place = (t) => inset + ((width - 2 * inset) * (t - begin)) / (end - begin);
    const rows = player.timeline.contacts.length;
    const rowHeight = height / Math.max(1, rows);
    for (let row = 0; row < rows; ++row) {
      let k = motion.interval(begin);
      while (k < motion.intervals.length && intervalBegin(k) < end) {
        const mode = player.timeline.modes[k][row];
        let next = k + 1;
        while (next < motion.intervals.length && player.timeline.modes[next][row] === mode) ++next;
        const left = Math.max(inset, place(intervalBegin(k)));
        const right = Math.min(width - inset, next < motion.intervals.length ? place(intervalBegin(next)) : width);
        drawMode(c, player.colors[mode], mode, left, row * rowHeight + 1, right - left, rowHeight - 2);
        k = next;
      }
      const [number] = player.timeline.contacts[row].match(/^\d*/);
      c.fillStyle = player.colors.ink;
      c.font = `9px ${player.font}`;
      c.textBaseline = "middle";
      c.fillText(number, 0, (row + 0.5) * rowHeight);
    }
    c.fillStyle = player.colors.impact;
    for (const event of player.timeline.events) {
      if (event.t < begin || event.t > end || !event.percussions) continue;
      for (const { contact } of event.percussions)
        c.fillRect(place(event.t) - 0.75, contact * rowHeight, 1.5, rowHeight);
    }
    c.fillStyle = player.colors.ink;
    c.fillRect(place(player.t) - 0.75, 0, 1.5, height);
  }

  // Open is a thin line, stick and closed are full, slip is half as high: above for +, below for -.
  function drawMode(c, color, mode, left, top, width, height) {
    c.fillStyle = color;
    if (mode === "open") c.fillRect(left, top + 0.5 * height - 0.5, width, 1);
    else if (mode === "slip+") c.fillRect(left, top, width, 0.5 * height);
    else if (mode === "slip-") c.fillRect(left, top + 0.5 * height, width, 0.5 * height);
    else if (mode === "slip") c.fillRect(left, top + 0.25 * height, width, 0.5 * height);
    else c.fillRect(left, top, width, height);
  }

  Object.assign(nsdbench, { drawStage, drawStrip, themeColors });
})();
