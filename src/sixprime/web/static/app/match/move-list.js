/** The moves of the game that is on, as a score sheet: each roll with its play, and what happens to the cube. */

import { afterSteps, checkersOn, opponent, PLAYERS } from "../../board/model/places.js";
import { writePlay } from "../../board/model/notation.js";
import { get } from "../shared/api.js";
import { element, fill } from "../shared/dom.js";
import { colourName, nameOf } from "../shared/names.js";
import { Sheet, writtenRoll } from "../shared/score-sheet.js";
import { text } from "../shared/translations.js";

/** @typedef {import("../shared/types.js").MatchState} MatchState */
/** @typedef {import("../shared/types.js").Entry} Entry */
/** @typedef {import("../shared/types.js").Player} Player */
/** @typedef {{player: Player | null, words: string, roll?: string}} Line */

/**
 * What an event adds to the list, and what it has to know: the state before it.
 * @param {Entry["entry"]} entry
 * @param {Pick<MatchState, "board" | "off" | "roll" | "cube">} before
 * @returns {Line | null}
 */
export function lineOf(entry, before) {
  const player = entry.player ?? null;
  switch (entry.type) {
    case "open":
      return entry.white === entry.black ? { player: null, words: text("opening {white}-{black}: a tie", { white: entry.white, black: entry.black }) } : null;
    case "play": {
      const play = playWords(entry.steps ?? [], before, /** @type {Player} */ (player));
      return { player, roll: writtenRoll(before.roll), words: play || text("no move") };
    }
    case "double":
      return { player, words: text("doubles to {value}", { value: before.cube.value * 2 }) };
    case "beaver":
      return { player, words: text("Beaver") };
    case "raccoon":
      return { player, words: text("Raccoon") };
    case "take":
      return { player, words: text("takes") };
    case "drop":
      return { player, words: text("drops") };
    case "resign":
      return { player, words: [text("offers to lose a single game"), text("offers to lose a gammon"), text("offers to lose a backgammon")][(entry.value ?? 1) - 1] ?? "" };
    case "accept":
      return { player, words: text("accepts") };
    case "decline":
      return { player, words: text("declines") };
    default:
      return null;
  }
}

/**
 * A play as players write it, with its hits.
 * @param {readonly [number, number][]} steps in the view of who moves
 * @param {Pick<MatchState, "board" | "off">} before
 * @param {Player} player
 */
export function playWords(steps, before, player) {
  /** @type {{board: number[], off: Record<Player, number>}} */
  let position = before;
  const made = [];
  for (const step of steps) {
    const [source, target] = step;
    const hits = target > 0 && checkersOn(position, opponent(player), 25 - target) === 1;
    made.push([source, target, 0, Number(hits)]);
    position = afterSteps(position, player, [step]);
  }
  return writePlay(made, String)
    .split(" ")
    .sort((one, two) => placesOf(two) - placesOf(one))
    .join(" ");
}

/** Where a written move stands in a play: the rearmost checker first. @param {string} move */
function placesOf(move) {
  const [source = "", ...stops] = move.replace(/\*|\(\d\)/g, "").split("/");
  return 100 * (source === "bar" ? 25 : Number(source)) + (stops.at(-1) === "off" ? 0 : Number(stops.at(-1)));
}

export class MoveList {
  #loads = 0;
  /** What has been added since the list was begun or asked for. @type {(Line | null)[]} */
  #added = [];

  /** @param {string} match */
  constructor(match) {
    this.match = match;
    this.sheet = new Sheet({ class: "moves", tabindex: "0", "aria-label": text("Moves of this game") });
    this.list = this.sheet.list;
    new ResizeObserver(() => this.#toEnd()).observe(this.list);
    this.head = element("div", { class: "sheet-head", "aria-hidden": "true" });
    this.heading = element("h2", { class: "moves-title" });
    this.game = 0;
    /** How far the list reaches; what is older is in it already. */
    this.version = 0;
  }

  /**
   * Show the moves so far, from the server.
   * @param {MatchState} state
   */
  async load(state) {
    const number = ++this.#loads;
    this.#begin(state);
    this.version = state.version;
    try {
      const { games } = await get(`/api/matches/${this.match}/replay`);
      const game = games.find((/** @type {{number: number}} */ one) => one.number === state.game);
      if (number !== this.#loads) return;
      const past = (game?.moves ?? []).filter((/** @type {{version: number}} */ move) => move.version <= state.version);
      this.sheet.clear();
      for (const line of [...past.map(replayLine), ...this.#added]) this.#write(line);
      this.#toEnd();
    } catch {
      // The list begins with the next move.
    }
  }

  /**
   * An event has been shown.
   * @param {Entry} entry
   * @param {MatchState} before
   * @param {MatchState} after
   */
  add(entry, before, after) {
    if (entry.seq <= this.version) return;
    if (entry.entry.type === "take-back") {
      void this.load(after);
      return;
    }
    this.version = entry.seq;
    if (entry.entry.type === "open" && before.game !== this.game) this.#begin(before);
    const line = lineOf(entry.entry, before);
    this.#added.push(line);
    this.#write(line);
    this.#toEnd();
  }

  /** The list as it is now, for another place. */
  copy() {
    return element("div", { class: "moves-part" }, this.head.cloneNode(true), this.list.cloneNode(true));
  }

  /** @param {MatchState} state */
  #begin(state) {
    this.game = state.game;
    this.heading.textContent = text("Game {number}", { number: state.game });
    fill(this.head, ...PLAYERS.map((player) => element("span", { class: player }, element("span", { class: `disc ${player}` }), element("span", { class: "name" }, nameOf(state, player)))));
    this.sheet.clear();
    this.#added = [];
  }

  /** @param {Line | null} line */
  #write(line) {
    if (line) this.sheet.add(cell(line), line.player);
  }

  #toEnd() {
    this.list.scrollTop = this.list.scrollHeight;
  }
}

/** @param {Line} line */
function cell({ player, roll, words }) {
  return element(
    "div",
    { class: "cell" },
    player ? [element("span", { class: `disc ${player}` }), element("span", { class: "hidden-words" }, colourName(player))] : null,
    roll ? element("span", { class: "roll numbers" }, roll) : null,
    element("span", {}, words),
  );
}

/** @param {any} move one of the server's replay @returns {Line | null} */
function replayLine(move) {
  const type = move.type ?? move.entry?.type;
  if (type === "roll" || type === "open" || type === "set-up") return null;
  if (move.notation !== undefined && move.notation !== null && (type === "play" || type === undefined)) {
    return { player: move.player, roll: writtenRoll(move.roll), words: move.notation || text("no move") };
  }
  // What the list says while the game is played; only how much is resigned is not in a replay.
  const line = type === "resign" || !move.cube ? null : lineOf({ type, player: move.player }, { ...move, off: { white: 0, black: 0 } });
  return line ?? { player: move.player ?? null, words: move.words };
}
