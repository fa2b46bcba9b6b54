/** Our analysis of a decision beside the one that the file of an imported match brings along, and where they disagree. */

import { afterSteps, offOf } from "../../board/model/places.js";
import { element } from "../shared/dom.js";
import { text } from "../shared/translations.js";
import { bestCubeWorth, cubeLabels, formatEquity, formatPercent } from "./equities.js";
import { levelOf, rankedFilePlays } from "./file-analysis.js";

/** @typedef {import("../replay/frames.js").Analysis} FileAnalysis */
/** @typedef {import("../shared/answer-types.js").CubeAnalysisAnswer} CubeAnalysis */
/** @typedef {import("../shared/answer-types.js").DecisionAnswer} Decision */
/** @typedef {import("../shared/answer-types.js").PlayAnalysisAnswer} PlayAnalysis */
/** @typedef {import("../shared/answer-types.js").PlayCandidateAnswer} Candidate */
/** A line of a comparison: what it is about, and what each side says of it. @typedef {{label: string, ours: string, theirs: string, isOurBest: boolean, isTheirBest: boolean}} Line */

const MOST_LINES = 6;

/**
 * The comparison; null where the file says nothing about the decision.
 * @param {Decision} decision
 * @param {readonly Candidate[]} plays ours, the best first
 * @param {readonly FileAnalysis[]} analyses
 */
export function comparisonPart(decision, plays, analyses) {
  const theirs = analyses.find(({ type }) => type === (decision.plays ? "plays" : "cube"));
  const { comparison } = decision;
  if (!theirs && !comparison) return null;
  const lines = theirs ? (theirs.type === "plays" ? playLines(decision, plays, theirs) : cubeLines(decision, theirs)) : [];
  const program = comparison?.program || text("The file");
  const level = comparison?.level || (theirs ? levelOf(theirs.type === "plays" ? (theirs.plays[0] ?? { level: "", plies: null, rollout: false }) : theirs) : "");
  const agrees = comparison?.agrees ?? lines.some(({ isOurBest, isTheirBest }) => isOurBest && isTheirBest);
  return element(
    "section",
    { class: "comparison" },
    element("h2", {}, text("From the file"), level ? element("small", { class: "soft" }, level) : null),
    element(
      "p",
      { class: agrees ? "agrees" : "disagrees" },
      element("span", { class: "sign", "aria-hidden": "true" }, agrees ? "=" : "≠"),
      " ",
      agrees ? text("{program} thinks the same is best.", { program }) : comparison ? text("{program} prefers {best}.", { program, best: comparison.best }) : text("{program} prefers something else.", { program }),
    ),
    lines.length > 0 ? table(lines, program) : null,
  );
}

/**
 * @param {readonly Line[]} lines
 * @param {string} program
 */
function table(lines, program) {
  const cell = (/** @type {string} */ words, /** @type {boolean} */ isBest) =>
    element("td", { class: ["numbers", isBest && "chosen"] }, words, isBest ? element("span", { class: "hidden-words" }, ", ", text("best")) : null);
  return element(
    "table",
    { class: "worth-table comparison-table" },
    element("thead", {}, element("tr", {}, element("td"), element("th", { scope: "col" }, "sixprime"), element("th", { scope: "col" }, program))),
    element(
      "tbody",
      {},
      ...lines.map((line) =>
        element(
          "tr",
          { class: line.isOurBest !== line.isTheirBest && "apart" },
          element("th", { scope: "row" }, line.label),
          cell(line.ours, line.isOurBest),
          cell(line.theirs, line.isTheirBest),
        ),
      ),
    ),
  );
}

/**
 * Plays are the same if they lead to the same position, however they are written.
 * @param {Decision} decision
 * @param {readonly Candidate[]} ours
 * @param {PlayAnalysis} analysis
 * @returns {Line[]}
 */
function playLines({ board, player }, ours, analysis) {
  const position = { board, off: offOf(board, 15) };
  const theirs = new Map(rankedFilePlays(analysis).map((play, place) => [afterSteps(position, player, play.steps).board.join(), { play, place }]));
  const known = new Set(ours.map((play) => play.board.join()));
  const best = ours[0]?.equity ?? 0;
  /** @param {{equity: number | null, loss: number | null, matchChance?: number | null} | undefined} play @param {number} place */
  const worth = (play, place) => {
    if (!play) return "";
    if (play.equity === null) return typeof play.matchChance === "number" ? formatPercent(play.matchChance, 2) : "";
    return formatEquity(place === 0 || play.loss === null ? play.equity : -play.loss);
  };
  const lines = ours.map((play, place) => {
    const found = theirs.get(play.board.join());
    return {
      label: play.notation || text("no move"),
      ours: worth({ equity: play.equity, loss: best - play.equity }, place),
      theirs: worth(found?.play, found?.place ?? 0),
      isOurBest: place === 0,
      isTheirBest: found?.place === 0,
      isPlayed: play.played,
      rank: place,
    };
  });
  const others = [...theirs].filter(([after]) => !known.has(after)).map(([, { play, place }]) => ({
    label: play.notation || text("no move"),
    ours: "",
    theirs: worth(play, place),
    isOurBest: false,
    isTheirBest: place === 0,
    isPlayed: Boolean(play.isPlayed),
    rank: place,
  }));
  return [...lines, ...others].filter((line) => line.isOurBest || line.isTheirBest || line.isPlayed || (line.rank < MOST_LINES && line.theirs && line.ours));
}

/**
 * @param {Decision} decision
 * @param {CubeAnalysis} analysis
 * @returns {Line[]}
 */
function cubeLines({ cube_decision: cube }, analysis) {
  if (!cube) return [];
  const ours = analysis.in_winning_chances && cube.match_chances ? cube.match_chances : [cube.no_double, cube.double_take, cube.double_pass];
  const theirs = [analysis.no_double, analysis.double_take, analysis.double_drop];
  const [ourBest, theirBest] = [bestCubeWorth(ours), bestCubeWorth(theirs)];
  const written = (/** @type {number | null | undefined} */ value) => (typeof value !== "number" ? "" : analysis.in_winning_chances ? formatPercent(value, 2) : formatEquity(value));
  return cubeLabels(cube.redouble).map((label, place) => ({
    label,
    ours: written(ours[place]),
    theirs: written(theirs[place]),
    isOurBest: ourBest !== null && ours.indexOf(ourBest) === place,
    isTheirBest: theirBest !== null && theirs.indexOf(theirBest) === place,
  }));
}
