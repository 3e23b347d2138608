// The reader's choice of a theme, before anything is drawn.
"use strict";
(function () {
  let choice = null;
  try { choice = localStorage.getItem("nsdbench-theme"); } catch (error) { /* pages from a folder may have no store */ }
  if (choice === "dark" || choice === "light") document.documentElement.dataset.theme = choice;
})();
