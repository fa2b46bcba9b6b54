/** A note at the first game on a touch screen: what fingers can do that nobody finds by chance. */

import { button, element } from "../shared/dom.js";
import { storedItem, storeItem } from "../shared/storage.js";
import { text } from "../shared/translations.js";
import { isMine } from "./match-state.js";

/** @typedef {import("../shared/types.js").MatchState} MatchState */

const KEY = "sixprime.coached";

/** The note. It is shown while the user has two different dice to play, until it has been read. */
export class CoachMark {
  constructor() {
    const tips = [
      text("Hold a finger on a checker to play the other die."),
      text("Tap the dice to swap them."),
      text("Tap a point without your checkers to make it."),
    ];
    const note = element(
      "div",
      { class: "coach", role: "note" },
      element("ul", {}, ...tips.map((tip) => element("li", {}, tip))),
      button(text("Got it"), { kind: "small main", onclick: () => this.#dismiss() }),
    );
    this.root = element("div", { class: "coach-place", hidden: true }, note);
  }

  /** @param {MatchState} state */
  show(state) {
    const [one, other] = state.roll ?? [];
    const isUseful = state.phase === "to-play" && isMine(state) && one !== other;
    this.root.hidden = !(isUseful && matchMedia("(pointer: coarse)").matches && storedItem(KEY) === null);
  }

  #dismiss() {
    storeItem(KEY, "yes");
    this.root.hidden = true;
  }
}
