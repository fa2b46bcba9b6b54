/**
 * The review of one match or several in a saved file, which opens from disk without a server. Everything that it shows is
 * inside the page.
 */

import { EmbeddedSource } from "../analysis/sources.js";
import { framesOf } from "../replay/frames.js";
import { overrideSettings } from "../settings/settings.js";
import { button, element, setChildren } from "../shared/dom.js";
import { colourName } from "../shared/names.js";
import { counted, formatNumber, text, useLanguage } from "../shared/translations.js";
import { PrintReport } from "./print-report.js";
import { ReviewView } from "./review-view.js";

/** @typedef {import("../analysis/sources.js").EmbeddedReview} EmbeddedReview */
/** @typedef {import("../replay/frames.js").Replay} Replay */
/** @typedef {EmbeddedReview & {label: string, rules: Record<string, unknown>, replay: Replay}} SavedMatch */
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

/** The names of the players; who has none is called by the colour. @param {SavedMatch} match */
function namesOf({ replay }) {
  return { white: replay.names?.white || colourName("white"), black: replay.names?.black || colourName("black") };
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
  const { replay, rules, review } = match;
  const names = namesOf(match);
  const frames = framesOf(replay, names);
  const shown = { rules, length: replay.length, checkers: replay.checkers ?? 15, reader: null, boardNames: replay.names ? written(replay.names) : {} };
  const players = text("{white} against {black}", names);
  document.title = `${players} · sixprime`;
  main.classList.add("replay");
  if (frames.length === 0) return setChildren(main, element("p", { class: "problem" }, text("Nothing has been played in this match yet.")));
  const view = new ReviewView({ place: main, replay, match: shown, frames, names, bottom: "white", source: new EmbeddedSource(match), host: {} });
  view.begin();
  await view.load();
  const report = new PrintReport({ data: view.data, names, match: shown, details: replay.details ?? {}, depth: review.depth, decisionOf: (event) => match.decisions[event] ?? null });
  main.after(report.element);
}

/** Only the names that there are. @param {{white: string, black: string}} names */
function written(names) {
  return Object.fromEntries(Object.entries(names).filter(([, name]) => name));
}
