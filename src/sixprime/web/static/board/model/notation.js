/**
 * Plays in notation: `8/5 6/5`, `bar/20*`, `13/7(2)`, `6/off`, `8-5 6-5`. A typed play is looked up in the graph of the
 * turn; if it is not a complete legal play, the error says why.
 */

import { pointName } from "../speech/phrases.js";
import { BAR, checkersOn, labelOf, OFF, opponent, pointFromLabel } from "./places.js";

/** @typedef {import("../types.js").Numbering} Numbering */
/** @typedef {import("../types.js").Player} Player */
/** @typedef {import("../types.js").Position} Position */
/** @typedef {import("../types.js").Translator} Translator */
/** @typedef {import("./turn.js").Turn} Turn */
/**
 * What is needed to read a play: the player, the numbering of the points, and the position at the start of the turn.
 * @typedef {{player: Player, numbering: Numbering, position: Position, words: Translator}} Reading
 */

const BAR_WORDS = new Set([
  "bar",
  "b",
  "25",
  "barre",
  "barra",
  "schranke",
  "cloison",
  "barriera",
  "sorompó",
  "sorompo",
]);
const OFF_WORDS = new Set("off o 0 out aus raus sorti sortie dehors fuori via uscita ki le".split(" "));
const LONGEST = 200;
const MOST_STEPS = 4;

/** A play that cannot be read or made; the message says why, in the user's language. */
export class UnplayableText extends Error {}

/**
 * The complete turn that a written play describes.
 * @param {string} written
 * @param {Turn} turn steps made so far are ignored
 * @param {Reading} reading
 * @returns {Turn}
 */
export function readPlay(written, turn, reading) {
  const legs = readLegs(written, reading);
  const start = turn.restarted();
  const found = findTurn(legs, start);
  if (!found) throw new UnplayableText(explainRefusal(legs, start, reading));
  return found;
}

/** @param {string} written @param {Reading} reading @returns {number[][]} for each checker, the points it stops on */
function readLegs(written, reading) {
  const { text } = reading.words;
  if (written.length > LONGEST) throw new UnplayableText(text("this is too long for a play"));
  const plain = written
    .trim()
    .toLowerCase()
    .replaceAll(",", " ")
    .replace(/\s*([/-])\s*/g, "$1")
    .replace(/\s+([(*])/g, "$1");
  if (plain === "" || plain === "-") return [];
  const legs = [];
  for (const word of plain
    .replace(/\(\s*(\d+)\s*\)/g, "($1) ")
    .trim()
    .split(/\s+/)) {
    const parts = /^([^()]+?)(?:\(([1-4])\))?$/.exec(word);
    const stops = (parts?.[1] ?? "").split(/[/-]/);
    if (!parts || stops.length < 2) {
      throw new UnplayableText(text("{word} is not a move: write it like 8/5, bar/20 or 6/off", { word }));
    }
    const leg = stops.map((name, number) => readStop(name.replace(/\*+$/, ""), number, stops.length, word, reading));
    if (leg.some((stop, number) => number > 0 && stop >= (leg[number - 1] ?? 0))) {
      throw new UnplayableText(text("{word}: checkers only move forward, towards home", { word }));
    }
    for (let times = Number(parts[2] ?? 1); times > 0; times--) legs.push(leg);
  }
  if (legs.reduce((sum, leg) => sum + leg.length - 1, 0) > MOST_STEPS) {
    throw new UnplayableText(text("{play} has more than four moves", { play: written.trim() }));
  }
  return legs;
}

/** @param {string} name @param {number} number @param {number} count @param {string} word @param {Reading} reading */
function readStop(name, number, count, word, { player, numbering, words: { text } }) {
  if (number === 0 && BAR_WORDS.has(name)) return BAR;
  if (number === count - 1 && OFF_WORDS.has(name)) return OFF;
  const point = pointFromLabel(name, player, numbering);
  if (point === null) throw new UnplayableText(text("{word}: there is no {point} point", { word, point: name }));
  return point;
}

/**
 * The complete turn in which each checker makes its leg; a leg may stand for several steps. If there are several such
 * turns, the one with the fewest hits.
 * @param {number[][]} legs
 * @param {Turn} start
 * @returns {Turn | null}
 */
function findTurn(legs, start) {
  /** @type {{turn: Turn, at: number[]}[]} */
  const open = [{ turn: start, at: legs.map((leg) => leg[0] ?? OFF) }];
  const seen = new Set();
  /** @type {Turn | null} */
  let best = null;
  while (open.length) {
    const { turn, at } = /** @type {{turn: Turn, at: number[]}} */ (open.shift());
    if (at.every((place, number) => place === legs[number]?.at(-1))) {
      if (turn.isComplete && (!best || turn.hits < best.hits)) best = turn;
      continue;
    }
    for (const edge of turn.edges) {
      legs.forEach((leg, number) => {
        const place = at[number];
        if (place !== edge[0] || place === leg.at(-1)) return;
        const nextStop = leg.find((stop) => stop < edge[0]) ?? OFF;
        if (edge[1] < nextStop) return;
        const after = at.map((one, other) => (other === number ? edge[1] : one));
        const key = `${edge[4]} ${after} ${turn.hits + edge[3]}`;
        if (seen.has(key)) return;
        seen.add(key);
        open.push({ turn: turn.step(edge), at: after });
      });
    }
  }
  return best;
}

/** Why the legs are not a legal play. @param {number[][]} legs @param {Turn} start @param {Reading} reading */
function explainRefusal(legs, start, reading) {
  const { text, counted } = reading.words;
  let turn = start;
  for (const leg of [...legs].sort((one, two) => Number(two[0] === BAR) - Number(one[0] === BAR))) {
    let place = leg[0] ?? OFF;
    for (const stop of leg.slice(1)) {
      const after = turn.destinations(place).get(stop);
      if (!after) return explainStep(turn, place, stop, reading);
      turn = after;
      place = stop;
    }
  }
  const missing = turn.greediest.made.length - turn.made.length;
  if (missing > 0) {
    return counted(
      "the turn is not over: {count} more number must be played",
      "the turn is not over: {count} more numbers must be played",
      missing,
    );
  }
  return text("these moves are possible, but not together in this turn");
}

/** Why a checker cannot move from source to target. @param {Turn} turn @param {number} source @param {number} target @param {Reading} reading */
function explainStep(turn, source, target, { player, numbering, position, words }) {
  const { text, counted } = words;
  const name = (/** @type {number} */ point) => pointName(point, player, numbering, words);
  const step = `${name(source)}/${name(target)}`;
  if (turn.isComplete) return text("{step}: nothing more can be played", { step });
  const stands = checkersAfterSteps(turn, position, player);
  if (!stands(source)) {
    if (source === BAR) return text("{step}: you have no checker on the bar", { step });
    return text("{step}: you have no checker on the {point} point", { step, point: name(source) });
  }
  if (source !== BAR && stands(BAR)) return text("{step}: your checker on the bar must enter first", { step });
  const held = target === OFF ? 0 : checkersOn(position, opponent(player), 25 - target);
  if (held > 1) {
    return counted(
      "{step} is blocked: the opponent holds the {point} point with {count} checker",
      "{step} is blocked: the opponent holds the {point} point with {count} checkers",
      held,
      { step, point: name(target) },
    );
  }
  return text("{step} cannot be played now, the dice left are {dice}", { step, dice: turn.diceLeft.join(" ") });
}

/**
 * A function that counts the player's checkers on a point after the steps made so far.
 * @param {Turn} turn
 * @param {Position} position
 * @param {Player} player
 */
function checkersAfterSteps(turn, position, player) {
  return (/** @type {number} */ point) => {
    const come = turn.made.filter((edge) => edge[1] === point).length;
    const left = turn.made.filter((edge) => edge[0] === point).length;
    return checkersOn(position, player, point) + come - left;
  };
}

/**
 * Write a play in notation: `bar/20* 8/2`, `13/7(2)`.
 * @param {readonly (readonly number[])[]} made steps with source, target and, third or fourth, die and whether it hits
 * @param {(point: number) => string} label
 */
export function writePlay(made, label) {
  const legs = legsOf(made);
  const name = (/** @type {number} */ point) => (point === BAR ? "bar" : point === OFF ? "off" : label(point));
  /** @type {{words: string, times: number}[]} */
  const written = [];
  legs.sort(
    (one, two) => (two.stops[0] ?? 0) - (one.stops[0] ?? 0) || (two.stops.at(-1) ?? 0) - (one.stops.at(-1) ?? 0),
  );
  for (const { stops, hits } of legs) {
    const isShown = (/** @type {number} */ number) => number === 0 || number === stops.length - 1 || hits[number];
    const names = stops.map((stop, number) => (isShown(number) ? name(stop) + (hits[number] ? "*" : "") : ""));
    const words = names.filter(Boolean).join("/");
    const known = written.find((one) => withoutHitMark(one.words) === withoutHitMark(words));
    if (!known) written.push({ words, times: 1 });
    else {
      known.times += 1;
      if (words.length > known.words.length) known.words = words; // the first of several has hit
    }
  }
  return written.map(({ words, times }) => (times > 1 ? `${words}(${times})` : words)).join(" ");
}

/**
 * A play in notation that counts the points 1 to 24, with the labels that the board shows.
 * @param {string} notation
 * @param {Player} player
 * @param {Numbering} numbering
 */
export function renumbered(notation, player, numbering) {
  return notation.replace(/(?<![\d(])\d+/g, (point) => labelOf(Number(point), player, numbering));
}

/** @param {string} words */
const withoutHitMark = (words) => words.replace(/\*$/, "");

/**
 * Join consecutive steps of the same checker: the points that each checker stops on, and whether it hits there.
 * @param {readonly (readonly number[])[]} steps
 */
export function legsOf(steps) {
  /** @type {{stops: number[], hits: boolean[]}[]} */
  const legs = [];
  for (const [source = OFF, target = OFF, , hits] of steps) {
    const known = legs.find((leg) => leg.stops.at(-1) === source);
    const leg = known ?? { stops: [source], hits: [false] };
    leg.stops.push(target);
    leg.hits.push(Boolean(hits));
    if (!known) legs.push(leg);
  }
  return legs;
}
