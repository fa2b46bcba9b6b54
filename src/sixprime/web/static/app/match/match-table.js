/** The table of a match: the board with the bars of the players, the controls, the moves and the account around it. */

import "../../board/element.js";
import { opponent } from "../../board/model/places.js";
import { gameTags, PlayerBar, spectatorTag } from "./player-bar.js";
import { Controls } from "./controls.js";
import { openDialog } from "../shared/dialogs.js";
import { element, fill } from "../shared/dom.js";
import { isMine, viewOf } from "./match-state.js";
import { ledgerPart } from "./ledger.js";
import { showLook } from "../settings/board-settings.js";
import { MoveList } from "./move-list.js";
import { nameOf } from "../shared/names.js";
import { settings } from "../settings/settings.js";
import { nameDocument } from "../shared/shell.js";
import { text } from "../shared/translations.js";

// What a game does not need at once is loaded when it is asked for.
const dialogs = () => import("./match-dialogs.js");
const seating = () => import("./seat-panels.js");

/** @typedef {import("../shared/types.js").MatchState} MatchState */
/** @typedef {import("../shared/types.js").Player} Player */

/**
 * What the table asks of the page.
 * @typedef {object} Host
 * @property {(seat: Player, action: string, more?: Record<string, unknown>) => void} send
 * @property {(action: string) => boolean} sendIf
 * @property {() => void} double
 * @property {() => void} abort
 * @property {() => void} results
 * @property {(written: string) => void} typed
 * @property {(state: MatchState) => void} seated
 * @property {() => {thinking: Player | null, busy: boolean, connected: boolean}} circumstances
 */

export class MatchTable {
  flipped = false;
  turn = { started: false, complete: false };
  /** The pips of the position on the board, with the steps that are made but not sent. @type {import("../shared/types.js").Numbers | null} */
  pips = null;

  /**
   * @param {HTMLElement} main
   * @param {MatchState} state
   * @param {Host} host
   */
  constructor(main, state, host) {
    this.host = host;
    this.shown = state;
    this.board = /** @type {import("../../board/element.js").BackgammonBoard} */ (document.createElement("backgammon-board"));
    this.top = new PlayerBar("above");
    this.bottom = new PlayerBar("below");
    this.moves = new MoveList(state.match);
    this.controls = new Controls({
      send: host.send,
      undo: () => this.board.undo(),
      undoAll: () => this.board.undoAll(),
      confirm: () => this.board.confirm(),
      double: host.double,
      resign: async () => (await dialogs()).askResignation(this.shown, (seat, value) => host.send(seat, "resign", { value })),
      hint: async () => (await dialogs()).hintPanel(this.shown, this.board),
      takeBack: () => host.sendIf("take-back"),
      abort: host.abort,
      share: async () => (await seating()).sharePanel(this.shown),
      settings: async () => (await dialogs()).settingsPanel(),
      rules: async () => (await dialogs()).rulesPanel(this.shown),
      keys: async () => (await dialogs()).keysPanel(),
      moves: () => this.#openMoves(),
      movesAreSeen: () => this.moves.list.clientHeight > 60 && getComputedStyle(this.side).visibility === "visible",
      results: host.results,
      flip: () => this.#flip(),
      typed: host.typed,
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
    this.applySettings();
  }

  /**
   * @param {MatchState} state
   * @param {MatchState} sight what the board shows: at the end of a game not yet the next one
   */
  show(state, sight) {
    this.shown = state;
    this.board.setAttribute("view", this.#view());
    this.board.state = /** @type {import("../../board/types.js").State} */ (/** @type {unknown} */ (sight));
    this.showBars();
    this.showControls();
    void this.#showSeating();
    fill(this.tags, ...gameTags(state), state.you.length === 0 ? spectatorTag() : null);
    this.ledger.hidden = !state.ledger;
    if (state.ledger) fill(this.ledger, ledgerPart(state));
    nameDocument(titleOf(state));
  }

  /** @returns {Player} */
  #view() {
    const view = viewOf(this.shown);
    return this.flipped ? opponent(view) : view;
  }

  showBars() {
    const view = this.#view();
    const { pips } = settings();
    const { thinking } = this.host.circumstances();
    for (const [bar, player] of /** @type {const} */ ([[this.bottom, view], [this.top, opponent(view)]])) {
      bar.show({ ...this.shown, pips: this.pips ?? this.shown.pips }, player, { thinking: thinking === player, pips });
    }
  }

  showControls() {
    this.controls.show(this.shown, this.turn, this.host.circumstances());
  }

  /** @param {boolean} isThere */
  showConnection(isThere) {
    this.banner.hidden = isThere;
    this.banner.textContent = isThere ? "" : text("The connection is lost. It comes back by itself; nothing you have played is lost.");
    this.showControls();
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
    fill(this.seating, shown.you.length > 0 ? waitingPanel(shown) : joinPanel(shown, (seated) => (fill(this.seating), this.host.seated(seated))));
  }

  applySettings() {
    const { forced, bearoff } = settings();
    showLook(this.board);
    this.board.setAttribute("auto-forced", forced ? "play" : "off");
    // The best play is asked of the server, which helps nobody against another person.
    this.board.setAttribute("auto-bear-off", bearoff === "best" && this.shown.kind === "link" ? "greedy" : bearoff);
  }

  #flip() {
    this.flipped = !this.flipped;
    this.board.setAttribute("view", this.#view());
    this.showBars();
  }

  /** Moves and account, where the screen has no room for them beside or below the board. */
  #openMoves() {
    const parts = [this.moves.copy(), this.shown.ledger ? ledgerPart(this.shown) : null];
    openDialog(this.moves.heading.textContent ?? "", parts, { kind: "drawer" });
  }
}

/** @param {MatchState} state */
function titleOf(state) {
  const other = nameOf(state, opponent(viewOf(state)));
  const names = state.you.length === 1 ? other : `${nameOf(state, "white")} – ${nameOf(state, "black")}`;
  return isMine(state) && state.kind === "link" ? [text("Your move"), names].join(" · ") : names;
}
