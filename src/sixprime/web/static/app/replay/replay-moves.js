/**
 * The list of moves of a replay: a score sheet for each game, whose moves are buttons. The game that is shown is made at
 * once, the others when the browser is idle, so that a long match is soon there.
 */

import { formatEquity } from "../analysis/equities.js";
import { lossText, luckName, markBadge } from "../analysis/marks.js";
import { element, setChildren } from "../shared/dom.js";
import { rollNotation, ScoreSheet } from "../shared/score-sheet.js";
import { text } from "../shared/translations.js";
import { errorOf } from "./frames.js";

/** @typedef {import("../analysis/marks.js").Mark} Mark */
/** @typedef {import("../analysis/marks.js").RollLuck} RollLuck */
/** @typedef {import("./frames.js").Frame} Frame */
/** @typedef {import("./frames.js").Replay} Replay */

/** What is known about the decisions of a frame; `isKnown` if they were analysed here. @typedef {{isKnown: boolean, errors: {mark: Mark, loss: number, isCube: boolean}[], luck: RollLuck["mark"]}} FrameMarks */

/** Errors of at least so many points are marked in the list, by the file's analyses. */
const NOTABLE_ERROR = 0.02;

/** The height of a game's sticky title, in pixels. */
const TITLE = 40;

export class MoveList {
  /** @type {Map<number, HTMLButtonElement>} */
  #buttons = new Map();
  /** The parts of games that are not made yet, by the indices of games. @type {Map<number, HTMLElement>} */
  #waiting = new Map();
  /** @type {HTMLButtonElement | undefined} */
  #marked;

  /**
   * @param {object} options
   * @param {Replay} options.replay
   * @param {Frame[]} options.frames
   * @param {{white: string, black: string}} options.names
   * @param {(frame: Frame) => FrameMarks} options.marksOf
   * @param {(index: number) => void} options.onChoose
   */
  constructor({ replay, frames, names, marksOf, onChoose }) {
    this.replay = replay;
    this.frames = frames;
    this.names = names;
    this.marksOf = marksOf;
    this.element = element("div", { class: "move-list" });
    for (const [game, { number, score }] of replay.games.entries()) {
      const part = element("section", { class: "game-part" }, element("h2", { class: "game-title" }, text("Game {game}", { game: number }), element("span", { class: "numbers" }, ` ${score.white}–${score.black}`)));
      this.#waiting.set(game, part);
      this.element.append(part);
    }
    this.element.addEventListener("click", (event) => {
      const chosen = /** @type {HTMLElement} */ (event.target).closest("button");
      if (chosen) onChoose(Number(chosen.dataset.index));
    });
  }

  /** Make the games that are not made yet, one at a time. */
  #makeLater() {
    const later = window.requestIdleCallback ?? ((/** @type {() => void} */ run) => setTimeout(run, 30));
    later(() => {
      const [game] = this.#waiting.keys();
      if (game === undefined) return;
      const isAbove = game < (this.frames[Number(this.#marked?.dataset.index ?? 0)]?.game ?? 0);
      const before = this.element.scrollHeight;
      const wasInSight = this.#distance() === 0;
      this.#make(game);
      if (isAbove && !CSS.supports("overflow-anchor", "auto")) this.element.scrollTop += this.element.scrollHeight - before;
      if (wasInSight) this.reveal(); // a list that is not scrolled has no anchor
      this.#makeLater();
    });
  }

  /** @param {number} game */
  #make(game) {
    const part = this.#waiting.get(game);
    const { number, result } = this.replay.games[game] ?? {};
    if (!part) return;
    this.#waiting.delete(game);
    const sheet = new ScoreSheet({ class: "game-moves", "aria-label": text("Moves of game {game}", { game: number }) });
    let last = -1;
    for (const [index, frame] of this.frames.entries()) {
      if (frame.game !== game) continue;
      if (frame.isEnd) last = index;
      else sheet.add(this.#moveButton(frame, index), frame.player);
    }
    part.append(sheet.list);
    if (result && last >= 0) part.append(element("p", { class: "game-end" }, this.#endButton(last, result.words)));
  }

  /** @param {Frame} frame @param {number} index */
  #moveButton(frame, index) {
    const made = element("button", { type: "button", class: "move", dataset: { index: String(index) } });
    this.#buttons.set(index, made);
    this.#fill(made, frame);
    return made;
  }

  /** @param {HTMLButtonElement} move @param {Frame} frame */
  #fill(move, frame) {
    const dice = rollNotation(frame.roll);
    const { isKnown, errors, luck } = this.marksOf(frame);
    const fromFile = isKnown ? 0 : (errorOf(frame) ?? 0);
    const joker = luck === "very-lucky" || luck === "very-unlucky" ? luckName(luck) : "";
    const said = errors.map(({ mark, loss, isCube }) => (isCube && frame.roll ? text("cube: {error}", { error: lossText(loss, mark) }) : lossText(loss, mark)));
    if (fromFile >= NOTABLE_ERROR) said.push(text("error {error}", { error: formatEquity(-fromFile) }));
    const note = frame.ownComment ? text("with a comment") : "";
    move.setAttribute("aria-label", [frame.player ? this.names[frame.player] : "", dice, frame.label || frame.words, joker, ...said, note].filter(Boolean).join(", "));
    setChildren(
      move,
      dice ? element("span", { class: "roll numbers" }, dice) : null,
      element("span", { class: "play" }, frame.label || (frame.roll ? "–" : frame.words)),
      joker ? element("span", { class: `luck-sign ${luck}`, title: joker }, luck === "very-lucky" ? "★" : "✕") : null,
      frame.ownComment ? element("span", { class: "comment-sign", title: note }, "✎") : null,
      ...errors.map(({ mark, isCube }, place) => {
        const badge = markBadge(mark, said[place]);
        badge.classList.toggle("cube-mark", isCube && frame.roll !== null);
        return badge;
      }),
      fromFile >= NOTABLE_ERROR ? element("span", { class: "lost numbers", title: said.at(-1) }, formatEquity(-fromFile)) : null,
    );
  }

  /** @param {number} index @param {string} words */
  #endButton(index, words) {
    const made = element("button", { type: "button", class: "move end", dataset: { index: String(index) } }, words);
    this.#buttons.set(index, made);
    return made;
  }

  /** Fill the moves of these frames again. @param {Iterable<number>} indices */
  refresh(indices) {
    for (const index of indices) {
      const frame = this.frames[index];
      const move = this.#buttons.get(index);
      if (frame && move && !frame.isEnd) this.#fill(move, frame);
    }
  }

  /** Show which frame the page shows. @param {number} index */
  mark(index) {
    const isFirst = this.#buttons.size === 0;
    this.#make(this.frames[index]?.game ?? 0);
    if (isFirst) this.#makeLater();
    this.#marked?.removeAttribute("aria-current");
    this.#marked = this.#buttons.get(index);
    this.#marked?.setAttribute("aria-current", "step");
    this.reveal();
  }

  /** Scroll to the marked move. */
  reveal() {
    const distance = this.#distance();
    const room = this.#room;
    if (room && distance !== 0) room.scrollTop += distance;
  }

  /** What scrolls: the list, or on a low screen its container, unless that shows a decision; the page stays where it is. */
  get #room() {
    const isOpen = getComputedStyle(this.element).overflowY === "visible";
    return isOpen ? this.element.closest(":not(.analysed) > .side") : this.element;
  }

  /** How far it has to scroll to show the marked move; 0 if that is in sight. */
  #distance() {
    const room = this.#room;
    if (!room || !this.#marked) return 0;
    const [move, seen] = [this.#marked.getBoundingClientRect(), room.getBoundingClientRect()];
    const low = Math.min(seen.bottom, innerHeight);
    const isInSight = move.top >= seen.top + TITLE && move.bottom <= low;
    return isInSight ? 0 : move.top - seen.top - Math.max(TITLE, (low - seen.top) / 2);
  }
}
