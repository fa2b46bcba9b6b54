/**
 * "Show me my errors": the errors of a player one after another as questions. The position is on the board, and the user
 * plays or chooses a cube action; the answer comes afterwards. Which plays are legal, and what each is worth, the
 * decision says; nothing here knows the rules.
 */

import { errorMessage } from "../shared/api.js";
import { button, element, setChildren } from "../shared/dom.js";
import { announce } from "../shared/shell.js";
import { counted, sentence, text } from "../shared/translations.js";
import { formatEquity, formatLoss } from "../analysis/equities.js";
import { askForPlay, NOTHING, opening, orderedActions, playOfSteps, showPosition } from "../analysis/questions.js";
import { isAtLeast, markName, markOf, MARKS, markTitle } from "../analysis/marks.js";

/** @typedef {import("../../board/element.js").BackgammonBoard} BackgammonBoard */
/** @typedef {import("../shared/answer-types.js").DecisionAnswer} DecisionAnswer */
/** @typedef {import("../analysis/marks.js").Decision} Decision */
/** @typedef {import("../analysis/marks.js").Mark} Mark */
/** @typedef {import("./review-data.js").ReviewData} ReviewData */
/** @typedef {import("../shared/types.js").Player} Player */

/**
 * @typedef {object} QuizHost what the page does for the quiz
 * @property {(event: number) => Promise<DecisionAnswer>} decision
 * @property {(event: number) => string} words what was done in the match, as a sentence
 * @property {(event: number) => void} showQuestion show the position and hide what would give the answer away
 * @property {(event: number) => void} showAnswer
 * @property {() => void} leave go back to the review
 */

export class ErrorQuiz {
  /** @type {number[]} */
  #events = [];
  #place = 0;
  #right = 0;
  #tries = 0;
  /** @type {DecisionAnswer | null} */
  #asked = null;
  /** @type {Player} */
  #player = "white";
  /** @type {Mark} */
  #least = "error";

  /**
   * @param {object} options
   * @param {BackgammonBoard} options.board
   * @param {ReviewData} options.data
   * @param {{white: string, black: string}} options.names
   * @param {Player | null} options.reader the player whose errors are asked about at first; null to let the user choose
   * @param {{rules: Record<string, unknown>, checkers: number}} options.match
   * @param {QuizHost} options.host
   */
  constructor({ board, data, names, reader, match, host }) {
    this.board = board;
    this.data = data;
    this.names = names;
    this.reader = reader;
    this.match = match;
    this.host = host;
    this.title = element("h2", { class: "quiz-title", tabindex: "-1" });
    this.question = element("p", { class: "quiz-question" });
    this.verdict = element("p", { class: "quiz-verdict", role: "status" });
    this.buttons = element("div", { class: "buttons quiz-buttons" });
    this.element = element("section", { class: "quiz", "aria-label": text("Show me my errors"), hidden: true }, this.title, this.question, this.verdict, this.buttons);
    board.addEventListener("play", (event) => this.isOpen && this.#onPlay(/** @type {CustomEvent} */ (event).detail.steps));
    board.addEventListener("turn-changed", (event) => this.isOpen && this.#onTurn(/** @type {CustomEvent} */ (event).detail));
  }

  get isOpen() {
    return !this.element.hidden;
  }

  /** Whether a question waits for its answer, so that the board is the user's. */
  get isAsking() {
    return this.isOpen && this.#asked !== null;
  }

  /** Let the user choose whose errors of which size. */
  open() {
    this.element.hidden = false;
    this.#asked = null;
    this.title.textContent = text("Show me my errors");
    this.question.textContent = text("Each is a question first: find a better play or cube action on the board.");
    this.verdict.textContent = "";
    const sizes = element(
      "select",
      { id: "quiz-size", onchange: () => ((this.#least = /** @type {Mark} */ (sizes.value)), this.open(), document.getElementById("quiz-size")?.focus()) },
      ...MARKS.map((mark) => element("option", { value: mark, selected: mark === this.#least }, mark === "blunder" ? markTitle(mark) : text("{marks} and worse", { marks: markTitle(mark) }))),
    );
    /** @type {Player[]} */
    const players = this.reader === "black" ? ["black", "white"] : ["white", "black"];
    setChildren(
      this.buttons,
      element("label", { for: "quiz-size" }, element("span", { class: "hidden-words" }, text("Size")), sizes),
      ...players.map((player, place) => {
        const events = this.#errorsOf(player);
        const count = counted("{count} question", "{count} questions", events.length);
        return button(text("{what}: {words}", { what: this.names[player], words: count }), { kind: place === 0 && events.length > 0 ? "main" : "", disabled: events.length === 0, onclick: () => this.#begin(player, events) });
      }),
      this.#leaveButton(),
    );
    this.title.focus();
  }

  close() {
    this.element.hidden = true;
    this.#release();
  }

  /** @param {Player} player */
  #errorsOf(player) {
    return this.data.decisions.filter((one) => one.player === player && !one.forced && one.kind !== "resignation" && isAtLeast(markOf(one.loss), this.#least)).map(({ event }) => event);
  }

  /** @param {Player} player @param {number[]} events */
  #begin(player, events) {
    this.#player = player;
    this.#events = events;
    this.#place = 0;
    this.#right = 0;
    void this.#ask();
  }

  async #ask() {
    const event = this.#events[this.#place];
    if (event === undefined) return this.#finish();
    this.#tries = 0;
    this.#asked = null;
    this.title.textContent = text("Question {number} of {count}", { number: this.#place + 1, count: this.#events.length });
    this.question.textContent = text("Loading…");
    this.verdict.textContent = "";
    setChildren(this.buttons, this.#leaveButton());
    this.host.showQuestion(event);
    try {
      const decision = await this.host.decision(event);
      if (!this.isOpen || this.#events[this.#place] !== event) return;
      this.#asked = decision;
      this.question.textContent = questionText(decision.kind, this.names[this.#player], this.host.words(event));
      this.#offer(decision);
      this.title.focus();
      announce(`${this.title.textContent}. ${this.question.textContent}`);
    } catch (problem) {
      this.question.textContent = errorMessage(problem);
      setChildren(this.buttons, button(text("Next"), { icon: "next", onclick: () => this.#next() }), this.#leaveButton());
    }
  }

  /** Give the user the board, or buttons for the actions. @param {DecisionAnswer} decision */
  #offer(decision) {
    if (decision.kind === "play") {
      askForPlay(this.board, decision, this.match);
      this.done = button(text("Done"), { kind: "main", icon: "confirm", disabled: true, onclick: () => void this.board.confirm() });
      this.undo = button(text("Undo"), { icon: "undo", disabled: true, onclick: () => this.board.undo() });
      setChildren(this.buttons, this.done, this.undo, this.#answerButton(), this.#leaveButton());
    } else {
      showPosition(this.board, decision, this.match);
      setChildren(this.buttons, ...orderedActions(decision).map(({ action, words, lost }) => button(sentence(words), { kind: "main", onclick: () => this.#judge(lost, action === decision.action, words) })), this.#answerButton(), this.#leaveButton());
    }
  }

  /** Take the board back from the user. */
  #release() {
    this.#asked = null;
    this.board.seats = [];
  }

  /** @param {{isComplete: boolean, canUndo: boolean}} turn */
  #onTurn({ isComplete, canUndo }) {
    if (this.done) this.done.disabled = !isComplete;
    if (this.undo) this.undo.disabled = !canUndo;
  }

  /** @param {[number, number][]} steps */
  #onPlay(steps) {
    const decision = this.#asked;
    if (!decision?.plays) return;
    const found = playOfSteps(decision, steps, this.match.checkers);
    this.#judge(found?.loss ?? null, found?.played ?? false, found?.notation ?? "");
  }

  /**
   * @param {number | null} loss null if the play is not among those that were looked at
   * @param {boolean} isSame whether it is what was played in the match
   * @param {string} words
   */
  #judge(loss, isSame, words) {
    const decision = this.#asked;
    if (!decision) return;
    this.#tries += 1;
    const mark = loss === null ? "blunder" : markOf(loss);
    const isRight = mark === "none";
    if (isRight && this.#tries === 1) this.#right += 1;
    this.verdict.className = `quiz-verdict ${isRight ? "good" : "bad"}`;
    this.verdict.textContent = verdictText(loss, mark, isSame, words);
    if (isRight) return this.#answer();
    // The position comes back, for another try.
    this.#offer(decision);
    this.title.focus();
  }

  /** Show what was best. */
  #answer() {
    const event = this.#events[this.#place];
    if (event === undefined) return;
    this.#release();
    this.host.showAnswer(event);
    const isLast = this.#place === this.#events.length - 1;
    const next = button(isLast ? text("Finish") : text("Next"), { kind: "main", icon: "next", onclick: () => this.#next() });
    setChildren(this.buttons, next, this.#leaveButton());
    next.focus();
  }

  #next() {
    this.#place += 1;
    void this.#ask();
  }

  #finish() {
    this.#release();
    this.title.textContent = text("No more questions");
    this.question.textContent = text("{right} of {count} right at the first try.", { right: this.#right, count: this.#events.length });
    this.verdict.textContent = "";
    setChildren(this.buttons, button(text("Once more"), { icon: "back", onclick: () => this.#begin(this.#player, this.#events) }), this.#leaveButton());
    this.title.focus();
    announce(this.question.textContent);
  }

  #answerButton() {
    return button(text("Show the answer"), {
      icon: "eye",
      onclick: () => {
        this.verdict.textContent = "";
        this.#answer();
      },
    });
  }

  #leaveButton() {
    return button(text("Back to the review"), { kind: "quiet", onclick: () => this.host.leave() });
  }
}

/** @param {DecisionAnswer["kind"]} kind @param {string} player @param {string} words */
function questionText(kind, player, words) {
  switch (kind) {
    case "play":
      return text("{words}. What is better?", { words });
    case "double":
      return text("{player} to roll: double or not?", { player });
    case "answer":
      return text("{player} was doubled: what is the right answer?", { player });
    default:
      return text("{player} was offered a resignation: what is the right answer?", { player });
  }
}

/**
 * @param {number | null} loss
 * @param {Mark} mark
 * @param {boolean} isSame
 * @param {string} words
 */
function verdictText(loss, mark, isSame, words) {
  if (loss === null) return text("That play is not among the best ones. Try again.");
  if (loss < NOTHING) return text("Right: {words} is best.", { words });
  const lost = formatLoss(loss);
  if (mark === "none") return text("Good: {words} loses next to nothing ({lost}).", { words, lost });
  if (isSame) return text("That is what was done in the match: {mark}, {lost}. Try again.", { mark: markName(mark), lost: formatEquity(-loss) });
  return text("{words} loses {lost}: {mark}. Try again.", { words: opening(words), lost, mark: markName(mark) });
}
