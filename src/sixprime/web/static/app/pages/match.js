/** The game page: it joins table and connection, sends what the players do, and decides when what is shown. */

import { PLAYERS } from "../../board/model/places.js";
import { get } from "../shared/api.js";
import { bearingOff, nextDeed } from "../match/automatic-actions.js";
import { ask } from "../shared/dialogs.js";
import { asksToAbort, follow, isBetweenGames, isOver, lastSight, seatFor } from "../match/match-state.js";
import { Live } from "../match/live.js";
import { MatchTable } from "../match/match-table.js";
import { nameOf } from "../shared/names.js";
import { momentOf, Pace } from "../match/display-queue.js";
import { keepRoll, keptSeed } from "../dice/seeds.js";
import { onChange, settings } from "../settings/settings.js";
import { announce, note, openPage, showProblem } from "../shared/shell.js";
import { obeyKey, obeyTyped } from "../match/typed-commands.js";
import { language, text } from "../shared/translations.js";

/** @typedef {import("../shared/types.js").MatchState} MatchState */
/** @typedef {import("../shared/types.js").Entry} Entry */
/** @typedef {import("../shared/types.js").Player} Player */

/** Where all is to happen at once, this many milliseconds are enough before what happens by itself. */
const HURRY = 100;

class MatchPage {
  /** @type {any} */
  automaticTimer = null;
  connected = true;
  /** @type {Player | null} */
  thinking = null;
  isSending = false;
  /** The version that the last command of this page led to. */
  acknowledged = 0;

  /**
   * @param {HTMLElement} main
   * @param {MatchState} state
   */
  constructor(main, state) {
    /** The latest that the server has said. */
    this.state = state;
    /** What is shown: the latest, or what leads there. */
    this.shown = state;
    this.table = new MatchTable(main, state, {
      send: (seat, action, more) => void this.send(seat, action, more),
      sendIf: (action) => this.sendIf(action),
      double: () => void this.double(),
      abort: () => void this.#abort(),
      results: async () => (await this.#results()).open(),
      typed: (written) => obeyTyped(this, written),
      seated: (seated) => this.#seated(seated),
      circumstances: () => ({ thinking: this.pace?.behind ? null : this.thinking, busy: this.busy, connected: this.connected }),
    });
    this.board = this.table.board;
    this.controls = this.table.controls;
    this.moves = this.table.moves;
    this.pace = new Pace(
      (sight) => this.#show(sight.state, sight.entry),
      ({ entry, state: seen }) => (this.#isOwn(entry, seen) ? 0 : momentOf(entry, settings().speed)),
    );
    this.live = new Live(
      state.match,
      {
        state: (fresh, entries) => this.#hear(fresh, entries),
        connection: (isThere) => this.#connection(isThere),
        presence: (seats) => this.#presence(seats),
        thinking: (seat) => {
          this.thinking = seat;
          this.table.showBars();
        },
      },
      { language: language(), version: state.version },
    );
    this.#listen();
    this.#show(state, null);
    if (isOver(state)) void this.#results().then((results) => results.open());
    void this.moves.load(state);
    this.live.connect();
  }

  #listen() {
    const { board } = this;
    const on = (/** @type {string} */ name, /** @type {(detail: any) => void} */ hear) =>
      board.addEventListener(name, (event) => hear(/** @type {CustomEvent} */ (event).detail));
    on("roll", ({ seat, action }) => void this.send(seat, action));
    on("play", ({ seat, steps }) => void this.send(seat, "play", { steps }));
    on("double-asked", () => void this.double());
    on("bear-off-asked", () => void this.#bestPlay());
    on("turn-changed", ({ isComplete, canUndo, pips }) => {
      this.table.turn = { started: canUndo, complete: isComplete };
      this.table.pips = pips;
      this.table.showControls();
      this.table.showBars();
    });
    board.addEventListener("pointerdown", () => this.pace.behind && this.pace.hurry(), { capture: true });
    onChange(() => {
      this.table.applySettings();
      this.table.showBars();
      this.#automatic();
    });
    // A network that goes does not always take the connection with it (a server at home stays): trying tells at once.
    for (const change of ["online", "offline"]) window.addEventListener(change, () => this.live.connect());
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible" && !this.connected) this.live.connect();
    });
    document.addEventListener("keydown", (event) => obeyKey(this, event));
  }

  /** Whether a command of this page waits for its answer, or for what it led to. */
  get busy() {
    return this.isSending || this.state.version < this.acknowledged;
  }

  /** How far the turn on the board is. */
  get turn() {
    return this.table.turn;
  }

  // What the server says

  /**
   * @param {MatchState} fresh
   * @param {Entry[]} entries
   */
  #hear(fresh, entries) {
    keepRoll(fresh);
    const before = this.state;
    this.state = fresh;
    if (fresh.to_act === null || fresh.seats[fresh.to_act].kind !== "bot") this.thinking = null;
    if (entries.length === 0 || entries.length > 6 || entries.some(({ entry }) => entry.type === "take-back")) {
      // A page that was away, or a turn taken back: only the latest matters.
      if (entries.length > 0) void this.moves.load(fresh);
      this.pace.hurry();
      this.pace.add({ state: fresh, entry: null });
      return;
    }
    /** @type {import("../match/display-queue.js").Sight[]} */
    const sights = [];
    let seen = before;
    for (const entry of entries.slice(0, -1)) {
      seen = { ...follow(seen, entry), seats: fresh.seats, you: fresh.you };
      sights.push({ state: seen, entry });
    }
    sights.push({ state: fresh, entry: entries.at(-1) ?? null });
    this.pace.add(...sights);
  }

  /** @param {boolean} isThere */
  #connection(isThere) {
    if (isThere === this.connected) return;
    this.connected = isThere;
    this.table.showConnection(isThere);
    if (isThere) announce(text("The connection is back."));
  }

  /** @param {Record<Player, boolean>} present */
  #presence(present) {
    const seats = { ...this.state.seats };
    for (const player of PLAYERS) {
      const seat = seats[player];
      if (seat.taken && seat.kind === "person" && seat.present !== present[player] && !this.state.you.includes(player)) {
        const name = nameOf(this.state, player);
        announce(present[player] ? text("{player} is here.", { player: name }) : text("{player} is away.", { player: name }));
      }
      seats[player] = { ...seat, present: present[player] };
    }
    const isLatest = this.shown === this.state;
    this.state = { ...this.state, seats };
    this.shown = isLatest ? this.state : { ...this.shown, seats };
    this.table.shown = this.shown;
    this.table.showBars();
  }

  // What is shown

  /**
   * @param {MatchState} state
   * @param {Entry | null} entry what has led to it
   */
  #show(state, entry) {
    const before = this.shown;
    if (entry) this.moves.add(entry, before, state);
    const hasEnded = state.results.length > before.results.length || (isOver(state) && !isOver(before));
    this.shown = state;
    const isEnd = isBetweenGames(state) || isOver(state);
    const sight = isEnd && entry && before.results.length < state.results.length ? this.#end(before, entry, state) : isEnd && this.ended ? this.ended : state;
    if (!isEnd) this.ended = null;
    this.table.show(state, sight);
    if (hasEnded) void this.#results().then((results) => results.openSoon());
    else if (!isEnd) this.results?.close();
    this.#automatic();
  }

  /** @type {import("../match/result-panel.js").ResultPanel | null} */
  results = null;

  async #results() {
    const { ResultPanel } = await import("../match/result-panel.js");
    this.results ??= new ResultPanel(this);
    return this.results;
  }

  /**
   * The board as it was when a game ended; the state is already that of the next one.
   * @type {MatchState | null}
   */
  ended = null;

  /**
   * @param {MatchState} before
   * @param {Entry} entry
   * @param {MatchState} after
   */
  #end(before, entry, after) {
    const sight = lastSight(before, [entry]);
    this.ended = { ...sight, results: after.results, result: after.result, last: after.last, version: after.version };
    return this.ended;
  }

  /** @param {MatchState} state */
  #seated(state) {
    this.state = state;
    this.#show(state, null);
    this.live.version = state.version;
    this.live.connect();
  }

  // What the player does

  /**
   * @param {Entry | null} entry
   * @param {MatchState} state
   */
  #isOwn(entry, state) {
    if (!entry || entry.entry.type === "open") return false;
    const by = /** @type {Player | undefined} */ (entry.entry.player ?? entry.entry.seat);
    return by === undefined || state.you.includes(by);
  }

  /**
   * @param {Player} seat
   * @param {string} action
   * @param {Record<string, unknown>} [more]
   * @param {boolean} [quiet] nobody has asked for it: a refusal is no news
   */
  async send(seat, action, more = {}, quiet = false) {
    if (this.busy) return;
    clearTimeout(this.automaticTimer);
    this.isSending = true;
    this.table.showControls();
    try {
      this.acknowledged = (await this.live.command(seat, action, more)).version;
    } catch (refusal) {
      const { code, message } = /** @type {import("../match/live.js").Refusal} */ (refusal);
      if (!quiet && code !== "stale") note(message, { kind: "bad" });
      this.pace.hurry();
      this.#show(this.state, null);
    } finally {
      this.isSending = false;
      this.table.showControls();
      this.#automatic();
    }
  }

  /** @param {string} action */
  sendIf(action) {
    const seat = seatFor(this.shown, action);
    if (seat) void this.send(seat, action);
    return seat !== null;
  }

  /** The best way to bear off, as the engine sees it; where it has no answer, the player has. */
  async #bestPlay() {
    const { version } = this.shown;
    /** @type {[number, number][] | undefined} */
    let steps;
    try {
      steps = bearingOff((await get(`/api/matches/${this.shown.match}/hint`)).plays ?? [])?.steps;
    } catch {
      return;
    }
    if (steps && this.shown.version === version) this.board.playSteps(steps, { confirm: true });
  }

  async double() {
    const seat = seatFor(this.shown, "double");
    if (!seat) return;
    const value = this.shown.cube.value * 2;
    const yes = await ask(text("Double to {value}?", { value }), {
      explanation: text("Your opponent may give up the game now, or play on for {value}.", { value }),
      yes: text("Double"),
    });
    if (yes && seatFor(this.shown, "double") === seat) void this.send(seat, "double");
  }

  async #abort() {
    const asks = asksToAbort(this.state);
    const yes = await ask(text("End this match without a result?"), {
      explanation: asks ? text("Your opponent will be asked, and may play on.") : text("It will stay in your list, but nobody has won."),
      yes: asks ? text("Ask") : text("End it"),
      bad: true,
    });
    if (yes) this.sendIf("abort");
  }

  // What happens by itself

  #automatic() {
    clearTimeout(this.automaticTimer);
    if (this.busy || this.pace.behind || this.shown !== this.state) return;
    const deed = nextDeed(this.shown, settings());
    if (!deed) return;
    this.automaticTimer = setTimeout(() => {
      if (this.busy || this.shown !== this.state) return;
      if (deed.action === "reveal") this.#reveal(deed.seat);
      else void this.send(deed.seat, deed.action, {}, true);
    }, settings().speed === "off" ? Math.min(deed.wait, HURRY) : deed.wait);
  }

  /** @param {Player} seat */
  #reveal(seat) {
    const kept = keptSeed(this.state.match);
    if (!kept) {
      note(text("This browser no longer has its share of the dice for this match, so it cannot begin."), { kind: "bad", stays: 20000 });
      return;
    }
    void this.send(seat, "reveal", { seed: kept.seed }, true);
  }
}

// The words and the match come at the same time.
const opening = openPage({ page: "match", title: () => text("Match"), bare: true });
const match = location.pathname.split("/")[2] ?? "";
/** @type {Promise<MatchState>} */
const asking = get(`/api/matches/${encodeURIComponent(match)}`);
asking.catch(() => {}); // It is told below, when there is a page to tell it.
const { main } = await opening;
try {
  const state = await asking;
  if (state.kind === "study") location.replace(`/replay/${state.match}`);
  else new MatchPage(main, state);
} catch (problem) {
  showProblem(main, problem, () => location.reload());
}
void import("../shared/offline.js").then(({ keepForOffline }) => keepForOffline());
