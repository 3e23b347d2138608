// The report in a real browser: browse.mjs SITE [--quick]. Prints what is wrong, and fails if anything is.
//
// Every page is opened from its folder, in both themes, at 375 px and 1440 px: nothing on the console, nothing that
// cannot be loaded, no violation of axe-core's rules, nothing wider than the page, labels of figures of a size to be
// read, no shift of the layout, all pictures and plots drawn, less than a megabyte in all when everything has been seen.
// Motions, of which each has less than a megabyte, do not count: they are loaded where a reader has them played. The
// texts of a drawing lie within it, and not over each other. The keyboard reaches what a mouse does. Every animation
// plays and obeys its controls, WebGL2 draws what has too many disks for Canvas 2D, and what is printed is dark on white
// whatever the theme. The time of the first view is printed, and is no matter of right or wrong.
// --quick: all pages at 1440 px in the light theme, and four of them otherwise.
import {createRequire} from "node:module";
import {existsSync, readdirSync, readFileSync, statSync} from "node:fs";
import {basename, join, resolve} from "node:path";
import {pathToFileURL} from "node:url";
import {chromium} from "playwright-core";

const site = resolve(process.argv[2]);
const quick = process.argv.includes("--quick");
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const MOST_BYTES = 1e6;
const MOST_SHEETS = {"index.html": 24, "problems.html": 39, "stability.html": 39, "docs-concepts.html": 2};  // of A4
const MOST_PIXELS = 8000;  // height of the front page
const MOST_SHIFT = 0.01;  // cumulative layout shift; 0.1 counts as good

const faults = [];
const measured = {weight: 0, heaviest: "", data: 0, view: 0, shift: 0, sheets: 0, animations: 0, drawings: 0};

const launch = (...more) => chromium.launch({executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
  args: ["--no-sandbox", "--allow-file-access-from-files=false", ...more]});
const address = (page, mark = "") => pathToFileURL(join(site, page)).href + mark;

// A page with the theme and width, and what went wrong on it so far.
async function open(browser, name, theme, width, {mark = "", reducedMotion = "reduce", disks = 0} = {}) {
  const context = await browser.newContext({viewport: {width, height: 900}, colorScheme: theme, reducedMotion});
  const page = await context.newPage();
  const where = `${name} (${theme}, ${width} px)`;
  const loaded = new Map();
  page.on("console", (message) => {
    if (disks > 0 && message.text().includes("GPU stall due to ReadPixels")) return;  // we read what is drawn
    if (["error", "warning"].includes(message.type())) faults.push(`${where}: console: ${message.text()}`);
  });
  page.on("pageerror", (error) => faults.push(`${where}: ${error.message}`));
  page.on("requestfailed", (request) => faults.push(`${where}: not loaded: ${request.url()}`));
  page.on("request", (request) => {
    if (!/^(file|data|blob):/.test(request.url())) faults.push(`${where}: asks the network for ${request.url()}`);
  });
  page.on("response", (response) => {
    const path = response.url().startsWith("file:") ? decodeURIComponent(new URL(response.url()).pathname) : "";
    if (path === "" || basename(path).startsWith("animation-")) return;
    try { loaded.set(path, statSync(path).size); } catch { /* reported above */ }
  });
  await page.addInitScript(() => {
    window.shifts = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifts += entry.value;
    }).observe({type: "layout-shift", buffered: true});
    // Whether anything is drawn: pixels of more than one colour.
    window.isDrawn = (canvas) => {
      const small = document.createElement("canvas");
      [small.width, small.height] = [200, 150];
      const c = small.getContext("2d", {willReadFrequently: true});
      if (canvas.width > 0 && canvas.height > 0) c.drawImage(canvas, 0, 0, small.width, small.height);
      const pixels = new Uint32Array(c.getImageData(0, 0, small.width, small.height).data.buffer);
      return pixels.some((pixel) => pixel !== pixels[0]);
    };
  });
  if (disks > 0) {
    await page.addInitScript(() => {
      // What is drawn by WebGL must stay readable after the frame; and which canvas has which context.
      window.contexts = new Map();
      const webgl = new Map();
      const original = HTMLCanvasElement.prototype.getContext;
      HTMLCanvasElement.prototype.getContext = function (kind, options) {
        const isWebgl = kind === "webgl2";
        const context = original.call(this, kind, isWebgl ? {...options, preserveDrawingBuffer: true} : options);
        if (context) window.contexts.set(this, kind);
        if (isWebgl) webgl.set(this, context);
        return context;
      };
      window.webglError = (canvas) => webgl.get(canvas)?.getError();
    });
    await page.route(/animation-disks\.js$/, (route) => {
      const script = readFileSync(new URL(route.request().url()), "utf8");
      return route.fulfill({contentType: "text/javascript", body: madeUpDisks(script, disks)});
    });
  }
  await page.goto(address(name, mark));
  return {context, page, where, weight: () => [...loaded.values()].reduce((sum, size) => sum + size, 0)};
}

// To the end and back, so that everything that waits to be seen is drawn.
async function scrollThrough(page) {
  await page.evaluate(async () => {
    for (let top = 0; top < document.documentElement.scrollHeight; top += 600) {
      scrollTo({top, behavior: "instant"});
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    }
    await Promise.all(Array.from(document.images).filter((image) => image.checkVisibility()).map((image) =>
      image.complete ? null : new Promise((done) => { image.onload = image.onerror = done; })));
    scrollTo({top: 0, behavior: "instant"});
  });
}

async function look(browser, name, theme, width) {
  const {context, page, where, weight} = await open(browser, name, theme, width);
  const view = await page.evaluate(() => new Promise((done) => {
    const take = (entries) => {
      const entry = entries.find((one) => one.name === "first-contentful-paint");
      if (entry) done(entry.startTime);
    };
    new PerformanceObserver((list) => take(list.getEntries())).observe({type: "paint", buffered: true});
    setTimeout(() => done(null), 3000);
  }));
  if (view === null) faults.push(`${where}: the time of the first view is not measured`);
  await scrollThrough(page);
  const bytes = weight();
  if (bytes > MOST_BYTES) faults.push(`${where}: ${bytes} bytes are loaded`);
  const state = await page.evaluate(() => ({
    shift: window.shifts,
    wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    broken: Array.from(document.images).filter((image) => image.checkVisibility() && image.naturalWidth === 0)
      .map((image) => image.getAttribute("src")),
    small: Array.from(document.querySelectorAll("a.zoom > *")).filter((picture) => picture.checkVisibility() &&
      picture.getBoundingClientRect().width < 0.95 * Math.min(picture.getAttribute("width"), 604))
      .map((picture) => picture.alt || picture.getAttribute("aria-label")),
    empty: Array.from(document.querySelectorAll(".plot, figure.animation")).filter((place) => {
      const canvases = Array.from(place.querySelectorAll(".uplot canvas, canvas[role=img]"));
      return place.checkVisibility() && (canvases.length === 0 || !canvases.every(window.isDrawn));
    }).map((place) => place.id || place.dataset.animation),
  }));
  if (state.shift > MOST_SHIFT) faults.push(`${where}: the layout shifts by ${state.shift.toFixed(3)}`);
  if (state.wide > 0) faults.push(`${where}: ${state.wide} px wider than the window`);
  for (const one of state.broken) faults.push(`${where}: the picture ${one} is not drawn`);
  for (const one of state.small) faults.push(`${where}: labels are too small: ${one}`);
  for (const one of state.empty) faults.push(`${where}: ${one} is not drawn`);
  await page.evaluate(() => document.querySelectorAll("details").forEach((part) => { part.open = true; }));
  await page.evaluate(axe);
  const result = await page.evaluate(() => window.axe.run(document, {resultTypes: ["violations"]}));
  for (const violation of result.violations) {
    const nodes = violation.nodes.slice(0, 2).map((node) => node.target.join(" ") + ": " + node.failureSummary);
    faults.push(`${where}: axe ${violation.id} (${violation.nodes.length}): ${nodes.join(" | ").replace(/\s+/g, " ")}`);
  }
  if (bytes > measured.weight) [measured.weight, measured.heaviest] = [bytes, name];
  measured.view = Math.max(measured.view, view);
  measured.shift = Math.max(measured.shift, state.shift);
  await context.close();
}

function expect(condition, sentence) {
  if (!condition) faults.push(sentence);
}

// The front page by keyboard alone: filter, reset, a view that is passed on by its address; the theme and its memory.
async function useFrontPage(browser) {
  const {context, page} = await open(browser, "index.html", "light", 1440);
  const shown = () => page.evaluate(() => document.querySelectorAll(".claims tbody tr:not([hidden])").length);
  const all = await shown();
  expect(all > 0, "index.html: no statement is there");
  const parts = () => page.evaluate(() => {
    const [open, closed] = [true, false].map((isOpen) => Array.from(
      document.querySelectorAll("#statements-by-paper > details:not([hidden])")).filter((part) => part.open === isOpen));
    return {open: open.length, closed: closed.length};
  });
  const folded = await parts();
  expect(folded.open === 0 && folded.closed > 0, `index.html: ${folded.open} papers are open at first`);
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  expect(height <= MOST_PIXELS, `index.html: ${height} px high, at most ${MOST_PIXELS} are an overview`);
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement.className === "skip"), "the first Tab is not the skip link");
  await page.focus("#claim-filter [name=search]");
  await page.keyboard.type("no such words anywhere");
  expect(await shown() === 0, "the search keeps rows without its words");
  expect((await page.textContent("#claim-count")).startsWith("0 of "), "the number of rows is not said");
  await page.focus("#claim-filter button[type=reset]");
  await page.keyboard.press("Enter");
  await page.waitForFunction((rows) => document.querySelectorAll(".claims tbody tr:not([hidden])").length === rows, all);
  const again = await parts();
  expect(again.open === 0 && again.closed === folded.closed, "papers stay open when the filter is reset");
  await page.focus("#statements-by-paper summary");
  await page.keyboard.press("Enter");
  expect((await parts()).open === 1, "Enter does not open the statements of a paper");
  const reason = await page.evaluate(() => {
    const text = document.querySelector(".claims details p").textContent;
    return text.split(/\s+/).slice(0, 6).join(" ");
  });
  await page.fill("#claim-filter [name=search]", reason);
  expect(await page.evaluate(() => Array.from(document.querySelectorAll(".claims tr:not([hidden]) details")).some(
    (part) => part.open)), `a search for "${reason}" does not open the reason that has these words`);
  await page.fill("#claim-filter [name=search]", "");
  await page.selectOption("#claim-filter [name=origin]", "paper");
  const papers = await shown();
  expect(papers > 0 && papers < all, `the choice of an origin shows ${papers} of ${all} statements`);
  const unseen = () => page.evaluate(() => Array.from(document.querySelectorAll(
    ".claims tbody tr:not([hidden])")).filter((row) => !row.checkVisibility()).length);
  expect(await unseen() === 0, `the choice of an origin leaves ${await unseen()} of its statements folded`);
  const view = page.url();
  await page.goto("about:blank");
  await page.goto(view);
  expect(await shown() === papers, "an address does not keep its view");
  const hidden = await page.evaluate(() => document.querySelector(".claims tbody tr[hidden]")?.id);
  await page.evaluate((id) => { location.hash = id; }, hidden);
  const seen = await page.waitForFunction((id) => {
    const box = document.getElementById(id)?.getBoundingClientRect();
    return box && box.height > 0 && box.top >= 0 && box.bottom <= innerHeight;
  }, hidden, {timeout: 2000}).catch(() => null);
  expect(seen, `an address of the statement ${hidden}, which the filter hides, does not show it`);
  expect(await shown() === all, "the filter is not reset for a statement that it hides");
  await page.evaluate(() => { location.hash = "?origin=paper"; });
  const followed = await page.waitForFunction((rows) =>
    document.querySelectorAll(".claims tbody tr:not([hidden])").length === rows, papers,
    {timeout: 2000}).catch(() => null);
  expect(followed, "an address with a choice is not followed in an open page");
  const before = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.focus("#theme");
  await page.keyboard.press("Enter");
  const after = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect(before !== after, "the theme does not change");
  await page.reload();
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor) === after, "the theme is forgotten");
  await context.close();
  await (await open(browser, "index.html", "light", 1440, {mark: "#%"})).context.close();  // throws nothing
}

// The stylesheet has the dark colours twice, for the reader's choice and for the system's, and the light ones again for
// paper: they must be the same, but for text, lines and panels on paper.
async function compareThemes(browser) {
  const names = [...new Set(readFileSync(join(site, "assets", "report.css"), "utf8").match(/--[a-z][a-z0-9-]*(?=:)/g))];
  const colours = async (theme, choice, media) => {
    const {context, page} = await open(browser, "index.html", theme, 1440);
    await page.emulateMedia({media, colorScheme: theme});
    const found = await page.evaluate(([all, chosen]) => {
      if (chosen) document.documentElement.dataset.theme = chosen;
      const style = getComputedStyle(document.documentElement);
      return ["color-scheme", ...all].map((name) => `${name}: ${style.getPropertyValue(name).trim()}`);
    }, [names, choice]);
    await context.close();
    return found;
  };
  const compare = (what, one, other) => {
    const differing = one.filter((colour, k) => colour !== other[k]);
    expect(differing.length === 0, `report.css: ${what} have other colours: ${differing.join(", ")}`);
  };
  const [light, dark] = [await colours("light", "", "screen"), await colours("dark", "", "screen")];
  compare("the dark themes of reader and system", dark, await colours("light", "dark", "screen"));
  compare("the light themes of reader and system", light, await colours("dark", "light", "screen"));
  const ours = (all) => all.filter((colour) => !/^--(paper|panel|ink|muted|line|accent|animation-.*):/.test(colour));
  const printed = await colours("light", "", "print");
  compare("screen and paper", ours(light), ours(printed));
  compare("paper and paper in the dark", printed, await colours("dark", "", "print"));
  compare("paper and paper in the dark by choice", printed, await colours("light", "dark", "print"));
}

// On paper text is dark on white, plots are drawn though nobody has scrolled to them, and the theme comes back.
// What a line of a plot has where the mouse is: a value of its table, or nothing where it has no point near.
async function hover(browser) {
  const {context, page} = await open(browser, "paper-studer2008.html", "light", 1440);
  const plot = page.locator("#plot-impact-oscillator-orders");
  const where = "paper-studer2008.html, impact-oscillator-orders";
  await plot.scrollIntoViewIfNeeded();
  await plot.locator(".u-over").waitFor();
  const inTable = await plot.evaluate((place) => {
    const cells = Array.from(place.nextElementSibling.querySelectorAll("td"), (cell) => Number(cell.textContent));
    return cells.map((value) => String(Number(value.toPrecision(5))));
  });
  expect(inTable.length > 0, `${where}: there is no table of its values`);
  let shown = 0, none = 0;
  for (const share of [0.05, 0.1, 0.3, 0.5, 0.7, 0.9]) {
    const box = await plot.locator(".u-over").boundingBox();
    await page.mouse.move(box.x + share * box.width, box.y + 0.5 * box.height);
    const values = await plot.locator(".u-legend .u-series:not(:first-child) .u-value").allTextContents();
    for (const value of values) {
      if (/^-+$/.test(value)) {
        ++none;
      } else {
        ++shown;
        expect(inTable.includes(value), `${where}: ${value} at ${share} of the width is no value of the table`);
      }
    }
  }
  expect(shown > 0 && none > 0, `${where}: ${shown} values are shown for the mouse, and ${none} times none`);
  await context.close();
}

// Equations and their sources are not cut in a window as wide as this.
async function readEquations(browser) {
  const {context, page} = await open(browser, "docs-concepts.html", "light", 1440);
  const cut = await page.evaluate(() => Array.from(document.querySelectorAll(".equation"))
    .filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent.trim()));
  for (const one of cut) faults.push(`docs-concepts.html: an equation is cut at 1440 px: ${one}`);
  await context.close();
}

async function print(browser, name) {
  const {context, page, where} = await open(browser, name, "dark", 1440);
  await page.evaluate(() => {
    document.documentElement.dataset.theme = "dark";
    addEventListener("beforeprint", () => {
      const plots = Array.from(document.querySelectorAll(".plot")).filter((plot) => plot.checkVisibility());
      window.printed = {theme: window.nsdbench.theme(), ink: getComputedStyle(document.body).color,
        blank: plots.filter((plot) => !plot.querySelector("canvas")).map((plot) => plot.id),
        folded: Array.from(document.querySelectorAll(".claims tbody tr")).filter((row) => !row.checkVisibility()).length,
        empty: Array.from(document.querySelectorAll("details:not([open]) > summary")).filter((part) =>
          part.checkVisibility()).map((part) => part.textContent)};
    });
  });
  await page.emulateMedia({media: "print", colorScheme: "dark"});
  const colours = await page.evaluate(() => [getComputedStyle(document.body).color,
                                             getComputedStyle(document.body).backgroundColor]);
  const [ink, paper] = colours.map((colour) => colour.match(/\d+/g).slice(0, 3).map(Number));
  expect(Math.max(...ink) < 80 && Math.min(...paper) === 255, `${where}: ${colours.join(" on ")} is printed`);
  const pdf = await page.pdf({preferCSSPageSize: true});
  const sheets = (pdf.toString("latin1").match(/\/Type\s*\/Page\b/g) ?? []).length;
  expect(sheets > 0 && sheets <= MOST_SHEETS[name], `${where}: ${sheets} sheets are printed`);
  const printed = await page.evaluate(() => window.printed);
  expect(printed?.theme === "light", `${where}: what scripts draw is printed in the theme ${printed?.theme}`);
  expect(printed?.folded === 0, `${where}: ${printed?.folded} statements are not printed`);
  expect(printed?.empty.length === 0, `${where}: printed without what they hold: ${printed?.empty.slice(0, 3)}`);
  for (const one of printed?.blank ?? []) faults.push(`${where}: ${one} is not drawn for print`);
  expect(await page.evaluate(() => document.documentElement.dataset.theme) === "dark",
         `${where}: the theme does not come back after printing`);
  measured.sheets = Math.max(measured.sheets, sheets);
  await context.close();
}

// Every control can be reached by Tab, and shows that it has the focus.
async function tabThrough(browser, name) {
  const {context, page, where} = await open(browser, name, "light", 1440);
  const wanted = await page.evaluate(() => Array.from(document.querySelectorAll(
    "a[href], button, input, select, summary, [tabindex='0']")).filter((part) => part.checkVisibility() &&
    !part.disabled && part.tabIndex >= 0).length);
  const reached = await page.evaluate(() => { window.seen = new Set(); window.dull = []; return 0; });
  for (let k = reached; k < wanted + 20; ++k) {
    await page.keyboard.press("Tab");
    const more = await page.evaluate(() => {
      const part = document.activeElement;
      if (!part || part === document.body) return false;
      if (window.seen.has(part)) return true;
      window.seen.add(part);
      const style = getComputedStyle(part);
      if (style.outlineStyle === "none" && style.boxShadow === "none") window.dull.push(part.outerHTML.slice(0, 80));
      return true;
    });
    if (!more && k > 0) break;
  }
  const state = await page.evaluate(() => ({seen: window.seen.size, dull: window.dull}));
  expect(state.seen >= wanted, `${where}: Tab reaches ${state.seen} of ${wanted} controls`);
  for (const part of state.dull.slice(0, 3)) faults.push(`${where}: no sign of the focus on ${part}`);
  await context.close();
}

// A figure is enlarged, and closed, by keyboard.
async function enlarge(browser, name) {
  const {context, page, where} = await open(browser, name, "light", 1440);
  const unzoomed = await page.locator("figure.drawn:not(:has(a.zoom))").count();
  expect(unzoomed === 0, `${where}: ${unzoomed} figures cannot be enlarged`);
  if (await page.locator("a.zoom").count() === 0) {
    faults.push(`${where}: no figure`);
  } else {
    await page.locator("a.zoom").first().focus();
    await page.keyboard.press("Enter");
    expect(await page.locator("dialog.zoomed[open]").count() === 1, `${where}: a figure is not enlarged`);
    const width = () => page.evaluate(() => document.querySelector("dialog.zoomed img").clientWidth);
    const before = await width();
    await page.keyboard.press("+");
    expect(await width() > before, `${where}: + does not enlarge`);
    await page.keyboard.press("Escape");
    expect(await page.locator("dialog.zoomed[open]").count() === 0, `${where}: Escape does not close`);
  }
  await context.close();
}

// One motion: it stands still at first, plays and pauses, goes to an event, and obeys keys, speed and sliders.
// The texts of each drawing that a page links: all within the drawing, and none over another. Numbers at an axis may
// touch, since the height of a text counts more than its digits.
async function readDrawings(browser) {
  const context = await browser.newContext({viewport: {width: 1440, height: 1000}});
  const page = await context.newPage();
  const drawings = new Set();
  for (const name of pages) {
    await page.goto(address(name));
    for (const href of await page.$$eval('a[href$=".svg"]', (links) => links.map((link) => link.href))) drawings.add(href);
  }
  for (const drawing of drawings) {
    await page.goto(drawing);
    const wrong = await page.evaluate(() => {
      const MOST_OUTSIDE = 1;  // px, of 16 to 24 for a line of text
      const MOST_COVERED = 0.3;
      const all = document.documentElement.getBoundingClientRect();
      const texts = [...document.querySelectorAll("text")].map((text) => [text.textContent.trim(), text.getBoundingClientRect()])
                        .filter(([text]) => text !== "");
      const found = texts.filter(([, r]) => Math.max(all.left - r.left, r.right - all.right, all.top - r.top,
                                                     r.bottom - all.bottom) > MOST_OUTSIDE)
                        .map(([text]) => `'${text}' reaches beyond the drawing`);
      texts.forEach(([text, a], k) => texts.slice(k + 1).forEach(([other, b]) => {
        const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        const smaller = Math.min(a.width * a.height, b.width * b.height);
        if (width > 0 && height > 0 && width * height > MOST_COVERED * smaller) found.push(`'${text}' lies over '${other}'`);
      }));
      return found;
    });
    measured.drawings += 1;
    for (const what of wrong) faults.push(`${decodeURIComponent(drawing.split("/").pop())}: ${what}`);
  }
  await context.close();
}

async function playOne(page, figure, where) {
  await figure.scrollIntoViewIfNeeded();
  const player = figure.locator(".animation-player");
  if (!await player.waitFor({timeout: 5000}).then(() => true, () => false)) {
    faults.push(`${where}: no player`);
    return;
  }
  const id = await figure.getAttribute("data-animation");
  const time = () => page.evaluate((name) => window.nsdbench.players[name].t, id);
  const label = (text) => figure.getByRole("button", {name: text, exact: true});
  const plays = async () => await label("Pause").count() === 1;
  const drawing = () => page.evaluate(async (name) => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    return document.querySelector(`[data-animation="${name}"] .animation-stage canvas[role=img]`).toDataURL();
  }, id);

  const start = await time();
  await page.waitForTimeout(200);
  expect(await time() === start, `${where}: plays without being asked`);
  const slider = figure.locator(".animation-time input[type=range]");
  await slider.focus();
  await page.keyboard.press("ArrowRight");
  expect(await time() > start, `${where}: the arrow does not move the motion`);
  expect(/\d/.test(await slider.getAttribute("aria-valuetext") ?? ""), `${where}: the time is not said in words`);
  await page.keyboard.press("Home");
  expect(await time() === start, `${where}: Home does not lead to the beginning`);

  const still = await drawing();
  await label("Play").click();
  await page.waitForTimeout(500);
  expect(await plays() && await time() > start, `${where}: does not play`);
  await label("Pause").click();
  const paused = await time();
  await page.waitForTimeout(100);
  expect(!await plays() && await time() === paused, `${where}: does not pause`);
  expect(await drawing() !== still, `${where}: the drawing does not move`);

  await label("Next event").click();
  const event = await page.evaluate((name) => {
    const {t, model, timeline, span} = window.nsdbench.players[name];
    const times = Array.from(model.steps ?? timeline.events.map((one) => one.t));
    return times.some((one) => one > span.begin && one <= span.end) ? times.includes(t) : t === span.end;
  }, id);
  expect(event && await time() > paused, `${where}: "Next event" leads to ${await time()} s, which is none`);

  const factor = () => figure.locator(".animation-factor").textContent();
  const usual = await factor();
  await figure.locator(".animation-bar select").selectOption({label: "0.25 \u00d7"});
  expect(await factor() !== usual, `${where}: the speed does not change`);
  await page.keyboard.press("Escape");
  await player.focus();
  await page.keyboard.press("Space");
  const began = await plays();
  await page.keyboard.press("Space");
  expect(began && !await plays(), `${where}: Space does not play and pause`);

  if (id === "disks") {
    const forces = async () => {
      const image = await drawing();
      return {image, lines: await page.evaluate((name) => window.nsdbench.players[name].model.forcesDrawn(), id)};
    };
    await slider.focus();
    await page.keyboard.press("Home");
    const first = await forces();
    expect(first.lines === 0, `${where}: ${first.lines} forces in the first frame, which has none`);
    for (let frame = 0; frame < 20; ++frame) await label("Next event").click();
    const {t, end} = await page.evaluate((name) => {
      const {t, span} = window.nsdbench.players[name];
      return {t, end: span.end};
    }, id);
    expect(t < end, `${where}: twenty frames lead to the last one`);
    const later = await forces();
    expect(later.lines > 0, `${where}: no forces at ${t} s`);
    await figure.getByLabel("Forces").uncheck();
    const without = await forces();
    expect(without.lines === 0 && without.image !== later.image, `${where}: the forces cannot be hidden`);
  }

  for (const control of await figure.locator(".animation-options input[type=range]").all()) {
    const before = await drawing();
    await control.fill(await control.getAttribute("min"));
    expect(await drawing() !== before, `${where}: a slider does not draw the mechanism anew`);
  }
  ++measured.animations;
}

async function play(browser) {
  const {context, page} = await open(browser, "problems.html", "light", 1440, {reducedMotion: "no-preference"});
  const figures = await page.locator("figure.animation").all();
  expect(figures.length > 0, "problems.html: no animation");
  for (const figure of figures) {
    const where = `problems.html, animation ${await figure.getAttribute("data-animation")}`;
    await playOne(page, figure, where).catch((error) => faults.push(`${where}: ${error.message}`));
  }
  await context.close();
}

// The data of the disks' animation with other disks: small ones on a lattice in the left half of the drum, and a large
// one, alone in the colour of layer 2, which moves to the right and down from the first frame to the second.
const LARGE = {radius: 0.03, from: [0.05, 0.06], to: [0.11, -0.03]};
function madeUpDisks(script, count) {
  const opening = script.indexOf("{"), closing = script.lastIndexOf("}") + 1;
  const data = JSON.parse(script.slice(opening, closing));
  const small = Array.from({length: count - 1},
                           (_, i) => [-0.16 + 0.0014 * (i % 100), -0.1 + 0.0014 * Math.floor(i / 100)]);
  const of = (values, Kind = Float32Array) => Buffer.from(Kind.from(values).buffer).toString("base64");
  const both = (k) => [LARGE.from, LARGE.to].flatMap((large) => [...small.map((place) => place[k]), large[k]]);
  const columns = {
    t: of([0, 0.5], Float64Array), x: of(both(0)), y: of(both(1)), phi: of(new Array(2 * count).fill(0)),
    radius: of([...small.map(() => 0.0006), LARGE.radius]), layer: of([...small.map((_, i) => [0, 1, 3, 4][i % 4]), 2]),
  };
  const names = Object.keys(columns).map((name) => ({name, unit: "1"}));
  const frames = {rows: 2 * count, group: count, columns: names, data: columns};
  return script.slice(0, opening) + JSON.stringify({...data, tables: {frames}}) + script.slice(closing);
}

// Where the large disk is drawn in both frames, on which kind of canvas, and how many colours of layers are seen there.
async function drawMadeUpDisks(browser, count) {
  const {context, page, where} = await open(browser, "problems.html", "light", 1440, {disks: count});
  const figure = page.locator("[data-animation=disks]");
  await figure.scrollIntoViewIfNeeded();
  await figure.locator(".animation-player").waitFor();
  const seen = [];
  for (let frame = 0; frame < 2; ++frame) {
    if (frame === 1) await figure.getByRole("button", {name: "Next event", exact: true}).click();
    seen.push(await page.evaluate(async () => {
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      const [canvas] = document.querySelectorAll("[data-animation=disks] .animation-stage canvas");
      const copy = document.createElement("canvas");
      [copy.width, copy.height] = [canvas.width, canvas.height];
      const c = copy.getContext("2d");
      c.drawImage(canvas, 0, 0);
      const legend = 50 * devicePixelRatio;
      const {data} = c.getImageData(0, 0, copy.width, copy.height - legend);
      const layers = [[0, 114, 178], [86, 180, 233], [240, 228, 66], [230, 159, 0], [213, 94, 0]];
      const found = layers.map(() => 0);
      const box = {left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity};
      for (let k = 0; k < data.length; k += 4) {
        const layer = layers.findIndex((color) => color.every((value, i) => Math.abs(value - data[k + i]) < 4));
        if (layer < 0) continue;
        ++found[layer];
        const [x, y] = [(k / 4) % copy.width, Math.floor(k / 4 / copy.width)];
        if (layer !== 2) continue;
        box.left = Math.min(box.left, x);
        box.right = Math.max(box.right, x);
        box.top = Math.min(box.top, y);
        box.bottom = Math.max(box.bottom, y);
      }
      return {kind: window.contexts.get(canvas), error: window.webglError(canvas) ?? 0, found, box};
    }));
  }
  await context.close();
  return {seen, where};
}

// More than 1e4 disks are drawn by WebGL2, and stand where Canvas 2D draws fewer.
async function drawManyDisks() {
  if (!existsSync(join(site, "data", "animation-disks.js"))) {
    faults.push("problems.html: no animation of disks");
    return "";
  }
  const browser = await launch("--use-angle=swiftshader", "--enable-unsafe-swiftshader",
                               "--disable-accelerated-2d-canvas");
  const probe = await browser.newPage();
  const available = await probe.evaluate(() => document.createElement("canvas").getContext("webgl2") !== null);
  if (!available) {
    await browser.close();
    return "This browser has no WebGL2: more than 1e4 disks are not tested.";
  }
  const few = await drawMadeUpDisks(browser, 9000);
  const many = await drawMadeUpDisks(browser, 12000);
  await browser.close();
  for (const [{seen, where}, kind] of [[few, "2d"], [many, "webgl2"]]) {
    for (const {kind: used, error, found} of seen) {
      expect(used === kind, `${where}: ${kind} should draw the disks, not ${used}`);
      expect(error === 0, `${where}: WebGL2 reports the error ${error}`);
      // Canvas 2D draws small disks with an edge, which leaves no pixel of their own colour.
      const wanted = kind === "webgl2" ? found : [found[2]];
      expect(wanted.every((pixels) => pixels > 50), `${where}: pixels of the five layers: ${found.join(", ")}`);
    }
  }
  const sides = ["left", "right", "top", "bottom"];
  for (let frame = 0; frame < 2; ++frame) {
    const [a, b] = [few.seen[frame].box, many.seen[frame].box];
    const [by2d, byWebgl] = [a, b].map((box) => sides.map((side) => box[side]).join(", "));
    expect(sides.every((side) => Math.abs(a[side] - b[side]) <= 2),
           `${many.where}, frame ${frame}: the large disk is at ${byWebgl} by WebGL2, at ${by2d} by Canvas 2D`);
  }
  const [from, to] = many.seen.map(({box}) => box);
  const moved = [to.left - from.left, to.top - from.top].map((pixels) => pixels / (from.right - from.left));
  expect(Math.abs(moved[0] - 1) < 0.1 && Math.abs(moved[1] - 1.5) < 0.1,
         `${many.where}: the large disk moves by ${moved.map((one) => one.toFixed(2)).join(", ")} diameters, not 1, 1.5`);
  const pixels = many.seen[0].found.reduce((sum, one) => sum + one, 0);
  return `WebGL2 drew 12000 made-up disks on ${pixels} pixels.`;
}

const browser = await launch("--disable-gpu");
const pages = readdirSync(site).filter((name) => name.endsWith(".html") && (!process.env.ONLY || process.env.ONLY.split(",").includes(name))).sort();
const everywhere = ["index.html", "problems.html", "docs-concepts.html", "paper-woesle1996.html"];
for (const name of pages) {
  for (const theme of ["light", "dark"]) {
    for (const width of [1440, 375]) {
      const usual = theme === "light" && width === 1440;
      if (!quick || usual || everywhere.includes(name)) await look(browser, name, theme, width);
    }
  }
}
const data = existsSync(join(site, "data")) ? readdirSync(join(site, "data")) : [];
for (const name of data) {
  const {size} = statSync(join(site, "data", name));
  measured.data = Math.max(measured.data, size);
  expect(size <= MOST_BYTES, `data/${name}: ${size} bytes`);
}
await useFrontPage(browser);
await compareThemes(browser);
await hover(browser);
await readEquations(browser);
for (const name of quick ? ["docs.html", "problems.html"] : pages.filter((name) => name !== "index.html")) {
  await tabThrough(browser, name);
}
for (const name of pages.filter((name) => name.startsWith("paper-"))) await enlarge(browser, name);
await readDrawings(browser);
await play(browser);
for (const name of Object.keys(MOST_SHEETS)) await print(browser, name);
await browser.close();
const manyDisks = await drawManyDisks();

for (const fault of faults) console.log(fault);
console.log(`${pages.length} pages: ${faults.length === 0 ? "nothing is wrong" : faults.length + " faults"}. ` +
            `Heaviest ${(measured.weight / 1e3).toFixed(0)} kB (${measured.heaviest}), file of data ${(measured.data / 1e3).toFixed(0)} kB, ` +
            `slowest first view ${measured.view.toFixed(0)} ms (no limit: it is as slow as the machine is busy), ` +
            `largest shift ${measured.shift.toFixed(3)}, ${measured.animations} animations played, ` +
            `${measured.drawings} drawings read, ` +
            `at most ${measured.sheets} sheets printed. ${manyDisks}`);
process.exit(faults.length === 0 ? 0 : 1);
