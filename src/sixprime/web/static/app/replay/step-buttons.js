/** The buttons that step through a match, with the icons of a media player. */

import { svgElement } from "../../board/drawing/svg.js";
import { element, iconFrame } from "../shared/dom.js";

const PATHS = {
  play: "M7 4.5v15l12.5-7.5z",
  pause: "M6.5 5h3.6v14H6.5zM13.9 5h3.6v14h-3.6z",
  "step-on": "M8.2 5.2 15 12l-6.8 6.8 1.9 1.9L18.8 12 10.1 3.3z",
  "step-back": "M15.8 5.2 9 12l6.8 6.8-1.9 1.9L5.2 12l8.7-8.7z",
  "skip-on": "M5 4.5v15l10.5-7.5zM16.5 4.5h2.8v15h-2.8z",
  "error-on": "M4 7.5 5.8 5.7 12.1 12l-6.3 6.3L4 16.5 8.5 12zM14.8 5h3.4l-.5 9h-2.4zM16.5 15.7a1.8 1.8 0 1 1 0 3.6 1.8 1.8 0 0 1 0-3.6z",
  "error-back": "M20 7.5 18.2 5.7 11.9 12l6.3 6.3 1.8-1.8L15.5 12zM5.8 5h3.4l-.5 9H6.3zM7.5 15.7a1.8 1.8 0 1 1 0 3.6 1.8 1.8 0 0 1 0-3.6z",
  "skip-back": "M19 4.5v15L8.5 12zM4.7 4.5h2.8v15H4.7z",
};

/** @typedef {keyof typeof PATHS} StepIcon */

/**
 * An icon; the label is on the button around it.
 * @param {StepIcon} name
 */
export function stepIcon(name) {
  return iconFrame(svgElement("path", { d: PATHS[name], fill: "currentColor" }));
}

/**
 * @param {string} label
 * @param {StepIcon} sign
 * @param {Record<string, unknown>} props
 * @returns {HTMLButtonElement}
 */
export function stepButton(label, sign, props) {
  return element("button", { type: "button", class: "icon-button", "aria-label": label, title: label, ...props }, stepIcon(sign));
}
