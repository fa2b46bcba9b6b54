/** The review page: step through a match by buttons, keys, slider and list, and read what its file says about each move. */

import { opponent } from "../../board/model/places.js";
import { detailsPart, fileNotes } from "../analysis/file-analysis.js";
import { frameAt, frameOfNextGame, framesOf, versionInAddress } from "../replay/frames.js";
import { moveList } from "../replay/replay-moves.js";
import { stepButton, stepIcon } from "../replay/step-buttons.js";
import { errorMessage, get, post } from "../shared/api.js";
import { button, element, icon, iconButton, setChildren } from "../shared/dom.js";
import { copyText, idList } from "../shared/id-list.js";
import { boardNames, nameOf, subjectOf } from "../shared/names.js";
import { enableOffline } from "../shared/offline.js";
import { createBoard, shareCheckerColours, showFrame } from "../shared/position-boards.js";
import { openPage, setDocumentTitle, showError, showToast } from "../shared/shell.js";
import { text } from "../shared/translations.js";

/** @typedef {import("../replay/frames.js").Frame} Frame */
/** @typedef {import("../replay/frames.js").Replay} Replay */
/** @typedef {import("../shared/types.js").MatchState} MatchState */

const STEP_INTERVAL = 1600;

const opening = openPage({ page: "replay", title: () => text("Review"), bare: true });
const match = location.pathname.split("/")[2] ?? "";
const first = fetchMatch();
first.catch(() => {}); // The error is shown below, once there is a page.
const { main } = await opening;
main.classList.add("replay");

/** @returns {Promise<[Replay, MatchState]>} */
function fetchMatch() {
  const path = `/api/matches/${encodeURIComponent(match)}`;
  return Promise.all([get(`${path}/replay?analyses=true`), get(path)]);
}

/** @param {Promise<[Replay, MatchState]>} asking */
async function open(asking) {
  try {
    const [replay, state] = await asking;
    const names = { white: nameOf(state, "white"), black: nameOf(state, "black") };
    const isReader = (/** @type {"white" | "black"} */ player) => state.you.length === 1 && state.you.includes(player) && !state.seats[player].name;
    const frames = framesOf(replay, {
      white: isReader("white") ? null : subjectOf(state, "white"),
      black: isReader("black") ? null : subjectOf(state, "black"),
    });
    if (frames.length === 0) return showEmpty(state);
    new ReplayPage(replay, state, frames, names).begin();
  } catch (problem) {
    showError(main, problem, () => void open(fetchMatch()));
  }
}

/** @param {MatchState} state */
function showEmpty(state) {
  setChildren(
    main,
    element("div", { class: "problem" }, element("p", {}, text("Nothing has been played in this match yet.")), element("a", { class: "button", href: `/match/${state.match}` }, text("Back to the match"))),
  );
}

/** The review of one match. */
class ReplayPage {
  /**
   * @param {Replay} replay
   * @param {MatchState} state
   * @param {Frame[]} frames
   * @param {{white: string, black: string}} names
   */
  constructor(replay, state, frames, names) {
    this.replay = replay;
    this.state = state;
    this.frames = frames;
    this.current = -1;
    /** @type {number | undefined} */
    this.timer = undefined;
    /** @type {number | undefined} */
    this.idTimer = undefined;
    this.names = names;
    this.board = createBoard(bottomOf(replay, state));
    this.board.names = boardNames(state);
    this.words = element("p", { class: "said", "aria-live": "polite" });
    this.score = element("p", { class: "score numbers" });
    this.slider = element("input", {
      type: "range",
      class: "slider",
      min: 0,
      max: frames.length - 1,
      value: 0,
      "aria-label": text("Position in the match"),
      oninput: () => this.show(Number(this.slider.value)),
    });
    this.ids = element("div", { class: "ids" });
    /** What the file of an imported match says about the move that is shown. */
    this.notes = element("section", { class: "notes-part", "aria-label": text("From the file"), tabindex: "0", hidden: !frames.some((frame) => frame.comments.length > 0 || frame.analyses.length > 0) });
    this.list = moveList(replay, frames, this.names, (index) => this.show(index));
    this.auto = stepButton(text("Play automatically"), "play", { onclick: () => this.toggleAuto(), "aria-pressed": "false" });
  }

  begin() {
    const title = text("{white} against {black}", this.names);
    setDocumentTitle(title);
    setChildren(
      main,
      element("h1", { class: "hidden-words" }, text("Review: {match}", { match: title })),
      element("div", { class: "stage" }, this.board, element("div", { class: "below" }, this.words, this.controls())),
      element(
        "aside",
        { class: "side", "aria-label": text("Moves") },
        element("div", { class: "players" }, element("span", { class: "who white" }, this.names.white), element("span", { class: "who black" }, this.names.black), this.score, detailsPart(this.replay.details ?? {})),
        this.notes,
        this.list.element,
        this.sharePart(),
      ),
    );
    shareCheckerColours(this.board, main);
    document.addEventListener("keydown", (event) => this.onKey(event));
    window.addEventListener("hashchange", () => this.followAddress());
    this.followAddress();
  }

  /** Show the position in the address, or the beginning. */
  followAddress() {
    const version = versionInAddress(location.hash);
    this.show(version === null ? 0 : frameAt(this.frames, version), { isLinked: true });
  }

  controls() {
    return element(
      "div",
      { class: "controls", role: "toolbar", "aria-label": text("Step through the match") },
      stepButton(text("Previous game (Page up)"), "skip-back", { onclick: () => this.show(frameOfNextGame(this.frames, this.current, -1)) }),
      stepButton(text("Back (left arrow)"), "step-back", { onclick: () => this.show(this.current - 1) }),
      this.auto,
      stepButton(text("Forward (right arrow)"), "step-on", { onclick: () => this.show(this.current + 1) }),
      stepButton(text("Next game (Page down)"), "skip-on", { onclick: () => this.show(frameOfNextGame(this.frames, this.current, 1)) }),
      iconButton(text("Flip the board"), "turn", { onclick: () => (this.board.view = opponent(this.board.bottom)) }),
      this.slider,
    );
  }

  sharePart() {
    const copy = button(text("Copy a link to this position"), { icon: "share", kind: "small", onclick: () => void this.copyLink() });
    const edit = button(text("Open in the editor"), { icon: "list", kind: "small", onclick: () => void this.openEditor() });
    return element(
      "div",
      { class: "sharing" },
      element("div", { class: "buttons" }, copy, edit),
      element("details", { ontoggle: () => this.showIds() }, element("summary", {}, text("IDs of this position")), this.ids),
      this.state.kind === "study" ? null : element("a", { class: "dice-link", href: `/dice#match=${match}` }, icon("shield"), text("Check the dice of this match")),
    );
  }

  /**
   * @param {number} requested
   * @param {{isLinked?: boolean}} [how]
   */
  show(requested, { isLinked = false } = {}) {
    const index = Math.max(0, Math.min(requested, this.frames.length - 1));
    if (index === this.current) return;
    this.current = index;
    const frame = /** @type {Frame} */ (this.frames[index]);
    const game = this.replay.games[frame.game];
    showFrame(this.board, frame, this.state, game?.crawford ?? false);
    this.words.textContent = frame.words;
    if (!this.notes.hidden) {
      setChildren(this.notes, element("h2", {}, text("From the file")), ...fileNotes(frame, (steps) => this.board.showArrows(steps, frame.player ?? "white")));
      this.notes.scrollTop = 0;
    }
    this.slider.value = String(index);
    this.slider.setAttribute("aria-valuetext", text("Game {game}: {words}", { game: frame.game + 1, words: frame.words }));
    const { white, black } = game?.score ?? { white: 0, black: 0 };
    this.score.textContent = this.replay.length === null ? text("Game {game} · {white}–{black}", { game: frame.game + 1, white, black }) : text("Game {game} · {white}–{black} to {length}", { game: frame.game + 1, white, black, length: this.replay.length });
    this.list.mark(index);
    if (!isLinked) history.replaceState(null, "", `#v=${frame.version}`);
    if (index === this.frames.length - 1) this.stopAuto();
    this.showIds();
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || isTyping(event.target)) return;
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowRight: () => this.show(this.current + 1),
      ArrowLeft: () => this.show(this.current - 1),
      Home: () => this.show(0),
      End: () => this.show(this.frames.length - 1),
      PageDown: () => this.show(frameOfNextGame(this.frames, this.current, 1)),
      PageUp: () => this.show(frameOfNextGame(this.frames, this.current, -1)),
    };
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    this.stopAuto();
    act();
  }

  toggleAuto() {
    if (this.timer !== undefined) return this.stopAuto();
    if (this.current === this.frames.length - 1) this.show(0);
    this.timer = window.setInterval(() => this.show(this.current + 1), STEP_INTERVAL);
    this.auto.replaceChildren(stepIcon("pause"));
    this.labelAutoButton(text("Stop"), true);
  }

  stopAuto() {
    if (this.timer === undefined) return;
    window.clearInterval(this.timer);
    this.timer = undefined;
    this.auto.replaceChildren(stepIcon("play"));
    this.labelAutoButton(text("Play automatically"), false);
  }

  /**
   * @param {string} label
   * @param {boolean} isOn
   */
  labelAutoButton(label, isOn) {
    this.auto.setAttribute("aria-label", label);
    this.auto.title = label;
    this.auto.setAttribute("aria-pressed", String(isOn));
  }

  copyLink() {
    const frame = this.frames[this.current];
    return copyText(`${location.origin}/review/${match}#v=${frame?.version ?? 0}`, text("Link copied."));
  }

  /** Request the ids of the position after a short pause. */
  showIds() {
    window.clearTimeout(this.idTimer);
    if (!this.ids.closest("details")?.open) return;
    this.idTimer = window.setTimeout(() => void this.fetchIds(), 250);
  }

  /** @returns {Promise<{ids: Record<string, string | null> | null, defects: string[]}>} the server's answer about the position that is shown */
  fetchSituation() {
    const frame = /** @type {Frame} */ (this.frames[this.current]);
    const game = this.replay.games[frame.game];
    return post("/api/positions", {
      board: frame.board,
      checkers: this.replay.checkers,
      on_roll: frame.player ?? "white",
      roll: frame.roll,
      cube: { value: frame.cube.value, owner: frame.cube.owner },
      length: this.replay.length,
      score: game?.score,
      crawford: game?.crawford ?? false,
    });
  }

  async fetchIds() {
    const shown = this.current;
    try {
      const found = await this.fetchSituation();
      if (shown !== this.current) return;
      setChildren(this.ids, found.ids ? idList(found.ids) : element("p", { class: "soft" }, found.defects.join(" ")));
    } catch (problem) {
      setChildren(this.ids, element("p", { class: "soft" }, errorMessage(problem)));
    }
  }

  async openEditor() {
    try {
      const { ids, defects } = await this.fetchSituation();
      if (ids?.["xgid"]) location.assign(`/editor#${ids["xgid"]}`);
      else showToast(defects.join(" "), { kind: "bad" });
    } catch (problem) {
      showToast(errorMessage(problem), { kind: "bad" });
    }
  }
}

/**
 * The player at the bottom at first: the user; of a position that was set up the player on roll; otherwise White.
 * @param {Replay} replay
 * @param {MatchState} state
 */
function bottomOf({ games }, { you }) {
  const moves = games[0]?.moves ?? [];
  const first = moves[0]?.type === "set-up" ? moves.find(({ player }) => player !== null)?.player : null;
  return (you.length === 1 ? you[0] : first) ?? "white";
}

/** @param {EventTarget | null} target */
function isTyping(target) {
  return target instanceof HTMLElement && target.matches("input:not([type=range]), textarea, select");
}

enableOffline();
await open(first);
