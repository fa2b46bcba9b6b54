/**
 * The sentences of the board for screen readers: labels of its places, and descriptions of what happens. Every function
 * takes a translator and returns text in the user's language.
 */

import { BAR, labelOf, OFF, opponent, pointOf } from "../model/places.js";

/** @typedef {import("../types.js").Entry} Entry */
/** @typedef {import("../types.js").Numbering} Numbering */
/** @typedef {import("../types.js").Pile} Pile */
/** @typedef {import("../types.js").Place} Place */
/** @typedef {import("../types.js").Player} Player */
/** @typedef {import("../types.js").Scene} Scene */
/** @typedef {import("../types.js").State} State */
/** @typedef {import("../types.js").Translator} Translator */

/** @param {Player} player @param {Translator} words */
export function playerName(player, { text }) {
  return player === "white" ? text("White") : text("Black");
}

/**
 * The label of a place with its checkers.
 * @param {Place} place
 * @param {Pile | undefined} pile
 * @param {{viewer: Player, numbering: Numbering}} view
 * @param {Translator} words
 */
export function placeName(place, pile, { viewer, numbering }, { text, counted }) {
  const count = pile?.count ?? 0;
  switch (place) {
    case "white-bar":
      return counted("White's bar, {count} checker", "White's bar, {count} checkers", count);
    case "black-bar":
      return counted("Black's bar, {count} checker", "Black's bar, {count} checkers", count);
    case "white-off":
      return counted("White has borne off {count} checker", "White has borne off {count} checkers", count);
    case "black-off":
      return counted("Black has borne off {count} checker", "Black has borne off {count} checkers", count);
  }
  const point = labelOf(pointOf(viewer, place) ?? 0, viewer, numbering);
  if (!pile) return text("{point} point, empty", { point });
  if (pile.player === "white") {
    return counted("{point} point, {count} white checker", "{point} point, {count} white checkers", count, { point });
  }
  return counted("{point} point, {count} black checker", "{point} point, {count} black checkers", count, { point });
}

/**
 * The label of a place with its status in this turn.
 * @param {string} name
 * @param {"playable" | "moved" | ""} use
 * @param {Translator} words
 */
export function placeWithStatus(name, use, { text }) {
  switch (use) {
    case "playable":
      return text("{place}; playable", { place: name });
    case "moved":
      return text("{place}; moved in this turn", { place: name });
    default:
      return name;
  }
}

/** @param {Scene} scene @param {boolean} canSwap @param {Translator} words */
export function diceName({ dice, diceState, mayRoll, roller }, canSwap, words) {
  const { text } = words;
  if (mayRoll) return text("Dice: roll");
  if (!roller || dice.length === 0) return text("Dice: none rolled");
  const roll = rollText(dice.map((die) => die.value));
  if (diceState === "ready") return text("Dice {roll}: confirm the play", { roll });
  if (diceState === "old") return text("Dice {roll}, already played", { roll });
  const left = dice.filter((die) => !die.isPlayed).map((die) => die.value);
  if (left.length < dice.length) return text("Dice {roll}, left to play: {left}", { roll, left: left.join(", ") });
  return canSwap ? text("Dice {roll}: swap them", { roll }) : text("Dice {roll}", { roll });
}

/** @param {readonly number[]} dice */
function rollText(dice) {
  return dice.slice(0, 2).join("-");
}

/** @param {NonNullable<Scene["cube"]>} cube @param {boolean} canDouble @param {Translator} words */
export function cubeName({ value, owner, offeredTo }, canDouble, { text }) {
  if (offeredTo === "white") return text("Cube, offered to White at {value}", { value });
  if (offeredTo === "black") return text("Cube, offered to Black at {value}", { value });
  if (canDouble) return text("Cube at {value}: double", { value });
  if (owner === "white") return text("Cube at {value}, White's", { value });
  if (owner === "black") return text("Cube at {value}, Black's", { value });
  return text("Cube at {value}, in the middle", { value });
}

/**
 * The name of a point in a step.
 * @param {number} point
 * @param {Player} player
 * @param {Numbering} numbering
 * @param {Translator} words
 */
export function pointName(point, player, numbering, { text }) {
  if (point === BAR) return text("bar");
  if (point === OFF) return text("off");
  return labelOf(point, player, numbering);
}

/**
 * One step: "8 to 5, hits".
 * @param {readonly number[]} step source, target, die, hits
 * @param {Player} player
 * @param {Numbering} numbering
 * @param {Translator} words
 */
export function describeStep([source = 0, target = 0, , hits], player, numbering, words) {
  const { text } = words;
  const [from, to] = [source, target].map((point) => pointName(point, player, numbering, words));
  const values = { from: from ?? "", to: to ?? "" };
  return hits ? text("{from} to {to}, hits", values) : text("{from} to {to}", values);
}

/** Both pip counts. @param {Record<Player, number>} pips @param {Translator} words */
export function describePips({ white, black }, { text }) {
  return text("Pips: White {white}, Black {black}", { white, black });
}

/** Events of the match log that are not part of the game and are not announced. */
const SILENT_EVENTS = new Set(["create", "seat", "reveal", "secret"]);

/**
 * What has happened between two states, as sentences.
 * @param {State} before
 * @param {State} after
 * @param {{numbering: Numbering, seats: readonly Player[], own: boolean}} how `own`: the play was made on this board and has been announced already
 * @param {Translator} words
 * @returns {string[]}
 */
export function describeChange(before, after, { numbering, seats, own }, words) {
  const { text } = words;
  const news = [];
  const entry = after.last?.entry;
  const isNew = after.last?.seq !== before.last?.seq;
  if (entry && isNew && !SILENT_EVENTS.has(entry.type) && !(own && entry.type === "play")) {
    news.push(describeEvent(entry, numbering, words) ?? after.last?.words ?? "");
  }
  const ended = (after.results?.length ?? 0) > (before.results?.length ?? 0);
  if (ended) news.push(after.results?.at(-1)?.words ?? "");
  if (after.result && !before.result) news.push(after.result.words ?? "");
  const { on_roll: onRoll, phase, roll } = after;
  const isMine = onRoll !== null && onRoll !== undefined && seats.includes(onRoll);
  if (isMine && phase === "to-roll" && (before.phase !== phase || before.on_roll !== onRoll)) {
    news.push(
      seats.length > 1 ? text("{player} to roll", { player: playerName(onRoll, words) }) : text("Your turn to roll"),
    );
  }
  if (isMine && phase === "to-play" && roll && after.turn?.nodes[0]?.length === 0) news.push(text("No legal move"));
  return news.filter(Boolean);
}

/**
 * An event as a sentence; null for events that are described by the server.
 * @param {Entry} entry
 * @param {Numbering} numbering
 * @param {Translator} words
 * @returns {string | null}
 */
export function describeEvent(entry, numbering, words) {
  const { text } = words;
  const name = entry["player"] ? playerName(entry["player"], words) : "";
  switch (entry.type) {
    case "open":
      return text("Opening roll: White {white}, Black {black}", { white: entry["white"], black: entry["black"] });
    case "roll":
      return text("{player} rolls {roll}", { player: name, roll: rollText(entry["dice"]) });
    case "play": {
      if (entry["steps"].length === 0) return text("{player} cannot move", { player: name });
      const steps = entry["steps"].map((/** @type {number[]} */ step) =>
        describeStep(step, entry["player"], numbering, words),
      );
      return text("{player} plays {steps}", { player: name, steps: steps.join("; ") });
    }
    case "double":
      return text("{player} doubles", { player: name });
    case "take":
      return text("{player} takes", { player: name });
    case "drop":
      return text("{player} drops", { player: name });
    case "beaver":
      return text("{player} beavers", { player: name });
    case "raccoon":
      return text("{player} raccoons", { player: name });
    case "accept":
      return text("{player} accepts the resignation of {other}", {
        player: name,
        other: playerName(opponent(entry["player"]), words),
      });
    case "decline":
      return text("{player} declines the resignation", { player: name });
    default:
      return null;
  }
}
