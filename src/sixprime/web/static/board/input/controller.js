/**
 * Turns taps and drags into actions, both in a match and while a position is set up, and highlights their targets. The
 * actions themselves are carried out by the element.
 */

import { checkersOn, OFF, placeOf, pointOf } from "../model/places.js";
import { Turn } from "../model/turn.js";
import { Drag } from "./drag.js";
import { brushFor, editDragTargets, positionAfterTap, withPileChanged } from "./edit-input.js";
import { isOnMovedChecker, turnAfterTap, turnDragTargets } from "./turn-input.js";

/** @typedef {import("../drawing/board-view.js").BoardView} BoardView */
/** @typedef {import("../element.js").BackgammonBoard} BackgammonBoard */
/** @typedef {import("../model/game.js").Game} Game */
/** @typedef {import("../types.js").Place} Place */
/** @typedef {import("../types.js").Position} Position */
/** @typedef {import("../types.js").Spot} Spot */

/**
 * @typedef {object} InputActions
 * @property {(after: Turn) => void} play replace the turn by one with more or fewer steps
 * @property {(place: Place, point: number) => void} refuse nothing can be played from the place
 * @property {(after: Position) => void} edit
 * @property {(token: string) => void} touch the dice or the cube were tapped while a position is set up
 * @property {() => void} redraw
 * @property {() => void} stay cancel automatic plays: the user has taken over
 */

/** The handlers of the gestures of one board. */
export class InputController {
  /** @type {Drag<Turn | Position> | null} */
  #drag = null;

  /**
   * @param {BackgammonBoard} board
   * @param {Game} game
   * @param {BoardView} boardView
   * @param {InputActions} actions
   */
  constructor(board, game, boardView, actions) {
    this.board = board;
    this.game = game;
    this.boardView = boardView;
    this.actions = actions;
  }

  /** @param {Spot} pixels @returns {Spot} */
  toUnits({ x, y }) {
    const { scale } = this.boardView.layout;
    return { x: x / scale, y: y / scale };
  }

  /**
   * The place that a pointer on a button means. The button of the dice is larger than the dice: a tap beside them is for
   * the point below, unless the dice wait for a tap.
   * @param {Place} place
   * @param {Spot} spot
   * @returns {Place}
   */
  resolvePlace(place, spot) {
    const { dice, roller, diceState, mayRoll } = this.game.scene;
    if (place !== "dice" || mayRoll || diceState === "ready") return place;
    const { layout } = this.boardView;
    const isOn = roller !== null && layout.isOnDice(spot, roller, dice.length);
    return isOn ? place : (layout.placeAt(spot) ?? place);
  }

  /**
   * @param {Place | null} place
   * @param {Spot | null} spot null if it came from the keyboard
   * @param {boolean} isAlternate
   */
  tap(place, spot, isAlternate) {
    const { board } = this;
    if (board.editable) this.#editTap(place, spot, isAlternate);
    else if (place === "cube") board.askToDouble();
    else if (this.game.mayRoll) board.roll();
    else if (place === "undo") void (isAlternate ? board.undoAll() : board.undo());
    else if (place === "dice") void (board.turn?.isComplete ? board.confirm() : board.swapDice());
    else if (place) this.#playTap(place, spot, isAlternate);
  }

  /** @param {Place} place @param {Spot | null} spot @param {boolean} isAlternate */
  #playTap(place, spot, isAlternate) {
    const { activeTurn, scene } = this.game;
    const isOnChecker = spot !== null && isOnMovedChecker(scene, this.boardView.layout, place, spot);
    const isOnMoved = isOnChecker && this.board.tapMoved === "back";
    const point = activeTurn && pointOf(activeTurn.mover, place);
    if (!activeTurn || point === null) return;
    const isFree = point !== OFF && checkersOn(scene.position, activeTurn.mover, point) === 0;
    const after = turnAfterTap(activeTurn.turn, activeTurn.mover, place, { isAlternate, isOnMoved, isFree });
    if (after) this.actions.play(after);
    else if (point !== OFF) this.actions.refuse(place, point);
  }

  /** @param {Place | null} place @param {Spot | null} spot @param {boolean} isAlternate */
  #editTap(place, spot, isAlternate) {
    if (place === "dice" || place === "cube") this.actions.touch(place);
    else if (place && spot) {
      const player = brushFor(this.board.brush, isAlternate);
      this.#edit(positionAfterTap(this.game.scene.position, place, spot, player, this.boardView.layout));
    } else this.changePile(1, isAlternate);
  }

  /** Add or remove a checker on the focused place. @param {1 | -1} by @param {boolean} isAlternate */
  changePile(by, isAlternate) {
    const place = this.boardView.buttons.focused;
    if (place) this.#edit(withPileChanged(this.game.scene.position, place, brushFor(this.board.brush, isAlternate), by));
  }

  /** @param {Position | null} after */
  #edit(after) {
    if (after) this.actions.edit(after);
  }

  /** @param {Place} place */
  lift(place) {
    const { editable } = this.board;
    const { activeTurn, scene } = this.game;
    /** @type {Iterable<[Place, Turn | Position]>} */
    const found = editable ? editDragTargets(scene.position, place) : turnDragTargets(activeTurn, place);
    const choices = new Map(found);
    if (choices.size === 0 || !this.boardView.checkers.lift(place)) return false;
    this.actions.stay();
    this.boardView.surface.classList.add("dragging");
    this.#drag = new Drag(this.boardView, scene.position, place, choices, { showsAll: !editable });
    return true;
  }

  /** @param {Spot} spot @param {boolean} isTouch */
  dragTo(spot, isTouch) {
    this.#drag?.moveTo(spot, isTouch);
  }

  /** @param {Spot} spot */
  drop(spot) {
    const choice = this.#drag?.choiceAt(spot) ?? null;
    this.#endDrag();
    if (choice instanceof Turn) this.actions.play(choice);
    else if (choice) this.actions.edit(choice);
    else this.actions.redraw();
    return choice !== null;
  }

  cancelDrag() {
    this.#endDrag();
    this.actions.redraw();
  }

  #endDrag() {
    this.#drag = null;
    this.boardView.surface.classList.remove("dragging");
    this.boardView.highlights.clear();
  }

  /** Highlight where a tap on a place would move a checker. @param {Place | null} place */
  hover(place) {
    if (this.#drag) return;
    const { activeTurn, scene } = this.game;
    const point = activeTurn && place ? pointOf(activeTurn.mover, place) : null;
    if (!activeTurn || !place || point === null) return this.boardView.highlights.clear();
    const { turn, mover } = activeTurn;
    const isMade = turn.makeable.has(point) && checkersOn(scene.position, mover, point) === 0;
    const edge = isMade ? undefined : turn.tap(point)?.made.at(-1);
    if (!isMade && !edge) return this.boardView.highlights.clear();
    const targets = edge
      ? [{ place: placeOf(mover, edge[1]), number: checkersOn(scene.position, mover, edge[1]) }]
      : [0, 1].map((number) => ({ place, number }));
    this.boardView.highlights.draw(this.boardView.layout, { targets, over: null, ghost: null });
  }
}
