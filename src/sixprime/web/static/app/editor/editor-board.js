/** The editable board, the choice of the colour that a tap puts down, and a help text. */

import { opponent } from "../../board/model/places.js";
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

  /** Whether the player on roll sits at the top. */
  isTurned = false;

  /** Show a setup, with the player on roll at the bottom unless the board has been turned round. @param {Setup} setup */
  show(setup) {
    const { board, checkers, on_roll, roll, cube, length, crawford } = setup;
    this.element.setAttribute("view", this.isTurned ? opponent(on_roll) : on_roll);
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
      element("legend", { class: "hidden-words" }, text("What a tap places")),
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
      text("Tap a point where the stack should end; tap its last checker to remove it. Drag checkers anywhere, including to the bar and off the board."),
      element(
        "span",
        { class: "by-keys" },
        " ",
        text("By keyboard: move to a point with the arrow keys; Enter adds a checker, Shift+Enter one of the other colour, Backspace removes one."),
      ),
    );
  }
}
