/** The moves of the present game as a score sheet: each roll with its play, and the cube actions. */

import { renumbered, writePlay } from "../../board/model/notation.js";
import { PLAYERS, stepsWithHits } from "../../board/model/places.js";
import { settings } from "../settings/settings.js";
import { get } from "../shared/api.js";
import { element, setChildren } from "../shared/dom.js";
import { nameOf } from "../shared/names.js";
import { actionText, rollNotation, ScoreSheet } from "../shared/score-sheet.js";
import { text } from "../shared/translations.js";

/** @typedef {import("../shared/types.js").Entry} Entry */
/** @typedef {import("../shared/types.js").MatchState} MatchState */
/** @typedef {import("../shared/types.js").Player} Player */
/** @typedef {{player: Player | null, words: string, roll?: string}} Line */

/**
 * The line that an event adds to the list.
 * @param {Entry["entry"]} entry
 * @param {Pick<MatchState, "board" | "off" | "roll" | "cube">} before the state before the event
 * @returns {Line | null}
 */
export function lineOf(entry, before) {
  const player = entry.player ?? null;
  switch (entry.type) {
    case "open":
      return entry.white === entry.black ? { player: null, words: text("opening {white}-{black}: tie", { white: entry.white, black: entry.black }) } : null;
    case "play": {
      const mover = /** @type {Player} */ (player);
      const play = renumbered(playNotation(entry.steps ?? [], before, mover), mover, settings().numbering);
      return { player, roll: rollNotation(before.roll), words: play || text("no move") };
    }
    case "resign":
      return { player, words: [text("resigns a single game"), text("resigns a gammon"), text("resigns a backgammon")][(entry.value ?? 1) - 1] ?? "" };
    default: {
      const words = actionText(entry.type, before.cube.value);
      return words === null ? null : { player, words };
    }
  }
}

/**
 * A play in notation, with its hits.
 * @param {readonly [number, number][]} steps in the view of the player
 * @param {Pick<MatchState, "board" | "off">} before
 * @param {Player} player
 */
export function playNotation(steps, before, player) {
  return writePlay(stepsWithHits(before, player, steps), String)
    .split(" ")
    .sort((one, two) => sortKey(two) - sortKey(one))
    .join(" ");
}

/** A number that sorts the moves of a play: the rearmost checker comes first. @param {string} move */
function sortKey(move) {
  const [source = "", ...stops] = move.replace(/\*|\(\d\)/g, "").split("/");
  return 100 * (source === "bar" ? 25 : Number(source)) + (stops.at(-1) === "off" ? 0 : Number(stops.at(-1)));
}

/** The list of moves beside the board. */
export class MoveList {
  #loadCount = 0;
  /** @type {Record<Player, string>} */
  #names = { white: "", black: "" };
  /** The lines added since the game began or the list was requested. @type {(Line | null)[]} */
  #added = [];

  /** @param {string} match */
  constructor(match) {
    this.match = match;
    this.sheet = new ScoreSheet({ class: "moves", tabindex: "0", "aria-label": text("Moves in this game") });
    this.list = this.sheet.list;
    new ResizeObserver(() => this.#scrollToEnd()).observe(this.list);
    this.head = element("div", { class: "sheet-head", "aria-hidden": "true" });
    this.heading = element("h2", { class: "moves-title" });
    this.game = 0;
    /** The version of the match that the list has reached. */
    this.version = 0;
  }

  /**
   * Load the moves so far from the server.
   * @param {MatchState} state
   */
  async load(state) {
    const number = ++this.#loadCount;
    this.#startGame(state);
    this.version = state.version;
    try {
      const { games } = await get(`/api/matches/${this.match}/replay`);
      const game = games.find((/** @type {{number: number}} */ one) => one.number === state.game);
      if (number !== this.#loadCount) return;
      const past = (game?.moves ?? []).filter((/** @type {{version: number}} */ move) => move.version <= state.version);
      this.sheet.clear();
      for (const line of [...past.map(replayLine), ...this.#added]) this.#addLine(line);
      this.#scrollToEnd();
    } catch {
      // Without an answer, the list starts with the next move.
    }
  }

  /**
   * Add an event that has been shown on the board.
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
    if (entry.entry.type === "open" && before.game !== this.game) this.#startGame(before);
    const line = lineOf(entry.entry, before);
    this.#added.push(line);
    this.#addLine(line);
    this.#scrollToEnd();
  }

  /** A copy of the list, to show elsewhere. */
  copy() {
    return element("div", { class: "moves-part" }, this.head.cloneNode(true), this.list.cloneNode(true));
  }

  /** @param {MatchState} state */
  #startGame(state) {
    this.game = state.game;
    this.heading.textContent = text("Game {number}", { number: state.game });
    this.showNames(state);
    this.sheet.clear();
    this.#added = [];
  }

  /** Show the players' names above their columns and say them with moves; they change when somebody sits down. @param {MatchState} state */
  showNames(state) {
    this.#names = { white: nameOf(state, "white"), black: nameOf(state, "black") };
    setChildren(this.head, ...PLAYERS.map((player) => element("span", { class: player }, element("span", { class: `disc ${player}` }), element("span", { class: "name" }, nameOf(state, player)))));
  }

  /** The last line in words, with the player's name; empty where a game begins. */
  get lastWords() {
    const parts = [...(this.sheet.lastCell?.children ?? [])].map((part) => part.textContent?.trim());
    return parts.filter(Boolean).join(" ");
  }

  /** @param {Line | null} line */
  #addLine(line) {
    if (line) this.sheet.add(cell(line, line.player ? this.#names[line.player] : ""), line.player);
  }

  #scrollToEnd() {
    this.list.scrollTop = this.list.scrollHeight;
  }
}

/** @param {Line} line @param {string} name of its player */
function cell({ player, roll, words }, name) {
  return element(
    "div",
    { class: "cell" },
    player ? [element("span", { class: `disc ${player}` }), element("span", { class: "hidden-words" }, text("{what}: {words}", { what: name, words: "" }))] : null,
    roll ? element("span", { class: "roll numbers" }, roll) : null,
    element("span", {}, words),
  );
}

/** The line of a move from the server's replay. @param {any} move @returns {Line | null} */
export function replayLine(move) {
  const type = move.type ?? move.entry?.type;
  if (type === "roll" || type === "set-up") return null;
  const before = { ...move, off: { white: 0, black: 0 } };
  if (type === "open") return move.roll ? lineOf({ type, white: move.roll[0], black: move.roll[1] }, before) : null; // as during the game
  if (move.notation !== undefined && move.notation !== null && (type === "play" || type === undefined)) {
    return { player: move.player, roll: rollNotation(move.roll), words: renumbered(move.notation, move.player, settings().numbering) || text("no move") };
  }
  const line = move.cube ? lineOf({ type, player: move.player, value: move.resigned }, before) : null;
  return line ?? { player: move.player ?? null, words: move.words };
}
