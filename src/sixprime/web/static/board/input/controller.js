/**
 * A hand on the board, whether it plays or sets up a position: what its taps and drags mean, and what is lit up for it.
 * What comes of them, it leaves to the board.
 */

import { Drag } from "./drag.js";
import { brushFor, changed, editChoices, pileTapped } from "./edit-input.js";
import { checkersOn, placeOf, pointOf } from "../model/places.js";
import { dragChoices, isOnMovedChecker, tapped } from "./turn-input.js";
import { Turn } from "../model/turn.js";

/** @typedef {import("../element.js").BackgammonBoard} BackgammonBoard */
/** @typedef {import("../model/game.js").Game} Game */
/** @typedef {import("../drawing/board-view.js").Table} Table */
/** @typedef {import("../types.js").Place} Place */
/** @typedef {import("../types.js").Position} Position */
/** @typedef {import("../types.js").Spot} Spot */

/**
 * @typedef {object} Deeds
 * @property {(after: Turn) => void} play go on to another moment of the turn
 * @property {(after: Position) => void} edit
 * @property {(token: string) => void} touch dice or cube, while a position is set up
 * @property {() => void} redraw
 * @property {() => void} stay do nothing by itself any more, somebody is at it
 */

export class Hand {
  /** @type {Drag<Turn | Position> | null} */
  #drag = null;

  /**
   * @param {BackgammonBoard} board
   * @param {Game} game
   * @param {Table} table
   * @param {Deeds} deeds
   */
  constructor(board, game, table, deeds) {
    this.board = board;
    this.game = game;
    this.table = table;
    this.deeds = deeds;
  }

  /** @param {Spot} pixels @returns {Spot} */
  toUnits({ x, y }) {
    const { scale } = this.table.layout;
    return { x: x / scale, y: y / scale };
  }

  /**
   * Beside the dice, the point below them is meant, unless they wait for a tap: then all of their button is theirs.
   * @param {Place} place
   * @param {Spot} spot
   * @returns {Place}
   */
  aim(place, spot) {
    const { dice, roller, diceMood, mayRoll } = this.game.scene;
    if (place !== "dice" || mayRoll || diceMood === "ready") return place;
    const { layout } = this.table;
    const isOn = roller !== null && layout.isOnDice(spot, roller, dice.length);
    return isOn ? place : (layout.placeAt(spot) ?? place);
  }

  /**
   * @param {Place | null} place
   * @param {Spot | null} spot null if it came from the keyboard
   * @param {boolean} isOther
   */
  tap(place, spot, isOther) {
    const { board } = this;
    if (board.editable) this.#editTap(place, spot, isOther);
    else if (place === "cube") board.askToDouble();
    else if (this.game.mayRoll) board.roll();
    else if (place === "undo") void (isOther ? board.undoAll() : board.undo());
    else if (place === "dice") void (board.turn?.isComplete ? board.confirm() : board.swapDice());
    else if (place) this.#playTap(place, spot, isOther);
  }

  /** @param {Place} place @param {Spot | null} spot @param {boolean} isOther */
  #playTap(place, spot, isOther) {
    const { live, scene } = this.game;
    const isOnChecker = spot !== null && isOnMovedChecker(scene, this.table.layout, place, spot);
    const isOnMoved = isOnChecker && this.board.tapMoved === "back";
    const after = live && tapped(live.turn, live.mover, place, { isOther, isOnMoved });
    if (after) this.deeds.play(after);
  }

  /** @param {Place | null} place @param {Spot | null} spot @param {boolean} isOther */
  #editTap(place, spot, isOther) {
    if (place === "dice" || place === "cube") this.deeds.touch(place);
    else if (place && spot) {
      const player = brushFor(this.board.brush, isOther);
      this.#edit(pileTapped(this.game.scene.position, place, spot, player, this.table.layout));
    } else this.change(1, isOther);
  }

  /** One checker more, or less, where the focus is. @param {1 | -1} by @param {boolean} isOther */
  change(by, isOther) {
    const place = this.table.buttons.focused;
    if (place) this.#edit(changed(this.game.scene.position, place, brushFor(this.board.brush, isOther), by));
  }

  /** @param {Position | null} after */
  #edit(after) {
    if (after) this.deeds.edit(after);
  }

  /** @param {Place} place */
  lift(place) {
    const { editable } = this.board;
    const { live, scene } = this.game;
    /** @type {Iterable<[Place, Turn | Position]>} */
    const found = editable ? editChoices(scene.position, place) : dragChoices(live, place);
    const choices = new Map(found);
    if (choices.size === 0 || !this.table.checkers.lift(place)) return false;
    this.deeds.stay();
    this.table.surface.classList.add("dragging");
    this.#drag = new Drag(this.table, scene.position, place, choices, { showsAll: !editable });
    return true;
  }

  /** @param {Spot} spot @param {boolean} isTouch */
  carry(spot, isTouch) {
    this.#drag?.carry(spot, isTouch);
  }

  /** @param {Spot} spot */
  drop(spot) {
    const choice = this.#drag?.choiceAt(spot) ?? null;
    this.#end();
    if (choice instanceof Turn) this.deeds.play(choice);
    else if (choice) this.deeds.edit(choice);
    else this.deeds.redraw();
    return choice !== null;
  }

  letGo() {
    this.#end();
    this.deeds.redraw();
  }

  #end() {
    this.#drag = null;
    this.table.surface.classList.remove("dragging");
    this.table.lights.clear();
  }

  /** Show where a tap would lead. @param {Place | null} place */
  hover(place) {
    if (this.#drag) return;
    const { live, scene } = this.game;
    const point = live && place ? pointOf(live.mover, place) : null;
    const edge = live && point !== null ? live.turn.tap(point)?.made.at(-1) : undefined;
    if (!live || !edge) return this.table.lights.clear();
    const number = checkersOn(scene.position, live.mover, edge[1]);
    const target = { place: placeOf(live.mover, edge[1]), number };
    this.table.lights.draw(this.table.layout, { targets: [target], over: null, ghost: null });
  }
}
