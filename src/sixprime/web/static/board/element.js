/**
 * `<backgammon-board>`: shows the state of a match and lets its player roll and move. It knows no rules: the state says
 * which actions are allowed, and the element reports the player's actions as events. See docs/board.md.
 */

import { BoardView } from "./drawing/board-view.js";
import { InputController } from "./input/controller.js";
import { Gestures } from "./input/gestures.js";
import { addKeyListener } from "./input/keyboard.js";
import { Game } from "./model/game.js";
import { readPlay, UnplayableText, writePlay } from "./model/notation.js";
import { BAR, labelOf, offOf, placeOf, PLAYERS, pointFromLabel, startPosition, wasHit } from "./model/places.js";
import { allowedAction, positionOf } from "./model/scene.js";
import { BoardOptions } from "./options.js";
import { labelButtons } from "./speech/button-labels.js";
import { ENGLISH } from "./speech/english.js";
import { describeChange, describePips, describeStep, diceName } from "./speech/phrases.js";
import * as sounds from "./speech/sounds.js";

/** @typedef {import("./model/turn.js").Turn} Turn */
/** @typedef {import("./types.js").Player} Player */
/** @typedef {import("./types.js").Position} Position */
/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Translator} Translator */

/** For how many milliseconds an automatic play stays on the board before it is sent. */
const CONFIRM_DELAY = 650;

export class BackgammonBoard extends BoardOptions {
  #boardView = new BoardView(this.attachShadow({ mode: "open" }));
  #gestures;
  #input;
  #game = new Game({ phase: "none", ...startPosition() });
  #scene = this.#game.scene;
  #automaticTimer = 0;
  #lastAnnouncement = "";
  #lastNews = "";
  /** @type {Translator} */
  #translator = ENGLISH;
  /** @type {Readonly<Partial<Record<Player, string>>>} */
  #names = {};
  #observer = new ResizeObserver(([entry]) => {
    const { width = 0, height = 0 } = entry?.contentRect ?? {};
    if (!width || !height) return;
    this.#boardView.resize(width, height);
    this.#gestures.cancel();
    this.#gestures.resized();
    this.#render();
  });

  constructor() {
    super();
    this.#input = new InputController(this, this.#game, this.#boardView, {
      play: (after) => this.#play(after),
      refuse: (place, point) => this.#refuse(place, point),
      edit: (after) => this.#edit(after),
      touch: (token) => this.#emit("token-tapped", { token }),
      redraw: () => this.#render(),
      stay: () => clearTimeout(this.#automaticTimer),
    });
    this.#gestures = new Gestures(this.#boardView.surface, this.#input);
    this.#boardView.surface.addEventListener("click", (event) => {
      if (this.#gestures.wasHandled(event)) return;
      const place = event.target instanceof HTMLElement ? event.target.dataset["place"] : undefined;
      if (place) this.#input.tap(place, null, false);
    });
    addKeyListener(this.#boardView.surface, {
      press: (isAlternate) => this.#input.tap(this.#boardView.buttons.focused, null, isAlternate),
      undo: () => (this.editable ? this.#input.changePile(-1, false) : this.undo()),
      undoAll: () => this.#gestures.cancel() || this.undoAll(),
      roll: () => this.roll(),
      swap: () => this.swapDice(),
      confirm: () => void this.confirm(),
      double: () => this.askToDouble(),
      answer: (action) => this.answer(action),
      pips: () => this.announce(describePips(this.#scene.pips, this.#people, this.#translator), true),
      repeat: () => this.announce(this.#lastAnnouncement, true),
      arrow: (key) => this.#boardView.buttons.moveFocus(key),
      digits: (digits) => this.focusPoint(digits),
    });
  }

  connectedCallback() {
    this.#observer.observe(this);
    this.#gestures.watch();
    const { width, height } = this.getBoundingClientRect();
    if (width && height) this.#boardView.resize(width, height);
    this.#render({ duration: 0 });
  }

  disconnectedCallback() {
    this.#observer.disconnect();
    this.#gestures.unwatch();
    clearTimeout(this.#automaticTimer);
  }

  attributeChangedCallback() {
    if (this.isConnected) this.#render({ duration: 0 });
  }

  // State

  /** The state of the match, as the server sends it. */
  get state() {
    return this.#game.state;
  }

  set state(next) {
    this.#gestures.cancel();
    const news = this.#game.receive(next);
    if (news.isNewState) {
      clearTimeout(this.#automaticTimer);
      this.#boardView.showPlays(this.#scene.position, "white", []);
    }
    this.#render({ isNewRoll: news.isNewRoll });
    if (news.isLater && news.before.phase !== "none") this.#announceChange(news);
    if (!news.isNewTurn) return;
    this.#emitTurnChanged();
    this.#playAutomatically();
  }

  /**
   * The seats that this board may act for: those in the state, unless the page has set others.
   * @returns {readonly Player[]}
   */
  get seats() {
    return this.#game.seats;
  }

  set seats(seats) {
    this.#game.seats = seats;
    this.#render();
  }

  /** The turn being played on this board, or null. */
  get turn() {
    return this.#game.activeTurn?.turn ?? null;
  }

  /** The roll of the previous turn, whose dice are shown pale. */
  get lastRoll() {
    return this.#game.lastRoll;
  }

  set lastRoll(roll) {
    this.#game.lastRoll = roll;
    this.#render();
  }

  /** The functions that translate English templates into the user's language. @returns {Translator} */
  get words() {
    return this.#translator;
  }

  set words(words) {
    this.#translator = words;
    this.#render();
  }

  /** The names of the players who have one; without a name a player is called by the colour. @returns {Readonly<Partial<Record<Player, string>>>} */
  get names() {
    return this.#names;
  }

  set names(names) {
    if (PLAYERS.every((player) => names[player] === this.#names[player])) return;
    this.#names = names;
    this.#render();
  }

  /** @returns {import("./speech/phrases.js").People} */
  get #people() {
    return { seats: this.seats, names: this.#names };
  }

  /** The player from whose home the points are numbered: the side to move or, if there is none, the player at the bottom. @returns {Player} */
  get counter() {
    return this.state.on_roll ?? this.bottom;
  }

  /** The player whose home board is at the bottom. @returns {Player} */
  get bottom() {
    return this.view === "white" || this.view === "black" ? this.view : (this.seats[0] ?? "white");
  }

  #render({ duration = this.duration, isNewRoll = false } = {}) {
    const before = this.#scene.position;
    const { bottom, counter, numbering, pips, editable, markMovable } = this;
    const { activeTurn, mayRoll, mayDouble } = this.#game;
    this.#scene = this.#game.scene;
    const movable = markMovable && activeTurn ? activeTurn.turn.edges.map(([source]) => placeOf(activeTurn.mover, source)) : [];
    const moved = this.#boardView.draw(this.#scene, {
      bottom,
      numbering,
      counter,
      movable: new Set(movable),
      pips,
      homeRight: this.direction === "right",
      duration,
      undoFor: activeTurn?.turn.made.length ? activeTurn.mover : null,
      rollFor: mayRoll?.seat ?? null,
      isNewRoll,
      isLive: activeTurn !== null || editable,
      words: this.#translator,
    });
    const canDouble = mayDouble !== null;
    const view = { counter, isTurn: Boolean(this.state.on_roll), numbering };
    const people = this.#people;
    labelButtons(this.#boardView.buttons, this.#scene, { activeTurn, view, people, canDouble, editable }, this.#translator);
    if (moved) this.#sound(wasHit(before, this.#scene.position) ? "hit" : "move");
  }

  // The player's actions

  /** Replace the turn by one with more or fewer steps. @param {Turn} after */
  #play(after) {
    const activeTurn = this.#game.activeTurn;
    if (!activeTurn) return;
    clearTimeout(this.#automaticTimer);
    const { text } = this.#translator;
    const made = after.made.filter((edge) => !activeTurn.turn.made.includes(edge));
    const said = made.map((edge) => describeStep(edge, activeTurn.mover, this.numbering, this.#translator));
    if (after.made.length < activeTurn.turn.made.length) said.push(text("undone"));
    if (after.isComplete) said.push(text("turn complete"));
    this.#game.turn = after;
    this.#render();
    this.#boardView.highlights.clear();
    if (said.length) this.announce(said.join("; "), true);
    this.#emitTurnChanged();
  }

  /** Show and report that nothing can be played from a place; the page says why. @param {string} place @param {number} point */
  #refuse(place, point) {
    const activeTurn = this.#game.activeTurn;
    if (!activeTurn) return;
    this.#boardView.refuse(place, this.duration);
    const steps = activeTurn.turn.made.map(([source, target, die]) => [source, target, die]);
    this.#emit("refused", { seat: activeTurn.mover, source: point, steps });
  }

  #emitTurnChanged() {
    const activeTurn = this.#game.activeTurn;
    const made = activeTurn?.turn.made ?? [];
    this.#emit("turn-changed", {
      seat: activeTurn?.mover ?? null,
      steps: activeTurn?.turn.steps ?? [],
      notation: activeTurn ? writePlay(made, (point) => labelOf(point, activeTurn.mover, this.numbering)) : "",
      isComplete: activeTurn?.turn.isComplete ?? false,
      canUndo: made.length > 0,
      canSwap: activeTurn?.turn.canSwap ?? false,
      pips: { ...this.#scene.pips },
    });
  }

  // Methods for the page

  /** Emit `roll` if a seat of this board may roll. */
  roll() {
    const asked = this.#game.mayRoll;
    if (!asked) return;
    this.#game.isRollRequested = true;
    this.#render();
    this.#emit("roll", asked);
  }

  askToDouble() {
    const seat = this.#game.mayDouble;
    if (seat) this.#emit("double-asked", { seat });
  }

  /** Emit `answer` if a seat of this board may answer a double or a resignation like this. @param {import("./input/keyboard.js").Answer} action */
  answer(action) {
    const asked = allowedAction(this.state, this.seats, action);
    if (asked) this.#emit("answer", asked);
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
    this.announce(diceName(this.#scene, true, this.#translator), true);
    this.#emitTurnChanged();
  }

  /** Emit `play` if the play is complete. @returns {boolean} whether it was */
  confirm() {
    const activeTurn = this.#game.activeTurn;
    if (!activeTurn?.turn.isComplete) return false;
    this.#game.isSent = true;
    clearTimeout(this.#automaticTimer);
    this.#render();
    this.#emit("play", { seat: activeTurn.mover, steps: activeTurn.turn.steps });
    return true;
  }

  /** Let the player go on with a play or a roll that was emitted, because the page has not sent it. */
  release() {
    if (!this.#game.isSent && !this.#game.isRollRequested) return;
    this.#game.isSent = this.#game.isRollRequested = false;
    this.#render();
  }

  /**
   * Play some steps from the start of the turn, for instance a hint.
   * @param {readonly (readonly number[])[]} steps
   * @param {{confirm?: boolean}} [how]
   */
  playSteps(steps, { confirm = false } = {}) {
    const after = this.turn?.restarted().withSteps(steps);
    if (!after) return false;
    this.#play(after);
    return confirm ? this.confirm() : true;
  }

  /**
   * Play a move written in notation, such as `8/5 6/5`.
   * @param {string} written
   * @param {{confirm?: boolean}} [how]
   * @returns {{isPlayed: boolean, reason: string}}
   */
  playNotation(written, { confirm = false } = {}) {
    const activeTurn = this.#game.activeTurn;
    const { text } = this.#translator;
    if (!activeTurn) return { isPlayed: false, reason: text("there is nothing to play right now") };
    try {
      const [position, words] = [positionOf(this.state), this.#translator];
      this.#play(readPlay(written, activeTurn.turn, { player: activeTurn.mover, numbering: this.numbering, position, words }));
    } catch (error) {
      if (error instanceof UnplayableText) return { isPlayed: false, reason: error.message };
      throw error;
    }
    if (confirm) this.confirm();
    return { isPlayed: true, reason: "" };
  }

  /** The points that a checker on `source` can reach, in the view of the player on roll. @param {number} source @returns {number[]} */
  legalTargets(source) {
    return [...(this.turn?.destinations(source).keys() ?? [])];
  }

  /**
   * Draw arrows for the steps of a play over the position; an empty list removes them.
   * @param {readonly (readonly number[])[]} steps
   * @param {Player} [player]
   */
  showArrows(steps, player) {
    this.showPlays([{ steps }], player);
  }

  /**
   * Draw arrows for several plays over the position, each by its kind and mark; an empty list removes them.
   * @param {readonly import("./types.js").ShownPlay[]} plays the most important first
   * @param {Player} [player]
   */
  showPlays(plays, player = this.state.on_roll ?? "white") {
    this.#boardView.showPlays(this.#scene.position, player, plays);
  }

  /** Show a position that belongs to no match. @param {number[]} board White's view @param {Partial<State>} [more] */
  setPosition(board, more = {}) {
    this.#game.lastRoll = null;
    this.state = { phase: "shown", ...more, board, off: more.off ?? offOf(board, more.checkers ?? 15) };
  }

  /** Focus a point by the number that the board shows for it; 0 is the bar. @param {number | string} point */
  focusPoint(point) {
    const found = String(point) === "0" ? BAR : pointFromLabel(String(point), this.counter, this.numbering);
    if (found !== null) this.#boardView.buttons.focus(placeOf(this.counter, found));
  }

  /** Focus the place of the board that Tab leads to. @param {FocusOptions} [options] */
  focus(options) {
    this.#boardView.buttons.focusCurrent(options);
  }

  /** What was announced when the state last changed; empty before that. */
  get lastNews() {
    return this.#lastNews;
  }

  /** Announce something to screen readers. @param {string} words @param {boolean} [isUrgent] */
  announce(words, isUrgent = false) {
    this.#lastAnnouncement = words;
    this.#boardView.say(words, isUrgent);
    this.#emit("announce", { words, isUrgent });
  }

  // Automatic plays and announcements

  #playAutomatically() {
    const help = this.#game.automaticPlay(this);
    const seat = this.#game.activeTurn?.mover;
    if (!help) return;
    this.#automaticTimer = setTimeout(() => {
      if (!help.turn) return this.#emit("bear-off-asked", { seat });
      this.#play(help.turn);
      if (help.isSent) this.#automaticTimer = setTimeout(() => this.confirm(), CONFIRM_DELAY + this.duration);
    }, 2 * this.duration);
  }

  /** Announce a change of the state, in words and by sounds. @param {import("./model/game.js").StateChange} news */
  #announceChange({ before, isNewRoll, wasSent }) {
    const after = this.state;
    const { numbering } = this;
    if (isNewRoll) this.#sound("roll");
    if (after.cube?.value !== before.cube?.value || (after.cube?.offered && !before.cube?.offered)) this.#sound("cube");
    if ((after.results?.length ?? 0) > (before.results?.length ?? 0)) this.#sound("win");
    const said = describeChange(before, after, { ...this.#people, numbering, own: wasSent }, this.#translator);
    if (said.length === 0) return;
    this.#lastNews = said.join(". ");
    this.announce(this.#lastNews, true);
  }

  /** @param {sounds.Sound} name */
  #sound(name) {
    if (this.sounds && this.isConnected) sounds.play(name);
  }

  /** Report a position that the user has set up. @param {Position} position */
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
