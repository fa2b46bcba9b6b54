// Sets the colour scheme before the first paint, so that a dark page does not flash white. This cannot be a module,
// because modules run after the page has been parsed.
(function () {
  try {
    var kept = JSON.parse(localStorage.getItem("sixprime.settings") || "{}");
    if (kept.appearance === "light" || kept.appearance === "dark") document.documentElement.setAttribute("data-appearance", kept.appearance);
    if (kept.language) document.documentElement.lang = kept.language;
  } catch (problem) {
    // No stored settings, or they cannot be read: the page follows the system.
  }
})();
