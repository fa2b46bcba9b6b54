/**
 * A question on a board, and the verdict on its answer: the user plays a roll or chooses a cube action, and the server
 * says what that is worth and why. Which plays are legal the question says; nothing here knows the rules.
 */

import { offOf, opponent } from "../../board/model/places.js";
import { DecisionPanel } from "../analysis/decision-panel.js";
import { formatLoss } from "../analysis/equities.js";
import { markName } from "../analysis/marks.js";
import { opening } from "../analysis/questions.js";
import { errorMessage } from "../shared/api.js";
import { button, element, setChildren } from "../shared/dom.js";
import { announce, showToast } from "../shared/shell.js";
import { text } from "../shared/translations.js";

/** @typedef {import("../../board/element.js").BackgammonBoard} BackgammonBoard */
/** @typedef {import("../../board/types.js").Graph} Graph */
/** @typedef {import("../shared/answer-types.js").QuestionAnswer} Question */
/** @typedef {import("../shared/answer-types.js").VerdictAnswer} Verdict */
/** @typedef {{steps?: [number, number][], action?: "roll" | "double" | "take" | "drop"}} Answer */

/** What is asked, and the buttons to answer by. */
export class QuestionPanel {
  /**
   * @param {object} options
   * @param {BackgammonBoard} options.board
   * @param {(answer: Answer) => Promise<void>} options.onAnswer sends the answer; the page then calls `showVerdict`
   */
  constructor({ board, onAnswer }) {
    this.#board = board;
    this.#onAnswer = onAnswer;
    this.#panel = new DecisionPanel({ board });
    this.#panel.element.hidden = true;
    this.element = element(
      "section",
      { class: "panel question", "aria-label": text("Question") },
      this.#title,
      this.#verdict,
      this.#reasons,
      this.#note,
      this.#buttons,
      this.#panel.element,
    );
    this.clear(text("Loading…"));
    board.addEventListener("play", (event) => this.#isAsking && void this.#answer({ steps: /** @type {CustomEvent} */ (event).detail.steps }));
    board.addEventListener("turn-changed", (event) => this.#isAsking && this.#onTurn(/** @type {CustomEvent} */ (event).detail));
  }

  #board;
  #onAnswer;
  #panel;
  #title = element("h2", { class: "question-words", tabindex: "-1" });
  #verdict = element("p", { class: "verdict", role: "status" });
  #reasons = element("ul", { class: "reasons" });
  #note = element("p", { class: "soft question-note" });
  #buttons = element("div", { class: "buttons" });
  #isAsking = false;
  #began = 0;
  /** @type {Question | null} */
  #question = null;
  /** @type {HTMLButtonElement | null} */
  #done = null;
  /** @type {HTMLButtonElement | null} */
  #undo = null;

  /** How long the user has thought, in milliseconds. */
  get milliseconds() {
    return Math.min(Math.round(performance.now() - this.#began), 2 ** 31 - 1);
  }

  /** Ask a question. @param {Question} question @param {{focus?: boolean}} [how] whether the question gets the focus */
  ask(question, { focus = true } = {}) {
    this.#question = question;
    this.#began = performance.now();
    this.#title.textContent = question.words.replace(/([1-6])-([1-6])/, "$1\u2011$2"); // a roll is not broken into two lines
    this.#verdict.textContent = "";
    this.#verdict.className = "verdict";
    this.#note.textContent = "";
    setChildren(this.#reasons);
    this.#panel.clear();
    this.#panel.element.hidden = true;
    this.#offer(question);
    if (focus) this.#title.focus({ preventScroll: true });
    announce(question.words);
  }

  /** Put the question on the board, with the buttons for its answer. @param {Question} question */
  #offer(question) {
    this.#isAsking = true;
    const { player, board, roll, cube, length, crawford, turn, kind } = question;
    const off = offOf(board, 15);
    this.#board.view = player;
    if (kind === "play") {
      this.#board.seats = [player];
      this.#board.state = { phase: "to-play", on_roll: player, to_act: player, board, off, roll, cube: { ...cube, offered: null }, length, crawford, rules: {}, checkers: 15, turn: /** @type {Graph | null} */ (turn) };
      this.#done = button(text("Done"), { kind: "main", icon: "confirm", disabled: true, onclick: () => void this.#board.confirm() });
      this.#undo = button(text("Undo"), { icon: "undo", disabled: true, onclick: () => this.#board.undo() });
      return setChildren(this.#buttons, this.#done, this.#undo);
    }
    const offered = kind === "answer" ? { by: opponent(player), value: cube.value * 2, beavers: 0 } : null;
    this.#board.seats = [];
    this.#board.setPosition(board, { on_roll: kind === "answer" ? opponent(player) : player, roll: null, cube: { ...cube, offered }, length, crawford });
    /** @type {[Answer["action"], string][]} */
    const actions = kind === "answer" ? [["take", text("Take")], ["drop", text("Drop")]] : [["roll", text("No double")], ["double", text("Double")]];
    return setChildren(this.#buttons, ...actions.map(([action, label]) => button(label, { kind: "main", onclick: () => void this.#answer({ action }) })));
  }

  /** @param {{isComplete: boolean, canUndo: boolean}} turn */
  #onTurn({ isComplete, canUndo }) {
    if (this.#done) this.#done.disabled = !isComplete;
    if (this.#undo) this.#undo.disabled = !canUndo;
  }

  /** @param {Answer} answer */
  async #answer(answer) {
    if (!this.#isAsking) return;
    this.#isAsking = false;
    for (const each of this.#buttons.querySelectorAll("button")) each.disabled = true;
    this.#verdict.textContent = text("Thinking…");
    try {
      await this.#onAnswer(answer);
    } catch (problem) {
      this.#verdict.textContent = "";
      showToast(errorMessage(problem), { kind: "bad" });
      if (this.#question) this.#offer(this.#question);
    }
  }

  /**
   * Show what the answer is worth.
   * @param {Verdict} verdict
   * @param {HTMLButtonElement[]} next what can be done then; the first gets the focus
   * @param {string} [more] a sentence of the page
   */
  showVerdict(verdict, next, more = "") {
    this.#isAsking = false;
    const { decision, mark, reasons } = verdict;
    const isGood = mark === "none";
    this.#board.seats = [];
    const isAnswer = decision.kind === "answer";
    const offered = isAnswer ? { by: opponent(decision.player), value: decision.cube.value * 2, beavers: 0 } : null;
    this.#board.setPosition(decision.board, { on_roll: isAnswer ? opponent(decision.player) : decision.player, roll: decision.roll, cube: { ...decision.cube, offered }, length: decision.length, crawford: decision.crawford });
    this.#panel.element.hidden = false;
    this.#panel.show(decision);
    this.#verdict.className = `verdict ${isGood ? "good" : "bad"}`;
    this.#verdict.textContent = verdictWords(verdict);
    this.#note.textContent = more;
    setChildren(this.#reasons, ...reasons.map((reason) => element("li", {}, reason)));
    setChildren(this.#buttons, ...next);
    announce([...reasons, more].filter(Boolean).join(" ")); // the verdict itself is a live region
    next[0]?.focus({ preventScroll: true });
  }

  /** Show words instead of a question. @param {string} words */
  clear(words = "") {
    this.#isAsking = false;
    this.#title.textContent = words;
    this.#verdict.textContent = "";
    this.#note.textContent = "";
    setChildren(this.#reasons);
    setChildren(this.#buttons);
    this.#panel.clear();
    this.#panel.element.hidden = true;
  }
}

/** @param {Verdict} verdict */
export function verdictWords({ right, mark, loss, best, choice }) {
  if (right) return text("Right: {words} is best.", { words: choice });
  const lost = formatLoss(loss);
  if (mark === "none") return text("Good: {words} loses next to nothing ({lost}). Best is {best}.", { words: choice, lost, best });
  return text("{words} loses {lost}: {mark}. Best is {best}.", { words: opening(choice), lost, mark: markName(mark), best });
}

/** The grade of an answer that loses so much: wrong, nearly the best, right. @param {number} loss @returns {1 | 2 | 3} */
export function gradeOf(loss) {
  if (loss < 0.0005) return 3;
  return loss < 0.02 ? 2 : 1;
}
