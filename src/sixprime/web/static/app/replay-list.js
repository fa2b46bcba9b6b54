/** The moves of a match as a list, two columns a game as players write them down; each leads to its position. */

import { element } from "./dom.js";
import { text } from "./words.js";

/** @typedef {import("./frames.js").Frame} Frame */
/** @typedef {import("./frames.js").Replay} Replay */

/**
 * @param {Replay} replay
 * @param {Frame[]} frames
 * @param {{white: string, black: string}} names
 * @param {(index: number) => void} onChoose
 * @returns {{element: HTMLElement, mark: (index: number) => void}}
 */
export function moveList(replay, frames, names, onChoose) {
  /** @type {Map<number, HTMLButtonElement>} */
  const buttons = new Map();
  const list = element("div", { class: "move-list" });
  for (const [game, { number, score, result }] of replay.games.entries()) {
    const rows = element("ol", { class: "game-moves", "aria-label": text("Moves of game {game}", { game: number }) });
    let row = element("li");
    let taken = 0;
    for (const [index, frame] of frames.entries()) {
      if (frame.game !== game || frame.isEnd) continue;
      const column = frame.player === "black" ? 2 : 1;
      if (taken === 0 || column <= taken || frame.player === null) {
        row = element("li");
        rows.append(row);
        taken = 0;
      }
      row.append(moveButton(frame, index, names));
      taken = frame.player === null ? 2 : column;
    }
    const last = frames.findLastIndex((frame) => frame.game === game && frame.isEnd);
    list.append(
      element("h2", { class: "game-title" }, text("Game {game}", { game: number }), element("span", { class: "numbers" }, ` ${score.white}–${score.black}`)),
      rows,
      ...(result && last >= 0 ? [element("p", { class: "game-end" }, endButton(last, result.words))] : []),
    );
  }
  list.addEventListener("click", (event) => {
    const chosen = /** @type {HTMLElement} */ (event.target).closest("button");
    if (chosen) onChoose(Number(chosen.dataset.index));
  });

  /**
   * @param {Frame} frame
   * @param {number} index
   * @param {{white: string, black: string}} who
   */
  function moveButton(frame, index, who) {
    const dice = frame.roll ? [...frame.roll].sort((one, other) => other - one).join("") : "";
    const label = frame.label || (frame.roll ? "–" : frame.words);
    const made = element(
      "button",
      { type: "button", class: ["move", frame.player ?? "both"], dataset: { index: String(index) }, "aria-label": [frame.player ? who[frame.player] : "", dice, frame.label || frame.words].filter(Boolean).join(", ") },
      dice ? element("span", { class: "roll numbers" }, dice) : null,
      element("span", { class: "play" }, label),
    );
    buttons.set(index, made);
    return made;
  }

  /**
   * @param {number} index
   * @param {string} words
   */
  function endButton(index, words) {
    const made = element("button", { type: "button", class: "move end", dataset: { index: String(index) } }, words);
    buttons.set(index, made);
    return made;
  }

  /** @type {HTMLButtonElement | undefined} */
  let marked;
  /** @param {number} index */
  const mark = (index) => {
    marked?.removeAttribute("aria-current");
    marked = buttons.get(index);
    if (!marked) return;
    marked.setAttribute("aria-current", "step");
    const { offsetTop, offsetHeight } = marked;
    if (offsetTop < list.scrollTop || offsetTop + offsetHeight > list.scrollTop + list.clientHeight) {
      list.scrollTop = offsetTop - list.clientHeight / 2;
    }
  };
  return { element: list, mark };
}
