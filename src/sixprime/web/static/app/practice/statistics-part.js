/** Figures about what a learner has answered: by kind and topic, and over the last weeks. */

import { element, setChildren } from "../shared/dom.js";
import { counted, formatNumber, sentence, text } from "../shared/translations.js";

/** @typedef {import("../shared/answer-types.js").PracticeStatisticsAnswer} Statistics */
/** @typedef {import("../shared/answer-types.js").KindStatisticsAnswer} KindStatistics */

const WEEKS = 12;
const DAYS = 7 * WEEKS;
const DAY = 24 * 3600 * 1000;

/** What the kinds of answers are called. @returns {Record<KindStatistics["kind"], string>} */
function kindTitles() {
  return { card: text("Cards"), opening: text("Openings"), drill: text("Drills"), puzzle: text("Puzzles"), lesson: text("Lessons") };
}

/**
 * Show figures in an element; it is empty while there are none.
 * @param {Element} place
 * @param {Statistics} statistics
 * @param {Date} [today]
 */
export function showStatistics(place, statistics, today = new Date()) {
  if (statistics.kinds.length === 0) return setChildren(place);
  const titles = kindTitles();
  place.setAttribute("aria-labelledby", "statistics-title");
  setChildren(
    place,
    element("h2", { id: "statistics-title" }, text("Your figures")),
    activity(statistics, today),
    ...statistics.kinds.map((kind) =>
      element("details", { class: "more kind", open: statistics.kinds.length === 1 }, element("summary", {}, text("{what}: {words}", { what: titles[kind.kind], words: shareWords(kind) })), topics(kind)),
    ),
  );
}

/** @param {{attempts: number, right: number}} counts */
function shareWords({ attempts, right }) {
  const share = formatNumber(right / attempts, { style: "percent" });
  return counted("{count} answer, {share} right", "{count} answers, {share} right", attempts, { share });
}

/** @param {KindStatistics} kind */
function topics(kind) {
  const hasLoss = kind.topics.some((topic) => topic.loss > 0);
  const head = [text("Kind"), text("Answers"), text("Right"), hasLoss ? text("Lost on average") : null].filter((cell) => cell !== null);
  return element(
    "table",
    { class: "topics numbers" },
    element("thead", {}, element("tr", {}, ...head.map((cell) => element("th", { scope: "col" }, cell)))),
    element(
      "tbody",
      {},
      ...[...kind.topics]
        .sort((one, other) => one.right / one.attempts - other.right / other.attempts)
        .map((topic) =>
          element(
            "tr",
            {},
            element("th", { scope: "row" }, sentence(topic.label) || "–"),
            element("td", {}, formatNumber(topic.attempts)),
            element("td", {}, formatNumber(topic.right / topic.attempts, { style: "percent" })),
            hasLoss ? element("td", {}, formatNumber(topic.loss / topic.attempts, { minimumFractionDigits: 3, maximumFractionDigits: 3 })) : null,
          ),
        ),
    ),
  );
}

/**
 * A bar for each day of the last weeks: right answers below, wrong ones above.
 * @param {Statistics} statistics
 * @param {Date} today
 */
function activity(statistics, today) {
  /** @type {Map<string, {attempts: number, right: number}>} */
  const days = new Map();
  for (const day of statistics.kinds.flatMap((kind) => kind.days)) {
    const sum = days.get(day.name) ?? { attempts: 0, right: 0 };
    days.set(day.name, { attempts: sum.attempts + day.attempts, right: sum.right + day.right });
  }
  const midnight = Date.UTC(today.getFullYear(), today.getMonth(), today.getDate());
  const shown = Array.from({ length: DAYS }, (_, index) => days.get(new Date(midnight - (DAYS - 1 - index) * DAY).toISOString().slice(0, 10)) ?? { attempts: 0, right: 0 });
  const most = Math.max(1, ...shown.map((day) => day.attempts));
  const all = shown.reduce((sum, day) => ({ attempts: sum.attempts + day.attempts, right: sum.right + day.right }), { attempts: 0, right: 0 });
  const words = text("The last {count} weeks", { count: WEEKS });
  return element(
    "figure",
    { class: "activity" },
    element(
      "div",
      { class: "bars", "aria-hidden": "true" },
      ...shown.map((day) =>
        bar(day.attempts / most, day.attempts ? day.right / day.attempts : 0),
      ),
    ),
    element("figcaption", { class: "soft" }, all.attempts > 0 ? text("{what}: {words}", { what: words, words: shareWords(all) }) : words),
  );
}

/**
 * @param {number} height from 0 to 1
 * @param {number} right the share of right answers
 */
function bar(height, right) {
  const made = element("span", { class: "bar" });
  made.style.setProperty("--height", `${100 * height}%`);
  made.style.setProperty("--right", `${100 * right}%`);
  return made;
}
