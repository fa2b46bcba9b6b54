/** The bar of a player: name, score, pip count, cube, and whether the player is away, thinking, or to move. */

import { element, icon } from "../shared/dom.js";
import { colourName, nameOf } from "../shared/names.js";
import { counted, text } from "../shared/translations.js";
import { awayText } from "./absence.js";
import { shownScore } from "./match-state.js";

/** @typedef {import("../shared/types.js").MatchState} MatchState */
/** @typedef {import("../shared/types.js").Player} Player */

/** One player's bar, above or below the board. */
export class PlayerBar {
  /** @param {"above" | "below"} place */
  constructor(place) {
    this.name = element("span", { class: "name" });
    this.about = element("span", { class: "about" });
    this.disc = element("span", { class: "disc" });
    this.pips = element("span", { class: "pips numbers" });
    this.cube = element("span", { class: "bar-cube" });
    this.score = element("span", { class: "score numbers" });
    this.root = element(
      "section",
      { class: `player-bar ${place}` },
      this.disc,
      element("span", { class: "who" }, this.name, this.about),
      this.cube,
      this.pips,
      this.score,
    );
  }

  /**
   * @param {MatchState} state
   * @param {Player} player
   * @param {{thinking: boolean, pips: boolean}} options
   */
  show(state, player, { thinking, pips }) {
    const seat = state.seats[player];
    const isToAct = state.to_act === player && state.phase !== "over";
    const name = nameOf(state, player);
    this.root.setAttribute("aria-label", name === colourName(player) ? name : `${name}, ${colourName(player)}`);
    this.root.classList.toggle("to-act", isToAct);
    this.root.classList.toggle("thinking", thinking);
    this.disc.className = `disc ${player}`;
    this.name.textContent = name;
    const away = seat.kind === "person" && seat.taken && !seat.present && state.kind === "link";
    this.root.classList.toggle("away", away);
    this.about.textContent = thinking
      ? text("thinking")
      : away
        ? awayText(seat.away?.since)
        : seat.kind === "bot"
          ? (seat.level_title ?? "")
          : isToAct && !state.phase.startsWith("to-answer")
            ? text("to move")
            : "";
    this.pips.hidden = !pips;
    this.pips.replaceChildren(
      element("span", { "aria-hidden": "true" }, String(state.pips[player])),
      element("span", { class: "hidden-words" }, counted("{count} pip", "{count} pips", state.pips[player])),
    );
    const owns = state.cube.owner === player;
    this.cube.hidden = !owns;
    this.cube.replaceChildren(
      element("span", { "aria-hidden": "true" }, String(state.cube.value)),
      element("span", { class: "hidden-words" }, text("owns the cube at {value}", { value: state.cube.value })),
    );
    this.score.replaceChildren(
      element("span", { class: "hidden-words" }, scoreText(state, player)),
      element("span", { "aria-hidden": "true" }, element("b", {}, String(shownScore(state, player))), state.length === null ? "" : `/${state.length}`),
    );
  }
}

/**
 * @param {MatchState} state
 * @param {Player} player
 */
function scoreText(state, player) {
  return state.length === null
    ? counted("{count} point", "{count} points", state.score[player])
    : text("{points} of {length} points", { points: shownScore(state, player), length: state.length });
}

/**
 * Tags for special conditions of the present game: Crawford, automatic doubles, gammons that do not count.
 * @param {MatchState} state
 */
export function gameTags(state) {
  const tags = [];
  // Between two games the state is that of the next one, and the result says what it will be.
  if (state.crawford && state.phase !== "opening") tags.push({ label: text("Crawford game"), title: text("No doubling in this game") });
  if (state.automatic_doubles > 0) {
    tags.push({ label: counted("{count} automatic double", "{count} automatic doubles", state.automatic_doubles), title: text("Tied opening rolls have doubled the cube") });
  }
  if (!state.gammons_count) {
    tags.push({ label: text("Jacoby: gammons don't count yet"), title: text("Gammons count once the cube has been turned") });
  }
  return tags.map(({ label, title }) => element("span", { class: "tag lit", title }, label));
}

/** The tag that a spectator sees. */
export function spectatorTag() {
  return element("span", { class: "tag" }, icon("eye"), text("You are watching"));
}
