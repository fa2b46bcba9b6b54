/**
 * Cards one after another: the position is on the board, the user plays or chooses a cube action, and sees the verdict with
 * its reasons and what the engine thinks. Answers are sent, or kept until there is a connection.
 */

import { opponent } from "../../board/model/places.js";
import { DecisionPanel } from "../analysis/decision-panel.js";
import { formatLoss } from "../analysis/equities.js";
import { markName, markOf } from "../analysis/marks.js";
import { rankedPlays } from "../analysis/plays-table.js";
import { askForPlay, NOTHING, opening, orderedActions, playOfSteps, scoreWords, showPosition } from "../analysis/questions.js";
import { errorMessage, get, put, remove } from "../shared/api.js";
import { ask } from "../shared/dialogs.js";
import { button, element, setChildren } from "../shared/dom.js";
import { announce, showToast } from "../shared/shell.js";
import { counted, sentence, text } from "../shared/translations.js";
import { sendAttempt } from "./attempts.js";
import { fetchDue, nextWords } from "./due-part.js";

/** @typedef {import("../../board/element.js").BackgammonBoard} BackgammonBoard */
/** @typedef {import("../shared/answer-types.js").CardAnswer} Card */
/** @typedef {import("../shared/answer-types.js").CardSummaryAnswer} CardSummary */

/** An answer that loses less than this is no error. */
const ERROR = 0.02;
/** So many cards are loaded ahead, to be there without a connection. */
const AHEAD = 30;

export class CardSession {
  /** @type {CardSummary[]} */
  #queue = [];
  /** Cards that have been loaded. @type {Map<string, Card>} */
  #loaded = new Map();
  /** @type {Card | null} */
  #asked = null;
  #began = 0;
  #answered = 0;
  #right = 0;

  /** @param {BackgammonBoard} board */
  constructor(board) {
    this.board = board;
    this.panel = new DecisionPanel({ board });
    this.title = element("h2", { class: "quiz-title", tabindex: "-1" });
    this.question = element("p", { class: "quiz-question" });
    this.score = element("p", { class: "quiz-score soft" });
    this.verdict = element("p", { class: "quiz-verdict", role: "status" });
    this.reasons = element("div", { class: "reasons", role: "status" });
    this.buttons = element("div", { class: "buttons quiz-buttons" });
    this.more = element("div", { class: "card-more", hidden: true });
    this.element = element("section", { class: "panel quiz", "aria-label": text("Cards") }, this.title, this.score, this.question, this.verdict, this.reasons, this.buttons);
    board.addEventListener("play", (event) => this.#onPlay(/** @type {CustomEvent} */ (event).detail.steps));
    board.addEventListener("turn-changed", (event) => this.#onTurn(/** @type {CustomEvent} */ (event).detail));
  }

  /** Begin with the cards that are due. */
  async begin() {
    this.question.textContent = text("Loading…");
    try {
      const due = await fetchDue();
      this.#queue = due.cards;
      if (this.#queue.length === 0) return this.#finish(due);
      void this.#loadAhead();
      await this.#ask();
    } catch (problem) {
      this.question.textContent = errorMessage(problem);
      setChildren(this.buttons, button(text("Try again"), { onclick: () => void this.begin() }), leaveLink());
    }
  }

  /** Load the next cards, so that they can be answered without a connection. */
  async #loadAhead() {
    for (const { card } of this.#queue.slice(0, AHEAD)) {
      try {
        await this.#load(card);
      } catch {
        return; // Loaded when it comes up, if there is a connection then.
      }
    }
    document.documentElement.dataset["cardsLoaded"] = String(this.#loaded.size);
  }

  /** @param {string} card @returns {Promise<Card>} */
  async #load(card) {
    const known = this.#loaded.get(card);
    if (known) return known;
    /** @type {Card} */
    const found = await get(`/api/practice/cards/${card}`);
    this.#loaded.set(card, found);
    return found;
  }

  async #ask() {
    const summary = this.#queue[0];
    if (!summary) return this.begin();
    this.#asked = null;
    this.panel.clear();
    this.more.hidden = true;
    this.score.textContent = "";
    this.verdict.textContent = "";
    setChildren(this.reasons);
    this.title.textContent = counted("{count} card left", "{count} cards left", this.#queue.length);
    this.question.textContent = text("Loading…");
    setChildren(this.buttons, leaveLink());
    try {
      const card = await this.#load(summary.card);
      if (this.#queue[0] !== summary) return;
      this.#asked = card;
      this.#began = performance.now();
      this.score.textContent = scoreText(card);
      this.question.textContent = questionText(card);
      this.#offer(card);
      this.title.focus();
      announce(`${this.title.textContent}. ${this.score.textContent}. ${this.question.textContent}`);
    } catch (problem) {
      this.question.textContent = errorMessage(problem);
      setChildren(this.buttons, button(text("Next"), { icon: "next", onclick: () => this.#next() }), leaveLink());
    }
  }

  /** Give the user the board, or buttons for the actions. @param {Card} card */
  #offer({ decision, rules, checkers }) {
    const unknown = button(text("I do not know"), { icon: "eye", onclick: () => this.#judge(null, "") });
    if (decision.kind === "play") {
      askForPlay(this.board, decision, { rules: /** @type {Record<string, unknown>} */ (rules), checkers });
      this.done = button(text("Done"), { kind: "main", icon: "confirm", disabled: true, onclick: () => void this.board.confirm() });
      this.undo = button(text("Undo"), { icon: "undo", disabled: true, onclick: () => this.board.undo() });
      setChildren(this.buttons, this.done, this.undo, unknown, leaveLink());
    } else {
      showPosition(this.board, decision, { rules: /** @type {Record<string, unknown>} */ (rules), checkers });
      setChildren(this.buttons, ...orderedActions(decision).map(({ action, words, lost }) => button(sentence(words), { kind: "main", onclick: () => this.#judge(lost, action, words) })), unknown, leaveLink());
    }
  }

  /** @param {{isComplete: boolean, canUndo: boolean}} turn */
  #onTurn({ isComplete, canUndo }) {
    if (this.done) this.done.disabled = !isComplete;
    if (this.undo) this.undo.disabled = !canUndo;
  }

  /** @param {[number, number][]} steps */
  #onPlay(steps) {
    const card = this.#asked;
    if (!card?.decision.plays) return;
    const found = playOfSteps(card.decision, steps, card.checkers);
    if (found) this.#judge(found.loss, found.notation);
    else this.#judge(null, "", text("That play is not among the best ones."));
  }

  /**
   * @param {number | null} loss null: not known, or no answer at all
   * @param {string} answer the notation of a play, or the name of an action; empty if there is none
   * @param {string} [words] the action in words; or what to say where the loss is not known
   */
  #judge(loss, answer, words = answer) {
    const card = this.#asked;
    if (!card) return;
    this.#asked = null;
    const { decision } = card;
    const isRight = loss !== null && loss < ERROR;
    const grade = loss === null || loss >= ERROR ? 1 : loss < NOTHING ? 3 : 2;
    this.#answered += 1;
    if (isRight) this.#right += 1;
    this.#queue.shift();
    void sendAttempt({ kind: "card", key: card.card.card, topic: card.card.topic, grade, loss, milliseconds: Math.round(performance.now() - this.#began), detail: { answer } });
    this.board.seats = [];
    showPosition(this.board, decision, { rules: /** @type {Record<string, unknown>} */ (card.rules), checkers: card.checkers });
    this.panel.show(answer || words ? withAnswer(decision, answer) : decision);
    this.verdict.className = `quiz-verdict ${isRight ? "good" : "bad"}`;
    this.verdict.textContent = verdictText(loss, words, bestWords(card));
    this.#showReasons(card, answer);
    this.#showMore(card);
    const next = button(this.#queue.length > 0 ? text("Next") : text("Finish"), { kind: "main", icon: "next", onclick: () => this.#next() });
    setChildren(this.buttons, next, leaveLink());
    next.focus({ preventScroll: true });
  }

  /** Say why the best is better than the answer; without an answer, better than what was done in the match or than the second best. @param {Card} card @param {string} answer */
  #showReasons({ decision, reasons }, answer) {
    const done = decision.plays?.find(({ played }) => played)?.notation ?? decision.actions?.find(({ played }) => played)?.action;
    const found = reasons.find((one) => one.answer === answer) ?? (answer ? null : (reasons.find((one) => one.answer === done) ?? reasons[0]));
    setChildren(this.reasons, found ? element("p", {}, found.sentences.join(" ")) : null);
  }

  /** What can be done with the card: tags, suspending, deleting, the match it comes from. @param {Card} card */
  #showMore({ card }) {
    const tags = element("input", { id: "card-tags", type: "text", value: card.tags.join(", "), maxlength: 400 });
    const change = async (/** @type {Record<string, unknown>} */ body, /** @type {string} */ done) => {
      try {
        await put(`/api/practice/cards/${card.card}`, body);
        showToast(done, { kind: "good" });
      } catch (problem) {
        showToast(errorMessage(problem), { kind: "bad" });
      }
    };
    this.more.hidden = false;
    setChildren(
      this.more,
      element("p", { class: "soft" }, [sentence(card.label), card.times > 1 ? counted("{count} time wrong in matches", "{count} times wrong in matches", card.times) : ""].filter(Boolean).join(", ")),
      element("label", { class: "field", for: "card-tags" }, element("span", { class: "label" }, text("Tags, separated by commas")), element("span", { class: "copy-row" }, tags, button(text("Save"), { kind: "small", onclick: () => void change({ tags: tags.value.split(",") }, text("Tags saved.")) }))),
      element(
        "div",
        { class: "buttons" },
        card.match !== null ? element("a", { class: "button small", href: `/review/${card.match}` }, text("To the match")) : null,
        card.xgid ? element("a", { class: "button small", href: `/position#${card.xgid}` }, text("Analyse the position")) : null,
        button(text("Do not ask again"), { kind: "small", onclick: () => void change({ is_suspended: true }, text("This card will not be asked again.")) }),
        button(text("Delete the card"), { kind: "small bad", icon: "bin", onclick: () => void this.#delete(card.card) }),
      ),
    );
  }

  /** @param {string} card */
  async #delete(card) {
    if (!(await ask(text("Delete this card?"), { yes: text("Delete"), bad: true }))) return;
    try {
      await remove(`/api/practice/cards/${card}`);
      showToast(text("The card is deleted."));
      this.#next();
    } catch (problem) {
      showToast(errorMessage(problem), { kind: "bad" });
    }
  }

  #next() {
    if (this.#queue.length === 0) return void this.begin();
    void this.#ask();
  }

  /** @param {import("./due-part.js").DueCards} due */
  #finish(due) {
    this.panel.clear();
    this.more.hidden = true;
    this.score.textContent = "";
    this.verdict.textContent = "";
    setChildren(this.reasons);
    this.title.textContent = text("No cards are due now.");
    const score = this.#answered > 0 ? counted("{right} of {count} answer right.", "{right} of {count} answers right.", this.#answered, { right: this.#right }) : "";
    this.question.textContent = [score, nextWords(due)].filter(Boolean).join(" ");
    setChildren(this.buttons, button(text("Check again"), { icon: "back", onclick: () => void this.begin() }), leaveLink());
    this.title.focus();
    announce(`${this.title.textContent} ${this.question.textContent}`);
  }
}

function leaveLink() {
  return element("a", { class: "button quiet", href: "/practice" }, text("Back to practice"));
}

/** @param {Card} card */
function questionText({ decision }) {
  switch (decision.kind) {
    case "play":
      return text("What is your play?");
    case "double":
      return text("It is your turn: roll or double?");
    default:
      return text("Your opponent doubles: what is your answer?");
  }
}

/** The length of the match and the score, the user's points first. @param {Card} card */
function scoreText({ decision, rules }) {
  const { player } = decision;
  return scoreWords(decision, [[player, text("You")], [opponent(player), text("Opponent")]], { isJacoby: rules["jacoby"] === true });
}

/**
 * A decision in which the answer is what was played, and no longer what was done in the match.
 * @param {Card["decision"]} decision
 * @param {string} answer
 */
function withAnswer(decision, answer) {
  return {
    ...decision,
    plays: decision.plays?.map((play) => ({ ...play, played: play.notation === answer })) ?? null,
    actions: decision.actions?.map((action) => ({ ...action, played: action.action === answer })) ?? null,
  };
}

/** What is best, in words. @param {Card} card */
function bestWords({ decision }) {
  const best = decision.plays ? rankedPlays(decision.plays)[0]?.notation : [...(decision.actions ?? [])].sort((one, other) => one.lost - other.lost)[0]?.words;
  return best ?? "";
}

/**
 * @param {number | null} loss
 * @param {string} words
 * @param {string} best
 */
function verdictText(loss, words, best) {
  if (loss === null) return [words, text("Best: {best}.", { best })].filter(Boolean).join(" ");
  if (loss < NOTHING) return text("Right: {words} is best.", { words });
  const lost = formatLoss(loss);
  if (loss < ERROR) return text("Good: {words} loses next to nothing ({lost}).", { words, lost });
  return text("{words} loses {lost}: {mark}. Best: {best}.", { words: opening(words), lost, mark: markName(markOf(loss)), best });
}
