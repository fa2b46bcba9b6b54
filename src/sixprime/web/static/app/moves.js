/** The list of moves of the game that is on: one line for each roll with its play, and for what happens to the cube. */

import { afterSteps, checkersOn, opponent } from "../board/places.js";
import { writePlay } from "../board/notation.js";
import { get } from "./api.js";
import { element, fill } from "./dom.js";
import { colourName } from "./names.js";
import { text } from "./words.js";

/** @typedef {import("./types.js").MatchState} MatchState */
/** @typedef {import("./types.js").Entry} Entry */
/** @typedef {import("./types.js").Player} Player */
/** @typedef {{player: Player | null, words: string}} Line */

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
      const dice = before.roll ? `${Math.max(...before.roll)}${Math.min(...before.roll)}: ` : "";
      const play = playWords(entry.steps ?? [], before, /** @type {Player} */ (player));
      return { player, words: dice + (play || text("no move")) };
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
  /** @param {string} match */
  constructor(match) {
    this.match = match;
    this.list = element("ol", { class: "moves", tabindex: "0", "aria-label": text("Moves of this game") });
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
    this.#begin(state.game);
    this.version = state.version;
    try {
      const { games } = await get(`/api/matches/${this.match}/replay`);
      const game = games.find((/** @type {{number: number}} */ one) => one.number === state.game);
      const lines = (game?.moves ?? []).map(replayLine).filter(Boolean);
      this.list.replaceChildren(...lines.map(item));
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
    if (entry.entry.type === "open" && before.game !== this.game) this.#begin(before.game);
    const line = lineOf(entry.entry, before);
    if (line) this.list.append(item(line));
    this.#toEnd();
  }

  /** The list as it is now, for another place. */
  copy() {
    return /** @type {HTMLElement} */ (this.list.cloneNode(true));
  }

  /** @param {number} game */
  #begin(game) {
    this.game = game;
    this.heading.textContent = text("Game {number}", { number: game });
    fill(this.list);
  }

  #toEnd() {
    this.list.scrollTop = this.list.scrollHeight;
  }
}

/** @param {Line} line */
function item({ player, words }) {
  return element(
    "li",
    {},
    player ? element("span", { class: `disc ${player}` }, element("span", { class: "hidden-words" }, colourName(player))) : null,
    element("span", {}, words),
  );
}

/** @param {any} move one of the server's replay @returns {Line | null} */
function replayLine(move) {
  const type = move.type ?? move.entry?.type;
  if (type === "roll" || type === "open" || type === "set-up") return null;
  if (move.notation !== undefined && move.notation !== null && (type === "play" || type === undefined)) {
    const dice = move.roll ? `${Math.max(...move.roll)}${Math.min(...move.roll)}: ` : "";
    return { player: move.player, words: dice + (move.notation || text("no move")) };
  }
  // What the list says while the game is played; only how much is resigned is not in a replay.
  const line = type === "resign" || !move.cube ? null : lineOf({ type, player: move.player }, { ...move, off: { white: 0, black: 0 } });
  return line ?? { player: move.player ?? null, words: move.words };
}
