/** The match page's content: the board with the players' bars, the controls, the list of moves and the account. */

import "../../board/element.js";
import { opponent } from "../../board/model/places.js";
import { applyBoardSettings } from "../settings/board-settings.js";
import { settings } from "../settings/settings.js";
import { openDialog } from "../shared/dialogs.js";
import { element, setChildren } from "../shared/dom.js";
import { boardNames, nameOf } from "../shared/names.js";
import { setDocumentTitle } from "../shared/shell.js";
import { text } from "../shared/translations.js";
import { AbsenceNote } from "./absence.js";
import { CoachMark } from "./coach-mark.js";
import { Controls } from "./controls.js";
import { ledgerPart } from "./ledger.js";
import { isMine, isTurned, rememberTurned, viewOf } from "./match-state.js";
import { MoveList } from "./move-list.js";
import { gameTags, PlayerBar, spectatorTag } from "./player-bar.js";

// Modules that are not needed to show a game are loaded on first use.
const dialogs = () => import("./match-dialogs.js");
const seatPanels = () => import("./seat-panels.js");

/** @typedef {import("../shared/types.js").MatchState} MatchState */
/** @typedef {import("../shared/types.js").Player} Player */

/**
 * The callbacks of the page.
 * @typedef {object} MatchTableHost
 * @property {(seat: Player, action: string, more?: Record<string, unknown>) => void} send
 * @property {(action: string) => boolean} sendIf
 * @property {() => void} double
 * @property {() => void} abort
 * @property {() => void} results
 * @property {() => void} rematch
 * @property {(written: string) => void} typed
 * @property {(state: MatchState) => void} seated
 * @property {import("./tutor-panel.js").TutorPanel} tutorPanel
 * @property {() => {thinking: Player | null, busy: boolean, connected: boolean}} status
 */

/** Builds and updates the content of the match page. */
export class MatchTable {
  turn = { started: false, complete: false };
  /** The pip counts of the position on the board, including steps that have not been sent yet. @type {import("../shared/types.js").Numbers | null} */
  pips = null;

  /**
   * @param {HTMLElement} main
   * @param {MatchState} state
   * @param {MatchTableHost} host
   */
  constructor(main, state, host) {
    this.host = host;
    this.shown = state;
    /** Whether the board has been turned round; this browser remembers it for each match. */
    this.flipped = isTurned(state.match);
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
      share: async () => (await seatPanels()).sharePanel(this.shown),
      settings: async () => (await dialogs()).settingsPanel(),
      rules: async () => (await dialogs()).rulesPanel(this.shown),
      keys: async () => (await dialogs()).keysPanel(),
      moves: () => this.#openMoves(),
      movesAreVisible: () => this.moves.list.clientHeight > 60 && getComputedStyle(this.side).visibility === "visible",
      results: host.results,
      rematch: host.rematch,
      flip: () => this.#flip(),
      typed: host.typed,
    });
    this.coach = new CoachMark();
    this.controls.row.before(this.coach.root);
    this.controls.status.after(host.tutorPanel.row, host.tutorPanel.box);
    this.banner = element("div", { class: "banner", role: "alert", hidden: true });
    this.tags = element("div", { class: "tags" });
    this.absence = new AbsenceNote(host.abort);
    this.seatPanel = element("div", { class: "seating", hidden: true });
    this.ledger = element("div", { class: "ledger", hidden: true });
    this.side = element("aside", { class: "side", "aria-label": text("About this game") }, element("div", { class: "moves-part" }, this.moves.heading, this.moves.head, this.moves.list), this.ledger);
    setChildren(
      main,
      element("h1", { class: "hidden-words" }, text("Backgammon match")),
      this.banner,
      element(
        "div",
        { class: "table" },
        this.top.root,
        element("div", { class: "board-room" }, this.board, this.seatPanel),
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
   * @param {MatchState} boardState the state on the board; after the end of a game it is still that game's
   */
  show(state, boardState) {
    this.shown = state;
    this.board.setAttribute("view", this.#view());
    this.board.names = boardNames(state);
    this.board.state = /** @type {import("../../board/types.js").State} */ (/** @type {unknown} */ (boardState));
    this.showBars();
    this.showControls();
    void this.#showSeatPanel();
    setChildren(this.tags, ...gameTags(state), state.you.length === 0 ? spectatorTag() : null, this.absence.root);
    this.moves.showNames(state);
    this.ledger.hidden = !state.ledger;
    if (state.ledger) setChildren(this.ledger, ledgerPart(state));
    setDocumentTitle(titleOf(state));
  }

  /** @returns {Player} */
  #view() {
    const view = viewOf(this.shown);
    return this.flipped ? opponent(view) : view;
  }

  showBars() {
    const view = this.#view();
    const { pips } = settings();
    const { thinking } = this.host.status();
    this.absence.show(this.shown);
    for (const [bar, player] of /** @type {const} */ ([[this.bottom, view], [this.top, opponent(view)]])) {
      bar.show({ ...this.shown, pips: this.pips ?? this.shown.pips }, player, { thinking: thinking === player, pips });
    }
  }

  showControls() {
    this.controls.show(this.shown, this.turn, this.host.status());
    this.coach.show(this.shown);
  }

  /** @param {boolean} isThere */
  showConnection(isThere) {
    this.banner.hidden = isThere;
    this.banner.textContent = isThere ? "" : text("Connection lost. The game goes on as soon as the server is back; nothing you have played is lost.");
    this.showControls();
  }

  async #showSeatPanel() {
    const waits = this.shown.phase === "seats";
    this.seatPanel.hidden = !waits;
    if (!waits) {
      setChildren(this.seatPanel);
      return;
    }
    const { joinPanel, waitingPanel } = await seatPanels();
    const { shown } = this;
    if (shown.phase !== "seats" || this.seatPanel.childElementCount > 0) return;
    setChildren(this.seatPanel, shown.you.length > 0 ? waitingPanel(shown) : joinPanel(shown, (seated) => (setChildren(this.seatPanel), this.host.seated(seated))));
  }

  applySettings() {
    const { forced, bearoff } = settings();
    applyBoardSettings(this.board);
    this.board.setAttribute("auto-forced", forced ? "play" : "off");
    // The best play comes from the server's engine, which gives no help against another person.
    this.board.setAttribute("auto-bear-off", bearoff === "best" && this.shown.kind === "link" ? "greedy" : bearoff);
  }

  #flip() {
    this.flipped = !this.flipped;
    rememberTurned(this.shown.match, this.flipped);
    this.board.setAttribute("view", this.#view());
    this.showBars();
  }

  /** Show the moves and the account in a drawer, for screens without space for them beside or below the board. */
  #openMoves() {
    const parts = [this.moves.copy(), this.shown.ledger ? ledgerPart(this.shown) : null];
    openDialog(this.moves.heading.textContent ?? "", parts, { kind: "drawer" });
  }
}

/** @param {MatchState} state */
function titleOf(state) {
  const other = nameOf(state, opponent(viewOf(state)));
  const names = state.you.length === 1 ? other : `${nameOf(state, "white")} – ${nameOf(state, "black")}`;
  return isMine(state) && state.kind === "link" ? [text("Your turn"), names].join(" · ") : names;
}
