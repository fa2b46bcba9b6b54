// The positions in the rule book, with the plays drawn on them and a claim about each play.
//
// tests/web/test_rulebook_pictures.py checks every claim against the rules of the game, so that pictures and text agree.

/** @typedef {[number, number]} Step  Source and target, in the view of the player who moves: 25 is the bar, 0 is off. */
/** @typedef {"white" | "black"} Side */

/**
 * The claim of a picture about its play.
 *
 * - `legal`: the play is legal; `only`: it is the only legal one; `illegal`: it is not legal; `none`: no play is.
 * - `single`, `gammon`, `backgammon`: White has just won this.
 * @typedef {"legal" | "only" | "illegal" | "none" | "single" | "gammon" | "backgammon"} Claim
 */

/**
 * @typedef {object} Picture
 * @property {number[]} board  26 numbers in White's view: Black's bar, the points 1 to 24, White's bar.
 * @property {Side} player  The player on roll, who makes the steps.
 * @property {[number, number] | null} roll
 * @property {Step[]} steps  The play to draw as arrows.
 * @property {Claim | null} claim
 * @property {string} rules  The preset under which the claim holds.
 * @property {{value: number, owner: Side | null, offered: {by: Side, value: number, beavers: number} | null}} cube
 * @property {{by: Side, value: number} | null} resignation
 * @property {{length: number, white: number, black: number} | null} match
 */

/**
 * A board from the checkers of both sides, each in that side's own view: "24:2 13:5 8:3 6:5".
 * @param {string} white
 * @param {string} black
 * @returns {number[]}
 */
export function boardOf(white, black) {
  const board = new Array(26).fill(0);
  for (const [point, count] of places(white)) board[point] += count;
  for (const [point, count] of places(black)) board[25 - point] -= count;
  return board;
}

/**
 * @param {string} side
 * @returns {number[][]}
 */
function places(side) {
  return side.split(" ").filter(Boolean).map((place) => place.split(":").map(Number));
}

const START = "24:2 13:5 8:3 6:5";
const HOME = "6:4 5:4 4:3 3:2 2:2";

/**
 * @param {string} white
 * @param {string} black
 * @param {Partial<Picture>} [more]
 * @returns {Picture}
 */
function picture(white, black, more = {}) {
  return {
    board: boardOf(white, black),
    player: "white",
    roll: null,
    steps: [],
    claim: null,
    rules: "standard",
    cube: { value: 1, owner: null, offered: null },
    resignation: null,
    match: null,
    ...more,
  };
}

/** A middle game in which White is ahead, for the pictures of the cube. */
const AHEAD = /** @type {const} */ (["13:4 8:3 6:4 5:2 4:2", "24:2 22:1 13:4 8:3 6:5"]);

/** All pictures by name. */
export const PICTURES = Object.freeze({
  aim: picture("5:2 4:2 3:2 2:1", "6:4 5:3 4:3 3:1 2:1 1:1"),
  start: picture(START, START),
  directions: picture(START, START, {
    steps: [
      [24, 19],
      [18, 13],
      [12, 7],
      [6, 1],
    ],
  }),
  opening: picture(START, START, {
    roll: [3, 1],
    steps: [
      [8, 5],
      [6, 5],
    ],
    claim: "legal",
  }),
  twoCheckers: picture(START, START, {
    roll: [5, 3],
    steps: [
      [8, 3],
      [6, 3],
    ],
    claim: "legal",
  }),
  oneChecker: picture(START, START, {
    roll: [5, 3],
    steps: [
      [24, 21],
      [21, 16],
    ],
    claim: "legal",
  }),
  noJump: picture(START, "24:2 13:4 8:3 6:4 5:2", {
    roll: [5, 4],
    steps: [
      [24, 20],
      [20, 15],
    ],
    claim: "illegal",
  }),
  openPoints: picture("24:2 13:4 8:4 6:5", "24:1 20:1 13:5 8:3 6:5", {
    roll: [4, 3],
    steps: [
      [8, 5],
      [24, 20],
    ],
    claim: "legal",
  }),
  double: picture(START, START, {
    roll: [3, 3],
    steps: [
      [8, 5],
      [8, 5],
      [6, 3],
      [6, 3],
    ],
    claim: "legal",
  }),
  bothNumbers: picture("14:1 8:1 2:3 1:2", "19:2 18:2 13:2 6:3 5:3 4:3", {
    roll: [5, 2],
    steps: [
      [8, 3],
      [3, 1],
    ],
    claim: "only",
  }),
  largerNumber: picture("14:1 2:3 1:2", "18:2 6:4 5:4 4:3 3:2", {
    roll: [5, 2],
    steps: [[14, 9]],
    claim: "only",
  }),
  lostThrow: picture("24:2 2:3 1:2", "8:2 7:3 6:3 5:3 4:2 3:2", {
    roll: [6, 5],
    claim: "none",
  }),
  hit: picture(START, "24:2 13:4 8:3 7:1 6:5", {
    roll: [6, 2],
    steps: [
      [24, 18],
      [13, 11],
    ],
    claim: "legal",
  }),
  severalHits: picture("13:5 9:2 7:2 6:4 5:2", "24:1 17:1 13:5 8:3 6:5", {
    roll: [5, 4],
    steps: [
      [13, 8],
      [5, 1],
    ],
    claim: "legal",
  }),
  enter: picture("25:1 24:1 13:5 8:3 6:5", "24:2 13:4 8:3 6:4 5:2", {
    roll: [6, 4],
    steps: [
      [25, 21],
      [24, 18],
    ],
    claim: "legal",
  }),
  enterBlocked: picture("25:1 24:1 13:5 8:3 6:5", "24:2 13:4 8:3 6:4 5:2", {
    roll: [6, 5],
    claim: "none",
  }),
  enterTwo: picture("25:2 13:5 8:3 6:5", "24:2 13:4 8:3 6:4 5:2", {
    roll: [5, 3],
    steps: [[25, 22]],
    claim: "only",
  }),
  closedBoard: picture("25:1 13:4 8:4 6:4 5:2", "13:2 8:1 6:2 5:2 4:2 3:2 2:2 1:2", {
    roll: [6, 4],
    claim: "none",
  }),
  prime: picture("24:2 13:4 8:4 6:5", "13:2 10:1 9:2 8:2 7:2 6:2 5:2 4:2", {
    roll: [6, 1],
    steps: [[24, 18]],
    claim: "illegal",
  }),
  bearOff: picture("6:3 5:3 4:3 3:2 2:2 1:2", HOME, {
    roll: [6, 4],
    steps: [
      [6, 0],
      [4, 0],
    ],
    claim: "legal",
  }),
  bearOffFirst: picture("7:1 6:4 5:4 4:3 3:2 2:1", HOME, {
    roll: [6, 1],
    steps: [
      [7, 6],
      [6, 0],
    ],
    claim: "legal",
  }),
  bearOffMove: picture("6:2 4:3 3:3 2:2 1:2", HOME, {
    roll: [5, 3],
    steps: [
      [6, 1],
      [3, 0],
    ],
    claim: "legal",
  }),
  bearOffHighest: picture("4:3 3:2 2:2 1:1", "6:2 5:2 4:2 3:2 2:1", {
    roll: [6, 5],
    steps: [
      [4, 0],
      [4, 0],
    ],
    claim: "only",
  }),
  bearOffChoice: picture("6:1 4:1 3:2 1:2", "25:1 6:4 5:4 4:3 3:3", {
    roll: [3, 1],
    steps: [
      [6, 3],
      [4, 3],
    ],
    claim: "legal",
  }),
  bearOffHit: picture("25:1 4:2 3:2 1:2", "20:1 8:2 6:3 5:3 4:2 3:2 1:2", {
    roll: [5, 2],
    steps: [
      [25, 23],
      [23, 18],
    ],
    claim: "only",
  }),
  rearmostOnly: picture("6:2 4:3 3:3 2:2", HOME, {
    roll: [4, 3],
    steps: [
      [6, 2],
      [6, 3],
    ],
    claim: "legal",
    rules: "003-de",
  }),
  exactOnly: picture("4:3 3:2 2:2 1:1", "6:2 5:2 4:2 3:2 2:1", {
    roll: [6, 5],
    claim: "none",
    rules: "000-it",
  }),
  single: picture("", "6:2 5:3 4:2 3:1", { claim: "single" }),
  gammon: picture("", "13:1 8:2 6:5 5:4 4:3", { claim: "gammon" }),
  backgammon: picture("", "23:1 13:1 8:2 6:4 5:4 4:3", { claim: "backgammon" }),
  outsideHome: picture("", "8:1 6:3 5:3 4:3", { claim: "backgammon", rules: "003-de" }),
  cubeMiddle: picture(...AHEAD),
  cubeOffered: picture(...AHEAD, { cube: { value: 1, owner: null, offered: { by: "white", value: 2, beavers: 0 } } }),
  cubeTaken: picture(...AHEAD, { cube: { value: 2, owner: "black", offered: null } }),
  cubeHigh: picture("4:2 2:2", "24:1 6:3 5:3 4:2", { cube: { value: 16, owner: "white", offered: null } }),
  automaticDouble: picture(START, START, { cube: { value: 2, owner: null, offered: null } }),
  beaver: picture(...AHEAD, { cube: { value: 4, owner: "black", offered: null } }),
  raccoon: picture(...AHEAD, { cube: { value: 8, owner: "black", offered: null } }),
  jacoby: picture("", "13:1 8:2 6:5 5:4 4:3", { claim: "gammon" }),
  matchScore: picture(START, START, { match: { length: 5, white: 3, black: 2 } }),
  crawford: picture(START, START, { match: { length: 5, white: 4, black: 2 } }),
  money: picture("", "6:2 5:3 4:2 3:1", { claim: "single", cube: { value: 4, owner: "white", offered: null } }),
  resignation: picture("6:2 5:3 4:3 3:2", "13:3 8:3 6:4 5:3 4:2", { resignation: { by: "black", value: 2 } }),
  notation: picture(START, "24:2 13:4 8:3 7:1 6:5", {
    roll: [6, 2],
    steps: [
      [24, 18],
      [13, 11],
    ],
    claim: "legal",
  }),
});

/** @typedef {keyof typeof PICTURES} PictureName */
