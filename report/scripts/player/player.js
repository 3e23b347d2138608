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
//     leastScale      a force [N] that is drawn beside those of the contacts; forceName: another word for these
//     place(contact, state, view)   { x, y, n, t, mu }: where it acts, directions of N and T, friction coefficient
//     events          [{ t, text, percussions }]: events that no pair of rows shows
//     configuration   { name, of(k) }: a word for all contacts together in interval k, if the paper has one
//     steps           times to which the buttons and keys of events lead, if not those of the events
//     phases          [{ label, x, y, motion }]
//     draw(pen, state, view)
//   }
// Columns of the table stand for modes and forces: mode_1, mode_2 ... (words, from the row on) and lambda_N1, lambda_T1
// ... [N] of the contacts in their order. P_N1, P_T1 ... [N s] are the percussions of the impact that ends in the row.
// Without modes nothing is said of contacts.
// Nothing plays by itself. `view` holds the controls' values. Times are in s, lengths in m.
window.nsdbench = window.nsdbench || {};

(() => {
  const wantedSeconds = 8; // that a whole motion lasts on the screen
  const shownSeconds = 0.35; // that an impact stays on the screen
  const speeds = [0.1, 0.25, 0.5, 1, 2, 4];
  const keys = [
    ["Space", "play or pause"],
    ["\u2190 \u2192", "back or on by a hundredth; with Shift by a thousandth"],
    [", .", "previous or next event (impact, change of mode)"],
    ["Home End", "to the beginning or the end"],
    ["\u2212 +", "slower or faster"],
    ["L", "loop on or off"]
  ];
  const signs = [
    [
      "Bars over the time",
      "a row a contact: thin line open, full stick or closed, half as high slip (+ above, \u2212 below), ticks impacts"
    ],
    [
      "Arrows",
      "contact forces in the colour of the contact's mode, percussions in that of impacts, applied forces in grey"
    ],
    [
      "Curve",
      "thin: all contacts open; thick: one sticks or is closed; thick and broken: one slips; dotted: jump at an impact"
    ]
  ];
  const icons = {
    play: "M4 2 L14 8 L4 14 Z",
    pause: "M3 2 H6.5 V14 H3 Z M9.5 2 H13 V14 H9.5 Z",
    previous: "M3 2 H5 V14 H3 Z M14 2 V14 L6 8 Z",
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
      this.stage = make("canvas", {
        role: "img",
        "aria-label": `${title}: drawing of the mechanism; its state is below in words`
      });
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
      const [speedLabel, speedSelect] = this.select(
        "Speed",
        speeds.map((speed) => `${speed} \u00d7`),
        (i) => this.setSpeed(speeds[i]),
        speeds.indexOf(1)
      );
      this.speedSelect = speedSelect;
      const [loopLabel, loopBox] = this.check("Loop", true, (checked) => (this.loop = checked));
      this.loopBox = loopBox;
      this.options = make("div", { class: "animation-options" });
      this.values = make("dl");
      this.valuesBox = make("details", {}, make("summary", {}, "Values at this time"), this.values);
      this.valuesBox.addEventListener("toggle", () => this.redraw());
      const help = make(
        "details",
        {},
        make("summary", {}, "Keys and signs"),
        make("dl", {}, ...[...keys, ...signs].flatMap(([key, text]) => [make("dt", {}, key), make("dd", {}, text)]))
      );
      const note = make("p", { class: "animation-note" }, this.mechanism.note || "");
      const own = this.figure.querySelector("figcaption");
      this.player = make(
        "div",
        {
          class: "animation-player",
          role: "group",
          tabindex: 0,
          "aria-label": `Animation: ${title}`,
          id: `animation-${id}`
        },
        make(
          "div",
          { class: `animation-views${this.mechanism.aspect > 1.6 ? " animation-wide" : ""}` },
          make("div", { class: "animation-stage", style: `--aspect: ${this.mechanism.aspect || 1.4}` }, this.stage),
          make("div", { class: "animation-phase" }, this.phaseCanvas)
        ),
        this.modeList,
        this.eventLine,
        make("div", { class: "animation-time" }, this.strip, this.range),
        make(
          "div",
          { class: "animation-bar" },
          this.button("previous", "Previous event", () => this.step(-1)),
          this.playButton,
          this.button("next", "Next event", () => this.step(1)),
          this.clock,
          this.factor,
          speedLabel,
          loopLabel
        ),
        this.options,
        this.status,
        make("div", { class: "animation-details" }, ...(this.mechanism.withoutValues ? [] : [this.valuesBox]), help)
      );
      const parts = own ? [own] : [make("figcaption", {}, make("strong", {}, title))];
      this.figure.replaceChildren(this.player, ...parts, note);
      this.figure.classList.add("animation-ready");
      this.buildOptions();
    }

    buildOptions() {
      const { cases, controls = [] } = this.mechanism;
      if (cases.length > 1)
        this.options.append(
          this.select(
            "Motion",
            cases.map((c) => c.label),
            (i) => this.openCase(i)
          )[0]
        );
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
      this.model.timeline = this.model.timeline || new nsdbench.Timeline(this.model);
      this.timeline = this.model.timeline;
      const { motion, phases } = this.model;
      const spans = this.model.spans || [{ label: "whole motion", begin: motion.begin, end: motion.end }];
      this.choices.replaceChildren();
      if (spans.length > 1)
        this.choices.append(
          this.select(
            "Part",
            spans.map((s) => s.label),
            (i) => this.setSpan(spans[i])
          )[0]
        );
      if (phases.length > 1) {
        this.choices.append(
          this.select(
            "Curve",
            phases.map((p) => p.label),
            (i) => this.showPhase(phases[i])
          )[0]
        );
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
      this.slowness = raw > 1.5 ? nsdbench.niceBelow(raw) : 1; // seconds on the screen for one of the motion
      this.setSpeed(this.speed);
      this.moveTo(span.begin, true);
    }

    buildModes() {
      this.modeWords = this.timeline.contacts.map(() => make("span", { class: "animation-mode" }));
      const items = this.timeline.contacts.map((name, c) =>
        make("li", {}, make("span", {}, `${name} `), this.modeWords[c])
      );
      const { configuration } = this.model;
      this.configurationWord = make("strong");
      if (configuration)
        items.push(make("li", {}, make("span", {}, `${configuration.name}: `), this.configurationWord));
      const without = this.model.contacts
        ? "modes and contact forces are not in the table"
        : "no contact: a smooth motion";
      if (!items.length) items.push(make("li", {}, this.model.smooth || without));
      this.modeList.replaceChildren(...items);
      this.figure.style.setProperty("--rows", Math.max(1, this.timeline.contacts.length));
    }

    setSpeed(speed) {
      this.speed = speed;
      this.speedSelect.selectedIndex = speeds.indexOf(speed);
      const slow = this.slowness / speed;
      const round = (x) => String(Number(x.toPrecision(3)));
      this.factor.textContent =
        slow === 1
          ? "in real time"
          : slow > 1
            ? `1 : ${round(slow)} of real time`
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
      this.redraw();
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
      const times = this.model.steps || this.timeline.events.map((event) => event.t);
      const inside = Array.from(times).filter((t) => t >= begin && t <= end);
      const time =
        direction > 0 ? inside.find((t) => t > this.t + instant) : inside.filter((t) => t < this.t - instant).pop();
      this.moveTo(time !== undefined ? time : direction > 0 ? end : begin, true);
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
        this.draw(); // at once: a printer does not wait for the next frame
      };
      new MutationObserver(themed).observe(document.documentElement, {
        attributes: true,
        attributeFilter: ["data-theme", "class"]
      });
      for (const query of ["(prefers-color-scheme: dark)", "(forced-colors: active)", "print"]) {
        matchMedia(query).addEventListener("change", themed);
      }
      addEventListener("nsdbench-theme", themed);
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
        " ": () => this.toggle(),
        ArrowLeft: () => move(this.t - share),
        ArrowRight: () => move(this.t + share),
        ",": () => this.step(-1),
        ".": () => this.step(1),
        Home: () => move(this.span.begin),
        End: () => move(this.span.end),
        "-": () => speed(-1),
        "+": () => speed(1),
        "=": () => speed(1),
        l: loop,
        L: loop
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

    // The contacts' modes now; at rest "impact" at the time of one.
    modesNow() {
      const modes = [...this.timeline.modesAt(this.t)];
      if (!this.playing) for (const { contact } of this.impactNow().percussions) modes[contact] = "impact";
      return modes;
    }

    // The impact that is shown: while the motion plays for a little time after it, at rest within a step of the slider.
    impactNow() {
      const event = this.timeline.events[this.timeline.lastEvent(this.t)];
      const step = (this.span.end - this.span.begin) / 1000;
      const shown = event && event.percussions && this.t - event.t < (this.playing ? this.shownTime : 0.999 * step);
      return shown ? event : { percussions: [] };
    }

    eventText() {
      const index = this.timeline.lastEvent(this.t);
      if (!this.timeline.events.length) return "";
      if (index < 0) return "No event yet";
      const event = this.timeline.events[index];
      const place = `Event ${index + 1} of ${this.timeline.events.length}, ${this.timeText(event.t)}`;
      return `${place}: ${event.words.join("; ")}`;
    }

    // Says the state in words to readers of screens; called at rest only.
    say() {
      const modes = this.modesNow().map((mode, c) => `${this.timeline.contacts[c]} ${nsdbench.modeWords[mode]}`);
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
        word.textContent = nsdbench.modeWords[mode];
      });
      const { configuration, motion } = this.model;
      if (configuration) {
        const word = configuration.of(motion.interval(this.t));
        if (this.configurationWord.textContent !== word) this.configurationWord.textContent = word;
      }
      const text = this.eventText();
      if (this.eventLine.textContent !== text) this.eventLine.textContent = text;
      if (this.valuesBox.open) this.showValues();
    }

    showValues() {
      const { motion } = this.model;
      const names = motion.names.filter((name) => Number.isFinite(this.state[name]));
      const rows = names.map((name) => [nsdbench.symbol(name), this.state[name], motion.table.unit(name)]);
      for (const { contact, N, T } of this.timeline.forces(this.state)) {
        rows.push(
          [`N, ${this.timeline.contacts[contact]}`, N, "N"],
          [`T, ${this.timeline.contacts[contact]}`, T || 0, "N"]
        );
      }
      this.values.replaceChildren(
        ...rows.flatMap(([name, value, unit]) => [
          make("dt", {}, name),
          make("dd", {}, nsdbench.format(value, unit, 5))
        ])
      );
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
      this.colors = this.colors || nsdbench.themeColors(this.figure);
      this.font = this.font || getComputedStyle(this.figure).fontFamily;
      this.showWords();
      const ratio = window.devicePixelRatio || 1;
      nsdbench.drawStage(this, ratio);
      this.phase.draw(this.state, ratio, this.colors, this.font);
      nsdbench.drawStrip(this, ratio);
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

  // Figures that name their data in data-source get them when they come near the window: early enough that a reader who
  // scrolls fast does not see them grow from the room that is kept for them to their own height.
  whenParsed(() => {
    const near = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) {
          if (!isIntersecting) continue;
          near.unobserve(target);
          document.head.append(make("script", { src: target.dataset.source }));
        }
      },
      { rootMargin: "250%" }
    );
    for (const figure of document.querySelectorAll("[data-animation][data-source]")) near.observe(figure);
  });
})();
