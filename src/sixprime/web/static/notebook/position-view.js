/**
 * A position in a notebook: the board, on which the roll can be played if the kernel wants that, or what was found about
 * the decision beside it.
 */

import { opponent } from "../board/model/places.js";
import { DecisionPanel } from "../app/analysis/decision-panel.js";
import { BoardTask } from "../app/learning/board-task.js";
import { button, element, iconButton, setChildren } from "../app/shared/dom.js";
import { shareCheckerColours } from "../app/shared/position-boards.js";
import { text } from "../app/shared/translations.js";

/** @typedef {import("../app/learning/board-task.js").TaskState} TaskState */
/** @typedef {import("../app/shared/answer-types.js").DecisionAnswer} Decision */
/** @typedef {import("../app/shared/types.js").Player} Player */

/**
 * What the kernel says.
 * @typedef {object} ShownPosition
 * @property {TaskState & {resignation?: object | null, to_act?: Player | null}} state
 * @property {Player} bottom
 * @property {string} words whose turn it is
 * @property {string[]} details match and score
 * @property {{white?: string, black?: string}} names
 * @property {boolean} is_playable whether the roll is to be played by hand
 * @property {Decision | null} decision what an engine found
 */

export class PositionView {
  /**
   * @param {HTMLElement} place
   * @param {ShownPosition} position
   * @param {(steps: [number, number][] | null, notation: string) => void} onPlay called with a play, and with null when it was taken back
   */
  constructor(place, position, onPlay) {
    this.position = position;
    this.onPlay = onPlay;
    this.task = new BoardTask({ hidesPips: false, onPlay: (steps) => this.#onPlay(steps) });
    this.board = this.task.board;
    this.board.setAttribute("view", position.bottom);
    this.board.names = position.names;
    this.board.addEventListener("turn-changed", (event) => (this.#notation = /** @type {CustomEvent} */ (event).detail.notation || this.#notation));
    this.words = element("p", { class: "said", role: "status" }, position.words);
    this.buttons = element("div", { class: "buttons" });
    const flip = iconButton(text("Flip the board"), "turn", { onclick: () => (this.board.view = opponent(this.board.bottom)) });
    this.panel = position.decision ? new DecisionPanel({ board: this.board }) : null;
    setChildren(
      place,
      element("div", { class: "stage" }, this.task.stage, element("div", { class: "tools" }, this.words, this.buttons, flip), position.details.length > 0 ? element("p", { class: "soft small-words details" }, position.details.join(" · ")) : null),
      this.panel ? element("div", { class: "panel side" }, this.panel.element) : null,
    );
    place.classList.add("one-position");
    place.classList.toggle("with-panel", this.panel !== null);
    shareCheckerColours(this.board, place);
  }

  /** The play on the board, as players write it. */
  #notation = "";

  /** Put the position on the board. @param {[number, number][] | null} played a play that was made before, in another view of this widget */
  begin(played) {
    if (!this.position.is_playable) {
      const { board, ...more } = this.position.state;
      this.board.seats = [];
      this.board.setPosition(board, /** @type {any} */ (more));
      if (this.panel && this.position.decision) this.panel.show(this.position.decision);
      return;
    }
    this.#ask();
    if (played) this.board.playSteps(played, { confirm: true });
  }

  #ask() {
    this.words.textContent = this.position.words;
    this.task.ask(this.position.state);
    setChildren(this.buttons, this.task.undo, this.task.done);
  }

  /** @param {[number, number][]} steps */
  #onPlay(steps) {
    const notation = this.#notation || text("no move");
    this.words.textContent = text("Played: {play}", { play: notation });
    const again = button(text("Take it back"), {
      icon: "undo",
      onclick: () => {
        this.onPlay(null, "");
        this.#ask();
        this.board.focusPoint(24);
      },
    });
    setChildren(this.buttons, again);
    this.onPlay(steps, notation);
  }
}
