"use strict";

// Motions out of the tables of a record: decoding, and values between the rows.
//
// A table comes as { rows, columns: [{ name, unit, meaning, words }], data: { <name>: ... }, breaks, group }. Data are
// the base64 of little-endian numbers: Float64 for times, else Float32, or { range: [low, high], bits, base64 } with
// whole numbers of 8 to 16 bits between low and high, packed from the lowest bit on, or { count, rows, base64 } with
// Float32 in those of `count` rows that are not zero, Uint32. A column of words holds their indices, Uint8. `breaks`
// are the rows before which the motion is interrupted. `group`: rows come in groups of that many with one time; the
// time has one number a group, and columns that are equal in all groups have one number a row of a group. `starts`:
// such groups of any size, by their first rows.
window.nsdbench = window.nsdbench || {};

(() => {
  // Bytes of a base64 text.
  function bytes(text) {
    const raw = atob(text);
    const array = new Uint8Array(raw.length);
    for (let i = 0; i < raw.length; ++i) array[i] = raw.charCodeAt(i);
    return array;
  }

  const isTime = (name) => name === "t" || name === "t_begin" || name === "t_end";

  function decodeColumn({ name, words }, data) {
    if (isTime(name)) return new Float64Array(bytes(data).buffer);
    if (words) return bytes(data);
    if (data.count !== undefined) {
      const numbers = new Float32Array(data.count);
      const values = new Float32Array(bytes(data.base64).buffer);
      new Uint32Array(bytes(data.rows).buffer).forEach((row, k) => (numbers[row] = values[k]));
      return numbers;
    }
    if (!data.range) return new Float32Array(bytes(data).buffer);
    const [low, high] = data.range;
    const steps = 2 ** data.bits - 1;
    const packed = bytes(data.base64);
    return Float32Array.from({ length: Math.floor((8 * packed.length) / data.bits) }, (_, i) => {
      const first = i * data.bits;
      const at = first >> 3;
      const three = packed[at] | (packed[at + 1] << 8) | (packed[at + 2] << 16);
      return low + ((high - low) * ((three >> (first & 7)) & steps)) / steps;
    });
  }

  // A table of a record: `column.<name>` holds the numbers.
  class Table {
    constructor(data) {
      this.rows = data.rows;
      this.group = data.group || 1;
      this.starts = data.starts;
      this.breaks = new Set(data.breaks || []);
      this.info = {};
      this.column = {};
      for (const info of data.columns) {
        this.info[info.name] = info;
        this.column[info.name] = decodeColumn(info, data.data[info.name]);
      }
    }
    // A table of a motion in closed form: `columns` maps names to [unit, numbers].
    static of(columns) {
      const table = Object.create(Table.prototype);
      Object.assign(table, { rows: columns.t[1].length, group: 1, breaks: new Set(), info: {}, column: {} });
      for (const [name, [unit, numbers]] of Object.entries(columns)) {
        table.info[name] = { name, unit };
        table.column[name] = Float64Array.from(numbers);
      }
      return table;
    }
    has(...names) {
      return names.every((name) => name in this.column);
    }
    unit(name) {
      return this.info[name] ? this.info[name].unit : "";
    }
    // The word that column `name` has in row i.
    word(name, i) {
      return this.info[name].words[this.column[name][i]];
    }
  }

  // Index of the last entry that is not above `value`; 0 if there is none.
  function lastNotAbove(array, value) {
    let low = 0;
    let high = array.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (array[middle] <= value) low = middle;
      else high = middle;
    }
    return low;
  }

  // A motion: rows in the order of time. Two rows of the same time are the states before and after an impact or a
  // change of mode. Positions whose velocity is in the table are cubic between two rows, all else is linear; nothing is
  // interpolated across two rows of the same time, a break of the table, or an impact time that is given.
  class Motion {
    // `rates` maps positions to velocities; `impacts` are times of impacts that have no rows of their own; if `smooth`,
    // the velocities are the slopes of the cubics, where rows are far apart.
    constructor(table, rates = {}, { impacts = [], smooth = false } = {}) {
      this.table = table;
      this.rates = rates;
      this.smooth = smooth;
      this.shortStep = 1e-4 * (table.column.t[table.column.t.length - 1] - table.column.t[0]);
      const t = Float64Array.from(table.column.t);
      for (let i = 1; i < t.length; ++i) t[i] = Math.max(t[i], t[i - 1]); // rounding of the last digit
      this.t = t;
      this.begin = t[0];
      this.end = t[t.length - 1];
      this.instant = 1e-12 * (this.end - this.begin); // shorter intervals are none
      this.names = Object.keys(table.column).filter((name) => name !== "t" && !(table.info && table.info[name].words));
      this.impacts = impacts;
      this.velocities = new Set(Object.values(rates));
      this.intervals = []; // first rows of the intervals in which time passes
      for (let i = 0; i + 1 < t.length; ++i) {
        if (t[i + 1] - t[i] > this.instant && !table.breaks.has(i + 1)) this.intervals.push(i);
      }
      this.intervalBegins = Float64Array.from(this.intervals, (i) => t[i]);
    }

    value(name, i) {
      return this.table.column[name][i];
    }

    // The first given impact in (t_i, t_i+1), or undefined.
    impactBetween(i) {
      return this.impacts.find((impact) => impact > this.t[i] && impact < this.t[i + 1]);
    }

    // The state at a time, at an impact the one after it: all columns of the table, t, and the row `row` before.
    at(time) {
      const { t, table } = this;
      const i = lastNotAbove(t, time);
      const h = i + 1 < t.length ? t[i + 1] - t[i] : 0;
      const state = { t: time, row: i };
      const holds = h <= this.instant || table.breaks.has(i + 1) || time <= t[i];
      const impact = holds ? undefined : this.impactBetween(i);
      if (holds || impact !== undefined) {
        const k = impact !== undefined && time >= impact ? i + 1 : i;
        for (const name of this.names) state[name] = this.value(name, k);
        if (impact !== undefined) {
          for (const name in this.rates) state[name] += this.value(this.rates[name], k) * (time - t[k]);
        }
        return state;
      }
      const w = (time - t[i]) / h;
      for (const name of this.names) {
        const a = this.value(name, i);
        const b = this.value(name, i + 1);
        state[name] = a + w * (b - a);
      }
      for (const [name, rate] of Object.entries(this.rates)) {
        const rise = this.value(name, i + 1) - this.value(name, i);
        const before = h * this.value(rate, i) - rise;
        const after = h * this.value(rate, i + 1) - rise;
        state[name] += w * (1 - w) * ((1 - w) * before - w * after);
        if (this.smooth && h > this.shortStep)
          state[rate] = (rise + (1 - w) * (1 - 3 * w) * before + w * (3 * w - 2) * after) / h;
      }
      return state;
    }

    // Index of the interval that a time is in; of the later one at a boundary.
    interval(time) {
      return lastNotAbove(this.intervalBegins, time + this.instant);
    }

    // Pairs of rows of one time between which a velocity jumps by more than `share` of its largest value.
    jumps(share = 1e-6) {
      const largest = {};
      for (const name of this.velocities) {
        largest[name] = this.table.column[name].reduce((most, value) => Math.max(most, Math.abs(value)), 0);
      }
      const pairs = [];
      for (let i = 0; i + 1 < this.t.length; ++i) {
        if (this.t[i + 1] - this.t[i] > this.instant || this.table.breaks.has(i + 1)) continue;
        const jump = (name) => Math.abs(this.value(name, i + 1) - this.value(name, i));
        if ([...this.velocities].some((name) => jump(name) > share * largest[name])) pairs.push(i);
      }
      return pairs;
    }
  }

  const prefixes = [
    ["M", 1e6],
    ["k", 1e3],
    ["", 1],
    ["m", 1e-3],
    ["µ", 1e-6],
    ["n", 1e-9]
  ];
  const minus = (text) => text.replace(/-/g, "\u2212");

  // A value with its unit, in three digits and with a prefix: 0.0167 s becomes 16.7 ms.
  function format(value, unit, digits = 3) {
    if (!Number.isFinite(value)) return "unknown";
    if (value === 0) return unit === "1" ? "0" : `0 ${unit}`;
    const prefixed = /^(m|N|s|J|N s|N m|kg m\/s)$/.test(unit);
    const size = Math.abs(value) * (1 + 1e-9);
    const [prefix, factor] = prefixed ? prefixes.find(([, f]) => size >= f) || prefixes[5] : ["", 1];
    const number = value / factor;
    const text =
      Math.abs(number) >= 1e-4 && Math.abs(number) < 1e6
        ? String(Number(number.toPrecision(digits)))
        : number.toExponential(digits - 1);
    return minus(`${text} ${unit === "1" ? "" : prefix + unit}`.trim());
  }

  // The largest of 1, 2, 5 times a power of ten that is not above `value`.
  function niceBelow(value) {
    const power = 10 ** Math.floor(Math.log10(value) + 1e-9);
    return [5, 2, 1].find((factor) => factor * power <= value * (1 + 1e-9)) * power;
  }

  Object.assign(nsdbench, { Table, Motion, format, niceBelow, lastNotAbove });
})();
