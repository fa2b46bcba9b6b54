/** The list of moves of a replay: a score sheet for each game, whose moves are buttons. */

import { formatEquity } from "../analysis/equities.js";
import { element } from "../shared/dom.js";
import { rollNotation, ScoreSheet } from "../shared/score-sheet.js";
import { text } from "../shared/translations.js";

import { errorOf } from "./frames.js";

/** @typedef {import("./frames.js").Frame} Frame */
/** @typedef {import("./frames.js").Replay} Replay */

/** Errors of at least so many points are marked in the list. */
const NOTABLE_ERROR = 0.02;

/** The height of a game's sticky title, in pixels. */
const TITLE = 40;

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
    const sheet = new ScoreSheet({ class: "game-moves", "aria-label": text("Moves of game {game}", { game: number }) });
    for (const [index, frame] of frames.entries()) {
      if (frame.game === game && !frame.isEnd) sheet.add(moveButton(frame, index, names), frame.player);
    }
    const last = frames.findLastIndex((frame) => frame.game === game && frame.isEnd);
    list.append(
      element("h2", { class: "game-title" }, text("Game {game}", { game: number }), element("span", { class: "numbers" }, ` ${score.white}–${score.black}`)),
      sheet.list,
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
    const dice = rollNotation(frame.roll);
    const label = frame.label || (frame.roll ? "–" : frame.words);
    const lost = errorOf(frame) ?? 0;
    const error = lost >= NOTABLE_ERROR ? text("error {error}", { error: formatEquity(-lost) }) : "";
    const made = element(
      "button",
      { type: "button", class: "move", dataset: { index: String(index) }, "aria-label": [frame.player ? who[frame.player] : "", dice, frame.label || frame.words, error].filter(Boolean).join(", ") },
      dice ? element("span", { class: "roll numbers" }, dice) : null,
      element("span", { class: "play" }, label),
      error ? element("span", { class: "lost numbers", title: error }, formatEquity(-lost)) : null,
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
    // The list scrolls, or on a low screen its container does; the page stays where it is.
    const room = getComputedStyle(list).overflowY === "visible" ? list.parentElement : list;
    if (!room) return;
    const [move, seen] = [marked.getBoundingClientRect(), room.getBoundingClientRect()];
    const low = Math.min(seen.bottom, innerHeight);
    if (move.top < seen.top + TITLE || move.bottom > low) room.scrollTop += move.top - seen.top - Math.max(TITLE, (low - seen.top) / 2);
  };
  return { element: list, mark };
}
