/**
 * The review of one match or several in a saved file, which opens from disk without a server. Everything that it shows is
 * inside the page.
 */

import { overrideSettings } from "../settings/settings.js";
import { button, element, setChildren } from "../shared/dom.js";
import { counted, formatNumber, text, useLanguage } from "../shared/translations.js";
import { namesOf, showEmbeddedReview } from "./embedded-review.js";
import { PrintReport } from "./print-report.js";

/** @typedef {import("./embedded-review.js").EmbeddedMatch & {review: import("../shared/answer-types.js").ReviewAnswer}} SavedMatch */
/** @typedef {{marks: import("../settings/settings.js").MarkLimits, matches: SavedMatch[]}} Saved */

const data = JSON.parse(document.getElementById("saved")?.textContent ?? "{}");
useLanguage(data.language, data.texts);
/** @type {Saved} */
const saved = data.content;
overrideSettings({ marks: saved.marks });
open();

function open() {
  const { matches } = saved;
  const chosen = matches.length === 1 ? 0 : Number(new URLSearchParams(location.search).get("match") ?? 0) - 1;
  const match = matches[chosen];
  const main = element("main", { id: "main", tabindex: "-1" });
  document.body.classList.add("bare", "saved");
  for (const old of document.body.querySelectorAll("noscript")) old.remove();
  document.body.append(
    element("a", { class: "skip", href: "#main" }, text("Skip to content")),
    header(match && matches.length > 1),
    main,
    element("div", { id: "announcements", class: "hidden-words", role: "status", "aria-live": "polite" }),
    element("div", { id: "notes" }),
  );
  if (match) void showMatch(main, match);
  else showList(main, matches);
}

/** @param {boolean | undefined} leadsBack */
function header(leadsBack) {
  return element(
    "header",
    { class: "masthead" },
    element("span", { class: "brand" }, "sixprime"),
    leadsBack ? element("nav", { "aria-label": text("Pages") }, element("a", { href: "?" }, text("All matches"))) : null,
    element("div", { class: "page-tools" }, button(text("Print"), { kind: "small", onclick: () => window.print() })),
  );
}

/**
 * The matches of the file, to choose one.
 * @param {HTMLElement} main
 * @param {SavedMatch[]} matches
 */
function showList(main, matches) {
  const rate = (/** @type {number} */ value) => formatNumber(value, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  setChildren(
    main,
    element("h1", {}, text("Analysed matches")),
    element(
      "ul",
      { class: "saved-matches" },
      ...matches.map((match, place) => {
        const names = namesOf(match);
        const { white, black } = match.review.figures;
        const length = match.replay.length;
        const parts = [length === null ? text("money play") : counted("{count} point", "{count} points", length), match.replay.details?.["date"], match.label];
        return element(
          "li",
          {},
          element("a", { href: `?match=${place + 1}` }, text("{white} against {black}", names)),
          element("span", { class: "numbers" }, text("PR {rating}", { rating: `${rate(white.pr)} · ${rate(black.pr)}` })),
          element("span", { class: "soft" }, parts.filter(Boolean).join(" · ")),
        );
      }),
    ),
  );
}

/**
 * @param {HTMLElement} main
 * @param {SavedMatch} match
 */
async function showMatch(main, match) {
  const names = namesOf(match);
  const players = text("{white} against {black}", names);
  document.title = `${players} · sixprime`;
  const view = await showEmbeddedReview(main, match);
  if (!view) return;
  const report = new PrintReport({ data: view.data, names, match: view.match, details: match.replay.details ?? {}, depth: match.review.depth, decisionOf: (event) => match.decisions[event] ?? null });
  main.after(report.element);
}
