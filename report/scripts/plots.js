// Interactive plots by uPlot: a page's data script calls nsdbench.plot for each.
"use strict";
(function () {
  const style = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const plots = [];
  const paperWidth = 660;  // of a page without its margins
  const widthOf = (plot) => (nsdbench.printing ? paperWidth : Math.max(260, plot.place.clientWidth));

  const digits = (value) => (value == null || Number.isNaN(value) ? "-" : String(Number(Number(value).toPrecision(5))));
  // The point of a line that is shown for the mouse: the nearest one with a value, if it is near. All lines share one
  // column of x, in which each has values at some places only.
  const reach = 16;  // [px]
  function pointNear(u, series, index) {
    if (series === 0 || index == null) return index;
    const [x, y] = [u.data[0], u.data[series]];
    const distance = (k) => (y[k] == null ? Infinity : Math.abs(u.valToPos(x[k], "x") - u.cursor.left));
    let before = index, after = index;
    while (before > 0 && y[before] == null) --before;
    while (after < x.length - 1 && y[after] == null) ++after;
    const nearest = distance(before) <= distance(after) ? before : after;
    return distance(nearest) <= reach ? nearest : null;
  }
  // Labels of a logarithmic axis at powers of ten alone.
  const power = (value) => {
    if (value == null) return null;
    const exponent = Math.log10(value);
    return Math.abs(exponent - Math.round(exponent)) < 1e-9 ? "1e" + Math.round(exponent) : "";
  };

  // One x for all series: uPlot wants a single column of them, and no x twice in a series, which moves by a rounding.
  function joined(series) {
    return uPlot.join(series.map((one) => {
      const order = one.x.map((_, k) => k).sort((a, b) => one.x[a] - one.x[b]);
      const x = [];
      order.forEach((k, i) => {
        const least = i > 0 ? x[i - 1] + 1e-12 * Math.max(Math.abs(x[i - 1]), 1e-200) : -Infinity;
        x.push(Math.max(one.x[k], least));
      });
      return [x, order.map((k) => one.y[k])];
    }));
  }

  function draw(plot) {
    if (plot.chart) plot.chart.destroy();
    const settings = plot.settings;
    const ink = style("--ink"), line = style("--line");
    const axis = (label, log) => ({label, stroke: ink, grid: {stroke: line, width: 1}, ticks: {stroke: line},
      font: "12px " + style("--text"), labelFont: "13px " + style("--text"),
      values: log ? (u, splits) => splits.map(power) : undefined});
    const dashes = [[], [8, 4], [2, 3], [10, 3, 2, 3]];
    const options = {
      width: widthOf(plot),
      height: 380,
      cursor: {focus: {prox: 24}, dataIdx: pointNear},
      focus: {alpha: 0.25},
      scales: {x: {time: false, distr: settings.x_log ? 3 : 1}, y: {distr: settings.y_log ? 3 : 1}},
      axes: [axis(settings.x_label, settings.x_log), Object.assign(axis(settings.y_label, settings.y_log), {size: 64})],
      series: [{label: settings.x_label, value: (u, value) => digits(value)}].concat(settings.series.map((one, k) => {
        const colour = style("--series-" + (k % 8 + 1));
        return {label: one.label, stroke: colour, width: 2, spanGaps: true, dash: dashes[Math.floor(k / 8) % 4],
          paths: settings.points ? () => null : undefined,
          points: {show: true, size: settings.points ? 4 : 5, stroke: colour, fill: settings.points ? colour : undefined},
          value: (u, value) => digits(value)};
      })),
    };
    plot.chart = new uPlot(options, joined(settings.series), plot.place);
    const legend = plot.place.querySelector(".u-legend");
    if (legend) {  // it may scroll
      legend.tabIndex = 0;
      legend.setAttribute("aria-label", "Lines: a click on a name hides its line");
    }
  }

  nsdbench.plot = function (id, settings) {
    const place = document.getElementById("plot-" + id);
    if (!place) return;
    const plot = {place, settings, chart: null};
    plots.push(plot);
    if (typeof IntersectionObserver === "undefined") { draw(plot); return; }
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      if (!plot.chart) draw(plot);
    }, {rootMargin: "400px"});
    observer.observe(place);
  };

  // In the colours of the theme; for print also those that nobody has scrolled to.
  addEventListener("nsdbench-theme", () => plots.forEach((plot) => {
    if (plot.chart || (nsdbench.printing && plot.place.clientWidth > 0)) draw(plot);
  }));
  let width = innerWidth;
  addEventListener("resize", () => {
    if (innerWidth === width) return;
    width = innerWidth;
    plots.forEach((plot) => { if (plot.chart) plot.chart.setSize({width: widthOf(plot), height: 380}); });
  });
})();
