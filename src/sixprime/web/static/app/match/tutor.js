/**
 * The tutor of the match page: has the server weigh what the player is about to do, and asks before much is given away.
 * It works in matches against the bot only. Its switch and its limits are settings of this browser.
 */

import { changeSetting, settings } from "../settings/settings.js";
import { post } from "../shared/api.js";
import { announce } from "../shared/shell.js";
import { text } from "../shared/translations.js";
import { isMine } from "./match-state.js";
import { TutorPanel } from "./tutor-panel.js";

/** @typedef {import("../shared/answer-types.js").AdviceAnswer} Advice */
/** @typedef {import("../shared/types.js").MatchState} MatchState */
/** @typedef {import("../shared/types.js").Player} Player */

/** An action that is about to be sent. @typedef {{seat: Player, action: string, more: Record<string, unknown>}} Choice */

/**
 * What the tutor needs of the page.
 * @typedef {object} TutorHost
 * @property {import("../../board/element.js").BackgammonBoard} board
 * @property {MatchState} shown the state on the board
 * @property {(seat: Player, action: string, more?: Record<string, unknown>) => unknown} send
 */

/** For how many milliseconds an action waits for the tutor's answer. */
const PATIENCE = 2000;
/** The actions that decide something. */
const WEIGHED = ["play", "roll", "double", "take", "drop", "beaver", "raccoon", "resign", "accept", "decline"];
/** The keys for the three ways to answer the question. */
const KEYS = /** @type {Record<string, "again" | "show" | "anyway">} */ ({ g: "again", w: "show", y: "anyway" });

/** Weighs what the player is about to do, and asks. */
export class Tutor {
  /** What is known about the actions of this version, by their keys; null where no answer came. @type {Map<string, Advice | null>} */
  #known = new Map();
  /** Questions to the server that are under way. @type {Map<string, Promise<Advice | null>>} */
  #pending = new Map();
  #version = -1;
  /** The choice that the player is asked about. @type {Choice | null} */
  #question = null;
  /** The key of the choice that the player wants to make in spite of the question. */
  #insisted = "";

  /** @param {TutorHost} host */
  constructor(host) {
    this.host = host;
    this.panel = new TutorPanel({
      again: () => this.answer("again"),
      show: () => this.answer("show"),
      anyway: () => this.answer("anyway"),
      turn: (isOn) => changeSetting("tutor", isOn),
    });
    document.addEventListener("keydown", (event) => this.#key(event));
  }

  /** Whether the tutor looks at a match. @param {MatchState} state */
  isOn(state) {
    return settings().tutor && state.kind === "bot" && state.you.length === 1;
  }

  /** Have the server weigh what can be done in a state that has just come. @param {MatchState} state */
  prepare(state) {
    if (state.version !== this.#version) {
      this.#version = state.version;
      this.#known.clear();
      this.#pending.clear();
      this.#insisted = "";
      this.#close();
    }
    if (!this.isOn(state) || !isMine(state)) return;
    const seat = /** @type {Player} */ (state.to_act);
    const may = /** @type {readonly string[]} */ (state.actions[seat]);
    const likely = state.phase === "to-roll" ? (may.includes("double") ? ["roll", "double"] : []) : may.filter((action) => action !== "resign" && action !== "play" && WEIGHED.includes(action));
    if (state.phase === "to-play") void this.#weigh(state, null);
    for (const action of likely) void this.#weigh(state, { seat, action, more: {} });
  }

  /** Show what the tutor knows about the state on the board. @param {MatchState} state */
  show(state) {
    const isPossible = state.kind === "bot" && state.you.length === 1;
    this.panel.showSwitch(isPossible, settings().tutor);
    if (!this.isOn(state) || !settings().chances) this.panel.showChances(null);
    if (!this.isOn(state)) {
      this.#close();
      this.panel.showFeedback(null);
      return;
    }
    this.prepare(state);
    this.#showChances();
  }

  #showChances() {
    const found = [...this.#known.values()].find((answer) => answer !== null);
    if (found && settings().chances && this.isOn(this.host.shown)) this.panel.showChances(found.chances.win);
  }

  /**
   * The turn on the board has changed: a complete play is weighed at once.
   * @param {{seat: Player | null, steps: number[][], isComplete: boolean}} turn
   */
  turnChanged({ seat, steps, isComplete }) {
    const state = this.host.shown;
    if (this.#question?.action === "play" && keyOf(this.#question) !== keyOf({ seat: /** @type {Player} */ (seat), action: "play", more: { steps } })) this.#close();
    if (!seat || !isComplete || steps.length === 0 || !this.isOn(state)) return;
    const choice = { seat, action: "play", more: { steps } };
    void this.#weigh(state, choice).then((answer) => {
      const isStill = this.host.shown.version === state.version && keyOf(choice) === this.#onBoard(seat);
      if (answer && isStill && this.#isQuestionable(choice, answer)) this.#open(choice);
    });
  }

  /** The key of the play on the board. @param {Player} seat */
  #onBoard(seat) {
    const { turn } = this.host.board;
    return turn?.isComplete ? keyOf({ seat, action: "play", more: { steps: turn.steps } }) : "";
  }

  /**
   * Whether an action is held back because the player is asked about it; a promise if the server has not answered yet.
   * @param {Player} seat
   * @param {string} action
   * @param {Record<string, unknown>} more
   * @returns {boolean | Promise<boolean>}
   */
  holds(seat, action, more) {
    const state = this.host.shown;
    const choice = { seat, action, more };
    const steps = /** @type {number[][] | undefined} */ (more["steps"]);
    const isFree = !WEIGHED.includes(action) || steps?.length === 0 || (action === "roll" && !(/** @type {readonly string[]} */ (state.actions[seat]).includes("double")));
    if (!this.isOn(state) || isFree) return false;
    const key = keyOf(choice);
    if (this.#known.has(key)) return this.#judge(choice, this.#known.get(key) ?? null);
    const late = new Promise((resolve) => setTimeout(() => resolve(null), PATIENCE));
    return Promise.race([this.#weigh(state, choice), late]).then((answer) => {
      if (!this.#known.has(key) && this.#version === state.version) this.#known.set(key, null);
      return this.#version !== state.version || this.#judge(choice, /** @type {Advice | null} */ (answer));
    });
  }

  /**
   * Ask about a choice if it deserves it; returns whether it does. Else it is made now.
   * @param {Choice} choice
   * @param {Advice | null} answer
   */
  #judge(choice, answer) {
    if (answer && this.#isQuestionable(choice, answer)) {
      this.#open(choice);
      this.panel.callAttention();
      return true;
    }
    this.#close();
    this.panel.showFeedback(settings().feedback ? answer : null);
    if (answer?.choice && settings().chances) this.panel.showChances(answer.choice.chances.win);
    return false;
  }

  /**
   * @param {Choice} choice
   * @param {Advice} answer
   */
  #isQuestionable(choice, { choice: judged }) {
    if (!judged || judged.forced || keyOf(choice) === this.#insisted) return false;
    const { play, cube } = settings().tutorLimits;
    return judged.lost >= (judged.kind === "play" ? play : cube);
  }

  // The question

  /** @param {Choice} choice */
  #open(choice) {
    if (this.#question && keyOf(this.#question) === keyOf(choice)) return;
    this.#question = choice;
    this.panel.ask(choice.action === "play");
    announce(text("There is something better. Look again?"));
    void this.#ask(this.host.shown, choice, "ask");
  }

  #close() {
    if (!this.#question) return;
    this.#question = null;
    this.panel.close();
    this.host.board.showPlays([]);
  }

  /**
   * Answer the question in one of three ways; returns whether there is one.
   * @param {"again" | "show" | "anyway"} way
   */
  answer(way) {
    const choice = this.#question;
    if (!choice) return false;
    if (way === "show") void this.#show(choice);
    else {
      const hadFocus = this.panel.box.contains(document.activeElement);
      this.#close();
      if (way === "anyway") this.#insist(choice);
      else if (choice.action === "play") {
        this.host.board.undoAll();
        if (hadFocus) this.host.board.focus({ preventScroll: true }); // where the play is made again
      }
    }
    return true;
  }

  /** @param {Choice} choice */
  #insist(choice) {
    this.#insisted = keyOf(choice);
    const { board } = this.host;
    if (choice.action !== "play") void this.host.send(choice.seat, choice.action, choice.more);
    else board.playSteps(/** @type {number[][]} */ (choice.more["steps"]), { confirm: true });
  }

  /** @param {Choice} choice */
  async #show(choice) {
    const state = this.host.shown;
    const answer = await this.#ask(state, choice, "show");
    const better = answer?.choice?.better;
    if (this.#question !== choice || !answer?.choice || !better) return;
    const { board } = this.host;
    const steps = /** @type {[number, number][] | undefined} */ (choice.more["steps"]);
    if (better.steps && steps) {
      this.#question = null; // taking the play back would close it
      board.undoAll();
      this.#question = choice;
      board.showPlays([{ steps: better.steps, kind: "best" }, { steps, kind: "played", mark: answer.choice.mark }], choice.seat);
    }
    this.panel.explain(answer.choice, better, () => {
      this.#close(); // the focus goes to the button that confirms
      if (better.steps) board.playSteps(better.steps);
      else if (choice.action !== "resign") void this.host.send(choice.seat, better.action);
    });
    announce([text("{choice} is better.", { choice: better.words }), ...better.reasons].join(" "));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const way = KEYS[event.key];
    const target = /** @type {HTMLElement} */ (event.target);
    if (!way || event.ctrlKey || event.metaKey || event.altKey || event.repeat || target.closest?.("input, textarea, select, dialog, [popover]:popover-open")) return;
    if (this.answer(way)) event.preventDefault();
  }

  // The server

  /**
   * Have an action weighed, or the situation if none is named, once for each version.
   * @param {MatchState} state
   * @param {Choice | null} choice
   * @returns {Promise<Advice | null>}
   */
  #weigh(state, choice) {
    const key = choice ? keyOf(choice) : "";
    const pending = this.#pending.get(key);
    if (pending) return pending;
    const asked = this.#ask(state, choice, "weigh").then((answer) => {
      if (this.#version !== state.version) return null;
      this.#known.set(key, answer);
      if (!choice || choice.action !== "play") this.#showChances();
      return answer;
    });
    this.#pending.set(key, asked);
    return asked;
  }

  /**
   * @param {MatchState} state
   * @param {Choice | null} choice
   * @param {"weigh" | "ask" | "show"} stage
   * @returns {Promise<Advice | null>}
   */
  async #ask(state, choice, stage) {
    const numbering = settings().numbering === "sheets" ? "12a" : "24";
    const seat = choice?.seat ?? state.to_act;
    try {
      return await post(`/api/matches/${state.match}/advice?numbering=${numbering}`, { version: state.version, seat, ...(choice ? { action: choice.action, ...choice.more, stage } : {}) });
    } catch {
      return null; // The game goes on without advice.
    }
  }
}

/**
 * What tells a choice from others: plays by their steps in any order.
 * @param {Choice} choice
 */
function keyOf({ action, more }) {
  const steps = /** @type {number[][] | undefined} */ (more["steps"]);
  return [action, more["value"] ?? "", (steps ?? []).map((step) => step.slice(0, 2).join("/")).sort().join(" ")].join(" ");
}
