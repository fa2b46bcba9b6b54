/** Edits to a position that is being set up. Each returns the new position, or null if the edit is impossible. */

import { BAR, checkersOn, OFF, opponent, PLAYERS, pointOf } from "./places.js";

/** @typedef {import("../types.js").Place} Place */
/** @typedef {import("../types.js").Player} Player */
/** @typedef {import("../types.js").Position} Position */

/**
 * The pile on a place.
 * @param {Position} position
 * @param {Place} place
 * @returns {{player: Player, count: number} | null}
 */
export function pileOn(position, place) {
  for (const player of PLAYERS) {
    const point = pointOf(player, place);
    const count = point === null ? 0 : checkersOn(position, player, point);
    if (count) return { player, count };
  }
  return null;
}

/**
 * Put a pile of a player's checkers on a point or on the player's bar. The checkers come from the tray, which may hold
 * fewer; those that stood there before go back to the tray.
 * @param {Position} position
 * @param {Place} place
 * @param {Player} player
 * @param {number} count
 * @returns {Position | null}
 */
export function withPile(position, place, player, count) {
  const owner = place.endsWith("-bar") ? (place.startsWith("white") ? "white" : "black") : player;
  const point = pointOf(owner, place);
  if (point === null || point === OFF) return null;
  const board = [...position.board];
  const off = { ...position.off };
  const before = pileOn(position, place);
  if (before) off[before.player] += before.count;
  const height = Math.max(Math.min(count, off[owner]), 0);
  off[owner] -= height;
  board[owner === "white" ? point : BAR - point] = owner === "white" ? height : 0 - height;
  return { board, off };
}

/**
 * Move one checker to a point, its bar or its tray; an opponent's blot on the target goes to the bar.
 * @param {Position} position
 * @param {Place} from
 * @param {Place} to
 * @returns {Position | null}
 */
export function withMoved(position, from, to) {
  const pile = pileOn(position, from);
  if (!pile || from === to) return null;
  const { player, count } = pile;
  const kind = to.split("-")[1];
  const target = kind ? `${player}-${kind}` : to;
  if (target === from) return null;
  const there = pileOn(position, target);
  if (there && there.player !== player && there.count > 1) return null;
  let after = /** @type {Position | null} */ (position);
  if (from.endsWith("-off")) after = position;
  else after = withPile(position, from, player, count - 1);
  if (!after || target.endsWith("-off")) return after;
  if (there && there.player !== player) {
    after = withPile(after, target, there.player, 0);
    const bar = `${opponent(player)}-bar`;
    after = after && withPile(after, bar, there.player, (pileOn(after, bar)?.count ?? 0) + 1);
  }
  return after && withPile(after, target, player, (there?.player === player ? there.count : 0) + 1);
}
