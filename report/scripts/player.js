"use strict";

// The player of a motion: bodies with their contact forces and modes, a curve in phase space, and what moves in time.
//
// Data come by nsdbench.animation(id, data). What is drawn of a mechanism comes by
//   nsdbench.mechanism(id, (data, tables, parameters) => ({
//     aspect          width over height of the drawing
//     note            what is exaggerated, derived or left out, and the signs: a sentence or more
//     controls        [{ id, label, min, max, step, value, show }]: numbers that the reader may change
//     cases           [{ label, open }]: motions to choose from; open() gives a model:
//   }))
//   model: {
//     motion          a nsdbench.Motion
//     spans           [{ label, begin, end }]: parts of it that are worth a look of their own, if any
//     contacts        names of the contacts, in the order of modes
//     modes(k)        the mode of each contact in interval k: open, closed, stick, slip, slip+, slip-
//     forces(state)   [{ contact, N, T }] [N], what acts on the body in closed contacts
//     percussions(i)  the same [N s], of the impact between rows i and i + 1
//     leastScale      a force [N] that is drawn beside those of the contacts; forceName: another word for these
//     place(contact, state, view)   { x, y, n, t, mu }: where it acts, directions of N and T, friction coefficient
//     events          [{ t, text, percussions }]: events that no pair of rows shows
//     phases          [{ label, x, y, motion }]
//     draw(pen, state, view)
//   }
// `view` holds the controls' values. Times are in s, lengths in m.
window.nsdbench = window.nsdbench || {};

(() => {
  const wantedSeconds = 8;  // that a whole motion lasts on the screen
  const shownSeconds = 0.35;  // that an impact stays on the screen
  const legendHeight = 40;  // of the arrows' lengths, under the drawing
  const speeds = [0.1, 0.25, 0.5, 1, 2, 4];
  const words = {
    open: "open", closed: "closed", stick: "stick", slip: "slip", "slip+": "slip +", "slip-": "slip \u2212", impact: "impact"
  };
  const keys = [
    ["Space", "play or pause"],
    ["\u2190 \u2192", "back or on by a hundredth; with Shift by a thousandth"],
    [", .", "previous or next event (impact, change of mode)"],
    ["Home End", "to the beginning or the end"],
    ["\u2212 +", "slower or faster"],
    ["L", "loop on or off"]
  ];
  const signs = [
    ["Bars over the time", "a row a contact: thin line open, full height stick or closed, half height slip (above: +, below: \u2212), ticks impacts"],
    ["Arrows", "contact forces in the colour of the contact's mode, percussions in that of impacts, forces that are applied in grey"],
    ["Curve", "thin: all contacts open; thick: a contact sticks or is closed; thick and broken: a contact slips; dotted: a jump at an impact"]
  ];
  const icons = {
    play: "M4 2 L14 8 L4 14 Z", pause: "M3 2 H6.5 V14 H3 Z M9.5 2 H13 V14 H9.5 Z", previous: "M3 2 H5 V14 H3 Z M14 2 V14 L6 8 Z",
    next: "M11 2 H13 V14 H11 Z M2 2 V14 L10 8 Z"
  };

  // An element with attributes and children.
  function make(name, attributes = {}, ...children) {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...children);
    return element;
  }

  function icon(name) {
    const space = "http://www.w3.org/2000/svg";
    const svg = document.createElementNS(space, "svg");
    svg.setAttribute("viewBox", "0 0 16 16");
    svg.setAttribute("aria-hidden", "true");
    const path = document.createElementNS(space, "path");
    path.setAttribute("d", icons[name]);
    svg.append(path);
    return svg;
  }

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

  // Forces from the columns lambda_N1, lambda_T1 ... (P_N1, P_T1 ... of an impact) where the table has them.
  function fromColumns(motion, prefix, count, read) {
    if (!motion.table.has(`${prefix}_N1`)) return null;
    const found = [];
    for (let contact = 0; contact < count; ++contact) {
      const tangential = `${prefix}_T${contact + 1}`;
      const N = read(`${prefix}_N${contact + 1}`);
      const T = motion.table.has(tangential) ? read(tangential) : 0;
      if (N || T) found.push({ contact, N, T });
    }
    return found;
  }

  // Modes, forces and events of a model, in the order of time.
  class Timeline {
    constructor(model) {
      const { motion } = model;
      this.model = model;
      this.contacts = model.contacts || [];
      this.modes = motion.intervals.map((_, k) => this.modesOf(k));
      this.events = [...(model.events || [])].map((event) => ({ ...event, words: [event.text] }));
      if (model.contacts) this.findImpacts();
      this.findChanges();
      this.events.sort((a, b) => a.t - b.t);
      this.events = this.events.filter((event, i, all) => !this.merge(all[i - 1], event, all, i));
      this.largestForce = Math.max(model.leastScale || 0, this.largest(motion.intervals.map((i, k) => this.forces(motion.at(this.middle(k))))));
      this.largestPercussion = this.largest(this.events.map((event) => event.percussions || []));
    }

    middle(k) {
      const { motion } = this.model;
      const i = motion.intervals[k];
      return 0.5 * (motion.t[i] + motion.t[i + 1]);
    }

    // From words in the columns mode_1, mode_2 ... where the table has them.
    modesOf(k) {
      const { motion } = this.model;
      if (motion.table.has("mode_1")) {
        return this.contacts.map((_, c) => motion.table.word(`mode_${c + 1}`, motion.intervals[k]));
      }
      return this.model.modes ? this.model.modes(k) : [];
    }

    forces(state) {
      const { motion, forces } = this.model;
      return fromColumns(motion, "lambda", this.contacts.length, (name) => state[name]) || (forces ? forces(state) : []);
    }

    // Percussions below a millionth of the largest, or a ten-thousandth of that beside them, are rounding.
    findImpacts() {
      const { motion, percussions } = this.model;
      const impacts = motion.jumps().map((i) => ({ t: motion.t[i], percussions:
        fromColumns(motion, "P", this.contacts.length, (name) => motion.value(name, i + 1)) || (percussions ? percussions(i) : []) }));
      const least = 1e-6 * this.largest(impacts.map((impact) => impact.percussions));
      for (const impact of impacts) {
        const bound = Math.max(least, 1e-4 * this.largest([impact.percussions]));
        impact.percussions = impact.percussions.filter(({ N }) => N > bound);
        impact.words = [this.describeImpact(impact.percussions)];
        if (impact.percussions.length || !percussions) this.events.push(impact);
      }
    }

    describeImpact(percussions) {
      if (!percussions.length) return "impact";
      const each = percussions.map(({ contact, N, T }) => {
        const tangential = T ? `, P_T = ${nsdbench.format(T, "N s")}` : "";
        return `${this.contacts[contact]}: P_N = ${nsdbench.format(N, "N s")}${tangential}`;
      });
      return `impact at ${each.join("; ")}`;
    }

    findChanges() {
      const { motion } = this.model;
      for (let k = 1; k < this.modes.length; ++k) {
        const changes = this.contacts
          .map((name, c) => [name, this.modes[k - 1][c], this.modes[k][c]])
          .filter(([, before, after]) => before !== after)
          .map(([name, before, after]) => `${name}: ${words[before]} \u2192 ${words[after]}`);
        if (changes.length) this.events.push({ t: motion.t[motion.intervals[k]], words: this.summary(changes) });
      }
    }

    // One sentence if all contacts change alike.
    summary(changes) {
      const what = changes.map((change) => change.split(": ")[1]);
      const alike = changes.length > 1 && changes.length === this.contacts.length && new Set(what).size === 1;
      return alike ? [`all contacts: ${what[0]}`] : changes;
    }

    // Adds an event to the one before it if both have the same time.
    merge(before, event, all, i) {
      if (!before || event.t - before.t > this.model.motion.instant) return false;
      before.words.push(...event.words);
      before.percussions = before.percussions || event.percussions;
      all[i] = before;
      return true;
    }

    largest(lists) {
      return lists.flat().reduce((most, { N, T }) => Math.max(most, Math.hypot(N, T || 0) || 0), 0);
    }

    modesAt(t) {
      return this.modes[this.model.motion.interval(t)] || [];
    }
    // Index of the last event not after t, or -1.
    lastEvent(t) {
      const events = this.events;
      if (!events.length || events[0].t > t) return -1;
      let low = 0;
      let high = events.length;
      while (high - low > 1) {
        const middle = (low + high) >> 1;
        if (events[middle].t <= t) low = middle;
        else high = middle;
      }
      return low;
    }
  }

  class Player {
    constructor(figure, id, data, mechanism) {
      this.figure = figure;
      this.data = data;
      this.mechanism = mechanism;
      this.playing = false;
      this.speed = 1;
      this.loop = true;
      this.view = { forces: true };
      for (const control of mechanism.controls || []) this.view[control.id] = control.value;
      this.build(id);
      this.listen();
      this.openCase(0);
    }

    // ---- Elements ----

    button(name, label, action) {
      const button = make("button", { type: "button", "aria-label": label, title: label }, icon(name));
      button.addEventListener("click", action);
      return button;
    }

    select(label, options, action, chosen = 0) {
      const select = make("select", {}, ...options.map((text, i) => make("option", { value: i }, text)));
      select.selectedIndex = chosen;
      select.addEventListener("change", () => action(select.selectedIndex));
      return [make("label", {}, make("span", {}, label), select), select];
    }

    check(label, checked, action) {
      const box = make("input", { type: "checkbox" });
      box.checked = checked;
      box.addEventListener("change", () => action(box.checked));
      return [make("label", { class: "animation-check" }, box, make("span", {}, label)), box];
    }

    number(control) {
      const { id, label, min, max, step, value, show } = control;
      const input = make("input", { type: "range", min, max, step, value });
      const output = make("output", {}, show(value));
      input.setAttribute("aria-valuetext", show(value));
      input.addEventListener("input", () => {
        this.view[id] = Number(input.value);
        output.textContent = show(this.view[id]);
        input.setAttribute("aria-valuetext", output.textContent);
        this.redraw();
      });
      return make("label", {}, make("span", {}, label), input, output);
    }

    build(id) {
      const title = this.data.title;
      this.stage = make("canvas", { role: "img", "aria-label": `${title}: drawing of the mechanism; its state is below in words` });
      this.phaseCanvas = make("canvas", { role: "img", "aria-label": "Curve of the motion with the present point" });
      this.phase = new nsdbench.Phase(this.phaseCanvas);
      this.strip = make("canvas", { class: "animation-strip", "aria-hidden": "true" });
      this.range = make("input", { type: "range", min: 0, max: 1000, step: 1, value: 0, "aria-label": "Time" });
      this.playButton = this.button("play", "Play", () => this.toggle());
      this.clock = make("output", { class: "animation-clock", "aria-live": "off" });
      this.factor = make("span", { class: "animation-factor" });
      this.modeList = make("ul", { class: "animation-modes", "aria-label": "Contacts and their modes" });
      this.eventLine = make("p", { class: "animation-event" });
      this.status = make("p", { class: "animation-status", role: "status" });
      const [speedLabel, speedSelect] =
        this.select("Speed", speeds.map((speed) => `${speed} \u00d7`), (i) => this.setSpeed(speeds[i]), speeds.indexOf(1));
      this.speedSelect = speedSelect;
      const [loopLabel, loopBox] = this.check("Loop", true, (checked) => (this.loop = checked));
      this.loopBox = loopBox;
      this.options = make("div", { class: "animation-options" });
      this.values = make("dl");
      this.valuesBox = make("details", {}, make("summary", {}, "Values at this time"), this.values);
      this.valuesBox.addEventListener("toggle", () => this.redraw());
      const help = make("details", {}, make("summary", {}, "Keys and signs"),
                        make("dl", {}, ...[...keys, ...signs].flatMap(([key, text]) => [make("dt", {}, key), make("dd", {}, text)])));
      const note = make("p", { class: "animation-note" }, this.mechanism.note || "");
      const own = this.figure.querySelector("figcaption");
      this.player = make(
        "div", { class: "animation-player", role: "group", tabindex: 0, "aria-label": `Animation: ${title}`, id: `animation-${id}` },
        make("div", { class: `animation-views${this.mechanism.aspect > 1.6 ? " animation-wide" : ""}` },
             make("div", { class: "animation-stage", style: `--aspect: ${this.mechanism.aspect || 1.4}` }, this.stage),
             make("div", { class: "animation-phase" }, this.phaseCanvas)),
        this.modeList,
        this.eventLine,
        make("div", { class: "animation-time" }, this.strip, this.range),
        make("div", { class: "animation-bar" }, this.button("previous", "Previous event", () => this.step(-1)), this.playButton,
             this.button("next", "Next event", () => this.step(1)), this.clock, this.factor, speedLabel, loopLabel),
        this.options, this.status, make("div", { class: "animation-details" }, ...(this.mechanism.withoutValues ? [] : [this.valuesBox]), help));
      const parts = own ? [own] : [make("figcaption", {}, make("strong", {}, title))];
      this.figure.replaceChildren(this.player, ...parts, note);
      this.figure.classList.add("animation-ready");
      this.buildOptions();
    }

    buildOptions() {
      const { cases, controls = [] } = this.mechanism;
      if (cases.length > 1) this.options.append(this.select("Motion", cases.map((c) => c.label), (i) => this.openCase(i))[0]);
      this.choices = make("span", { class: "animation-choices" });
      this.options.append(this.choices, ...controls.map((control) => this.number(control)));
      if (!this.mechanism.withoutForces) {
        this.options.append(this.check("Forces", true, (checked) => ((this.view.forces = checked), this.redraw()))[0]);
      }
    }

    // ---- What is shown ----

    openCase(index) {
      const chosen = this.mechanism.cases[index];
      chosen.model = chosen.model || chosen.open();
      this.model = chosen.model;
      this.model.timeline = this.model.timeline || new Timeline(this.model);
      this.timeline = this.model.timeline;
      const { motion, phases } = this.model;
      const spans = this.model.spans || [{ label: "whole motion", begin: motion.begin, end: motion.end }];
      this.choices.replaceChildren();
      if (spans.length > 1) this.choices.append(this.select("Part", spans.map((s) => s.label), (i) => this.setSpan(spans[i]))[0]);
      if (phases.length > 1) {
        this.choices.append(this.select("Curve", phases.map((p) => p.label), (i) => this.showPhase(phases[i]))[0]);
      }
      this.buildModes();
      this.eventLine.hidden = !this.timeline.events.length;
      this.showPhase(phases[0]);
      this.setSpan(spans[0]);
    }

    showPhase(choice) {
      this.phase.show(choice, this.model.motion, this.timeline);
      this.phaseCanvas.setAttribute("aria-label", `Curve of the motion with the present point: ${choice.label}`);
      this.redraw();
    }

    setSpan(span) {
      this.span = span;
      const raw = wantedSeconds / (span.end - span.begin);
      this.slowness = raw > 1.5 ? nsdbench.niceBelow(raw) : 1;  // seconds on the screen for one of the motion
      this.setSpeed(this.speed);
      this.moveTo(span.begin, true);
    }

    buildModes() {
      this.modeWords = this.timeline.contacts.map(() => make("span", { class: "animation-mode" }));
      const items = this.timeline.contacts.map((name, c) => make("li", {}, make("span", {}, `${name} `), this.modeWords[c]));
      if (!items.length) items.push(make("li", {}, this.model.smooth || "no contact: a smooth motion"));
      this.modeList.replaceChildren(...items);
      this.figure.style.setProperty("--rows", Math.max(1, this.timeline.contacts.length));
    }

    setSpeed(speed) {
      this.speed = speed;
      this.speedSelect.selectedIndex = speeds.indexOf(speed);
      const slow = this.slowness / speed;
      const round = (x) => String(Number(x.toPrecision(3)));
      this.factor.textContent = slow === 1 ? "in real time" : slow > 1 ? `1 : ${round(slow)} of real time`
                                                                       : `${round(1 / slow)} : 1 of real time`;
    }

    // ---- Time ----

    get shownTime() {
      return shownSeconds / this.slowness;
    }

    moveTo(t, say = false) {
      const { begin, end } = this.span;
      this.t = Math.min(end, Math.max(begin, t));
      this.range.value = Math.round((1000 * (this.t - begin)) / (end - begin));
      this.redraw();
      if (say) this.say();
    }

    toggle() {
      if (this.playing) this.pause();
      else this.play();
    }

    play() {
      if (this.t >= this.span.end) this.moveTo(this.span.begin);
      this.playing = true;
      this.lastFrame = undefined;
      this.setPlayButton("pause", "Pause");
      requestAnimationFrame((now) => this.frame(now));
    }

    pause() {
      if (!this.playing) return;
      this.playing = false;
      this.setPlayButton("play", "Play");
      this.say();
    }

    setPlayButton(name, label) {
      this.playButton.replaceChildren(icon(name));
      this.playButton.setAttribute("aria-label", label);
      this.playButton.title = label;
    }

    frame(now) {
      if (!this.playing) return;
      const passed = this.lastFrame === undefined ? 0 : Math.min(0.1, (now - this.lastFrame) / 1000);
      this.lastFrame = now;
      const t = this.t + (passed * this.speed) / this.slowness;
      if (t < this.span.end) {
        this.moveTo(t);
      } else if (this.loop) {
        this.moveTo(this.span.begin);
      } else {
        this.moveTo(this.span.end);
        this.pause();
        return;
      }
      requestAnimationFrame((later) => this.frame(later));
    }

    // To the next (1) or the previous (-1) event of the part that is shown.
    step(direction) {
      this.pause();
      const { instant } = this.model.motion;
      const { begin, end } = this.span;
      const inside = this.timeline.events.filter((event) => event.t >= begin && event.t <= end);
      const event = direction > 0 ? inside.find((e) => e.t > this.t + instant)
                                  : inside.filter((e) => e.t < this.t - instant).pop();
      this.moveTo(event ? event.t : direction > 0 ? end : begin, true);
    }

    listen() {
      this.range.addEventListener("input", () => {
        this.pause();
        this.moveTo(this.span.begin + ((this.span.end - this.span.begin) * this.range.value) / 1000);
      });
      this.range.addEventListener("change", () => this.say());
      this.player.addEventListener("keydown", (event) => this.key(event));
      new ResizeObserver(() => this.redraw()).observe(this.stage.parentElement);
      new IntersectionObserver((entries) => {
        this.visible = entries[entries.length - 1].isIntersecting;
        if (!this.visible) this.pause();
        else this.redraw();
      }).observe(this.player);
      const themed = () => {
        this.colors = null;
        this.phase.stale = true;
        this.redraw();
      };
      new MutationObserver(themed).observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme", "class"] });
      for (const query of ["(prefers-color-scheme: dark)", "(forced-colors: active)"]) matchMedia(query).addEventListener("change", themed);
    }

    key(event) {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      const target = event.target;
      if (target.tagName === "SELECT" || (target.type === "range" && target !== this.range)) return;
      const share = (event.shiftKey ? 0.001 : 0.01) * (this.span.end - this.span.begin);
      const speed = (change) => {
        const next = speeds[speeds.indexOf(this.speed) + change];
        if (next) this.setSpeed(next);
      };
      const move = (t) => {
        this.pause();
        this.moveTo(t, true);
      };
      const loop = () => {
        this.loop = this.loopBox.checked = !this.loop;
      };
      const actions = {
        " ": () => this.toggle(), ArrowLeft: () => move(this.t - share), ArrowRight: () => move(this.t + share),
        ",": () => this.step(-1), ".": () => this.step(1), Home: () => move(this.span.begin), End: () => move(this.span.end),
        "-": () => speed(-1), "+": () => speed(1), "=": () => speed(1), l: loop, L: loop
      };
      const native = event.key === " " && /^(BUTTON|SUMMARY|INPUT)$/.test(target.tagName) && target !== this.range;
      const action = actions[event.key];
      if (!action || native) return;
      event.preventDefault();
      action();
    }

    // ---- Words ----

    timeText(t) {
      const [unit, factor] = this.span.end >= 0.5 ? ["s", 1] : ["ms", 1e3];
      const finest = (factor * (this.span.end - this.span.begin)) / 3000;
      return `${(factor * t).toFixed(Math.max(0, Math.ceil(-Math.log10(finest))))} ${unit}`;
    }

    // The contacts' modes now; "impact" for a little time after one.
    modesNow() {
      const modes = [...this.timeline.modesAt(this.t)];
      for (const { contact } of this.impactNow().percussions) modes[contact] = "impact";
      return modes;
    }

    impactNow() {
      const event = this.timeline.events[this.timeline.lastEvent(this.t)];
      const recent = event && event.percussions && this.t - event.t <= this.shownTime;
      return recent ? event : { percussions: [] };
    }

    eventText() {
      const index = this.timeline.lastEvent(this.t);
      if (!this.timeline.events.length) return "";
      if (index < 0) return "No event yet";
      const event = this.timeline.events[index];
      return `Event ${index + 1} of ${this.timeline.events.length}, ${this.timeText(event.t)}: ${event.words.join("; ")}`;
    }

    // Says the state in words to readers of screens; called at rest only.
    say() {
      const modes = this.modesNow().map((mode, c) => `${this.timeline.contacts[c]} ${words[mode]}`);
      this.status.textContent = [this.timeText(this.t), ...modes].join(", ");
    }

    showWords() {
      const time = this.timeText(this.t);
      this.clock.textContent = `t = ${time}`;
      this.range.setAttribute("aria-valuetext", time);
      this.modesNow().forEach((mode, c) => {
        const word = this.modeWords[c];
        if (word.dataset.mode === mode) return;
        word.dataset.mode = mode;
        word.textContent = words[mode];
      });
      const text = this.eventText();
      if (this.eventLine.textContent !== text) this.eventLine.textContent = text;
      if (this.valuesBox.open) this.showValues();
    }

    showValues() {
      const { motion } = this.model;
      const rows = motion.names.map((name) => [nsdbench.symbol(name), this.state[name], motion.table.unit(name)]);
      for (const { contact, N, T } of this.timeline.forces(this.state)) {
        rows.push([`N, ${this.timeline.contacts[contact]}`, N, "N"], [`T, ${this.timeline.contacts[contact]}`, T || 0, "N"]);
      }
      this.values.replaceChildren(
        ...rows.flatMap(([name, value, unit]) => [make("dt", {}, name), make("dd", {}, nsdbench.format(value, unit, 5))]));
    }

    // ---- Drawing ----

    redraw() {
      if (this.pending) return;
      this.pending = true;
      requestAnimationFrame(() => {
        this.pending = false;
        this.draw();
      });
    }

    draw() {
      this.state = this.model.motion.at(this.t);
      this.colors = this.colors || themeColors(this.figure);
      this.font = this.font || getComputedStyle(this.figure).fontFamily;
      this.showWords();
      const ratio = window.devicePixelRatio || 1;
      this.drawStage(ratio);
      this.phase.draw(this.state, ratio, this.colors, this.font);
      this.drawStrip(ratio);
    }

    // The context of a canvas that is as fine as the screen, cleared, in CSS pixels.
    context(canvas, ratio) {
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

    drawStage(ratio) {
      const c = this.context(this.stage, ratio);
      if (!c) return;
      const [width, height] = [this.stage.clientWidth, this.stage.clientHeight];
      const box = { left: 10, top: 10, width: width - 20, height: height - 20 - legendHeight };
      const pen = new nsdbench.Pen(c, box, this.colors, this.font);
      const view = { ...this.view, width, height, stage: this.stage, ratio, modes: this.timeline.modesAt(this.t) };
      view.forceScale = this.arrowScale(this.timeline.largestForce, height);
      this.model.draw(pen, this.state, view);
      if (view.forces) this.drawForces(pen, view);
    }

    // Pixels for one unit: the largest arrow has a fourth of the drawing's height.
    arrowScale(largest, height) {
      return largest > 0 ? (0.25 * height) / largest : 0;
    }

    drawForces(pen, view) {
      const { height } = view;
      const { largestForce, largestPercussion } = this.timeline;
      const draw = ({ contact, N, T }, scale, color, mu) => {
        const at = this.model.place(contact, this.state, view);
        if (mu && at.mu) pen.cone(at.x, at.y, at.n[0], at.n[1], Math.atan(at.mu), 0.2 * height, color);
        const x = N * at.n[0] + (T || 0) * (at.t ? at.t[0] : 0);
        const y = N * at.n[1] + (T || 0) * (at.t ? at.t[1] : 0);
        pen.arrow(at.x, at.y, scale * x, scale * y, color);
      };
      if (this.model.place) {
        for (const force of this.timeline.forces(this.state)) {
          draw(force, view.forceScale, this.colors[view.modes[force.contact]] || this.colors.stick, true);
        }
        const scale = this.arrowScale(largestPercussion, height);
        for (const percussion of this.impactNow().percussions) draw(percussion, scale, this.colors.impact, false);
      }
      this.drawArrowLegend(pen, height, largestForce, largestPercussion);
    }

    // Lengths of arrows, at the lower left.
    drawArrowLegend(pen, height, force, percussion) {
      const rows = [];
      if (force > 0 && this.model.place) rows.push([this.model.forceName || "contact force", force, "N", this.colors.ink]);
      if (percussion > 0) rows.push(["percussion", percussion, "N s", this.colors.impact]);
      rows.reverse().forEach(([label, largest, unit, color], k) => {
        const size = nsdbench.niceBelow(0.6 * largest);
        const y = height - 14 - 17 * k;
        const length = size * this.arrowScale(largest, height);
        pen.arrowAt(10, y, length, 0, color);
        pen.label(`${nsdbench.format(size, unit)} ${label}`, 16 + length, y, { size: 11 });
      });
    }

    // A row a contact: its modes over time; impacts are ticks.
    drawStrip(ratio) {
      const c = this.context(this.strip, ratio);
      if (!c) return;
      const [width, height] = [this.strip.clientWidth, this.strip.clientHeight];
      const inset = 8;  // half of the slider's thumb
      const { begin, end } = this.span;
      const { motion } = this.model;
      const place = (t) => inset + ((width - 2 * inset) * (t - begin)) / (end - begin);
      const rows = this.timeline.contacts.length;
      const rowHeight = height / Math.max(1, rows);
      for (let row = 0; row < rows; ++row) {
        let k = motion.interval(begin);
        while (k < motion.intervals.length && this.intervalBegin(k) < end) {
          const mode = this.timeline.modes[k][row];
          let next = k + 1;
          while (next < motion.intervals.length && this.timeline.modes[next][row] === mode) ++next;
          const left = Math.max(inset, place(this.intervalBegin(k)));
          const right = Math.min(width - inset, next < motion.intervals.length ? place(this.intervalBegin(next)) : width);
          this.drawMode(c, mode, left, row * rowHeight + 1, right - left, rowHeight - 2);
          k = next;
        }
        const [number] = this.timeline.contacts[row].match(/^\d*/);
        c.fillStyle = this.colors.ink;
        c.font = `9px ${this.font}`;
        c.textBaseline = "middle";
        c.fillText(number, 0, (row + 0.5) * rowHeight);
      }
      c.fillStyle = this.colors.impact;
      for (const event of this.timeline.events) {
        if (event.t < begin || event.t > end || !event.percussions) continue;
        for (const { contact } of event.percussions) c.fillRect(place(event.t) - 0.75, contact * rowHeight, 1.5, rowHeight);
      }
      c.fillStyle = this.colors.ink;
      c.fillRect(place(this.t) - 0.75, 0, 1.5, height);
    }

    intervalBegin(k) {
      const { motion } = this.model;
      return motion.t[motion.intervals[k]];
    }

    // Open is a thin line, stick and closed are full, slip is half as high: above for +, below for -.
    drawMode(c, mode, left, top, width, height) {
      c.fillStyle = this.colors[mode];
      if (mode === "open") c.fillRect(left, top + 0.5 * height - 0.5, width, 1);
      else if (mode === "slip+") c.fillRect(left, top, width, 0.5 * height);
      else if (mode === "slip-") c.fillRect(left, top + 0.5 * height, width, 0.5 * height);
      else if (mode === "slip") c.fillRect(left, top + 0.25 * height, width, 0.5 * height);
      else c.fillRect(left, top, width, height);
    }
  }

  const mechanisms = {};
  const players = {};

  function mount(id, data) {
    const setup = mechanisms[id];
    if (!setup) return;
    for (const figure of document.querySelectorAll(`[data-animation="${id}"]`)) {
      const tables = {};
      for (const name in data.tables) tables[name] = new nsdbench.Table(data.tables[name]);
      const parameters = {};
      for (const name in data.parameters) parameters[name] = data.parameters[name].value;
      players[id] = new Player(figure, id, data, setup(data, tables, parameters));
    }
  }

  function whenParsed(action) {
    if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", action, { once: true });
    else action();
  }

  nsdbench.mechanism = (id, setup) => (mechanisms[id] = setup);
  nsdbench.animation = (id, data) => whenParsed(() => mount(id, data));
  nsdbench.players = players;

  // Figures that name their data in data-source get them when they come near the window.
  whenParsed(() => {
    const near = new IntersectionObserver((entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        near.unobserve(target);
        document.head.append(make("script", { src: target.dataset.source }));
      }
    }, { rootMargin: "100%" });
    for (const figure of document.querySelectorAll("[data-animation][data-source]")) near.observe(figure);
  });
})();
