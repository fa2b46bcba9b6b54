/** Dice statistics as tables with bars: the observed counts, with a mark at the expected count of fair dice. */

import { svgElement } from "../../board/drawing/svg.js";
import { element } from "../shared/dom.js";
import { counted, formatNumber, text } from "../shared/translations.js";

/** @typedef {{counts: Record<string, number>, expected: Record<string, number>, chi_square: number, degrees: number, p_value: number}} Comparison */
/** @typedef {{matches: number, rolls: number, faces: Comparison, pairs: Comparison, doubles: Comparison, repeats: Comparison, runs_of_doubles: Comparison}} Statistics */

const FEW = 200;

/** @param {Statistics} statistics */
export function statisticsPart(statistics) {
  const { rolls, matches } = statistics;
  if (rolls === 0) return element("p", { class: "soft" }, text("No dice have been rolled on this server yet."));
  const throwsCounted = counted("{count} roll", "{count} rolls", rolls, { count: formatNumber(rolls) });
  const matchesCounted = counted("{count} match", "{count} matches", matches, { count: formatNumber(matches) });
  const sum = text("{throws} in {matches}.", { throws: throwsCounted, matches: matchesCounted });
  return element(
    "div",
    {},
    element("p", {}, sum, " ", rolls < FEW ? text("That is too few to say much: small samples vary a lot.") : text("The line in each bar marks the average of fair dice.")),
    element(
      "div",
      { class: "tables" },
      table(text("Single numbers"), text("Number"), statistics.faces, (name) => name),
      table(text("Doubles"), text("Outcome"), statistics.doubles, (name) => (name === "double" ? text("equal numbers") : text("different numbers"))),
      table(text("The same roll twice in a row"), text("Outcome"), statistics.repeats, (name) => (name === "same" ? text("repeated") : text("different"))),
      table(text("Doubles in a row"), text("How many"), statistics.runs_of_doubles, (name) => name),
      table(text("Rolls"), text("Outcome"), statistics.pairs, (name) => `${name[0]}-${name[1]}`),
    ),
  );
}

/**
 * @param {string} title
 * @param {string} first
 * @param {Comparison} comparison
 * @param {(name: string) => string} label
 */
function table(title, first, comparison, label) {
  const { counts, expected } = comparison;
  const most = Math.max(1, ...Object.values(counts), ...Object.values(expected));
  const names = Object.keys(expected).sort();
  return element(
    "div",
    { class: "spread" },
    element(
      "table",
      { class: "numbers" },
      element("caption", {}, title),
      element("thead", {}, element("tr", {}, head(first), element("td", {}), head(text("rolled")), head(text("expected")))),
      element(
        "tbody",
        {},
        ...names.map((name) =>
          element(
            "tr",
            {},
            element("th", { scope: "row" }, label(name)),
            element("td", { class: "bar" }, bar((counts[name] ?? 0) / most, (expected[name] ?? 0) / most)),
            element("td", {}, formatNumber(counts[name] ?? 0)),
            element("td", { class: "soft" }, formatNumber(expected[name] ?? 0, { maximumFractionDigits: 1 })),
          ),
        ),
      ),
    ),
    element("p", { class: "small-words soft" }, judgement(comparison)),
  );
}

/** @param {string} words */
function head(words) {
  return element("th", { scope: "col" }, words);
}

/** @param {Comparison} comparison */
export function judgement({ degrees, p_value: chance }) {
  if (degrees === 0) return text("Too few to compare.");
  const share = formatNumber(chance, { style: "percent", maximumFractionDigits: chance < 0.01 ? 2 : 0 });
  if (chance < 0.001) return text("Only {share} of fair dice deviate this much. That is worth a closer look.", { share });
  return text("{share} of fair dice deviate at least this much.", { share });
}

/**
 * A bar with a mark; both values are fractions of the full width.
 * @param {number} length
 * @param {number} mark
 */
function bar(length, mark) {
  return svgElement(
    "svg",
    { viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" },
    svgElement("rect", { class: "bar-length", x: 0, y: 1.5, width: 98 * length, height: 7 }),
    svgElement("rect", { class: "bar-mark", x: 98 * mark, y: 0, width: 1.2, height: 10 }),
  );
}
