/**
 * `<backgammon-board>`: shows the state of a match and lets its player roll and move. It knows no rules: what can be
 * done comes with the state, and what the player does goes out as events. docs/board.md describes all of it.
 */

import { Game } from "./model/game.js";
import { Gestures } from "./input/gestures.js";
import { Hand } from "./input/controller.js";
import { listenToKeys } from "./input/keyboard.js";
import { nameButtons } from "./speech/button-labels.js";
import { UnplayableText, readPlay, writePlay } from "./model/notation.js";
import { BoardOptions } from "./options.js";
import { labelOf, offOf, placeOf, pointLabelled, startPosition, wasHit } from "./model/places.js";
import { positionOf } from "./model/scene.js";
import * as sounds from "./speech/sounds.js";
import { diceName, newsWords, pipWords, stepWords } from "./speech/phrases.js";
import { Table } from "./drawing/board-view.js";
import { ENGLISH } from "./speech/english.js";

/** @typedef {import("./model/turn.js").Turn} Turn */
/** @typedef {import("./types.js").Player} Player */
/** @typedef {import("./types.js").Position} Position */
/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Words} Words */

/** How long a play that is made for the player can be seen before it goes out. */
const PAUSE = 650;

export class BackgammonBoard extends BoardOptions {
  #table = new Table(this.attachShadow({ mode: "open" }));
  #gestures;
  #hand;
  #game = new Game({ phase: "none", ...startPosition() });
  #scene = this.#game.scene;
  #later = 0;
  #said = "";
  /** @type {Words} */
  #words = ENGLISH;
  #observer = new ResizeObserver(([entry]) => {
    const { width = 0, height = 0 } = entry?.contentRect ?? {};
    if (!width || !height) return;
    this.#table.resize(width, height);
    this.#gestures.cancel();
    this.#gestures.resized();
    this.#render();
  });

  constructor() {
    super();
    this.#hand = new Hand(this, this.#game, this.#table, {
      play: (after) => this.#play(after),
      edit: (after) => this.#edit(after),
      touch: (token) => this.#emit("token-tapped", { token }),
      redraw: () => this.#render(),
      stay: () => clearTimeout(this.#later),
    });
    this.#gestures = new Gestures(this.#table.surface, this.#hand);
    this.#table.surface.addEventListener("click", (event) => {
      if (this.#gestures.isKnown(event)) return;
      const place = event.target instanceof HTMLElement ? event.target.dataset["place"] : undefined;
      if (place) this.#hand.tap(place, null, false);
    });
    listenToKeys(this.#table.surface, {
      press: (isOther) => this.#hand.tap(this.#table.buttons.focused, null, isOther),
      undo: () => (this.editable ? this.#hand.change(-1, false) : this.undo()),
      undoAll: () => this.#gestures.cancel() || this.undoAll(),
      roll: () => this.roll(),
      swap: () => this.swapDice(),
      confirm: () => void this.confirm(),
      double: () => this.askToDouble(),
      pips: () => this.announce(pipWords(this.#scene.pips, this.#words), true),
      again: () => this.announce(this.#said, true),
      arrow: (key) => this.#table.buttons.go(key),
      digits: (digits) => this.focusPoint(digits),
    });
  }

  connectedCallback() {
    this.#observer.observe(this);
    this.#gestures.watch();
    const { width, height } = this.getBoundingClientRect();
    if (width && height) this.#table.resize(width, height);
    this.#render({ duration: 0 });
  }

  disconnectedCallback() {
    this.#observer.disconnect();
    this.#gestures.unwatch();
    clearTimeout(this.#later);
  }

  attributeChangedCallback() {
    if (this.isConnected) this.#render({ duration: 0 });
  }

  // What is shown

  /** The state of the match, as the server sends it. */
  get state() {
    return this.#game.state;
  }

  set state(next) {
    this.#gestures.cancel();
    const news = this.#game.receive(next);
    if (news.isOther) {
      clearTimeout(this.#later);
      this.#table.showArrows(this.#scene.position, "white", []);
    }
    this.#render({ isNewRoll: news.isNewRoll });
    if (news.isLater && news.before.phase !== "none") this.#tellNews(news);
    if (!news.isNewTurn) return;
    this.#tellTurn();
    this.#helpAlong();
  }

  /**
   * The seats that may be moved for: those of the state, unless the page says otherwise.
   * @returns {readonly Player[]}
   */
  get seats() {
    return this.#game.seats;
  }

  set seats(seats) {
    this.#game.seats = seats;
    this.#render();
  }

  /** The turn under way on this board, or null. */
  get turn() {
    return this.#game.live?.turn ?? null;
  }

  /** The dice of the turn before, shown pale. */
  get lastRoll() {
    return this.#game.lastRoll;
  }

  set lastRoll(roll) {
    this.#game.lastRoll = roll;
    this.#render();
  }

  /** The user's language: functions that turn English templates into sentences. @returns {Words} */
  get words() {
    return this.#words;
  }

  set words(words) {
    this.#words = words;
    this.#render();
  }

  /** Who sits below. @returns {Player} */
  get bottom() {
    return this.view === "white" || this.view === "black" ? this.view : (this.seats[0] ?? "white");
  }

  #render({ duration = this.duration, isNewRoll = false } = {}) {
    const before = this.#scene.position;
    const { bottom, numbering, pips, editable } = this;
    const { live, mayRoll, mayDouble } = this.#game;
    this.#scene = this.#game.scene;
    const moved = this.#table.draw(this.#scene, {
      bottom,
      numbering,
      pips,
      homeRight: this.direction === "right",
      duration,
      undoFor: live?.turn.made.length ? live.mover : null,
      rollFor: mayRoll?.seat ?? null,
      isNewRoll,
      isLive: live !== null || editable,
      words: this.#words,
    });
    const canDouble = mayDouble !== null;
    nameButtons(this.#table.buttons, this.#scene, { live, bottom, numbering, canDouble, editable }, this.#words);
    if (moved) this.#sound(wasHit(before, this.#scene.position) ? "hit" : "move");
  }

  // What the player does

  /** Go on to another moment of the turn. @param {Turn} after */
  #play(after) {
    const live = this.#game.live;
    if (!live) return;
    clearTimeout(this.#later);
    const { text } = this.#words;
    const made = after.made.filter((edge) => !live.turn.made.includes(edge));
    const said = made.map((edge) => stepWords(edge, live.mover, this.numbering, this.#words));
    if (after.made.length < live.turn.made.length) said.push(text("taken back"));
    if (after.isComplete) said.push(text("turn complete"));
    this.#game.turn = after;
    this.#render();
    this.#table.lights.clear();
    if (said.length) this.announce(said.join("; "), true);
    this.#tellTurn();
  }

  #tellTurn() {
    const live = this.#game.live;
    const made = live?.turn.made ?? [];
    this.#emit("turn-changed", {
      seat: live?.mover ?? null,
      steps: live?.turn.steps ?? [],
      notation: live ? writePlay(made, (point) => labelOf(point, live.mover, this.numbering)) : "",
      isComplete: live?.turn.isComplete ?? false,
      canUndo: made.length > 0,
      canSwap: live?.turn.canSwap ?? false,
      pips: { ...this.#scene.pips },
    });
  }

  // What a page may ask for

  /** Ask for a roll, if it is time. */
  roll() {
    const asked = this.#game.mayRoll;
    if (!asked) return;
    this.#game.isAsked = true;
    this.#render();
    this.#emit("roll", asked);
  }

  askToDouble() {
    const seat = this.#game.mayDouble;
    if (seat) this.#emit("double-asked", { seat });
  }

  undo() {
    if (this.turn?.made.length) this.#play(this.turn.undo());
  }

  undoAll() {
    if (!this.turn?.made.length) return false;
    this.#play(this.turn.restarted());
    return true;
  }

  swapDice() {
    if (!this.turn?.canSwap) return;
    this.#game.turn = this.turn.swapped();
    this.#render();
    this.announce(diceName(this.#scene, true, this.#words), true);
    this.#tellTurn();
  }

  /** Send the play, if it is complete. */
  confirm() {
    const live = this.#game.live;
    if (!live?.turn.isComplete) return false;
    this.#game.isSent = true;
    clearTimeout(this.#later);
    this.#render();
    this.#emit("play", { seat: live.mover, steps: live.turn.steps });
    return true;
  }

  /**
   * Make some steps from the start of the turn: a suggestion, or what was made before the page was loaded anew.
   * @param {readonly (readonly number[])[]} steps
   * @param {{confirm?: boolean}} [how]
   */
  playSteps(steps, { confirm = false } = {}) {
    const after = this.turn?.restarted().making(steps);
    if (!after) return false;
    this.#play(after);
    return confirm ? this.confirm() : true;
  }

  /**
   * Make the play that somebody has typed.
   * @param {string} written
   * @param {{confirm?: boolean}} [how]
   * @returns {{isPlayed: boolean, reason: string}}
   */
  playNotation(written, { confirm = false } = {}) {
    const live = this.#game.live;
    const { text } = this.#words;
    if (!live) return { isPlayed: false, reason: text("there is nothing to play now") };
    try {
      const [position, words] = [positionOf(this.state), this.#words];
      this.#play(readPlay(written, live.turn, { player: live.mover, numbering: this.numbering, position, words }));
    } catch (error) {
      if (error instanceof UnplayableText) return { isPlayed: false, reason: error.message };
      throw error;
    }
    if (confirm) this.confirm();
    return { isPlayed: true, reason: "" };
  }

  /** Where the checker on a point of the player on turn can go. @param {number} source @returns {number[]} */
  legalTargets(source) {
    return [...(this.turn?.journeys(source).keys() ?? [])];
  }

  /**
   * Arrows over the position, for a play that could be made or has been; no steps take them away.
   * @param {readonly (readonly number[])[]} steps
   * @param {Player} [player]
   */
  showArrows(steps, player = this.state.on_roll ?? "white") {
    this.#table.showArrows(this.#scene.position, player, steps);
  }

  /** Show a position outside a match. @param {number[]} board White's view @param {Partial<State>} [more] */
  setPosition(board, more = {}) {
    this.#game.lastRoll = null;
    this.state = { phase: "shown", ...more, board, off: more.off ?? offOf(board, more.checkers ?? 15) };
  }

  /** Put the focus on a point of the player who sits below, by its name. @param {number | string} point */
  focusPoint(point) {
    const found = pointLabelled(String(point), this.bottom, this.numbering);
    if (found !== null) this.#table.buttons.focus(placeOf(this.bottom, found));
  }

  /** Say something to those who listen to the board. @param {string} words @param {boolean} [isUrgent] */
  announce(words, isUrgent = false) {
    this.#said = words;
    this.#table.say(words, isUrgent);
    this.#emit("announce", { words, isUrgent });
  }

  // What the board does for the player

  #helpAlong() {
    const help = this.#game.help(this);
    const seat = this.#game.live?.mover;
    if (!help) return;
    this.#later = setTimeout(() => {
      if (!help.turn) return this.#emit("bear-off-asked", { seat });
      this.#play(help.turn);
      if (help.isSent) this.#later = setTimeout(() => this.confirm(), PAUSE + this.duration);
    }, 2 * this.duration);
  }

  /** Let what has happened be heard, as words and as sounds. @param {import("./model/game.js").News} news */
  #tellNews({ before, isNewRoll, wasSent }) {
    const after = this.state;
    const { numbering, seats } = this;
    if (isNewRoll) this.#sound("roll");
    if (after.cube?.value !== before.cube?.value || (after.cube?.offered && !before.cube?.offered)) this.#sound("cube");
    if ((after.results?.length ?? 0) > (before.results?.length ?? 0)) this.#sound("win");
    const said = newsWords(before, after, { numbering, seats, own: wasSent }, this.#words);
    if (said.length) this.announce(said.join(". "), true);
  }

  /** @param {sounds.Sound} name */
  #sound(name) {
    if (this.sounds && this.isConnected) sounds.play(name);
  }

  /** @param {Position} position that was set up by hand */
  #edit(position) {
    this.#game.state = { ...this.state, ...position };
    this.#render();
    this.#emit("position-edited", { board: [...position.board], off: { ...position.off } });
  }

  /** @param {string} name @param {Record<string, unknown>} detail */
  #emit(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }
}

if (!customElements.get("backgammon-board")) customElements.define("backgammon-board", BackgammonBoard);
