/**
 * The review of a match on paper: figures, the graph, and the errors with their boards. It is made when the page is about
 * to be printed, and is not on the screen.
 */

import { depthName } from "../analysis/depths.js";
import { cubeTable, formatEquity, formatPercent } from "../analysis/equities.js";
import { isAtLeast, markBadge, markName, markOf } from "../analysis/marks.js";
import { arrowsOf } from "../analysis/play-arrows.js";
import { depthWords, playsTable, rankedPlays } from "../analysis/plays-table.js";
import { detailsPart } from "../analysis/file-analysis.js";
import { element, setChildren } from "../shared/dom.js";
import { boardPicture } from "../shared/position-boards.js";
import { rollNotation } from "../shared/score-sheet.js";
import { text } from "../shared/translations.js";
import { MatchGraph } from "./match-graph.js";
import { ReviewSummary } from "./review-summary.js";

/** @typedef {import("../analysis/marks.js").Decision} Decision */
/** @typedef {import("../shared/answer-types.js").DecisionAnswer} DecisionAnswer */
/** @typedef {import("../shared/types.js").Player} Player */
/** @typedef {import("./review-data.js").ReviewData} ReviewData */
/** @typedef {import("./review-view.js").ReviewedMatch} ReviewedMatch */

/** The size of the graph on paper, in units of its drawing. */
const GRAPH = { width: 680, height: 120 };
/** So many plays are listed; the one that was played is always among them. */
const MOST_PLAYS = 4;

/**
 * @typedef {object} ReportOptions
 * @property {ReviewData} data
 * @property {{white: string, black: string}} names
 * @property {ReviewedMatch} match
 * @property {Record<string, string>} details
 * @property {import("../analysis/depths.js").Depth} depth
 * @property {(event: number) => DecisionAnswer | null} decisionOf everything about a decision
 */

export class PrintReport {
  #isMade = false;

  /** @param {ReportOptions} options */
  constructor(options) {
    this.options = options;
    this.element = element("div", { class: "print-report" });
    window.addEventListener("beforeprint", () => this.make());
  }

  /** Make the report, once. */
  make() {
    if (this.#isMade) return;
    this.#isMade = true;
    const { data, names, match, details, depth } = this.options;
    const summary = new ReviewSummary({ data, names, isMoney: match.length === null, onOpen: () => {} });
    const graph = new MatchGraph({ data, names, side: "white", length: match.length, onChoose: () => {} });
    const errors = data.decisions.filter((one) => !one.forced && isAtLeast(markOf(one.loss), "error"));
    setChildren(
      this.element,
      element("h1", {}, text("{white} against {black}", names)),
      detailsPart(details),
      element("p", { class: "soft" }, data.analysis?.is_current === false ? text("Analysis by an older engine ({depth}): analyse again.", { depth: depthName(depth) }) : text("Analysis: {depth}", { depth: depthName(depth) })),
      graph.element,
      summary.element,
      errors.length > 0 ? element("h2", {}, text("Errors and blunders")) : null,
      ...errors.flatMap((one) => this.#errorPart(one) ?? []),
    );
    graph.drawAt(GRAPH.width, GRAPH.height);
    summary.show();
  }

  /** @param {Decision} summary */
  #errorPart(summary) {
    const decision = this.options.decisionOf(summary.event);
    if (!decision) return null;
    const mark = markOf(summary.loss);
    const { player, roll, loss, match_loss: matchLoss } = decision;
    const lost = matchLoss === null ? formatEquity(-(loss ?? 0)) : `${formatEquity(-(loss ?? 0))} (${formatPercent(-matchLoss, 1)})`;
    const dice = decision.kind === "play" && roll ? ` · ${rollNotation(roll)}` : "";
    return element(
      "article",
      { class: "printed-error" },
      element("h3", {}, markBadge(mark), " ", text("Game {game}: {words}", { game: summary.game, words: this.options.names[player] }), dice),
      this.#board(decision),
      element(
        "div",
        { class: "printed-words" },
        element("p", {}, element("b", {}, decision.plays?.find(({ played }) => played)?.notation || summary.words), ` · ${markName(mark)} ${lost}`),
        element("p", {}, text("Best: {play}", { play: summary.best })),
        decision.plays ? printedPlays(decision) : decision.cube_decision ? cubeTable(decision.cube_decision) : null,
        comparisonWords(decision.comparison),
      ),
    );
  }

  /** The board before a decision, from the view of who decides. @param {DecisionAnswer} decision */
  #board({ board, player, roll, cube, length, crawford, kind, plays }) {
    const { rules, checkers } = this.options.match;
    const picture = boardPicture(
      { board, phase: "shown", on_roll: player, roll: kind === "play" ? roll : null, cube: { ...cube, offered: null }, rules, length, checkers, crawford },
      { label: text("The board before the decision") },
    );
    const made = /** @type {import("../../board/element.js").BackgammonBoard | null} */ (picture.querySelector("backgammon-board"));
    made?.setAttribute("view", player);
    made?.showPlays(arrowsOf(rankedPlays(plays ?? []), null), player);
    return picture;
  }
}

/** @param {DecisionAnswer} decision */
function printedPlays({ plays }) {
  const ranked = rankedPlays(plays ?? []);
  const best = ranked[0]?.equity ?? 0;
  const listed = ranked.map((play, place) => ({ play, place })).filter(({ play, place }) => place < MOST_PLAYS || play.played);
  return playsTable(
    listed.map(({ play, place }) => ({ notation: play.notation, steps: play.steps, equity: play.equity, loss: best - play.equity, chances: play.chances, matchChance: play.match_chance, depth: depthWords(play), error: play.error, isPlayed: play.played, rank: place + 1 })),
    { columns: ["rank", "play", "depth", "equity", "difference", "wins"], button: ({ notation }) => element("span", {}, notation || text("no move")) },
  );
}

/** What the program that wrote the file prefers, where it differs. @param {DecisionAnswer["comparison"]} comparison */
function comparisonWords(comparison) {
  if (!comparison || comparison.agrees) return null;
  const program = comparison.program || text("The file");
  return element("p", { class: "soft" }, text("{program} prefers {best}.", { program, best: comparison.best }));
}
