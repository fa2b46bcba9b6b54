/**
 * The sentences of the board for screen readers: labels of its places, and descriptions of what happens. Every function
 * takes a translator and returns text in the user's language.
 */

import { BAR, labelOf, OFF, opponent, PLAYERS, pointOf, stepsWithHits } from "../model/places.js";
import { positionOf } from "../model/scene.js";

/** @typedef {import("../types.js").Entry} Entry */
/** @typedef {import("../types.js").Numbering} Numbering */
/** @typedef {import("../types.js").Pile} Pile */
/** @typedef {import("../types.js").Place} Place */
/** @typedef {import("../types.js").Player} Player */
/** @typedef {import("../types.js").Scene} Scene */
/** @typedef {import("../types.js").State} State */
/** @typedef {import("../types.js").Translator} Translator */

/**
 * Who plays: the seats at this board, and the names of the players who have one.
 * @typedef {{seats: readonly Player[], names: Readonly<Partial<Record<Player, string>>>}} People
 */

/** Whether a player is the only user of this board. @param {Player} player @param {People} people */
export function isYou(player, { seats }) {
  return seats.length === 1 && seats[0] === player;
}

/** @param {Player} player @param {Translator} words */
function colourName(player, { text }) {
  return player === "white" ? text("White") : text("Black");
}

/** The name of a player, or the colour. @param {Player} player @param {People} people @param {Translator} words */
export function playerName(player, { names }, words) {
  return names[player] || colourName(player, words);
}

/**
 * The label of a place with its checkers.
 * @param {Place} place
 * @param {Pile | undefined} pile
 * @param {{counter: Player, isTurn: boolean, numbering: Numbering}} view the player who counts the points, and whether that is the side to move
 * @param {People} people
 * @param {Translator} words
 */
export function placeName(place, pile, view, people, words) {
  const { text, counted } = words;
  const count = pile?.count ?? 0;
  for (const player of PLAYERS) {
    if (place === `${player}-bar`) return barName(player, count, people, words);
    if (place === `${player}-off`) return trayName(player, count, people, words);
  }
  const name = countedPoint(place, view, people, words);
  if (!pile) return text("{place}, empty", { place: name });
  if (isYou(pile.player, people)) {
    return counted("{place}, {count} checker, yours", "{place}, {count} checkers, yours", count, { place: name });
  }
  const owner = people.names[pile.player];
  if (owner) return counted("{place}, {count} checker, {player}", "{place}, {count} checkers, {player}", count, { place: name, player: owner });
  if (pile.player === "white") {
    return counted("{place}, {count} white checker", "{place}, {count} white checkers", count, { place: name });
  }
  return counted("{place}, {count} black checker", "{place}, {count} black checkers", count, { place: name });
}

/**
 * The name of a point, with the player who counts it like that, unless it is the user's own turn or both count alike.
 * @param {Place} place
 * @param {{counter: Player, isTurn: boolean, numbering: Numbering}} view
 * @param {People} people
 * @param {Translator} words
 */
function countedPoint(place, { counter, isTurn, numbering }, people, words) {
  const { text } = words;
  const point = labelOf(pointOf(counter, place) ?? 0, counter, numbering);
  if (!isTurn || numbering === "sheets" || isYou(counter, people)) return text("{point} point", { point });
  return text("{player}'s {point} point", { point, player: playerName(counter, people, words) });
}

/** @param {Player} player @param {number} count @param {People} people @param {Translator} words */
function barName(player, count, people, { counted }) {
  const name = people.names[player];
  if (isYou(player, people)) return counted("Your bar, {count} checker", "Your bar, {count} checkers", count);
  if (name) return counted("{player}'s bar, {count} checker", "{player}'s bar, {count} checkers", count, { player: name });
  if (player === "white") return counted("White's bar, {count} checker", "White's bar, {count} checkers", count);
  return counted("Black's bar, {count} checker", "Black's bar, {count} checkers", count);
}

/** @param {Player} player @param {number} count @param {People} people @param {Translator} words */
function trayName(player, count, people, { counted }) {
  const name = people.names[player];
  if (isYou(player, people)) return counted("You have borne off {count} checker", "You have borne off {count} checkers", count);
  if (name) return counted("{player} has borne off {count} checker", "{player} has borne off {count} checkers", count, { player: name });
  if (player === "white") return counted("White has borne off {count} checker", "White has borne off {count} checkers", count);
  return counted("Black has borne off {count} checker", "Black has borne off {count} checkers", count);
}

/**
 * The label of a place with its status in this turn.
 * @param {string} name
 * @param {"playable" | "moved" | "makeable" | ""} use
 * @param {Translator} words
 */
export function placeWithStatus(name, use, { text }) {
  switch (use) {
    case "playable":
      return text("{place}; playable", { place: name });
    case "makeable":
      return text("{place}; can be made", { place: name });
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

/** @param {NonNullable<Scene["cube"]>} cube @param {boolean} canDouble @param {People} people @param {Translator} words */
export function cubeName({ value, owner, offeredTo }, canDouble, people, { text }) {
  if (offeredTo) {
    const player = people.names[offeredTo];
    if (isYou(offeredTo, people)) return text("Cube, offered to you at {value}", { value });
    if (player) return text("Cube, offered to {player} at {value}", { player, value });
    if (offeredTo === "white") return text("Cube, offered to White at {value}", { value });
    return text("Cube, offered to Black at {value}", { value });
  }
  if (canDouble) return text("Cube at {value}: double", { value });
  if (!owner) return text("Cube at {value}, in the middle", { value });
  const player = people.names[owner];
  if (isYou(owner, people)) return text("Cube at {value}, yours", { value });
  if (player) return text("Cube at {value}, {player}'s", { player, value });
  return owner === "white" ? text("Cube at {value}, White's", { value }) : text("Cube at {value}, Black's", { value });
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

/** Both pip counts. @param {Record<Player, number>} pips @param {People} people @param {Translator} words */
export function describePips(pips, people, words) {
  const { text } = words;
  const [you] = people.seats;
  if (people.seats.length === 1 && you) {
    const other = opponent(you);
    return text("Pips: you {yours}, {player} {theirs}", { yours: pips[you], player: playerName(other, people, words), theirs: pips[other] });
  }
  const [white, black] = PLAYERS.map((player) => playerName(player, people, words));
  return text("Pips: {one} {ones}, {other} {others}", { one: white ?? "", ones: pips.white, other: black ?? "", others: pips.black });
}

/** Events of the match log that are not part of the game and are not announced. */
const SILENT_EVENTS = new Set(["create", "seat", "reveal", "secret"]);

/**
 * What has happened between two states, as sentences.
 * @param {State} before
 * @param {State} after
 * @param {People & {numbering: Numbering, own: boolean}} how `own`: the play was made on this board and has been announced already
 * @param {Translator} words
 * @returns {string[]}
 */
export function describeChange(before, after, how, words) {
  const { text } = words;
  const { seats } = how;
  const news = [];
  const entry = after.last?.entry;
  const isNew = after.last?.seq !== before.last?.seq;
  if (entry && isNew && !SILENT_EVENTS.has(entry.type) && !(how.own && entry.type === "play")) {
    news.push(describeEvent(entry, before, how, words) ?? after.last?.words ?? "");
  }
  const ended = (after.results?.length ?? 0) > (before.results?.length ?? 0);
  const game = after.results?.at(-1);
  if (ended && game) news.push(describeGame(game, how, words));
  if (after.result && !before.result) news.push(describeMatch(after, how, words));
  const { on_roll: onRoll, phase, roll } = after;
  const isMine = onRoll !== null && onRoll !== undefined && seats.includes(onRoll);
  if (isMine && phase === "to-roll" && (before.phase !== phase || before.on_roll !== onRoll)) {
    news.push(
      seats.length > 1 ? text("{player} to roll", { player: playerName(onRoll, how, words) }) : text("Your turn to roll"),
    );
  }
  if (isMine && phase === "to-play" && roll && after.turn?.nodes[0]?.length === 0) news.push(text("No legal move"));
  return news.filter(Boolean);
}

/** The end of a game. @param {NonNullable<State["results"]>[number]} game @param {People} people @param {Translator} words */
function describeGame({ winner, points, win, words: told }, people, words) {
  const { text, counted } = words;
  if (points === undefined) return told ?? "";
  const player = playerName(winner, people, words);
  const won = isYou(winner, people)
    ? counted("You win {count} point", "You win {count} points", points)
    : counted("{player} wins {count} point", "{player} wins {count} points", points, { player });
  const kind = win === "gammon" ? text("gammon") : win === "backgammon" ? text("backgammon") : "";
  return kind ? text("{what}: {words}", { what: won, words: kind }) : won;
}

/** The end of a match or a session. @param {State} state @param {People} people @param {Translator} words */
function describeMatch({ result, length, seats }, people, words) {
  const { text } = words;
  const winner = result?.winner;
  if (!winner || !seats) return result?.words ?? "";
  const player = playerName(winner, people, words);
  if (isYou(winner, people)) return length === null ? text("You won the session") : text("You won the match");
  return length === null ? text("{player} won the session", { player }) : text("{player} won the match", { player });
}

/**
 * An event as a sentence; null for events that are described by the server.
 * @param {Entry} entry
 * @param {State} before the state before it
 * @param {People & {numbering: Numbering}} how
 * @param {Translator} words
 * @returns {string | null}
 */
export function describeEvent(entry, before, how, words) {
  if (entry.type === "open") return describeOpening(entry, how, words);
  /** @type {Player | undefined} */
  const player = entry["player"] ?? entry["seat"] ?? entry["declined_by"];
  if (!player) return null;
  const steps = entry.type === "play" ? describeSteps(entry, before, how, words) : "";
  const roll = entry.type === "roll" ? rollText(entry["dice"]) : "";
  const { text } = words;
  const other = playerName(opponent(player), how, words);
  if (isYou(player, how)) {
    switch (entry.type) {
      case "roll":
        return text("You roll {roll}", { roll });
      case "play":
        return steps ? text("You play {steps}", { steps }) : text("You cannot move");
      case "double":
        return text("You double");
      case "take":
        return text("You take");
      case "drop":
        return text("You drop");
      case "beaver":
        return text("You beaver");
      case "raccoon":
        return text("You raccoon");
      case "accept":
        return text("You accept the resignation of {other}", { other });
      case "decline":
        return text("You decline the resignation");
      case "resign":
        return [text("You offer to resign a single game"), text("You offer to resign a gammon"), text("You offer to resign a backgammon")][entry["value"] - 1] ?? null;
      case "take-back":
        return text("You take a turn back");
      case "ask-abort":
        return entry["declined_by"] ? text("You want to play on") : text("You offer to abandon the match");
      case "abort":
        return text("You abandon the match");
      default:
        return null;
    }
  }
  const name = playerName(player, how, words);
  switch (entry.type) {
    case "roll":
      return text("{player} rolls {roll}", { player: name, roll });
    case "play":
      return steps ? text("{player} plays {steps}", { player: name, steps }) : text("{player} cannot move", { player: name });
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
      if (isYou(opponent(player), how)) return text("{player} accepts your resignation", { player: name });
      return text("{player} accepts the resignation of {other}", { player: name, other });
    case "decline":
      return text("{player} declines the resignation", { player: name });
    case "resign":
      return (
        [
          text("{player} offers to resign a single game", { player: name }),
          text("{player} offers to resign a gammon", { player: name }),
          text("{player} offers to resign a backgammon", { player: name }),
        ][entry["value"] - 1] ?? null
      );
    case "take-back":
      return text("{player} takes a turn back", { player: name });
    case "ask-abort":
      return entry["declined_by"] ? text("{player} wants to play on", { player: name }) : text("{player} offers to abandon the match", { player: name });
    case "abort":
      return text("{player} abandons the match", { player: name });
    default:
      return null;
  }
}

/** @param {Entry} entry @param {People} people @param {Translator} words */
function describeOpening(entry, people, words) {
  const { text } = words;
  const [you] = people.seats;
  if (people.seats.length === 1 && you) {
    const other = opponent(you);
    return text("Opening roll: you {yours}, {player} {theirs}", { yours: entry[you], player: playerName(other, people, words), theirs: entry[other] });
  }
  const [one = "", other = ""] = PLAYERS.map((player) => playerName(player, people, words));
  return text("Opening roll: {one} {first}, {other} {second}", { one, first: entry["white"], other, second: entry["black"] });
}

/**
 * The steps of a play, with the checkers that it hits, which the position before it tells.
 * @param {Entry} entry
 * @param {State} before
 * @param {{numbering: Numbering}} how
 * @param {Translator} words
 */
function describeSteps(entry, before, { numbering }, words) {
  /** @type {Player} */
  const player = entry["player"];
  const isNext = before.phase === "to-play" && before.on_roll === player;
  const steps = isNext ? stepsWithHits(positionOf(before), player, entry["steps"]) : entry["steps"];
  return steps.map((/** @type {number[]} */ step) => describeStep(step, player, numbering, words)).join("; ");
}
