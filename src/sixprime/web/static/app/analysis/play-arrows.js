/** The arrows of ranked plays on a board: the best play, the one that was played, and the one that is pointed at. */

import { markOf } from "./marks.js";

/** @typedef {import("../../board/types.js").ShownPlay} ShownPlay */
/** @typedef {{steps: [number, number][], loss: number, played: boolean}} Candidate */

/**
 * How the arrows of a play are drawn.
 * @param {Candidate} play
 * @param {boolean} isBest
 * @returns {ShownPlay}
 */
export function shownPlay({ steps, loss, played }, isBest) {
  if (isBest) return { steps, kind: "best" };
  return { steps, kind: played ? "played" : "other", mark: markOf(loss) };
}

/**
 * The arrows over a position: of the play that is pointed at or, if none is, of the best play and the one that was played.
 * @param {readonly Candidate[]} plays the best first
 * @param {number | null} pointed
 * @returns {ShownPlay[]}
 */
export function arrowsOf(plays, pointed) {
  return plays.map((play, place) => ({ play, place })).filter(({ play, place }) => (pointed === null ? place === 0 || play.played : place === pointed)).map(({ play, place }) => shownPlay(play, place === 0));
}
