/** The dialog at the end of a game or a match: the winner, the points and why, and what to do next. */

import { PLAYERS } from "../../board/model/places.js";
import { storedSeed } from "../dice/seeds.js";
import { settings } from "../settings/settings.js";
import { errorMessage, get } from "../shared/api.js";
import { openDialog } from "../shared/dialogs.js";
import { button, element, icon, setChildren } from "../shared/dom.js";
import { nameOf } from "../shared/names.js";
import { showToast } from "../shared/shell.js";
import { counted, text } from "../shared/translations.js";
import { ledgerPart } from "./ledger.js";
import { isBetweenGames, isOver, seatFor } from "./match-state.js";

/** @typedef {import("../shared/types.js").GameResult} GameResult */
/** @typedef {import("../shared/types.js").MatchState} MatchState */
/** @typedef {import("../shared/types.js").Player} Player */

/** The delay before the dialog opens, in milliseconds; the short one is used without animations. */
const PAUSE = 1100;
const SHORT_PAUSE = 250;

/**
 * @typedef {object} ResultPanelHost the callbacks of the match page
 * @property {MatchState} shown
 * @property {(seat: Player, action: string) => unknown} send
 */

/** In a window lower than this, in pixels, the account is folded, so that the buttons are visible. */
const LOW_WINDOW = 700;

/** Opens and closes the dialog. */
export class ResultPanel {
  /** @param {ResultPanelHost} page */
  constructor(page) {
    this.host = page;
    /** @type {HTMLDialogElement | null} */
    this.dialog = null;
    /** @type {any} */
    this.timer = null;
  }

  /** Open after the last checker has arrived. */
  openSoon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.open(), settings().speed === "off" ? SHORT_PAUSE : PAUSE);
  }

  close() {
    clearTimeout(this.timer);
    this.dialog?.close();
  }

  open() {
    const state = this.host.shown;
    if (this.dialog || !(isBetweenGames(state) || isOver(state))) return;
    const game = state.results.at(-1);
    this.dialog = openDialog(titleOf(state), [
      game && state.phase !== "aborted" ? gamePart(state, game) : null,
      scorePart(state),
      state.ledger && state.ledger.games.length > 0 ? ledgerPart(state, innerHeight >= LOW_WINDOW) : null,
      ...(isOver(state) ? this.#afterMatch(state) : this.#betweenGames(state)),
    ], { kind: "result", onclose: () => (this.dialog = null) });
  }

  /** @param {MatchState} state */
  #betweenGames(state) {
    const open = seatFor(state, "open");
    const end = seatFor(state, "end");
    return [
      element(
        "div",
        { class: "buttons" },
        open ? button(text("Next game"), { kind: "main", icon: "next", autofocus: true, onclick: () => (this.close(), this.host.send(open, "open")) }) : null,
        button(text("Look at the board"), { onclick: () => this.close() }),
        end ? button(text("End the session"), { onclick: () => (this.close(), this.host.send(end, "end")) }) : null,
      ),
    ];
  }

  /** @param {MatchState} state */
  #afterMatch(state) {
    const dice = element("div", { class: "dice-check" });
    void checkDice(state, dice);
    const again = button(text("Rematch"), { kind: "main", icon: "back", autofocus: true, onclick: () => void rematch(state, again) });
    return [
      dice,
      element(
        "div",
        { class: "buttons" },
        state.you.length > 0 ? again : null,
        element("a", { class: "button", href: `/replay/${state.match}` }, icon("eye"), element("span", {}, text("Review"))),
        element("a", { class: "button", href: "/" }, icon("play"), element("span", {}, text("New game"))),
      ),
      element(
        "p",
        { class: "exports" },
        icon("download"),
        element("span", {}, text("Save as")),
        ...["mat", "sgf", "json"].map((format) => element("a", { href: `/api/matches/${state.match}/export/${format}`, download: "" }, format === "json" ? "JSON" : `.${format}`)),
      ),
    ];
  }
}

/** @param {MatchState} state */
function titleOf(state) {
  if (state.phase === "aborted") return text("Ended without a result");
  if (state.phase === "over") {
    const winner = state.result?.winner;
    if (!winner) return text("The session is over: level");
    const isMe = state.you.length === 1 && state.you.includes(winner);
    if (state.length === null) return isMe ? text("You have won the session") : text("{player} has won the session", { player: nameOf(state, winner) });
    return isMe ? text("You have won the match") : text("{player} has won the match", { player: nameOf(state, winner) });
  }
  const winner = state.results.at(-1)?.winner ?? "white";
  return state.you.length === 1 && state.you.includes(winner) ? text("You have won the game") : text("{player} has won the game", { player: nameOf(state, winner) });
}

/**
 * @param {MatchState} state
 * @param {GameResult} game
 */
function gamePart(state, game) {
  const kind = { single: text("single game"), gammon: text("gammon"), backgammon: text("backgammon") }[game.win];
  return element(
    "div",
    { class: "game-result" },
    element("span", { class: "points numbers" }, `+${game.points}`),
    element(
      "div",
      {},
      element("p", {}, element("b", {}, nameOf(state, game.winner)), " · ", kind, game.cube > 1 ? [" · ", text("cube at {value}", { value: game.cube })] : null),
      element("p", { class: "soft" }, game.reason),
    ),
  );
}

/** @param {MatchState} state */
function scorePart(state) {
  if (state.phase === "aborted") return null;
  return element(
    "div",
    { class: "final-score" },
    ...PLAYERS.map((player) =>
      element(
        "div",
        {},
        element("span", { class: `disc ${player}` }),
        element("span", { class: "name" }, nameOf(state, player)),
        element("b", { class: "numbers" }, String(state.score[player]), state.length === null ? "" : element("small", {}, `/${state.length}`)),
      ),
    ),
    state.phase === "opening" && state.crawford ? element("p", { class: "soft" }, text("The next game is the Crawford game: nobody may double.")) : null,
  );
}

/**
 * Start a new match with the same settings.
 * @param {MatchState} state
 * @param {HTMLButtonElement} pressed
 */
async function rematch(state, pressed) {
  pressed.disabled = true;
  try {
    const { beginMatch, choicesOf } = await import("../new-game/choices.js");
    const { state: fresh } = await beginMatch(choicesOf(state));
    location.assign(`/match/${fresh.match}`);
  } catch (problem) {
    showToast(errorMessage(problem), { kind: "bad" });
    pressed.disabled = false;
  }
}

/**
 * Verify the dice in this browser by deriving every roll again, and show the result.
 * @param {MatchState} state
 * @param {HTMLElement} place
 */
async function checkDice(state, place) {
  setChildren(place, element("p", { class: "soft" }, text("Checking the dice…")));
  try {
    const transcript = await get(`/api/matches/${state.match}/dice`);
    const { verify } = await import("../dice/verify.js");
    const { verified, flaws } = await verify(transcript, storedSeed(state.match));
    const isGood = flaws.length === 0;
    const words = isGood
      ? counted("{count} roll verified", "{count} rolls verified", verified)
      : text("The dice could not be verified: {why}", { why: flawText(/** @type {import("../dice/verify.js").Finding["flaws"][number]} */ (flaws[0])) });
    setChildren(
      place,
      element(
        "details",
        { class: isGood ? "verified" : "unverified" },
        element("summary", {}, icon("shield"), element("span", {}, words)),
        element("p", {}, text("This browser has worked out every roll again, from the secret that the server had promised before the match, and from the numbers that the players added.")),
        element(
          "dl",
          { class: "hashes" },
          ...[
            [text("Promised at the start"), transcript.commitment],
            [text("The server's secret"), transcript.secret],
            [text("White's number"), transcript.seeds.white?.seed],
            [text("Black's number"), transcript.seeds.black?.seed],
          ]
            .filter(([, value]) => value)
            .flatMap(([label, value]) => [element("dt", {}, label), element("dd", {}, value)]),
        ),
        element("p", {}, element("a", { href: `/api/matches/${state.match}/dice`, download: "dice.json" }, text("Save the transcript")), " · ", element("a", { href: "/dice" }, text("How this works"))),
      ),
    );
  } catch (problem) {
    setChildren(place, element("p", { class: "soft" }, errorMessage(problem)));
  }
}

/** @param {{flaw: import("../dice/verify.js").Flaw, number?: number}} flaw */
function flawText({ flaw, number }) {
  switch (flaw) {
    case "waiting":
      return text("the secret is not shown yet");
    case "secret":
      return text("the secret is not the one that was promised");
    case "own-commitment":
      return text("the promise is not the one that this browser saw at the start");
    case "own-seed":
      return text("the number of this browser was not used");
    case "seed":
      return text("a player's number is not the one that was promised");
    case "order":
      return text("roll {number} is missing", { number });
    default:
      return text("roll {number} should have been another", { number });
  }
}
