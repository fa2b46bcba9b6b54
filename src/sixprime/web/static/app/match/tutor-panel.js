/**
 * What the tutor shows: its switch, the winning chances, the question before a bad choice with its three answers, the
 * better choice with its reasons, and how good the last decision was. It is part of the controls, so it never lies over the board.
 */

import { cubeTable, formatEquity, formatPercent } from "../analysis/equities.js";
import { lossText, luckName, markBadge, markOf } from "../analysis/marks.js";
import { button, element, setChildren } from "../shared/dom.js";
import { text } from "../shared/translations.js";

/** @typedef {import("../shared/answer-types.js").AdviceAnswer} Advice */
/** @typedef {import("../shared/answer-types.js").BetterChoiceAnswer} Better */
/** @typedef {import("../shared/answer-types.js").ChoiceAdviceAnswer} Judged */
/** @typedef {{again: () => void, show: () => void, anyway: () => void, turn: (isOn: boolean) => void}} Handlers */

/** The tutor's part of the controls. */
export class TutorPanel {
  /** @param {Handlers} handlers */
  constructor(handlers) {
    this.handlers = handlers;
    this.toggle = element("button", { type: "button", class: "tutor-switch", role: "switch", onclick: () => handlers.turn(this.toggle.getAttribute("aria-checked") !== "true") }, element("span", { class: "knob", "aria-hidden": "true" }), text("Tutor"));
    this.fill = element("span", { class: "fill" });
    this.percent = element("span", { class: "percent numbers" });
    this.chances = element("span", { class: "chances", role: "img", hidden: true }, element("span", { class: "bar" }, this.fill), this.percent);
    this.feedback = element("span", { class: "feedback", role: "status" });
    this.row = element("div", { class: "tutor-row", hidden: true }, this.toggle, this.chances, this.feedback);
    this.box = element("div", { class: "tutor-question", role: "group", tabindex: "-1", "aria-labelledby": "tutor-words", hidden: true });
  }

  /** @param {boolean} isPossible @param {boolean} isOn */
  showSwitch(isPossible, isOn) {
    this.row.hidden = !isPossible;
    this.toggle.setAttribute("aria-checked", String(isOn));
  }

  /** Show the player's chances to win; null hides them. @param {number | null} win */
  showChances(win) {
    this.chances.hidden = win === null;
    if (win === null) return;
    this.fill.style.width = `${100 * win}%`;
    this.percent.textContent = formatPercent(win);
    this.chances.setAttribute("aria-label", text("Your winning chances: {chance}", { chance: formatPercent(win) }));
    this.chances.title = text("Your winning chances: {chance}", { chance: formatPercent(win) });
  }

  /** Say how good the last decision was, and how lucky the roll; null says nothing. @param {Advice | null} answer */
  showFeedback(answer) {
    const judged = answer?.choice;
    if (!judged || judged.forced) {
      setChildren(this.feedback);
      return;
    }
    const mark = markOf(judged.lost);
    const luck = luckName(answer.luck_mark ?? undefined);
    setChildren(
      this.feedback,
      mark === "none" ? element("span", { class: "good" }, text("good")) : [markBadge(mark, ""), element("span", {}, lossText(judged.lost, mark))],
      luck ? element("span", { class: "soft" }, luck) : null,
    );
  }

  /** Ask whether to look again. @param {boolean} isPlay */
  ask(isPlay) {
    const { again, show, anyway } = this.handlers;
    this.#fill(
      [element("p", { id: "tutor-words" }, text("There is something better. Look again?"))],
      [
        button(text("Look again"), { kind: "main", "aria-keyshortcuts": "g", onclick: again }),
        button(text("Show me"), { "aria-keyshortcuts": "w", onclick: show }),
        button(isPlay ? text("Play it anyway") : text("Do it anyway"), { "aria-keyshortcuts": "y", onclick: anyway }),
      ],
    );
  }

  /**
   * Show what is better, and why.
   * @param {Judged} judged
   * @param {Better} better
   * @param {() => void} take do what is better
   */
  explain(judged, better, take) {
    const { again, anyway } = this.handlers;
    const reasons = better.reasons.length > 0 ? better.reasons : [text("It cannot be explained in a few words.")];
    const isResignation = judged.kind === "resignation";
    this.#fill(
      [
        element("p", { id: "tutor-words" }, text("{choice} is better.", { choice: better.words }), " ", element("span", { class: `soft ${judged.mark}` }, text("Yours loses {loss}.", { loss: formatEquity(judged.lost).replace("+", "") }))),
        element("ul", { class: "reasons" }, ...reasons.map((reason) => element("li", {}, reason))),
        better.decision ? cubeTable(better.decision) : null,
      ],
      [
        button(better.steps ? text("Take this play") : isResignation ? text("Keep playing") : text("Do that"), { kind: "main", onclick: take }),
        isResignation ? null : button(text("Look again"), { "aria-keyshortcuts": "g", onclick: again }),
        button(better.steps ? text("Play mine anyway") : text("Do mine anyway"), { "aria-keyshortcuts": "y", onclick: anyway }),
      ],
    );
    this.box.classList.add("explains");
  }

  /**
   * @param {(Element | null)[]} parts
   * @param {(Element | null)[]} buttons
   */
  #fill(parts, buttons) {
    const controls = this.box.closest(".controls");
    const hadFocus = this.box.contains(document.activeElement) || controls?.querySelector(".control-row, .offer")?.contains(document.activeElement);
    this.box.classList.remove("explains");
    setChildren(this.box, ...parts, element("div", { class: "buttons" }, ...buttons));
    this.box.hidden = false;
    controls?.classList.add("asked");
    if (hadFocus) this.box.focus({ preventScroll: true });
  }

  /** Lead the player who tries to go on to the question. */
  callAttention() {
    this.box.classList.remove("again");
    void this.box.offsetWidth; // so that the animation begins anew
    this.box.classList.add("again");
    this.box.focus({ preventScroll: true });
  }

  close() {
    const controls = this.box.closest(".controls");
    const hadFocus = this.box.contains(document.activeElement);
    this.box.hidden = true;
    controls?.classList.remove("asked");
    setChildren(this.box);
    if (hadFocus) /** @type {HTMLElement | null} */ (controls?.querySelector(".control-row .main:not([hidden])"))?.focus({ preventScroll: true });
  }
}
