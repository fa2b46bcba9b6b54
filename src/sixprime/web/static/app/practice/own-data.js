/** What a learner keeps on the server: taking it along as a file, bringing such a file, deleting everything. */

import { errorMessage, fetchAbout, get, post, remove } from "../shared/api.js";
import { ask } from "../shared/dialogs.js";
import { button, element } from "../shared/dom.js";
import { showToast } from "../shared/shell.js";
import { counted, language, text } from "../shared/translations.js";

/** @typedef {import("../shared/answer-types.js").PracticeImportedAnswer} Imported */

/**
 * The section with the learner's own data.
 * @param {() => void} changed called when everything may have changed
 */
export function ownData(changed) {
  const packageLink = element("a", { class: "button small", href: `/api/practice/anki?language=${language()}`, download: "sixprime.apkg", hidden: true }, text("Cards for Anki"));
  void fetchAbout().then(({ anki }) => (packageLink.hidden = !anki), () => null); // without a connection there is none
  const chooser = element("input", { type: "file", accept: ".json,.txt,application/json,text/plain", hidden: true, "aria-label": text("A practice file"), onchange: () => void bring(chooser, changed) });
  return element(
    "section",
    { class: "panel own-data", "aria-labelledby": "own-data-title" },
    element("h2", { id: "own-data-title" }, text("Your data")),
    element("p", { class: "soft" }, text("No account is needed: everything is kept for this browser. Take it along as a file, or delete it.")),
    element(
      "div",
      { class: "buttons" },
      element("a", { class: "button small", href: "/api/practice/export", download: "sixprime-practice.json" }, text("Export everything")),
      element("a", { class: "button small", href: "/api/practice/list", download: "sixprime-positions.txt" }, text("Cards as text (XGIDs)")),
      packageLink,
      button(text("Import a file"), { kind: "small", icon: "upload", onclick: () => chooser.click() }),
      button(text("Delete everything"), { kind: "small bad", icon: "bin", onclick: () => void deleteAll(changed) }),
    ),
    chooser,
  );
}

/**
 * @param {HTMLInputElement} chooser
 * @param {() => void} changed
 */
async function bring(chooser, changed) {
  const file = chooser.files?.[0];
  chooser.value = "";
  if (!file) return;
  try {
    showToast(file.name.endsWith(".txt") ? await bringList(await file.text()) : await bringAll(await file.text()), { kind: "good", stays: 9000 });
    changed();
  } catch (problem) {
    showToast(problem instanceof SyntaxError ? text("This is not a practice file.") : errorMessage(problem), { kind: "bad" });
  }
}

/** @param {string} written @returns {Promise<string>} what was new */
async function bringAll(written) {
  /** @type {Imported} */
  const { cards, attempts } = await post("/api/practice/import", JSON.parse(written));
  return [newCards(cards), counted("{count} answer was new.", "{count} answers were new.", attempts)].join(" ");
}

/** Bring positions of a text. @param {string} written @returns {Promise<string>} */
async function bringList(written) {
  /** @type {import("../shared/answer-types.js").CardsAddedAnswer} */
  const { cards, problems } = await post("/api/practice/list", { text: written });
  return [counted("{count} position is among your cards.", "{count} positions are among your cards.", cards.length), ...problems.slice(0, 2)].join(" ");
}

/** @param {number} count */
function newCards(count) {
  return counted("{count} card was new.", "{count} cards were new.", count);
}

/** @param {() => void} changed */
async function deleteAll(changed) {
  const isSure = await ask(text("Delete all your practice data?"), {
    explanation: text("Cards, answers, ratings and settings of practice are deleted for good. Your matches stay."),
    yes: text("Delete everything"),
    bad: true,
  });
  if (!isSure) return;
  try {
    await remove("/api/practice");
    await forgetSavedAnswers();
    showToast(text("All your practice data has been deleted."));
    changed();
  } catch (problem) {
    showToast(errorMessage(problem), { kind: "bad" });
  }
}

/** Remove what the service worker has saved of practice. */
async function forgetSavedAnswers() {
  if (!("caches" in window)) return;
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) if (new URL(request.url).pathname.startsWith("/api/practice/")) await cache.delete(request);
  }
}

/** The figures about a learner's answers. @returns {Promise<import("../shared/answer-types.js").PracticeStatisticsAnswer>} */
export function fetchStatistics() {
  return get(`/api/practice/statistics?offset=${-new Date().getTimezoneOffset()}`);
}
