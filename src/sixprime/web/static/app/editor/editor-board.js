/** The editable board, the choice of the colour that a tap puts down, and a help text. */

import { element } from "../shared/dom.js";
import { radioButton } from "../shared/form-fields.js";
import { createBoard } from "../shared/position-boards.js";
import { text } from "../shared/translations.js";

/** @typedef {import("../shared/types.js").Player} Player */
/** @typedef {import("./setups.js").Setup} Setup */

/** The board of the editor page. */
export class EditorBoard {
  /** @param {(board: number[]) => void} onEdit */
  constructor(onEdit) {
    this.element = createBoard("white");
    this.element.setAttribute("editable", "");
    this.element.addEventListener("position-edited", (event) => onEdit(/** @type {CustomEvent<{board: number[]}>} */ (event).detail.board));
    this.brushes = this.#brushes();
    this.help = this.#help();
  }

  /** @param {Setup} setup */
  show(setup) {
    const { board, checkers, on_roll, roll, cube, length, crawford } = setup;
    this.element.setPosition(board, { checkers, on_roll, roll, cube: { ...cube, offered: null }, length, crawford });
  }

  #brushes() {
    /** @type {[Player, string][]} */
    const colours = [
      ["white", text("White checkers")],
      ["black", text("Black checkers")],
    ];
    return element(
      "fieldset",
      { class: "brushes" },
      element("legend", { class: "hidden-words" }, text("What a tap puts down")),
      element(
        "div",
        { class: "choices" },
        ...colours.map(([colour, label]) =>
          radioButton(
            { name: "brush", value: colour, checked: colour === "white", onchange: () => this.element.setAttribute("brush", colour) },
            [element("i", { class: `dot ${colour}` }), label],
          ),
        ),
      ),
    );
  }

  #help() {
    return element(
      "p",
      { class: "help soft small-words" },
      text("Tap a point where the pile shall end; tap its last checker to take it away. Drag checkers anywhere, also to the bar and off the board."),
      element(
        "span",
        { class: "by-keys" },
        " ",
        text("By keyboard: arrow keys to a point, Enter adds a checker, Shift and Enter one of the other colour, Backspace takes one away."),
      ),
    );
  }
}
