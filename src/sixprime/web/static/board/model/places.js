/**
 * The places of a board and the checkers on them. A place has one name for both players (`p8` is White's 8 point and
 * Black's 17 point); a point is a number in the view of one player. Nothing here knows which moves are legal.
 */

/** @typedef {import("../types.js").Numbering} Numbering */
/** @typedef {import("../types.js").Pile} Pile */
/** @typedef {import("../types.js").Place} Place */
/** @typedef {import("../types.js").Player} Player */
/** @typedef {import("../types.js").Position} Position */

export const BAR = 25;
export const OFF = 0;

/** @type {readonly Player[]} */
export const PLAYERS = ["white", "black"];

/** @param {Player} player @returns {Player} */
export const opponent = (player) => (player === "white" ? "black" : "white");

/** The place of a player's point. @param {Player} player @param {number} point @returns {Place} */
export function placeOf(player, point) {
  if (point === BAR) return `${player}-bar`;
  if (point === OFF) return `${player}-off`;
  return `p${player === "white" ? point : 25 - point}`;
}

/**
 * The number of a place in a player's view; null for the opponent's bar and tray, the dice and the cube.
 * @param {Player} player
 * @param {Place} place
 */
export function pointOf(player, place) {
  if (place === `${player}-bar`) return BAR;
  if (place === `${player}-off`) return OFF;
  const number = /^p(\d+)$/.exec(place);
  if (!number) return null;
  return player === "white" ? Number(number[1]) : 25 - Number(number[1]);
}

/**
 * The label of a player's point: 1 to 24, or 1 to 12 and 1A to 12A with the numbering `sheets`.
 * @param {number} point
 * @param {Player} player
 * @param {Numbering} numbering
 */
export function labelOf(point, player, numbering) {
  if (numbering !== "sheets") return String(point);
  const isFar = point > 12;
  const number = isFar ? 25 - point : point;
  return isFar === (player === "white") ? `${number}A` : String(number);
}

/**
 * The player's point with this label, or null.
 * @param {string} label
 * @param {Player} player
 * @param {Numbering} numbering
 */
export function pointFromLabel(label, player, numbering) {
  for (let point = 1; point <= 24; point++) if (labelOf(point, player, numbering) === label.toUpperCase()) return point;
  return null;
}

/** Index of a player's point in White's view. @param {Player} player @param {number} point */
const indexOf = (player, point) => (player === "white" ? point : 25 - point);

/**
 * How many checkers a player has on a point.
 * @param {Position} position
 * @param {Player} player
 * @param {number} point
 */
export function checkersOn(position, player, point) {
  if (point === OFF) return position.off[player];
  const count = position.board[indexOf(player, point)] ?? 0;
  return Math.max(player === "white" ? count : -count, 0);
}

/** The pile on each place that has checkers. @param {Position} position @returns {Map<Place, Pile>} */
export function pilesOf(position) {
  /** @type {Map<Place, Pile>} */
  const piles = new Map();
  for (const player of PLAYERS) {
    for (let point = OFF; point <= BAR; point++) {
      const count = checkersOn(position, player, point);
      if (count > 0) piles.set(placeOf(player, point), { player, count });
    }
  }
  return piles;
}

/**
 * The position after some steps of a player; an opponent's blot that is hit goes to the bar.
 * @param {Position} position
 * @param {Player} player
 * @param {readonly (readonly number[])[]} steps
 * @returns {Position}
 */
export function afterSteps(position, player, steps) {
  const board = [...position.board];
  const off = { ...position.off };
  const sign = player === "white" ? 1 : -1;
  const change = (/** @type {number} */ index, /** @type {number} */ by) => {
    board[index] = (board[index] ?? 0) + by;
  };
  for (const [source = OFF, target = OFF] of steps) {
    change(indexOf(player, source), -sign);
    if (target === OFF) {
      off[player] += 1;
      continue;
    }
    const index = indexOf(player, target);
    if (board[index] === -sign) {
      board[index] = 0;
      change(indexOf(opponent(player), BAR), -sign);
    }
    change(index, sign);
  }
  return { board, off };
}

/**
 * The steps of a play, each with whether it hits, as in a graph: source, target, die (0: unknown), hits.
 * @param {Position} before
 * @param {Player} player
 * @param {readonly (readonly number[])[]} steps
 * @returns {number[][]}
 */
export function stepsWithHits(before, player, steps) {
  let position = before;
  return steps.map((step) => {
    const [source = OFF, target = OFF] = step;
    const hits = target !== OFF && checkersOn(position, opponent(player), 25 - target) === 1;
    position = afterSteps(position, player, [step]);
    return [source, target, 0, Number(hits)];
  });
}

/** The pip count of a player. @param {Position} position @param {Player} player */
export function pipsOf(position, player) {
  let pips = 0;
  for (let point = 1; point <= BAR; point++) pips += point * checkersOn(position, player, point);
  return pips;
}

/** Both pip counts. @param {Position} position @returns {Record<Player, number>} */
export function pipCounts(position) {
  return { white: pipsOf(position, "white"), black: pipsOf(position, "black") };
}

/** The point of a player's rearmost checker; 0 when all are off. @param {Position} position @param {Player} player */
export function rearmost(position, player) {
  for (let point = BAR; point > OFF; point--) if (checkersOn(position, player, point)) return point;
  return OFF;
}

/** Whether there is no contact any more. @param {Position} position */
export function isRace(position) {
  return rearmost(position, "white") < 25 - rearmost(position, "black");
}

/**
 * How many checkers each player has borne off, if each started with `checkers`.
 * @param {number[]} board
 * @param {number} checkers
 * @returns {Record<Player, number>}
 */
export function offOf(board, checkers) {
  const bare = { board, off: { white: 0, black: 0 } };
  const standing = (/** @type {Player} */ player) => {
    let count = 0;
    for (let point = 1; point <= BAR; point++) count += checkersOn(bare, player, point);
    return count;
  };
  return { white: Math.max(checkers - standing("white"), 0), black: Math.max(checkers - standing("black"), 0) };
}

/** The start position of backgammon. @returns {Position} */
export function startPosition() {
  const board = [0, -2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, 0];
  return { board, off: { white: 0, black: 0 } };
}

/** Whether a player has more checkers on the bar than before. @param {Position} before @param {Position} after */
export function wasHit(before, after) {
  return PLAYERS.some((player) => checkersOn(after, player, BAR) > checkersOn(before, player, BAR));
}
