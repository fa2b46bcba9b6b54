/** The buttons and the slider that step through a match, and the clock that steps by itself. */

import { element, iconButton } from "../shared/dom.js";
import { text } from "../shared/translations.js";
import { stepButton, stepIcon } from "./step-buttons.js";

const STEP_INTERVAL = 1600;

/**
 * @typedef {object} StepHandlers
 * @property {(index: number) => void} show
 * @property {(step: 1 | -1) => boolean} step returns whether there was something to step to
 * @property {(step: 1 | -1) => void} skipGame
 * @property {(step: 1 | -1) => void} skipError
 * @property {() => void} flip
 */

export class StepControls {
  /** @type {number | undefined} */
  #timer;
  #index = 0;

  /**
   * @param {number} count how many frames there are
   * @param {StepHandlers} handlers
   */
  constructor(count, handlers) {
    this.count = count;
    this.handlers = handlers;
    const act = (/** @type {() => void} */ run) => () => (this.stop(), run());
    this.slider = element("input", { type: "range", class: "slider", min: 0, max: count - 1, value: 0, "aria-label": text("Position in the match"), oninput: () => handlers.show(Number(this.slider.value)) });
    this.auto = stepButton(text("Play automatically"), "play", { onclick: () => this.#toggle(), "aria-pressed": "false" });
    this.errors = [
      stepButton(text("Previous error (p)"), "error-back", { hidden: true, onclick: act(() => handlers.skipError(-1)) }),
      stepButton(text("Next error (n)"), "error-on", { hidden: true, onclick: act(() => handlers.skipError(1)) }),
    ];
    const [previousError, nextError] = this.errors;
    this.element = element(
      "div",
      { class: "controls", role: "toolbar", "aria-label": text("Step through the match") },
      stepButton(text("Previous game (Page up)"), "skip-back", { onclick: act(() => handlers.skipGame(-1)) }),
      previousError,
      stepButton(text("Back (left arrow)"), "step-back", { onclick: act(() => handlers.step(-1)) }),
      this.auto,
      stepButton(text("Forward (right arrow)"), "step-on", { onclick: act(() => handlers.step(1)) }),
      nextError,
      stepButton(text("Next game (Page down)"), "skip-on", { onclick: act(() => handlers.skipGame(1)) }),
      iconButton(text("Flip the board"), "turn", { onclick: handlers.flip }),
      this.slider,
    );
  }

  /** @param {boolean} areKnown */
  set errorsAreKnown(areKnown) {
    for (const one of this.errors) one.hidden = !areKnown;
  }

  /** Show which frame the page shows. @param {number} index @param {string} words */
  mark(index, words) {
    this.#index = index;
    this.slider.value = String(index);
    this.slider.setAttribute("aria-valuetext", words);
    if (index === this.count - 1) this.stop();
  }

  #toggle() {
    if (this.#timer !== undefined) return this.stop();
    if (this.#index === this.count - 1) this.handlers.show(0);
    this.#timer = window.setInterval(() => {
      if (!this.handlers.step(1)) this.stop();
    }, STEP_INTERVAL);
    this.#label(text("Stop"), true);
  }

  /** Stop stepping automatically. */
  stop() {
    if (this.#timer === undefined) return;
    window.clearInterval(this.#timer);
    this.#timer = undefined;
    this.#label(text("Play automatically"), false);
  }

  /** @param {string} label @param {boolean} isOn */
  #label(label, isOn) {
    this.auto.replaceChildren(stepIcon(isOn ? "pause" : "play"));
    this.auto.setAttribute("aria-label", label);
    this.auto.title = label;
    this.auto.setAttribute("aria-pressed", String(isOn));
  }
}
