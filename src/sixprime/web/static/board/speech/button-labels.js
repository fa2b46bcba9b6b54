/** The names of the buttons of a board, kept in step with what it shows. */

import { PLACES } from "../drawing/layout.js";
import { pilesOf, pointOf } from "../model/places.js";
import { playable } from "../input/turn-input.js";
import { cubeName, diceName, placeName, placeWithUse, stopName } from "./phrases.js";

/** @typedef {import("../input/buttons.js").Buttons} Buttons */
/** @typedef {import("../model/turn.js").Turn} Turn */
/** @typedef {import("../types.js").Numbering} Numbering */
/** @typedef {import("../types.js").Player} Player */
/** @typedef {import("../types.js").Scene} Scene */
/** @typedef {import("../types.js").Words} Words */

/**
 * @param {Buttons} buttons
 * @param {Scene} scene
 * @param {object} more
 * @param {{turn: Turn, mover: Player} | null} more.live the turn that can be played on
 * @param {Player} more.bottom
 * @param {Numbering} more.numbering
 * @param {boolean} more.canDouble
 * @param {boolean} more.editable
 * @param {Words} words
 */
export function nameButtons(buttons, scene, { live, bottom, numbering, canDouble, editable }, words) {
  const { text } = words;
  const piles = pilesOf(scene.position);
  const sources = live ? playable(live.turn) : new Map();
  for (const place of PLACES) {
    const point = live ? pointOf(live.mover, place) : null;
    /** @type {number[]} */
    const targets = point === null ? [] : (sources.get(point) ?? []);
    const use = targets.length ? "playable" : scene.moved.has(place) ? "moved" : "";
    const ends = targets.map((target) => stopName(target, live?.mover ?? bottom, numbering, words));
    const name = placeName(place, piles.get(place), { viewer: bottom, numbering }, words);
    const more = ends.length ? text("plays to {points}", { points: ends.join(", ") }) : "";
    buttons.name(place, placeWithUse(name, use, words), use !== "" || editable, more);
  }
  buttons.name("dice", diceName(scene, live?.turn.canSwap ?? false, words), scene.mayRoll || live !== null);
  buttons.name("undo", text("Take back a step"), true);
  if (scene.cube) buttons.name("cube", cubeName(scene.cube, canDouble, words), canDouble);
}
