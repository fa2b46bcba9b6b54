// Runs before the page is painted, so that a dark page does not flash white. Everything else is in modules.
(function () {
  try {
    var kept = JSON.parse(localStorage.getItem("sixprime.settings") || "{}");
    if (kept.appearance === "light" || kept.appearance === "dark") document.documentElement.setAttribute("data-appearance", kept.appearance);
    if (kept.language) document.documentElement.lang = kept.language;
  } catch (problem) {
    // Nothing is kept, or it cannot be read: the system's colours.
  }
})();
