/** Keeps the labels of the board's buttons up to date with the scene. */

import { PLACES } from "../drawing/layout.js";
import { playableSources } from "../input/turn-input.js";
import { pilesOf, pointOf } from "../model/places.js";
import { cubeName, diceName, placeName, placeWithStatus, pointName } from "./phrases.js";

/** @typedef {import("../input/buttons.js").Buttons} Buttons */
/** @typedef {import("../model/turn.js").Turn} Turn */
/** @typedef {import("../types.js").Numbering} Numbering */
/** @typedef {import("../types.js").Player} Player */
/** @typedef {import("../types.js").Scene} Scene */
/** @typedef {import("../types.js").Translator} Translator */

/**
 * @param {Buttons} buttons
 * @param {Scene} scene
 * @param {object} more
 * @param {{turn: Turn, mover: Player} | null} more.activeTurn the turn that the user can play on
 * @param {{counter: Player, isTurn: boolean, numbering: Numbering}} more.view
 * @param {import("./phrases.js").People} more.people
 * @param {boolean} more.canDouble
 * @param {boolean} more.editable
 * @param {Translator} words
 */
export function labelButtons(buttons, scene, { activeTurn, view, people, canDouble, editable }, words) {
  const { text } = words;
  const piles = pilesOf(scene.position);
  const sources = activeTurn ? playableSources(activeTurn.turn) : new Map();
  for (const place of PLACES) {
    const point = activeTurn ? pointOf(activeTurn.mover, place) : null;
    /** @type {number[]} */
    const targets = point === null ? [] : (sources.get(point) ?? []);
    const canBeMade = point !== null && piles.get(place)?.player !== activeTurn?.mover && activeTurn?.turn.makeable.has(point);
    const use = targets.length ? "playable" : scene.moved.has(place) ? "moved" : canBeMade ? "makeable" : "";
    const ends = targets.map((target) => pointName(target, view.counter, view.numbering, words));
    const name = placeName(place, piles.get(place), view, people, words);
    const more = ends.length ? text("plays to {points}", { points: ends.join(", ") }) : "";
    buttons.setLabel(place, placeWithStatus(name, use, words), use !== "" || editable, more);
  }
  buttons.setLabel("dice", diceName(scene, activeTurn?.turn.canSwap ?? false, words), scene.mayRoll || activeTurn !== null);
  buttons.setLabel("undo", text("Undo one move"), true);
  if (scene.cube) buttons.setLabel("cube", cubeName(scene.cube, canDouble, people, words), canDouble);
}
