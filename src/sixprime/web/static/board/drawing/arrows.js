/**
 * The arrows of plays, one for each checker that moves, drawn over the position before the play. Several plays can be
 * shown at once: each kind has a line style of its own, and each mark a colour.
 */

import { legsOf } from "../model/notation.js";
import { checkersOn, OFF, placeOf } from "../model/places.js";
import { polygonPath, round, svgElement } from "./svg.js";

/** @typedef {import("../types.js").Player} Player */
/** @typedef {import("../types.js").Position} Position */
/** @typedef {import("../types.js").ShownPlay} ShownPlay */
/** @typedef {import("../types.js").Spot} Spot */
/** @typedef {import("./layout.js").Layout} Layout */

const HEAD = 18;
/** How far arrows of different plays that lead from one place to another are apart, in units of the picture. */
const APART = 20;

/**
 * The arrows of some plays. The first play is drawn last, over the others.
 * @param {Position} position
 * @param {Player} player
 * @param {readonly ShownPlay[]} plays
 * @param {Layout} layout
 */
export function arrowParts(position, player, plays, layout) {
  /** How many plays have an arrow between two places so far. @type {Map<string, number>} */
  const drawn = new Map();
  const groups = plays.map(({ steps, kind = "plain", mark = "none" }) =>
    svgElement("g", { class: `arrows ${kind} ${mark}` }, ...playArrows(position, player, steps, layout, drawn)),
  );
  return groups.reverse();
}

/**
 * @param {Position} position
 * @param {Player} player
 * @param {readonly (readonly number[])[]} steps
 * @param {Layout} layout
 * @param {Map<string, number>} drawn
 */
function playArrows(position, player, steps, layout, drawn) {
  /** @type {Map<number, number>} */
  const shift = new Map();
  const height = (/** @type {number} */ point) => checkersOn(position, player, point) + (shift.get(point) ?? 0);
  const earlier = new Map(drawn);
  return legsOf(steps).map(({ stops }) => {
    const [source = OFF] = stops;
    const target = stops.at(-1) ?? OFF;
    const from = layout.spot(placeOf(player, source), Math.max(height(source) - 1, 0));
    const to = layout.spot(placeOf(player, target), height(target));
    shift.set(source, (shift.get(source) ?? 0) - 1);
    shift.set(target, (shift.get(target) ?? 0) + 1);
    const way = `${source}/${target}`;
    drawn.set(way, (drawn.get(way) ?? 0) + 1);
    return arrow(from, to, layout, earlier.has(way) ? APART : 0);
  });
}

/** @param {Spot} from @param {Spot} to @param {Layout} layout @param {number} aside */
function arrow(from, to, layout, aside) {
  const straight = crestOf(from, to, layout);
  const crest = { x: straight.x + aside, y: straight.y + (straight.y < layout.middle ? aside : -aside) };
  const dx = to.x - crest.x;
  const dy = to.y - crest.y;
  const length = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [dx / length, dy / length];
  const neck = { x: to.x - HEAD * 0.8 * ux, y: to.y - HEAD * 0.8 * uy };
  const [start, bend, end] = [from, crest, neck].map(({ x, y }) => `${round(x)} ${round(y)}`);
  const line = `M${start}Q${bend} ${end}`;
  const head = polygonPath([
    { x: to.x + 4 * ux, y: to.y + 4 * uy },
    { x: to.x - HEAD * ux - (HEAD / 2) * uy, y: to.y - HEAD * uy + (HEAD / 2) * ux },
    { x: to.x - HEAD * ux + (HEAD / 2) * uy, y: to.y - HEAD * uy - (HEAD / 2) * ux },
  ]);
  return svgElement(
    "g",
    { class: "arrow" },
    svgElement("path", { class: "edge", d: line }),
    svgElement("path", { class: "head", d: head }),
    svgElement("path", { class: "line", d: line }),
  );
}

/**
 * The control point of an arrow's curve, which bends towards the middle of the board.
 * @param {Spot} from
 * @param {Spot} to
 * @param {Layout} layout
 * @returns {Spot}
 */
function crestOf(from, to, layout) {
  const x = (from.x + to.x) / 2;
  const y = (from.y + to.y) / 2;
  const isSameSide = from.y < layout.middle === to.y < layout.middle;
  const rise = isSameSide ? 24 + 0.3 * Math.abs(from.x - to.x) : 0;
  return { x: isSameSide ? x : x + 0.12 * (to.y - from.y), y: y + (y < layout.middle ? rise : -rise) };
}
