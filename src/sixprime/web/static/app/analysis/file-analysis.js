/** What the file of an imported match says about a move: comments, and the analyses of other programs. */

import { element } from "../shared/dom.js";
import { text } from "../shared/translations.js";
import { chancesTable, cubeTable, formatEquity } from "./equities.js";
import { playsTable } from "./plays-table.js";

/** @typedef {import("../replay/frames.js").Frame} Frame */
/** @typedef {import("../shared/answer-types.js").CubeAnalysisAnswer} CubeAnalysis */
/** @typedef {import("../shared/answer-types.js").PlayAnalysisAnswer} PlayAnalysis */
/** @typedef {import("./plays-table.js").RankedPlay} RankedPlay */
/** @typedef {import("./plays-table.js").Steps} Steps */

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
  const ranked = rankedFilePlays(analysis);
  const levels = new Set(ranked.map(({ depth }) => depth));
  const chances = plays[played ?? 0]?.chances ?? best.chances;
  return element(
    "section",
    { class: "file-analysis" },
    heading(text("Plays"), levels.size === 1 ? (ranked[0]?.depth ?? "") : ""),
    playsTable(
      ranked.filter(({ isPlayed }, place) => place < MOST_PLAYS || isPlayed),
      {
        columns: levels.size > 1 ? ["rank", "play", "depth", "worth", "wins"] : ["rank", "play", "worth", "wins"],
        button: ({ notation, steps }) => element("button", { type: "button", class: "shown-play", title: text("Show it on the board"), onclick: () => showPlay(steps) }, notation || text("no move")),
      },
    ),
    errorPart(error, text("An error: {error}", { error: formatEquity(-Math.abs(error ?? 0)) })),
    typeof luck === "number" ? element("p", { class: "soft" }, text("Luck of the roll: {luck}", { luck: formatEquity(luck) })) : null,
    chances ? chancesTable(chances) : null,
  );
}

/**
 * The plays of a file's analysis as they stand in a table.
 * @param {PlayAnalysis} analysis
 * @returns {RankedPlay[]}
 */
export function rankedFilePlays({ plays, played }) {
  const best = plays[0]?.equity ?? null;
  return plays.map((play, place) => ({
    notation: play.notation,
    steps: /** @type {Steps} */ (play.steps),
    equity: play.equity,
    loss: best !== null && play.equity !== null ? best - play.equity : null,
    chances: play.chances,
    matchChance: play.win_chance,
    depth: levelOf(play),
    isPlayed: place === played,
    rank: place + 1,
  }));
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

/** How a program looked, in words. @param {{level: string, plies: number | null, rollout: boolean}} analysis */
export function levelOf({ level, plies, rollout }) {
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
