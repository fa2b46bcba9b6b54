/**
 * Everything that was found about one decision: the ranked plays or what the cube is worth, luck, what the file of an
 * imported match says, and a rollout on request. Plays are shown on the board: arrows for the one that is pointed at,
 * and the position after the one that is chosen.
 */

import { button, element, focusedNear, setChildren } from "../shared/dom.js";
import { counted, text } from "../shared/translations.js";
import { comparisonPart } from "./comparison.js";
import { actionsTable, chancesTable, cubeTable, formatEquity, formatPercent } from "./equities.js";
import { RolloutPart } from "./job-progress.js";
import { markName, markOf } from "./marks.js";
import { arrowsOf } from "./play-arrows.js";
import { depthWords, errorWords, playsTable, rankedPlays } from "./plays-table.js";

/** @typedef {import("../../board/element.js").BackgammonBoard} BackgammonBoard */
/** @typedef {import("../../board/types.js").State} BoardState */
/** @typedef {import("../replay/frames.js").Analysis} FileAnalysis */
/** @typedef {import("../shared/answer-types.js").DecisionAnswer} Decision */
/** @typedef {import("../shared/answer-types.js").PlayCandidateAnswer} Candidate */
/** @typedef {import("./sources.js").RollOut} RollOut */

/** So many plays are listed at first; the one that was played is always among them. */
const MOST_PLAYS = 8;

/**
 * @typedef {object} PanelOptions
 * @property {BackgammonBoard} board shows the position before the decision when `show` is called
 * @property {{rollOut?: RollOut | undefined} | null} [source] null: there are no rollouts
 * @property {(decision: Decision) => void} [onResult] a rollout has found something
 */

/** The panel beside a board. */
export class DecisionPanel {
  /** @param {PanelOptions} options */
  constructor({ board, source = null, onResult }) {
    this.#board = board;
    this.source = source;
    this.#rollout = new RolloutPart({
      result: (decision) => {
        this.show(decision, { analyses: this.#analyses });
        onResult?.(decision);
      },
      progress: ({ state }) => {
        if (state === "done") this.#say(text("The rollout is complete."));
      },
    });
    this.element = element(
      "section",
      { class: "decision-panel", "aria-label": text("Analysis"), onkeydown: (/** @type {KeyboardEvent} */ event) => this.#onKey(event) },
      this.#content,
      this.#rollout.element,
      this.#status,
    );
    this.clear();
  }

  #board;
  #rollout;
  #content = element("div", { class: "decision-content" });
  #status = element("p", { class: "hidden-words", role: "status" });
  /** @type {Decision | null} */
  #decision = null;
  /** @type {Candidate[]} */
  #plays = [];
  /** @type {FileAnalysis[]} */
  #analyses = [];
  /** The play that is pointed at, by its notation. @type {string | null} */
  #pointed = null;
  /** The play whose position is shown, by its notation. @type {string | null} */
  #chosen = null;
  /** What the board showed before a play was chosen. @type {BoardState | null} */
  #before = null;
  #showsAll = false;

  /** The decision that is shown. */
  get decision() {
    return this.#decision;
  }

  /**
   * Show a decision. If it is the one that is shown already, seen more deeply, what the user points at stays.
   * @param {Decision} decision
   * @param {{analyses?: FileAnalysis[], wasAsked?: boolean}} [more] what the file of an imported match says about it, and
   *   whether the user asked for this decision and waits for the answer
   */
  show(decision, { analyses = [], wasAsked = false } = {}) {
    const earlier = this.#decision && isSame(this.#decision, decision) ? this.#decision : null;
    if (!earlier) this.#forget();
    this.#decision = decision;
    this.#analyses = analyses;
    this.#plays = rankedPlays(decision.plays ?? []);
    this.#render();
    if (earlier) this.#sayNews(earlier, decision);
    else if (wasAsked) this.#sayBest(decision);
    if (!earlier) this.#rollout.offer(this.source?.rollOut && isOpen(decision) ? (listener) => /** @type {RollOut} */ (this.source?.rollOut)(decision.event, listener) : null);
    this.#showArrows();
  }

  /** Show no decision. The page calls this before it shows another position on the board. @param {string} [words] instead of one */
  clear(words = "") {
    this.#forget();
    this.#decision = null;
    this.#plays = [];
    this.#rollout.offer(null);
    setChildren(this.#content, words ? element("p", { class: "soft" }, words) : null);
  }

  /** Stop listening to a rollout, and forget what the user points at. */
  #forget() {
    // Nobody can come back to the rollout of a position; that of a match stays with it.
    if (this.#decision?.event === null) this.#rollout.progress.abandon();
    else this.#rollout.progress.stop();
    this.#pointed = this.#chosen = this.#before = null;
    this.#showsAll = false;
    this.#say("");
  }

  // What is shown

  #render() {
    const decision = /** @type {Decision} */ (this.#decision);
    const active = focusedNear(this.#content);
    const focused = active instanceof HTMLElement && this.#content.contains(active) ? (active.dataset["play"] ?? null) : null;
    setChildren(
      this.#content,
      verdictPart(decision, this.#plays),
      decision.plays ? this.#playsPart(decision) : actionsPart(decision),
      typeof decision.luck === "number" ? element("p", { class: "soft luck" }, text("Luck of the roll: {luck}", { luck: formatEquity(decision.luck) })) : null,
      comparisonPart(decision, this.#plays, this.#analyses),
    );
    if (focused !== null) this.#buttonOf(focused)?.focus({ preventScroll: true });
  }

  /** @param {Decision} decision */
  #playsPart(decision) {
    if (this.#plays.length === 0 || decision.legal === 0) return element("p", { class: "soft" }, text("No legal move"));
    const listed = this.#plays.flatMap((play, place) => (this.#showsAll || place < MOST_PLAYS || play.played ? [{ play, place }] : []));
    const best = this.#plays[0]?.equity ?? 0;
    const table = playsTable(
      listed.map(({ play, place }) => ({
        notation: play.notation,
        steps: play.steps,
        equity: play.equity,
        loss: best - play.equity,
        chances: play.chances,
        matchChance: play.match_chance,
        depth: depthWords(play),
        error: play.error,
        isPlayed: play.played,
        rank: place + 1,
      })),
      {
        columns: ["rank", "play", "depth", "equity", "difference", ...(decision.length === null ? [] : [/** @type {const} */ ("match")]), "chances"],
        kind: "full",
        caption: text("Plays, the best first"),
        button: ({ notation, loss, isPlayed }, place) => this.#playButton(notation, loss ?? 0, isPlayed ?? false, place),
      },
    );
    table.addEventListener("pointerover", (event) => event.pointerType !== "touch" && this.#point(playOf(event.target)));
    table.addEventListener("pointerleave", () => this.#point(playOf(focusedNear(table))));
    table.addEventListener("focusin", (event) => this.#point(playOf(event.target)));
    table.addEventListener("focusout", (event) => this.#point(playOf(event.relatedTarget)));
    const hidden = this.#plays.length - listed.length;
    const more = hidden > 0 ? button(counted("Show {count} more play", "Show {count} more plays", hidden), { kind: "small", onclick: () => this.#showAll() }) : null;
    return element("div", { class: "plays" }, table, more);
  }

  /**
   * @param {string} notation
   * @param {number} loss
   * @param {boolean} isPlayed
   * @param {number} place
   */
  #playButton(notation, loss, isPlayed, place) {
    const kind = place === 0 ? "best" : isPlayed ? "played" : "other";
    return element(
      "button",
      {
        type: "button",
        class: "shown-play",
        "aria-pressed": String(notation === this.#chosen),
        title: text("Show the position after it"),
        dataset: { play: notation },
        onclick: (/** @type {MouseEvent} */ event) => this.#choose(notation, event),
      },
      element("i", { class: ["arrow-sample", kind, place > 0 && markOf(loss)] }),
      notation || text("no move"),
    );
  }

  #showAll() {
    const next = this.#plays.find((_, place) => place >= MOST_PLAYS)?.notation;
    this.#showsAll = true;
    this.#render();
    if (next !== undefined) this.#buttonOf(next)?.focus();
  }

  /** @param {string} notation */
  #buttonOf(notation) {
    return [...this.#content.querySelectorAll("button")].find((one) => one.dataset["play"] === notation);
  }

  // The board

  /** Point at a play, or at none. @param {string | null} notation */
  #point(notation) {
    if (notation === this.#pointed) return;
    this.#pointed = notation;
    this.#showArrows();
  }

  /**
   * Show the position after a play, or the one before it again. A first tap by finger only points at the play.
   * @param {string} notation
   * @param {MouseEvent} event
   */
  #choose(notation, event) {
    const isTouch = event instanceof PointerEvent && event.pointerType === "touch";
    const isFirstTap = isTouch && notation !== this.#tapped;
    this.#tapped = isTouch ? notation : null;
    this.#pointed = notation;
    if (isFirstTap) this.#showBefore();
    else if (notation === this.#chosen) this.#showBefore();
    else this.#showAfter(notation);
    for (const one of this.#content.querySelectorAll("button")) if (one.dataset["play"] !== undefined) one.setAttribute("aria-pressed", String(one.dataset["play"] === this.#chosen));
    this.#showArrows();
  }

  /** The play that was tapped last. @type {string | null} */
  #tapped = null;

  /** @param {string} notation */
  #showAfter(notation) {
    const play = this.#plays.find((one) => one.notation === notation);
    if (!play) return;
    this.#before ??= this.#board.state;
    const { off: _, pips: __, ...before } = this.#before;
    this.#board.setPosition(play.board, before);
    this.#chosen = notation;
    this.#say(text("The board shows the position after {play}.", { play: notation }));
  }

  #showBefore() {
    if (!this.#before) return;
    this.#board.setPosition(this.#before.board, this.#before);
    this.#before = this.#chosen = null;
    this.#say(text("The board shows the position before the play."));
  }

  #showArrows() {
    const { player } = this.#decision ?? {};
    if (!player || this.#plays.length === 0) return;
    const pointed = this.#plays.findIndex(({ notation }) => notation === this.#pointed);
    this.#board.showPlays(this.#chosen === null ? arrowsOf(this.#plays, pointed < 0 ? null : pointed) : [], player);
  }

  /** Up and down lead from play to play, Escape back to the position before it. @param {KeyboardEvent} event */
  #onKey(event) {
    const buttons = [...this.#content.querySelectorAll("button")].filter((one) => one.dataset["play"] !== undefined);
    const focused = focusedNear(this.#content);
    const at = buttons.findIndex((one) => one === focused);
    if (at < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Escape" && this.#chosen !== null) this.#choose(this.#chosen, new MouseEvent("click"));
    else if (event.key === "ArrowDown") buttons[at + 1]?.focus();
    else if (event.key === "ArrowUp") buttons[at - 1]?.focus();
    else return;
    event.preventDefault();
  }

  // Announcements

  /** Announce that a decision was seen more deeply, or that something else is best now. @param {Decision} earlier @param {Decision} now */
  #sayNews(earlier, now) {
    const [before, after] = [bestOf(earlier), bestOf(now)];
    const isDeeper = now.plies > earlier.plies || (now.games > 0 && earlier.games === 0);
    if (isDeeper || before !== after) this.#say(text("A deeper result: {best} is best ({depth}).", { best: after, depth: depthWords(now) }));
  }

  /** Announce the answer that the user waits for. @param {Decision} decision */
  #sayBest(decision) {
    const best = bestOf(decision);
    if (best) this.#say(text("{best} is best ({depth}).", { best, depth: depthWords(decision) }));
  }

  /** @param {string} words */
  #say(words) {
    this.#status.textContent = words;
  }
}

/** Whether two answers are about the same decision. @param {Decision} one @param {Decision} other */
function isSame(one, other) {
  const keys = /** @type {const} */ (["event", "player", "kind", "board", "roll", "cube", "length", "score", "crawford"]);
  return keys.every((key) => JSON.stringify(one[key]) === JSON.stringify(other[key]));
}

/** Whether a rollout could say more about a decision. @param {Decision} decision */
function isOpen({ plays, legal, kind, games, cube_decision: cube }) {
  if (games > 0) return false;
  return plays ? legal > 1 : kind === "double" && Boolean(cube?.may_double);
}

/** The best play or action, in words. @param {Decision} decision */
function bestOf(decision) {
  return rankedPlays(decision.plays ?? [])[0]?.notation ?? adviceOf(decision);
}

/** What to do where there is no roll to play; nothing about an offer to resign, whose answers are the opponent's. @param {Decision} decision */
function adviceOf({ kind, actions, cube_decision: cube }) {
  if (kind === "double") return cube?.words ?? "";
  return kind === "resignation" ? "" : (actions?.[0]?.words ?? "");
}

/** The notation of the play in whose row something is. @param {EventTarget | null} target */
function playOf(target) {
  const row = target instanceof Element ? target.closest(".plays-table tbody tr") : null;
  return /** @type {HTMLElement | null} */ (row?.querySelector("[data-play]") ?? null)?.dataset["play"] ?? null;
}

/**
 * What the player did, and what it lost; nothing for a position.
 * @param {Decision} decision
 * @param {readonly Candidate[]} plays
 */
function verdictPart({ action, words, loss, match_loss: matchLoss, legal }, plays) {
  if (action === null || loss === null) return null;
  const done = plays.find(({ played }) => played)?.notation ?? words ?? "";
  const lost = matchLoss === null ? formatEquity(-loss) : `${formatEquity(-loss)} (${formatPercent(-matchLoss, 1)})`;
  const isForced = plays.length > 0 && legal < 2;
  const mark = isForced ? "none" : markOf(loss);
  const judgement = isForced ? text("the only play") : loss < 0.00005 ? text("best") : mark !== "none" ? `${markName(mark)} ${lost}` : lost;
  return element("p", { class: ["verdict", mark] }, element("b", {}, done), " ", element("span", { class: "tag" }, judgement));
}

/**
 * What the cube or an offer is worth.
 * @param {Decision} decision
 */
function actionsPart(decision) {
  const { kind, actions, cube_decision: cube, chances, games, error, player } = decision;
  const mayDouble = kind === "double" && Boolean(cube?.may_double);
  const advice = adviceOf(decision);
  return element(
    "div",
    { class: "actions" },
    advice ? element("p", { class: "advice" }, advice) : null,
    element("p", { class: "soft small-words" }, depthWords(decision), games > 0 ? [" ", errorWords(error)] : null),
    cube && (mayDouble || kind === "answer") ? cubeTable(cube) : null,
    actions && !mayDouble ? actionsTable(actions) : null,
    chancesTable(chances),
    cube && cube.player !== player ? element("p", { class: "soft small-words" }, text("The first table is in the view of the player who doubles.")) : null,
  );
}
