/** The match page: connects the board and its controls with the server, and decides what is shown when. */

import { PLAYERS } from "../../board/model/places.js";
import { pinDice, storedSeed, storeRolls } from "../dice/seeds.js";
import { DisplayQueue, displayTime } from "../live/display-queue.js";
import { Live } from "../live/live.js";
import { bestBearOff, nextAutomaticAction } from "../match/automatic-actions.js";
import { abortNeedsConsent, isBetweenGames, isOver, seatFor, stateAfter, stateAtGameEnd } from "../match/match-state.js";
import { MatchTable } from "../match/match-table.js";
import { Tutor } from "../match/tutor.js";
import { handleKey, runTyped } from "../match/typed-commands.js";
import { onSettingsChange, settings } from "../settings/settings.js";
import { get } from "../shared/api.js";
import { ask } from "../shared/dialogs.js";
import { rematchNews, rematchWish, subjectOf } from "../shared/names.js";
import { announce, openPage, showError, showToast } from "../shared/shell.js";
import { language, sentence, text } from "../shared/translations.js";

/** @typedef {import("../shared/types.js").Entry} Entry */
/** @typedef {import("../shared/types.js").MatchState} MatchState */
/** @typedef {import("../shared/types.js").Player} Player */

/** The longest delay before an automatic action when animations are off, in milliseconds. */
const SHORT_DELAY = 100;

/** The page of one match. */
class MatchPage {
  /** @type {any} */
  automaticTimer = null;
  connected = true;
  /** @type {Player | null} */
  thinking = null;
  isSending = false;
  /** The version of the match after this page's last command. */
  acknowledgedVersion = 0;

  /**
   * @param {HTMLElement} main
   * @param {MatchState} state
   */
  constructor(main, state) {
    /** The latest state from the server. */
    this.state = state;
    /** The state that is shown: the latest, or one on the way to it. */
    this.shown = state;
    /** The last news of a rematch. */
    this.rematchNews = rematchWish(state);
    this.tutor = new Tutor(this);
    this.table = new MatchTable(main, state, {
      tutorPanel: this.tutor.panel,
      send: (seat, action, more) => void this.send(seat, action, more),
      sendIf: (action) => this.sendIf(action),
      double: () => void this.double(),
      abort: () => void this.#abort(),
      results: async () => (await this.#loadResults()).open(),
      rematch: async () => (await this.#loadResults()).rematch(),
      typed: (written) => runTyped(this, written),
      seated: (seated) => this.#seated(seated),
      status: () => ({ thinking: this.queue?.isBehind ? null : this.thinking, busy: this.busy, connected: this.connected }),
    });
    /** @type {import("../../board/element.js").BackgammonBoard} */
    this.board = this.table.board;
    this.controls = this.table.controls;
    this.moves = this.table.moves;
    this.queue = new DisplayQueue(
      (snapshot) => this.#show(snapshot.state, snapshot.entry),
      ({ entry, state: seen }) => (this.#isOwn(entry, seen) ? 0 : displayTime(entry, settings().speed)),
    );
    this.live = new Live(
      state.match,
      {
        state: (fresh, entries) => this.#receive(fresh, entries),
        connection: (isThere) => this.#connection(isThere),
        presence: (seats, away) => this.#presence(seats, away),
        rematch: (rematch) => {
          this.state = { ...this.state, rematch };
          this.#catchUp();
        },
        deleted: () => showError(main, text("This match has been deleted.")),
        thinking: (seat) => {
          this.thinking = seat;
          this.table.showBars();
        },
      },
      { language: language(), version: state.version },
    );
    this.#listen();
    this.#show(state, null);
    if (isOver(state)) void this.#loadResults().then((results) => results.open());
    void this.moves.load(state);
    /** Fulfilled when the rolls that came while this browser was away are stored. */
    this.caughtUp = this.#catchUpRolls(state);
    this.live.connect();
  }

  /**
   * Store the rolls that came while this browser was away.
   * @param {MatchState} state
   */
  async #catchUpRolls(state) {
    const kept = storedSeed(state.match);
    if (!kept?.pins || (kept.version ?? 0) >= state.version) return;
    /** @type {Entry[]} */
    const entries = [];
    try {
      for (let more = true; more; ) {
        const part = await get(`/api/matches/${state.match}/entries?after=${(kept.version ?? 0) + entries.length}`);
        entries.push(...part.entries);
        more = part.more && entries.length < state.version;
      }
    } catch {
      return; // What was missed is noted as such with the next state.
    }
    storeRolls(state, entries.filter(({ seq }) => seq <= state.version));
  }

  #listen() {
    const { board } = this;
    const on = (/** @type {string} */ name, /** @type {(detail: any) => void} */ hear) =>
      board.addEventListener(name, (event) => hear(/** @type {CustomEvent} */ (event).detail));
    on("roll", ({ seat, action }) => void this.send(seat, action));
    on("play", ({ seat, steps }) => void this.send(seat, "play", { steps }));
    on("double-asked", () => void this.double());
    on("answer", ({ seat, action }) => void this.send(seat, action));
    on("refused", ({ source, steps }) => void this.#explainRefusal(source, steps));
    on("bear-off-asked", () => void this.#playBestBearOff());
    on("turn-changed", ({ seat, steps, isComplete, canUndo, pips }) => {
      this.tutor.turnChanged({ seat, steps, isComplete });
      this.table.turn = { started: canUndo, complete: isComplete };
      this.table.pips = pips;
      this.table.showControls();
      this.table.showBars();
    });
    board.addEventListener("pointerdown", () => this.queue.isBehind && this.queue.flush(), { capture: true });
    onSettingsChange(() => {
      this.table.applySettings();
      this.tutor.show(this.shown);
      this.table.showBars();
      this.#scheduleAutomaticAction();
    });
    // The connection may survive a change of the network (a server at home stays reachable): reconnecting finds out at once.
    for (const change of ["online", "offline"]) window.addEventListener(change, () => this.live.connect());
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible" && !this.connected) this.live.connect();
    });
    document.addEventListener("keydown", (event) => handleKey(this, event));
  }

  /** Whether a command of this page waits for its answer, or for the state after it. */
  get busy() {
    return this.isSending || this.state.version < this.acknowledgedVersion;
  }

  /** The progress of the turn on the board. */
  get turn() {
    return this.table.turn;
  }

  // Messages from the server

  /**
   * @param {MatchState} fresh
   * @param {Entry[]} entries
   */
  #receive(fresh, entries) {
    void this.caughtUp.then(() => storeRolls(fresh, entries));
    const before = this.state;
    this.state = fresh;
    this.tutor.prepare(fresh);
    if (fresh.to_act === null || fresh.seats[fresh.to_act].kind !== "bot") this.thinking = null;
    if (entries.length === 0 || entries.length > 6 || entries.some(({ entry }) => entry.type === "take-back")) {
      // After a reconnect or a take-back only the latest state is shown.
      if (entries.length > 0) void this.moves.load(fresh);
      this.queue.flush();
      this.queue.add({ state: fresh, entry: null });
      return;
    }
    /** @type {import("../live/display-queue.js").Snapshot[]} */
    const snapshots = [];
    let seen = before;
    for (const entry of entries.slice(0, -1)) {
      seen = { ...stateAfter(seen, entry), seats: fresh.seats, you: fresh.you };
      snapshots.push({ state: seen, entry });
    }
    snapshots.push({ state: fresh, entry: entries.at(-1) ?? null });
    this.queue.add(...snapshots);
  }

  /** @param {boolean} isThere */
  #connection(isThere) {
    if (isThere === this.connected) return;
    this.connected = isThere;
    this.table.showConnection(isThere);
    if (!isThere) return;
    announce(text("Connection restored."));
    void import("../shared/offline.js").then(({ hideOfflineBanner }) => hideOfflineBanner());
  }

  /**
   * @param {Record<Player, boolean>} present
   * @param {Partial<import("../shared/answer-types.js").AbsencesAnswer>} away
   */
  #presence(present, away) {
    const seats = { ...this.state.seats };
    for (const player of PLAYERS) {
      const seat = seats[player];
      if (seat.taken && seat.kind === "person" && seat.present !== present[player] && !this.state.you.includes(player)) {
        const name = subjectOf(this.state, player);
        if (present[player] || !this.state.rematch?.seated.includes(player)) announce(present[player] ? text("{player} is here.", { player: name }) : text("{player} has left.", { player: name }));
      }
      seats[player] = { ...seat, present: present[player], away: away[player] ?? null };
    }
    const isLatest = this.shown === this.state;
    this.state = { ...this.state, seats };
    this.shown = isLatest ? this.state : { ...this.shown, seats };
    this.table.shown = this.shown;
    this.table.showBars();
  }

  // Display

  /**
   * @param {MatchState} state
   * @param {Entry | null} entry the event that led to it
   */
  #show(state, entry) {
    const before = this.shown;
    if (entry) this.moves.add(entry, before, state);
    const hasEnded = state.results.length > before.results.length || (isOver(state) && !isOver(before));
    this.shown = state;
    const isEnd = isBetweenGames(state) || isOver(state);
    const boardState = isEnd && entry && before.results.length < state.results.length ? this.#rememberGameEnd(before, entry, state) : isEnd && this.endedState ? this.endedState : state;
    if (!isEnd) this.endedState = null;
    this.table.show(state, boardState);
    if (state === this.state) this.tutor.show(state);
    if (rematchWish(state) !== rematchWish(before)) this.#tellOfRematch(rematchNews(before, state));
    if (hasEnded) void this.#loadResults().then((results) => results.openSoon());
    else if (!isEnd) this.results?.close();
    this.#scheduleAutomaticAction();
  }

  /** @param {string} news */
  #tellOfRematch(news) {
    this.rematchNews = news;
    if (rematchWish(this.shown)) announce(news);
    else if (news) showToast(news); // what was there to be seen is gone
    this.results?.showRematch();
  }

  /** @type {import("../match/result-panel.js").ResultPanel | null} */
  results = null;

  async #loadResults() {
    const { ResultPanel } = await import("../match/result-panel.js");
    this.results ??= new ResultPanel(this);
    return this.results;
  }

  /**
   * The state at the end of a game, shown until the next one begins; `shown` is already that of the next one.
   * @type {MatchState | null}
   */
  endedState = null;

  /**
   * @param {MatchState} before
   * @param {Entry} entry
   * @param {MatchState} after
   */
  #rememberGameEnd(before, entry, after) {
    const boardState = stateAtGameEnd(before, [entry]);
    this.endedState = { ...boardState, results: after.results, result: after.result, last: after.last, version: after.version };
    return this.endedState;
  }

  /** @param {MatchState} state */
  #seated(state) {
    this.state = state;
    this.#show(state, null);
    this.live.version = state.version;
    this.live.connect();
  }

  // Actions of the user

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
   * @param {boolean} [quiet] show no message if it is refused, because the user has not asked for it
   */
  async send(seat, action, more = {}, quiet = false) {
    if (this.busy) return;
    if (!this.state.actions[seat].includes(/** @type {never} */ (action))) return this.#catchUp(); // what is shown is behind
    const isHeld = !quiet && this.tutor.holds(seat, action, more);
    if (isHeld) {
      this.board.release(); // the player can go on while the tutor has not answered
      if (await isHeld) return;
      const isPlay = action === "play";
      // What the player has changed meanwhile is not sent. A play is confirmed once more, now that it is free.
      if (isPlay) return void (JSON.stringify(this.board.turn?.steps) === JSON.stringify(more["steps"]) && this.board.confirm());
      if (this.busy || seatFor(this.shown, action) !== seat) return;
    }
    clearTimeout(this.automaticTimer);
    this.isSending = true;
    this.table.showControls();
    try {
      this.acknowledgedVersion = (await this.live.command(seat, action, more)).version;
    } catch (refusal) {
      const { code, message } = /** @type {import("../live/live.js").Refusal} */ (refusal);
      if (!quiet && code !== "stale") showToast(sentence(message), { kind: "bad" });
      this.#catchUp();
    } finally {
      this.isSending = false;
      this.table.showControls();
      this.#scheduleAutomaticAction();
    }
  }

  /** Show the present state at once, without what led to it. */
  #catchUp() {
    this.queue.flush();
    this.#show(this.state, null);
  }

  /** @param {string} action */
  sendIf(action) {
    const seat = seatFor(this.shown, action);
    if (seat) void this.send(seat, action);
    return seat !== null;
  }

  /** Bear off by the engine's best play; without an answer the user plays. */
  async #playBestBearOff() {
    const { version } = this.shown;
    /** @type {[number, number][] | undefined} */
    let steps;
    try {
      steps = bestBearOff((await get(`/api/matches/${this.shown.match}/hint`)).plays ?? [])?.steps;
    } catch {
      return;
    }
    if (steps && this.shown.version === version) this.board.playSteps(steps, { confirm: true });
  }

  /**
   * Say why nothing can be played from a point; the rules are the server's.
   * @param {number} source
   * @param {number[][]} steps made so far in this turn, each with its die
   */
  async #explainRefusal(source, steps) {
    const { match, version } = this.shown;
    const query = new URLSearchParams({ source: String(source), steps: steps.map((step) => step.join("/")).join(), numbering: settings().numbering === "sheets" ? "12a" : "24" });
    try {
      const { words } = await get(`/api/matches/${match}/refusal?${query}`);
      if (this.shown.version === version) showToast(sentence(words));
    } catch {
      showToast(text("This cannot be played now."));
    }
  }

  async double() {
    const seat = seatFor(this.shown, "double");
    if (!seat) return;
    const value = this.shown.cube.value * 2;
    const yes = await ask(text("Double to {value}?", { value }), {
      explanation: text("Your opponent can drop and lose the game now, or play on for {value}.", { value }),
      yes: text("Double"),
    });
    if (yes && seatFor(this.shown, "double") === seat) void this.send(seat, "double");
  }

  async #abort() {
    const asks = abortNeedsConsent(this.state);
    const yes = await ask(text("Abandon this match?"), {
      explanation: asks ? text("Your opponent has to agree, and may prefer to play on.") : text("It will stay in your list without a winner."),
      yes: asks ? text("Ask") : text("Abandon"),
      bad: true,
    });
    if (yes) this.sendIf("abort");
  }

  // Automatic actions

  #scheduleAutomaticAction() {
    clearTimeout(this.automaticTimer);
    if (this.busy || this.queue.isBehind || this.shown !== this.state) return;
    const next = nextAutomaticAction(this.shown, settings());
    if (!next) return;
    this.automaticTimer = setTimeout(() => {
      if (this.busy || this.shown !== this.state) return;
      if (next.action === "reveal") this.#reveal(next.seat);
      else void this.send(next.seat, next.action, {}, true);
    }, settings().speed === "off" ? Math.min(next.delay, SHORT_DELAY) : next.delay);
  }

  /** @param {Player} seat */
  #reveal(seat) {
    const own = storedSeed(this.state.match);
    if (!own) {
      showToast(text("This browser no longer has its dice seed for this match, so the match cannot begin."), { kind: "bad", stays: 20000 });
      return;
    }
    if (!pinDice(this.state)) {
      showToast(text("The server has changed what the dice depend on since the match was made, so this browser does not begin it."), { kind: "bad", stays: 20000 });
      return;
    }
    void this.send(seat, "reveal", { seed: own.seed }, true);
  }
}

// The translations and the match are loaded at the same time.
const opening = openPage({ page: "match", title: () => text("Match"), bare: true });
const match = location.pathname.split("/")[2] ?? "";
/** @type {Promise<MatchState>} */
const fetching = get(`/api/matches/${encodeURIComponent(match)}`);
fetching.catch(() => {}); // The error is shown below, once there is a page.
const { main } = await opening;
try {
  const state = await fetching;
  if (state.kind === "study") location.replace(`/review/${state.match}`);
  else new MatchPage(main, state);
} catch (problem) {
  showError(main, problem, () => location.reload());
}
void import("../shared/offline.js").then(({ enableOffline }) => enableOffline());
