/** The game page: it joins board, controls and connection, and decides when what is shown. */

import "../board/element.js";
import { get } from "./api.js";
import { nextDeed } from "./automatic.js";
import { gameTags, PlayerBar, spectatorTag } from "./bars.js";
import { Controls } from "./controls.js";
import { ask, openDialog } from "./dialogs.js";
import { element, fill } from "./dom.js";
import { asksToAbort, follow, isBetweenGames, isMine, isOver, lastSight, seatFor, viewOf } from "./game.js";
import { opponent, PLAYERS } from "../board/places.js";
import { ledgerPart } from "./ledger.js";
import { Live } from "./live.js";
import { showLook } from "./looks.js";
import { MoveList } from "./moves.js";
import { nameOf } from "./names.js";
import { momentOf, Pace } from "./pace.js";
import { keepRoll, keptSeed } from "./seeds.js";
import { onChange, settings } from "./settings.js";
import { announce, nameDocument, note, openPage, showProblem } from "./shell.js";
import { obeyKey, obeyTyped } from "./typing.js";
import { language, text } from "./words.js";

// What a game does not need at once is loaded when it is asked for.
const dialogs = () => import("./matchdialogs.js");
const seating = () => import("./seating.js");

/** @typedef {import("./types.js").MatchState} MatchState */
/** @typedef {import("./types.js").Entry} Entry */
/** @typedef {import("./types.js").Player} Player */

class MatchPage {
  /** @type {any} */
  automaticTimer = null;
  connected = true;
  flipped = false;
  /** @type {Player | null} */
  thinking = null;
  turn = { started: false, complete: false };
  isSending = false;
  /** The pips of the position on the board, with the steps that are made but not sent. @type {import("./types.js").Numbers | null} */
  pips = null;
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
    this.board = /** @type {import("../board/element.js").BackgammonBoard} */ (document.createElement("backgammon-board"));
    this.top = new PlayerBar("above");
    this.bottom = new PlayerBar("below");
    this.moves = new MoveList(state.match);
    this.controls = new Controls({
      send: (seat, action, more) => this.send(seat, action, more),
      undo: () => this.board.undo(),
      confirm: () => this.board.confirm(),
      double: () => void this.double(),
      resign: async () => (await dialogs()).askResignation(this.shown, (seat, value) => this.send(seat, "resign", { value })),
      hint: async () => (await dialogs()).hintPanel(this.shown, this.board),
      takeBack: () => this.sendIf("take-back"),
      abort: () => void this.#abort(),
      share: async () => (await seating()).sharePanel(this.state),
      settings: async () => (await dialogs()).settingsPanel(),
      rules: async () => (await dialogs()).rulesPanel(this.shown),
      keys: async () => (await dialogs()).keysPanel(),
      moves: () => void openDialog(this.moves.heading.textContent ?? "", [this.moves.copy()], { kind: "drawer" }),
      movesAreSeen: () => this.moves.list.clientHeight > 60 && getComputedStyle(this.side).visibility === "visible",
      results: async () => (await this.#results()).open(),
      flip: () => this.#flip(),
      typed: (written) => obeyTyped(this, written),
    });
    this.banner = element("div", { class: "banner", role: "alert", hidden: true });
    this.tags = element("div", { class: "tags" });
    this.seating = element("div", { class: "seating", hidden: true });
    this.ledger = element("div", { class: "ledger", hidden: true });
    this.side = element("aside", { class: "side", "aria-label": text("About this game") }, element("div", { class: "moves-part" }, this.moves.heading, this.moves.head, this.moves.list), this.ledger);
    fill(
      main,
      element("h1", { class: "hidden-words" }, text("Backgammon match")),
      this.banner,
      element(
        "div",
        { class: "table" },
        this.top.root,
        element("div", { class: "board-room" }, this.board, this.seating),
        this.bottom.root,
        this.tags,
        this.controls.root,
        this.side,
      ),
    );
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
          this.#showBars();
        },
      },
      { language: language(), version: state.version },
    );
    this.#listen();
    this.#applySettings();
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
      this.turn = { started: canUndo, complete: isComplete };
      this.pips = pips;
      this.#showControls();
      this.#showBars();
    });
    board.addEventListener("pointerdown", () => this.pace.behind && this.pace.hurry(), { capture: true });
    onChange(() => {
      this.#applySettings();
      this.#showBars();
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
    /** @type {import("./pace.js").Sight[]} */
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
    this.banner.hidden = isThere;
    this.banner.textContent = isThere ? "" : text("The connection is lost. It comes back by itself; nothing you have played is lost.");
    if (isThere) announce(text("The connection is back."));
    this.#showControls();
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
    this.#showBars();
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
    this.board.setAttribute("view", this.#view());
    const sight = isEnd && entry && before.results.length < state.results.length ? this.#end(before, entry, state) : isEnd && this.ended ? this.ended : state;
    this.board.state = /** @type {import("../board/types.js").State} */ (/** @type {unknown} */ (sight));
    if (!isEnd) this.ended = null;
    this.#showBars();
    this.#showControls();
    void this.#showSeating();
    fill(this.tags, ...gameTags(state), state.you.length === 0 ? spectatorTag() : null);
    this.ledger.hidden = !state.ledger;
    if (state.ledger) fill(this.ledger, ledgerPart(state));
    nameDocument(this.#title(state));
    if (hasEnded) void this.#results().then((results) => results.openSoon());
    else if (!isEnd) this.results?.close();
    this.#automatic();
  }

  /** @type {import("./results.js").ResultPanel | null} */
  results = null;

  async #results() {
    const { ResultPanel } = await import("./results.js");
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
  #title(state) {
    const other = nameOf(state, opponent(viewOf(state)));
    const names = state.you.length === 1 ? other : `${nameOf(state, "white")} – ${nameOf(state, "black")}`;
    return isMine(state) && state.kind === "link" ? [text("Your move"), names].join(" · ") : names;
  }

  /** @returns {Player} */
  #view() {
    const view = viewOf(this.shown);
    return this.flipped ? opponent(view) : view;
  }

  #showBars() {
    const view = this.#view();
    const { pips } = settings();
    for (const [bar, player] of /** @type {const} */ ([[this.bottom, view], [this.top, opponent(view)]])) {
      bar.show({ ...this.shown, pips: this.pips ?? this.shown.pips }, player, { thinking: this.thinking === player && !this.pace.behind, pips });
    }
  }

  #showControls() {
    this.controls.show(this.shown, this.turn, { busy: this.busy, connected: this.connected });
  }

  async #showSeating() {
    const waits = this.shown.phase === "seats";
    this.seating.hidden = !waits;
    if (!waits) {
      fill(this.seating);
      return;
    }
    const { joinPanel, waitingPanel } = await seating();
    const { shown } = this;
    if (shown.phase !== "seats" || this.seating.childElementCount > 0) return;
    fill(this.seating, shown.you.length > 0 ? waitingPanel(shown) : joinPanel(shown, (seated) => this.#seated(seated)));
  }

  /** @param {MatchState} state */
  #seated(state) {
    this.state = state;
    fill(this.seating);
    this.#show(state, null);
    this.live.version = state.version;
    this.live.connect();
  }

  #applySettings() {
    const { forced, bearoff } = settings();
    showLook(this.board);
    this.board.setAttribute("auto-forced", forced ? "play" : "off");
    // The best play is asked of the server, which helps nobody against another person.
    this.board.setAttribute("auto-bear-off", bearoff === "best" && this.state.kind === "link" ? "greedy" : bearoff);
  }

  #flip() {
    this.flipped = !this.flipped;
    this.board.setAttribute("view", this.#view());
    this.#showBars();
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
    this.#showControls();
    try {
      this.acknowledged = (await this.live.command(seat, action, more)).version;
    } catch (refusal) {
      const { code, message } = /** @type {import("./live.js").Refusal} */ (refusal);
      if (!quiet && code !== "stale") note(message, { kind: "bad" });
      this.pace.hurry();
      this.#show(this.state, null);
    } finally {
      this.isSending = false;
      this.#showControls();
      this.#automatic();
    }
  }

  /** @param {string} action */
  sendIf(action) {
    const seat = seatFor(this.shown, action);
    if (seat) void this.send(seat, action);
    return seat !== null;
  }

  /** The best way to bear off, as the engine sees it; the plainest where it has no answer. */
  async #bestPlay() {
    const { version } = this.shown;
    /** @type {[number, number][] | undefined} */
    let steps;
    try {
      steps = (await get(`/api/matches/${this.shown.match}/hint`)).plays?.[0]?.steps;
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
    }, deed.wait);
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
void import("./offline.js").then(({ keepForOffline }) => keepForOffline());
