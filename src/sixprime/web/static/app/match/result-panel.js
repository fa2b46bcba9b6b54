/** The dialog at the end of a game or a match: the winner, the points and why, and what to do next. */

import { opponent, PLAYERS } from "../../board/model/places.js";
import { storedSeed } from "../dice/seeds.js";
import { settings } from "../settings/settings.js";
import { errorMessage, get } from "../shared/api.js";
import { openDialog } from "../shared/dialogs.js";
import { button, element, icon, setChildren } from "../shared/dom.js";
import { nameOf, rematchWish, subjectOf } from "../shared/names.js";
import { showToast } from "../shared/shell.js";
import { counted, text } from "../shared/translations.js";
import { ledgerPart } from "./ledger.js";
import { isBetweenGames, isOver, isYou, seatFor, shownScore } from "./match-state.js";

/** @typedef {import("../shared/types.js").GameResult} GameResult */
/** @typedef {import("../shared/types.js").MatchState} MatchState */
/** @typedef {import("../shared/types.js").Player} Player */

/** The delay before the dialog opens, in milliseconds; the short one is used without animations. */
const PAUSE = 1100;
const SHORT_PAUSE = 250;

/**
 * @typedef {object} ResultPanelHost the callbacks of the match page
 * @property {MatchState} shown
 * @property {string} rematchNews
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
    /** @type {HTMLButtonElement | null} */
    this.again = null;
    this.wish = element("p", { class: "rematch-wish", role: "status" });
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
        button(text("View the board"), { onclick: () => this.close() }),
        end ? button(text("End the session"), { onclick: () => (this.close(), this.host.send(end, "end")) }) : null,
      ),
    ];
  }

  /** Say whether the opponent waits for a rematch, also while the dialog is open. */
  showRematch() {
    const { shown, rematchNews } = this.host;
    if (this.wish.textContent !== rematchNews) this.wish.textContent = rematchNews;
    const label = this.again?.querySelector("span");
    if (label) label.textContent = rematchWish(shown) ? text("Play the rematch") : text("Rematch");
  }

  /** Go to the rematch. */
  async rematch() {
    const { again } = this;
    if (again) again.disabled = true;
    try {
      const { beginRematch } = await import("../new-game/rematch.js");
      location.assign(`/match/${await beginRematch(this.host.shown)}`);
    } catch (problem) {
      showToast(errorMessage(problem), { kind: "bad" });
      if (again) again.disabled = false;
    }
  }

  /** @param {MatchState} state */
  #afterMatch(state) {
    const dice = element("div", { class: "dice-check" });
    void checkDice(state, dice);
    const again = button("", { kind: "main", icon: "back", autofocus: true, onclick: () => void this.rematch() });
    this.again = again;
    this.showRematch();
    return [
      dice,
      this.wish,
      element(
        "div",
        { class: "buttons" },
        state.you.length > 0 ? again : null,
        element("a", { class: "button", href: `/review/${state.match}` }, icon("eye"), element("span", {}, text("Review"))),
        button(text("Analyse"), { icon: "chart", onclick: () => void analyse(state.match) }),
        element("a", { class: "button", href: "/" }, icon("play"), element("span", {}, text("New game"))),
      ),
      element(
        "p",
        { class: "exports" },
        icon("download"),
        element("span", {}, text("Save as…")),
        ...["mat", "sgf", "json"].map((format) => element("a", { href: `/api/matches/${state.match}/export/${format}`, download: "" }, format === "json" ? "JSON" : `.${format}`)),
      ),
    ];
  }
}

/** Ask for a depth and open the review. @param {string} match */
async function analyse(match) {
  const { analyseMatch } = await import("../analysis/depths.js");
  await analyseMatch(match);
}

/** @param {MatchState} state */
function titleOf(state) {
  if (state.phase === "aborted") return text("Match abandoned");
  if (state.phase === "over") {
    const winner = state.result?.winner;
    if (!winner) return text("The session ended level");
    const isMe = state.you.length === 1 && state.you.includes(winner);
    if (state.length === null) return isMe ? text("You won the session") : text("{player} won the session", { player: subjectOf(state, winner) });
    return isMe ? text("You won the match") : text("{player} won the match", { player: subjectOf(state, winner) });
  }
  const winner = state.results.at(-1)?.winner ?? "white";
  return state.you.length === 1 && state.you.includes(winner) ? text("You won the game") : text("{player} won the game", { player: subjectOf(state, winner) });
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
    isYou(state, opponent(game.winner))
      ? element("span", { class: "points numbers lost" }, `\u2212${game.points}`)
      : element("span", { class: "points numbers" }, `+${game.points}`),
    element(
      "div",
      {},
      element("p", {}, element("b", {}, nameOf(state, game.winner)), " · ", kind, game.cube > 1 ? [" · ", text("cube at {value}", { value: game.cube })] : null),
      element("p", { class: "soft" }, reasonTexts(state, game).join(" ")),
    ),
  );
}

/**
 * Why the game is over and counts what it counts, in the names that the page uses.
 * @param {MatchState} state
 * @param {GameResult} game
 */
function reasonTexts(state, game) {
  const loser = opponent(game.winner);
  const isMine = isYou(state, loser);
  const player = nameOf(state, loser);
  if (game.ending === "dropped") return [isMine ? text("You dropped the double.") : text("{player} dropped the double.", { player })];
  if (game.ending === "resigned") return [isMine ? text("You resigned.") : text("{player} resigned.", { player })];
  const isJacoby = game.win !== "single" && game.points === game.cube;
  const words = isMine ? ownLoss(state, game) : lossOf(state, game, player);
  return isJacoby ? [words, text("By the Jacoby rule it counts once, because the cube was never turned.")] : [words];
}

/**
 * @param {MatchState} state
 * @param {GameResult} game
 */
function ownLoss({ rules }, { win, loser_off: off }) {
  if (win === "backgammon" && rules.triple_win === "outside-home") return text("You still had checkers outside your home.");
  if (win === "backgammon") return text("You had borne off no checker, and still had one on the bar or in the winner's home.");
  if (win === "gammon") return text("You had borne off no checker.");
  return counted("You had borne off {count} checker.", "You had borne off {count} checkers.", off);
}

/**
 * @param {MatchState} state
 * @param {GameResult} game
 * @param {string} player
 */
function lossOf({ rules }, { win, loser_off: off }, player) {
  if (win === "backgammon" && rules.triple_win === "outside-home") return text("{player} still had checkers outside home.", { player });
  if (win === "backgammon") return text("{player} had borne off no checker, and still had one on the bar or in the winner's home.", { player });
  if (win === "gammon") return text("{player} had borne off no checker.", { player });
  return counted("{player} had borne off {count} checker.", "{player} had borne off {count} checkers.", off, { player });
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
        element("b", { class: "numbers" }, String(shownScore(state, player)), state.length === null ? "" : element("small", {}, `/${state.length}`)),
      ),
    ),
    state.phase === "opening" && state.crawford ? element("p", { class: "soft" }, text("The next game is the Crawford game: no doubling.")) : null,
  );
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
    const { noteText } = await import("../dice/notes.js");
    const { verified, flaws, notes } = await verify(transcript, storedSeed(state.match));
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
        element("p", {}, text("This browser has recomputed every roll from the secret that the server committed to before the match and the seeds that the players added.")),
        ...notes.map((note) => element("p", {}, noteText(note))),
        element(
          "dl",
          { class: "hashes" },
          ...[
            [text("Commitment at the start"), transcript.commitment],
            [text("The server's secret"), transcript.secret],
            [text("White's seed"), transcript.seeds.white?.seed],
            [text("Black's seed"), transcript.seeds.black?.seed],
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
      return text("the secret has not been revealed yet");
    case "secret":
      return text("the secret does not match the server's commitment");
    case "own-commitment":
      return text("the commitment is not the one this browser saw at the start");
    case "own-seed":
      return text("this browser's seed was not used");
    case "seed":
      return text("a player's seed does not match its commitment");
    case "own-match":
      return text("the transcript is of another match");
    case "own-seeds":
      return text("the players had committed to other seeds at the start");
    case "own-imported":
      return text("the rolls are not counted from where the match began");
    case "unseen":
      return text("roll {number} was never shown to this browser", { number });
    case "order":
      return text("roll {number} is missing", { number });
    default:
      return text("roll {number} is not the one that follows from the secret", { number });
  }
}
