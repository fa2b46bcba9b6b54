/** The example page: positions to choose from, the board's options, and a log of its events. See docs/board.md. */

import "../element.js";
import { afterSteps, opponent } from "../model/places.js";
import { positionOf } from "../model/scene.js";
import { EXAMPLES } from "./states.js";

/** @typedef {import("../element.js").BackgammonBoard} BackgammonBoard */
/** @typedef {import("../types.js").State} State */

const board = /** @type {BackgammonBoard} */ (document.getElementById("board"));
const options = /** @type {HTMLFormElement} */ (document.getElementById("options"));
const typing = /** @type {HTMLFormElement} */ (document.getElementById("typing"));
const log = /** @type {HTMLOListElement} */ (document.getElementById("log"));
let version = 0;

/** @param {string} words */
function note(words) {
  const line = document.createElement("li");
  line.textContent = words;
  log.append(line);
  log.scrollTop = log.scrollHeight;
}

/** @param {string} name */
function show(name) {
  const example = EXAMPLES[name];
  if (example) board.state = { ...example.state, match: "example", version: ++version };
}

/**
 * Do what a server would do with a play: the checkers stay where they are, and it is the opponent's turn.
 * @param {import("../types.js").Player} seat
 * @param {[number, number][]} steps
 */
function accept(seat, steps) {
  const { state } = board;
  const after = afterSteps(positionOf(state), seat, steps);
  const other = opponent(seat);
  const next = { ...after, phase: "to-roll", roll: null, turn: null, on_roll: other, to_act: other };
  board.state = { ...state, ...next, actions: { white: [], black: [] }, version: ++version };
}

for (const [name, { title }] of Object.entries(EXAMPLES)) {
  /** @type {HTMLSelectElement} */ (options.elements.namedItem("example")).add(new Option(title, name));
}
options.addEventListener("change", ({ target }) => {
  if (target instanceof HTMLSelectElement) {
    if (target.name === "example") show(target.value);
    else board.setAttribute(target.name, target.value);
  }
  if (target instanceof HTMLInputElement) board.toggleAttribute(target.name, target.checked);
});
typing.addEventListener("submit", (event) => {
  event.preventDefault();
  const input = /** @type {HTMLInputElement} */ (typing.elements.namedItem("play"));
  const { isPlayed, reason } = board.playNotation(input.value);
  if (isPlayed) input.value = "";
  else note(reason);
});
document.getElementById("undo")?.addEventListener("click", () => board.undo());
document.getElementById("undo-all")?.addEventListener("click", () => board.undoAll());
document.getElementById("confirm")?.addEventListener("click", () => board.confirm());

for (const name of [
  "roll",
  "play",
  "double-asked",
  "bear-off-asked",
  "turn-changed",
  "position-edited",
  "token-tapped",
  "announce",
]) {
  board.addEventListener(name, (event) => note(`${name} ${JSON.stringify(/** @type {CustomEvent} */ (event).detail)}`));
}
board.addEventListener("roll", () => show("opening"));
board.addEventListener("play", (event) => {
  const { seat, steps } = /** @type {CustomEvent} */ (event).detail;
  setTimeout(() => accept(seat, steps), 150);
});

const query = new URLSearchParams(location.search);
for (const [name, value] of query) if (name !== "example") board.setAttribute(name, value);
show(query.get("example") ?? "opening");
