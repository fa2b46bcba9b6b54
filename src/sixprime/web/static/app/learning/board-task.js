/**
 * A board on which one roll is to be played, with its buttons: the page gives it a position with the legal steps, and is
 * told of the play. Nothing here knows the rules.
 */

import { offOf } from "../../board/model/places.js";
import { button, element } from "../shared/dom.js";
import { createBoard } from "../shared/position-boards.js";
import { text } from "../shared/translations.js";

/** @typedef {import("../../board/element.js").BackgammonBoard} BackgammonBoard */

/**
 * What lies on the table, as the server tells it.
 * @typedef {object} TaskState
 * @property {number[]} board
 * @property {number} checkers
 * @property {[number, number] | null} roll
 * @property {import("../shared/answer-types.js").Side | null} on_roll
 * @property {object} [cube]
 * @property {number | null} [length]
 * @property {boolean} [crawford]
 * @property {Record<string, unknown>} [rules]
 * @property {unknown} [turn]
 */

export class BoardTask {
  /** The number of the next state: the board keeps steps that were made while the number stays. */
  #version = 0;

  /**
   * @param {object} options
   * @param {(steps: [number, number][]) => void} options.onPlay a complete play was made
   * @param {(source: number, steps: [number, number][]) => void} [options.onRefused] nothing can be played from a point
   * @param {boolean} [options.hidesPips]
   */
  constructor({ onPlay, onRefused, hidesPips = true }) {
    this.board = createBoard("white", { hidesPips });
    this.board.setAttribute("mark-movable", "on");
    this.done = button(text("Done"), { kind: "main", icon: "confirm", disabled: true, onclick: () => void this.board.confirm() });
    this.undo = button(text("Undo"), { icon: "undo", disabled: true, onclick: () => this.board.undo() });
    this.board.addEventListener("play", (event) => onPlay(/** @type {CustomEvent} */ (event).detail.steps));
    this.board.addEventListener("refused", (event) => {
      const { source, steps } = /** @type {CustomEvent} */ (event).detail;
      onRefused?.(source, steps.map((/** @type {number[]} */ step) => [step[0], step[1]]));
    });
    this.board.addEventListener("turn-changed", (event) => {
      const { isComplete, canUndo } = /** @type {CustomEvent} */ (event).detail;
      this.done.disabled = !isComplete;
      this.undo.disabled = !canUndo;
    });
    this.stage = element("div", { class: "task-stage" }, this.board);
  }

  /** Put a roll on the board for the user to play, as White unless Black is on roll. @param {TaskState} state */
  ask(state) {
    const player = state.on_roll ?? "white";
    const { board, checkers, roll, cube, length = null, crawford = false, rules, turn } = state;
    this.#version += 1;
    this.done.disabled = true;
    this.undo.disabled = true;
    this.board.seats = [player];
    this.board.state = /** @type {any} */ ({
      match: "task",
      version: this.#version,
      phase: "to-play",
      on_roll: player,
      to_act: player,
      board,
      off: offOf(board, checkers),
      roll,
      cube,
      length,
      crawford,
      rules,
      checkers,
      turn,
    });
  }

  /** Show a position that is not to be played. @param {TaskState} state */
  show(state) {
    const { board, checkers, roll, on_roll, cube, length = null, crawford = false, rules } = state;
    this.board.seats = [];
    // Points are counted from the user's side, also while the other side has doubled.
    const counter = on_roll === "white" ? on_roll : null;
    this.board.setPosition(board, /** @type {any} */ ({ on_roll: counter, roll, cube, length, crawford, rules, checkers }));
  }
}
