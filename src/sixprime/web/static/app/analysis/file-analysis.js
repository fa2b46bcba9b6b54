/** What the file of an imported match says about a move: comments, and the analyses of other programs. */

import { element } from "../shared/dom.js";
import { text } from "../shared/translations.js";
import { chancesTable, cubeTable, formatEquity, formatPercent } from "./equities.js";

/** @typedef {import("../replay/frames.js").Frame} Frame */
/** @typedef {import("../shared/answer-types.js").CubeAnalysisAnswer} CubeAnalysis */
/** @typedef {import("../shared/answer-types.js").PlayAnalysisAnswer} PlayAnalysis */
/** @typedef {[number, number][]} Steps */

/** So many plays are listed; the one that was played is always among them. */
const MOST_PLAYS = 6;

/**
 * The notes about a frame.
 * @param {Frame} frame
 * @param {(steps: Steps) => void} showPlay draw a play on the board
 * @returns {HTMLElement[]}
 */
export function fileNotes(frame, showPlay) {
  const notes = [
    ...frame.comments.map((words) => element("p", { class: "comment" }, words)),
    ...frame.analyses.map((analysis) => (analysis.type === "cube" ? cubePart(analysis, frame) : playsPart(analysis, showPlay))),
  ];
  return notes.length > 0 ? notes : [element("p", { class: "soft" }, text("The file says nothing about this move."))];
}

/**
 * @param {CubeAnalysis} analysis
 * @param {Frame} frame
 */
function cubePart(analysis, { action, cube, player }) {
  const isAnswer = action === "take" || action === "drop" || action === "beaver";
  const error = isAnswer ? analysis.answer_error : analysis.error;
  return element(
    "section",
    { class: "file-analysis" },
    heading(text("Cube action"), levelOf(analysis)),
    cubeTable({
      no_double: analysis.no_double,
      double_take: analysis.double_take,
      double_pass: analysis.double_drop,
      in_winning_chances: analysis.in_winning_chances,
      redouble: !isAnswer && cube.owner !== null && cube.owner === player,
    }),
    errorPart(error, isAnswer ? text("The answer was an error: {error}", { error: formatEquity(-Math.abs(error ?? 0)) }) : text("An error: {error}", { error: formatEquity(-Math.abs(error ?? 0)) })),
    analysis.chances ? chancesTable(analysis.chances) : null,
  );
}

/**
 * @param {PlayAnalysis} analysis
 * @param {(steps: Steps) => void} showPlay
 */
function playsPart(analysis, showPlay) {
  const { plays, played, luck, error } = analysis;
  const best = plays[0];
  if (!best) return element("section", { class: "file-analysis" }, heading(text("Plays"), ""), element("p", { class: "soft" }, text("No legal move")));
  const listed = plays.map((play, place) => ({ play, place })).filter(({ place }) => place < MOST_PLAYS || place === played);
  const levels = new Set(listed.map(({ play }) => levelOf(play)));
  const rows = listed.map(({ play, place }) =>
    element(
      "tr",
      { class: [place === 0 && "best", place === played && "played"] },
      element("td", { class: "numbers soft" }, `${place + 1}.`),
      element(
        "td",
        {},
        element("button", { type: "button", class: "shown-play", title: text("Show it on the board"), onclick: () => showPlay(/** @type {Steps} */ (play.steps)) }, play.notation || text("no move")),
        place === played ? element("span", { class: "tag" }, text("played")) : null,
        levels.size > 1 ? element("small", { class: "soft" }, levelOf(play)) : null,
      ),
      element("td", { class: "numbers" }, worthOf(play, place === 0 ? null : best)),
      element("td", { class: "numbers" }, play.chances ? formatPercent(play.chances.win, 1) : ""),
    ),
  );
  const chances = plays[played ?? 0]?.chances ?? best.chances;
  return element(
    "section",
    { class: "file-analysis" },
    heading(text("Plays"), levels.size === 1 ? ([...levels][0] ?? "") : ""),
    element(
      "table",
      { class: "worth-table plays-table" },
      element(
        "thead",
        {},
        element("tr", {}, element("td"), ...[text("play"), text("equity"), text("wins")].map((words) => element("th", { scope: "col" }, words))),
      ),
      element("tbody", {}, ...rows),
    ),
    errorPart(error, text("An error: {error}", { error: formatEquity(-Math.abs(error ?? 0)) })),
    typeof luck === "number" ? element("p", { class: "soft" }, text("Luck of the roll: {luck}", { luck: formatEquity(luck) })) : null,
    chances ? chancesTable(chances) : null,
  );
}

/**
 * The worth of a play or, below the best one, how much less it is.
 * @param {PlayAnalysis["plays"][number]} play
 * @param {PlayAnalysis["plays"][number] | null} best
 */
function worthOf(play, best) {
  if (typeof play.equity !== "number") return typeof play.win_chance === "number" ? formatPercent(play.win_chance, 2) : "";
  return formatEquity(best && typeof best.equity === "number" ? play.equity - best.equity : play.equity);
}

/**
 * @param {string} title
 * @param {string} level
 */
function heading(title, level) {
  return element("h3", {}, title, level ? element("small", { class: "soft" }, level) : null);
}

/**
 * @param {number | null} error
 * @param {string} words
 */
function errorPart(error, words) {
  return typeof error === "number" && Math.abs(error) >= 0.0005 ? element("p", { class: "error-words" }, words) : null;
}

/** How a program looked. @param {{level: string, plies: number | null, rollout: boolean}} analysis */
function levelOf({ level, plies, rollout }) {
  if (level) return level;
  if (rollout) return text("rollout");
  return plies === null ? "" : text("{count}-ply", { count: plies });
}

/**
 * What the file says about the match itself, a row for each; null if it says nothing that has a name here.
 * @param {Record<string, string>} details
 */
export function detailsPart(details) {
  /** @type {[string, string][]} */
  const known = [
    ["event", text("Event")],
    ["round", text("Round")],
    ["site", text("Place")],
    ["date", text("Date")],
    ["annotator", text("Annotated by")],
  ];
  const rows = known.flatMap(([name, label]) => (details[name] ? [element("div", {}, element("dt", {}, label), " ", element("dd", {}, details[name]))] : []));
  return rows.length > 0 ? element("dl", { class: "file-details" }, ...rows) : null;
}
