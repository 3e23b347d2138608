// What all pages do: theme, filter of the statements, enlarged figures.
"use strict";
window.nsdbench = window.nsdbench || {};

(function () {
  const root = document.documentElement;

  // "light" or "dark", as drawn at present.
  nsdbench.theme = function () {
    if (root.dataset.theme) return root.dataset.theme;
    return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  };

  function setUpTheme() {
    const button = document.getElementById("theme");
    if (!button) return;
    const label = () => { button.textContent = nsdbench.theme() === "dark" ? "Light theme" : "Dark theme"; };
    const redraw = () => { label(); dispatchEvent(new Event("nsdbench-theme")); };
    button.hidden = false;
    label();
    button.addEventListener("click", () => {
      root.dataset.theme = nsdbench.theme() === "dark" ? "light" : "dark";
      try { localStorage.setItem("nsdbench-theme", root.dataset.theme); } catch (error) { /* kept for this page alone */ }
      redraw();
    });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
  }

  // Paper is white: what is drawn by scripts is drawn in the light theme for it, and as before after it. Parts of the page
  // that are printed though they are closed are opened for it.
  function setUpPrinting() {
    let before;
    let opened = [];
    addEventListener("beforeprint", () => {
      opened = Array.from(document.querySelectorAll("details.printed:not([open])"));
      opened.forEach((part) => { part.open = true; });
      before = root.dataset.theme;
      root.dataset.theme = "light";
      nsdbench.printing = true;
      dispatchEvent(new Event("nsdbench-theme"));
    });
    addEventListener("afterprint", () => {
      opened.forEach((part) => { part.open = false; });
      if (before === undefined) delete root.dataset.theme;
      else root.dataset.theme = before;
      nsdbench.printing = false;
      dispatchEvent(new Event("nsdbench-theme"));
    });
  }

  // Rows of the tables of statements that fit the choices and have all words of the search; parts of the page with such
  // rows are opened, others hidden. The choices stand in the address behind #, so that a view can be passed on.
  function setUpFilter() {
    const form = document.getElementById("claim-filter");
    if (!form) return;
    const parts = Array.from(document.querySelectorAll("#statements-by-paper > details"));
    const rows = Array.from(document.querySelectorAll("#statements-by-paper .claims tbody tr"), (row) => {
      const reason = row.querySelector("details");
      const text = row.textContent.toLowerCase();
      return {row, reason, text, seen: reason ? text.replace(reason.textContent.toLowerCase(), " ") : text};
    });
    const count = document.getElementById("claim-count");
    const fields = Array.from(form.elements).filter((field) => field.name);
    let isChosen = false;

    function apply() {
      const words = form.elements.search.value.toLowerCase().split(/\s+/).filter(Boolean);
      const wasChosen = isChosen;
      isChosen = fields.some((field) => field.value);
      let shown = 0;
      rows.forEach(({row, reason, text, seen}) => {
        const fits = ["paper", "origin", "verdict"].every((key) => !form.elements[key].value ||
            row.dataset[key] === form.elements[key].value) && words.every((word) => text.includes(word));
        row.hidden = !fits;
        shown += fits ? 1 : 0;
        if (reason && (isChosen || wasChosen)) reason.open = fits && !words.every((word) => seen.includes(word));
      });
      parts.forEach((part) => {
        const holdsAny = part.querySelector(".claims tbody tr:not([hidden])") !== null;
        part.hidden = !holdsAny;
        if (isChosen || wasChosen) part.open = isChosen && holdsAny;
      });
      count.textContent = isChosen ? `${shown} of ${rows.length} statements are shown.`
                                   : `${rows.length} statements, by paper.`;
    }
    function remember() {
      const chosen = new URLSearchParams();
      fields.forEach((field) => { if (field.value) chosen.set(field.name, field.value); });
      history.replaceState(null, "", chosen.toString() ? "#?" + chosen : location.pathname + location.search);
    }
    function choose(chosen) {
      fields.forEach((field) => {
        field.value = chosen.get(field.name) || "";
        if (field.selectedIndex === -1) field.value = "";  // a choice that there is not
      });
      apply();
    }
    // An address with a choice makes it; one of a row that the filter hides resets the filter.
    nsdbench.followFilter = (target) => {
      if (location.hash.startsWith("#?")) choose(new URLSearchParams(location.hash.slice(2)));
      else if (target && target.closest(".claims tr[hidden]")) choose(new URLSearchParams());
    };
    form.hidden = false;
    form.addEventListener("input", () => { apply(); remember(); });
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("reset", () => setTimeout(() => { apply(); remember(); }));
    apply();
  }

  // A figure in a window of its own: drawn anew at every size, since it is the vector graphic.
  function setUpZoom() {
    const figures = Array.from(document.querySelectorAll("a.zoom"));
    if (figures.length === 0 || typeof HTMLDialogElement === "undefined") return;
    const dialog = document.createElement("dialog");
    dialog.className = "zoomed";
    dialog.setAttribute("aria-label", "Enlarged figure");
    dialog.innerHTML = '<form method="dialog"><button type="button" data-zoom="0.8">Smaller</button>' +
        '<button type="button" data-zoom="1.25">Larger</button><button type="button" data-zoom="0">Fit</button>' +
        '<button>Close</button></form><div class="canvas" tabindex="0" role="region" aria-label="Figure"><img alt=""></div>';
    document.body.append(dialog);
    const picture = dialog.querySelector("img");
    const canvas = dialog.querySelector(".canvas");
    let width = 100;  // of the window's width, in percent
    function resize(factor, at) {
      const before = width;
      width = factor === 0 ? 100 : Math.min(2000, Math.max(50, width * factor));
      picture.style.width = width + "%";
      if (at) {  // the point under the pointer stays
        canvas.scrollLeft = (canvas.scrollLeft + at.x) * width / before - at.x;
        canvas.scrollTop = (canvas.scrollTop + at.y) * width / before - at.y;
      }
    }
    dialog.addEventListener("click", (event) => {
      if (event.target.dataset.zoom !== undefined) resize(Number(event.target.dataset.zoom));
      if (event.target === dialog) dialog.close();
    });
    canvas.addEventListener("wheel", (event) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const box = canvas.getBoundingClientRect();
      resize(event.deltaY < 0 ? 1.15 : 1 / 1.15, {x: event.clientX - box.left, y: event.clientY - box.top});
    }, {passive: false});
    let drag = null;
    canvas.addEventListener("pointerdown", (event) => {
      if (event.pointerType !== "mouse") return;
      event.preventDefault();
      canvas.setPointerCapture(event.pointerId);
      drag = {x: event.clientX + canvas.scrollLeft, y: event.clientY + canvas.scrollTop};
    });
    canvas.addEventListener("pointermove", (event) => {
      if (!drag) return;
      canvas.scrollLeft = drag.x - event.clientX;
      canvas.scrollTop = drag.y - event.clientY;
    });
    canvas.addEventListener("pointerup", () => { drag = null; });
    dialog.addEventListener("keydown", (event) => {
      if (event.key === "+" || event.key === "=") resize(1.25);
      if (event.key === "-") resize(0.8);
      if (event.key === "0") resize(0);
    });
    figures.forEach((link) => link.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      picture.src = link.href;
      const shown = link.firstElementChild;
      picture.alt = shown.alt || shown.getAttribute("aria-label");
      resize(0);
      dialog.showModal();
      canvas.focus();
    }));
  }

  // Text that is meant to be typed elsewhere.
  function setUpCopying() {
    if (!navigator.clipboard) return;
    document.querySelectorAll("pre.copy").forEach((text) => {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "copy";
      button.textContent = "Copy";
      button.addEventListener("click", () => {
        navigator.clipboard.writeText(text.querySelector("code").textContent).then(() => {
          button.textContent = "Copied";
          setTimeout(() => { button.textContent = "Copy"; }, 1500);
        }, () => { button.textContent = "Not allowed here"; });
      });
      text.append(button);
    });
  }

  // Someone who comes by an address with # sees what it points to, also inside of what is folded or filtered out.
  function openTarget() {
    let name = location.hash.slice(1);
    try { name = decodeURIComponent(name); } catch (error) { /* a stray % stands for itself */ }
    const target = name && document.getElementById(name);
    if (nsdbench.followFilter) nsdbench.followFilter(target);
    if (!target) return;
    for (let part = target; part; part = part.parentElement) if (part.tagName === "DETAILS") part.open = true;
    target.scrollIntoView();
  }

  // Where the links scroll aside, the present page's is in view.
  function showPresentLink() {
    const link = document.querySelector("header ul [aria-current]");
    const list = link && link.closest("ul");
    if (list) list.scrollLeft += link.getBoundingClientRect().right - list.getBoundingClientRect().right + 60;
  }

  showPresentLink();
  setUpTheme();
  setUpPrinting();
  setUpFilter();
  setUpZoom();
  setUpCopying();
  addEventListener("hashchange", openTarget);
  openTarget();
})();
