"use strict";

// Modes, contact forces and events of a motion, in the order of time.
window.nsdbench = window.nsdbench || {};

(() => {
  const modeWords = {
    open: "open",
    closed: "closed",
    stick: "stick",
    slip: "slip",
    "slip+": "slip +",
    "slip-": "slip \u2212",
    impact: "impact"
  };

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

  class Timeline {
    constructor(model) {
      const { motion } = model;
      this.model = model;
      // Without modes, from the table or from the model, there is nothing to say of contacts.
      this.contacts = motion.table.has("mode_1") || model.modes ? model.contacts || [] : [];
      this.modes = motion.intervals.map((_, k) => this.modesOf(k));
      this.events = [...(model.events || [])].map((event) => ({ ...event, words: [event.text] }));
      if (model.contacts) this.findImpacts();
      this.findChanges();
      this.events.sort((a, b) => a.t - b.t);
      this.events = this.events.filter((event, i, all) => !this.merge(all[i - 1], event, all, i));
      this.largestForce = Math.max(
        model.leastScale || 0,
        this.largest(motion.intervals.map((i, k) => this.forces(motion.at(this.middle(k)))))
      );
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
      return (
        fromColumns(motion, "lambda", this.contacts.length, (name) => state[name]) || (forces ? forces(state) : [])
      );
    }

    // Percussions below a millionth of the largest, or a ten-thousandth of that beside them, cannot be seen.
    findImpacts() {
      const { motion } = this.model;
      const known = motion.table.has("P_N1");
      const impacts = motion.jumps().map((i) => ({
        t: motion.t[i],
        percussions: fromColumns(motion, "P", this.contacts.length, (name) => motion.value(name, i + 1)) || []
      }));
      const least = 1e-6 * this.largest(impacts.map((impact) => impact.percussions));
      for (const impact of impacts) {
        const bound = Math.max(least, 1e-4 * this.largest([impact.percussions]));
        impact.percussions = impact.percussions.filter(({ N }) => N > bound);
        impact.words = [this.describeImpact(impact.percussions)];
        if (impact.percussions.length || !known) this.events.push(impact);
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
          .map(([name, before, after]) => `${name}: ${modeWords[before]} \u2192 ${modeWords[after]}`);
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

  Object.assign(nsdbench, { Timeline, modeWords });
})();
