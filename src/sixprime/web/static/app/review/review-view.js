/**
 * The review of a match: the board, the moves, what was found about each decision, the graph, the figures, and questions
 * about errors. It takes a source for the analysis and a host for everything else that needs a server, and asks nobody
 * by itself, so that it works in a saved file as well.
 */

import { opponent } from "../../board/model/places.js";
import { DecisionPanel } from "../analysis/decision-panel.js";
import { detailsPart, fileNotes } from "../analysis/file-analysis.js";
import { markBadge, markOf } from "../analysis/marks.js";
import { frameAt, frameOfNextGame } from "../replay/frames.js";
import { MoveList } from "../replay/replay-moves.js";
import { StepControls } from "../replay/step-controls.js";
import { onSettingsChange } from "../settings/settings.js";
import { errorMessage } from "../shared/api.js";
import { element, setChildren } from "../shared/dom.js";
import { createBoard, shareCheckerColours, showFrame } from "../shared/position-boards.js";
import { announce } from "../shared/shell.js";
import { pageSurroundings } from "./surroundings.js";
import { counted, formatNumber, text } from "../shared/translations.js";
import { CommentPart } from "./parts/comment-part.js";
import { errorsOf, filterFields, isOpen, openFilter, passes } from "./decision-filter.js";
import { DecisionList } from "./decision-list.js";
import { ErrorQuiz } from "./error-quiz.js";
import { FrameDecisions } from "./frame-decisions.js";
import { MatchGraph } from "./match-graph.js";
import { ReviewBar } from "./parts/review-bar.js";
import { ReviewData } from "./review-data.js";
import { ReviewSummary } from "./review-summary.js";
import { SharePart } from "./parts/share-part.js";
import { addSwipes } from "./swipes.js";
import { Tabs } from "./tabs.js";

/** @typedef {import("../analysis/sources.js").ReviewSource} ReviewSource */
/** @typedef {import("../replay/frames.js").Frame} Frame */
/** @typedef {import("../replay/frames.js").Replay} Replay */
/** @typedef {import("../shared/types.js").Player} Player */
/** @typedef {import("./decision-filter.js").Filter} Filter */
/** @typedef {import("./parts/share-part.js").ShareHost} ShareHost */
/** @typedef {import("./surroundings.js").Surroundings} Surroundings */

/**
 * The match, as far as the review needs to know it.
 * @typedef {object} ReviewedMatch
 * @property {Record<string, unknown>} rules
 * @property {number | null} length
 * @property {number} checkers
 * @property {Player | null} reader the player who reads this; null if it is neither, or both
 * @property {Partial<Record<Player, string>>} boardNames
 */

/**
 * What the page does that needs a server; a saved file has none of it.
 * @typedef {object} ReviewHost
 * @property {ShareHost} [share]
 * @property {(event: number, words: string) => Promise<unknown>} [saveComment]
 */

export class ReviewView {
  /** The index of the frame that is shown. */
  #current = -1;
  /** The decision that is shown, by the number of its event; null if the frame has none that is known. @type {number | null} */
  #event = null;
  /** @type {Filter} */
  #filter = openFilter();
  /** What was asked of the source last. */
  #asked = 0;

  /**
   * @param {object} options
   * @param {HTMLElement} options.place
   * @param {Replay} options.replay
   * @param {ReviewedMatch} options.match
   * @param {Frame[]} options.frames
   * @param {{white: string, black: string}} options.names
   * @param {Player} options.bottom
   * @param {ReviewSource} options.source
   * @param {ReviewHost} [options.host]
   * @param {Surroundings} [options.surroundings]
   */
  constructor({ place, replay, match, frames, names, bottom, source, host = {}, surroundings = pageSurroundings() }) {
    this.place = place;
    this.surroundings = surroundings;
    this.replay = replay;
    this.match = match;
    this.frames = frames;
    this.names = names;
    this.source = source;
    this.data = new ReviewData();
    this.decisions = new FrameDecisions(frames, this.data);
    this.board = createBoard(bottom);
    this.board.names = match.boardNames;
    this.words = element("p", { class: "said", "aria-live": "polite" });
    this.score = element("p", { class: "score numbers" });
    this.ratings = { white: element("span", { class: "rating numbers" }), black: element("span", { class: "rating numbers" }) };
    this.controls = new StepControls(frames.length, { show: (index) => this.show(index), step: (step) => this.#step(step), skipGame: (step) => this.show(frameOfNextGame(frames, this.#current, step)), skipError: (step) => this.skipError(step), flip: () => (this.board.view = opponent(this.board.bottom)) });
    this.graph = new MatchGraph({ data: this.data, names, side: bottom, length: match.length, onChoose: (event) => this.showEvent(event) });
    this.bar = new ReviewBar(this.data, frames.findLast(({ events }) => events.length > 0)?.events.at(-1)?.version ?? 0, {
      ...(source.analyse ? { analyse: (depth) => /** @type {NonNullable<ReviewSource["analyse"]>} */ (source.analyse)(depth).then((analysis) => this.data.receive({ type: "progress", analysis })), choose: (depth) => source.review(depth).then((review) => this.data.load(review)) } : {}),
      ...(source.cancel ? { cancel: () => /** @type {NonNullable<ReviewSource["cancel"]>} */ (source.cancel)() } : {}),
      practise: () => this.#practise(),
    });
    this.choices = element("div", { class: "decision-choices", role: "group", "aria-label": text("Decisions of this turn"), hidden: true });
    this.panel = new DecisionPanel({ board: this.board, source, onResult: (decision) => this.data.replace(decision) });
    this.notes = element("section", { class: "notes-part", "aria-label": text("From the file"), hidden: !frames.some((frame) => frame.comments.length > 0 || frame.analyses.length > 0) });
    this.comment = new CommentPart(host.saveComment, (frame) => this.moves.refresh([frames.indexOf(frame)]));
    this.decision = element("div", { class: "decision", tabindex: "0", role: "region", "aria-label": text("The decision") }, this.choices, this.panel.element, this.comment.element, this.notes);
    this.moves = new MoveList({ replay, frames, names, marksOf: (frame) => this.decisions.marksOf(frame), onChoose: (index) => this.show(index) });
    this.list = new DecisionList({ data: this.data, names, describe: (event) => this.decisions.describe(event), onChoose: (event) => this.showEvent(event), onClose: () => this.#showAllMoves() });
    this.filter = filterFields(names, (filter) => this.#setFilter(filter));
    this.filters = element("div", { class: "filters", hidden: true }, this.filter.element);
    this.summary = new ReviewSummary({ data: this.data, names, isMoney: match.length === null, onOpen: (behind) => this.#openList(behind) });
    this.quiz = new ErrorQuiz({
      board: this.board,
      data: this.data,
      names,
      reader: match.reader,
      match,
      host: { decision: (event) => source.decision(event), words: (event) => this.decisions.frameOf(event)?.words ?? "", showQuestion: (event) => this.#showQuestion(event), showAnswer: (event) => this.#showAnswer(event), leave: () => this.#leaveQuiz() },
    });
    this.share = host.share ? new SharePart(host.share) : null;
    this.figures = element("div", { class: "figures-tab" }, this.summary.element, replay.tutored?.length ? element("p", { class: "soft tutored" }, counted("{count} game was played with the tutor.", "{count} games were played with the tutor.", replay.tutored.length)) : null, detailsPart(replay.details ?? {}));
    this.tabs = new Tabs(
      text("What to show"),
      [
        { name: "moves", label: text("Moves"), content: element("div", { class: "moves-tab" }, this.decision, this.filters, this.list.element, this.moves.element) },
        { name: "figures", label: text("Figures"), content: this.figures },
      ],
      (name) => (name === "figures" ? this.summary.refresh() : this.moves.reveal()),
      this.score,
    );
    this.below = element("div", { class: "below" }, this.words, this.controls.element);
  }

  /** Put the review on the page, and show the position in the address or the beginning. */
  begin() {
    const title = text("{white} against {black}", this.names);
    setChildren(
      this.place,
      element("h1", { class: "hidden-words" }, text("Review: {match}", { match: title })),
      element("div", { class: "stage" }, this.board, this.below),
      element("aside", { class: "side", "aria-label": text("Moves") }, this.#players(), this.bar.element, this.quiz.element, this.tabs.element, this.share?.element ?? null),
    );
    this.#placeGraph();
    shareCheckerColours(this.board, this.place);
    this.surroundings.keys.addEventListener("keydown", (event) => this.#onKey(/** @type {KeyboardEvent} */ (event)));
    this.surroundings.onVersion(() => this.followAddress());
    addSwipes(this.board, (step) => !this.quiz.isAsking && this.#swipe(step));
    onSettingsChange((_, changed) => changed === "marks" && this.#onChange("all"));
    this.data.listen(({ events }) => this.#onChange(events));
    this.source.subscribe((message) => {
      if (message.type === "problem") this.bar.tell(message.problem);
      else this.data.receive(message);
    });
    this.followAddress();
  }

  /** Load the best review there is. @param {ReturnType<ReviewSource["review"]>} [asked] if it was asked for before */
  async load(asked = this.source.review()) {
    try {
      this.data.load(await asked);
      // Of an analysis that runs, something may have come before anybody listened.
      if (this.data.isRunning) this.data.load(await this.source.review());
    } catch (problem) {
      this.bar.tell(problem);
    }
  }

  /** Show the position in the address, or the beginning. */
  followAddress() {
    const version = this.surroundings.version();
    const index = version === null ? 0 : frameAt(this.frames, version);
    const event = this.frames[index]?.events.find((one) => one.version === version)?.event;
    this.show(index, { isLinked: true, ...(event === undefined ? {} : { event }) });
  }

  #players() {
    return element(
      "div",
      { class: "players" },
      element("span", { class: "who white" }, element("span", { class: "name" }, this.names.white), this.ratings.white),
      element("span", { class: "who black" }, element("span", { class: "name" }, this.names.black), this.ratings.black),
    );
  }

  /** The graph is below the board or, where that would push the decision out of sight, above the figures. */
  #placeGraph() {
    const place = () => (this.surroundings.isWide() ? this.below.append(this.graph.element) : this.figures.prepend(this.graph.element));
    this.surroundings.onResize(place);
    place();
  }

  // What is shown

  /**
   * Show a frame, and one of its decisions.
   * @param {number} requested
   * @param {{isLinked?: boolean, event?: number, isQuestion?: boolean}} [how] `isLinked`: the address says it already
   */
  show(requested, { isLinked = false, event, isQuestion = false } = {}) {
    const index = Math.max(0, Math.min(requested, this.frames.length - 1));
    const isSame = index === this.#current && (event === undefined || event === this.#event);
    if (isSame && !isQuestion && !isLinked) return;
    this.#current = index;
    this.#event = this.decisions.eventToShow(this.#frame, event);
    this.#showPosition(isQuestion);
    this.moves.mark(index);
    this.controls.mark(index, text("Game {game}: {words}", { game: this.#frame.game + 1, words: this.#frame.words }));
    this.comment.show(this.#frame);
    if (!isLinked) this.surroundings.remember(this.#version);
  }

  /** Show the frame of a decision or a roll. @param {number} event */
  showEvent(event) {
    const index = this.decisions.indexOf(event);
    if (index !== undefined) this.show(index, { event });
  }

  /** The frame that is shown. @returns {Frame} */
  get #frame() {
    return /** @type {Frame} */ (this.frames[this.#current]);
  }

  /** The version of the match that a link leads to. */
  get #version() {
    return this.#frame.events.find(({ event }) => event === this.#event)?.version ?? this.#frame.version;
  }

  /** Show the position of the decision, and what is known about it. @param {boolean} isQuestion */
  #showPosition(isQuestion) {
    const frame = this.#frame;
    const game = this.replay.games[frame.game];
    const decision = this.#event === null ? null : this.data.decision(this.#event);
    // Whether to double is decided before the dice are there, and how to answer while the cube lies offered.
    const isBeforeRoll = decision?.kind === "double" && decision.action === "roll";
    const before = this.frames[this.#current - 1];
    const offer = decision?.kind === "answer" && before?.cube.offered ? before : null;
    const shown = isBeforeRoll ? { ...frame, roll: null, steps: [] } : offer ? { ...frame, cube: offer.cube } : frame;
    this.panel.clear();
    showFrame(this.board, isQuestion ? { ...shown, steps: [], cube: { ...shown.cube, offered: offer ? shown.cube.offered : null } } : shown, this.match, game?.crawford ?? false);
    this.words.textContent = isBeforeRoll ? decision.words : isQuestion ? "" : frame.words;
    const { white, black } = game?.score ?? { white: 0, black: 0 };
    this.score.textContent = this.replay.length === null ? text("Game {game} · {white}–{black}", { game: frame.game + 1, white, black }) : text("Game {game} · {white}–{black} to {length}", { game: frame.game + 1, white, black, length: this.replay.length });
    this.share?.show(offer ? { ...shown, player: offer.player } : shown, this.#version, frame.player);
    this.#showNotes(frame);
    this.#showChoices(frame);
    this.graph.mark(this.#event ?? frame.events.at(-1)?.event ?? -1, game?.number ?? 1);
    this.list.mark([...(this.#event === null ? [] : [this.#event]), ...frame.events.map(({ event }) => event)]);
    this.decision.scrollTop = 0;
    if (!isQuestion) void this.#showDecision();
  }

  /** @param {Frame} frame */
  #showNotes(frame) {
    if (this.notes.hidden) return;
    const notes = fileNotes(frame, (steps) => this.board.showArrows(steps, frame.player ?? "white"));
    // Beside our own analysis, which says where the two disagree, the file's is folded.
    setChildren(this.notes, this.#event === null ? element("h2", {}, text("From the file")) : null, ...(this.#event === null ? notes : [element("details", {}, element("summary", {}, text("From the file")), ...notes)]));
  }

  /** Let the user choose between the decisions of a turn: to double, and how to play. @param {Frame} frame */
  #showChoices(frame) {
    const known = this.decisions.of(frame);
    this.choices.hidden = known.length < 2;
    if (known.length < 2) return;
    setChildren(
      this.choices,
      ...known.map((one) => {
        const mark = one.forced ? "none" : markOf(one.loss);
        return element("button", { type: "button", class: "chip", "aria-pressed": String(one.event === this.#event), onclick: () => this.show(this.#current, { event: one.event }) }, one.kind === "play" ? text("Checker play") : text("Cube"), mark === "none" ? null : markBadge(mark));
      }),
    );
  }

  async #showDecision() {
    const number = (this.#asked += 1);
    const event = this.#event;
    if (event === null) return this.panel.clear(this.data.isRunning && this.#frame.events.length > 0 && !this.#frame.isEnd ? text("Not analysed yet.") : "");
    try {
      const decision = await this.source.decision(event);
      if (number === this.#asked) this.panel.show(decision, { analyses: this.#frame.analyses });
    } catch (problem) {
      if (number === this.#asked) this.panel.clear(errorMessage(problem));
    }
  }

  /** Show what has become known. @param {ReadonlySet<number> | "all"} events */
  #onChange(events) {
    const { data } = this;
    const indices = events === "all" ? this.frames.keys() : [...events].flatMap((event) => this.decisions.indexOf(event) ?? []);
    this.moves.refresh(indices);
    this.list.refresh(events);
    this.filters.hidden = data.isEmpty;
    this.share?.offerFile(data.isEmpty ? null : (data.analysis?.depth ?? null));
    this.place.classList.toggle("analysed", !data.isEmpty);
    this.controls.errorsAreKnown = !data.isEmpty;
    for (const side of /** @type {const} */ (["white", "black"])) this.ratings[side].textContent = data.figures ? text("PR {rating}", { rating: formatNumber(data.figures[side].pr, { minimumFractionDigits: 1, maximumFractionDigits: 1 }) }) : "";
    if (!isOpen(this.#filter)) this.#setFilter(this.#filter);
    const isShown = events === "all" || this.#frame?.events.some(({ event }) => events.has(event));
    if (this.#current < 0 || !isShown || this.quiz.isOpen) return;
    const isKnown = this.panel.decision?.event === this.#event && events !== "all";
    const version = this.surroundings.version();
    const linked = this.#frame.events.find((one) => one.version === version)?.event;
    this.#event = this.decisions.eventToShow(this.#frame, linked ?? this.#event ?? undefined);
    if (!isKnown) this.#showPosition(false);
  }

  // Lists

  /** @param {Filter} filter */
  #setFilter(filter) {
    this.#filter = filter;
    if (isOpen(filter)) return this.#showAllMoves();
    const events = this.data.decisions.filter((one) => passes(one, filter)).map(({ event }) => event);
    this.#showList({ title: text("Filtered"), events, isOfRolls: false });
  }

  /** Open the decisions behind a figure. @param {import("./review-summary.js").Behind} behind */
  #openList(behind) {
    this.#filter = openFilter();
    this.filter.reset();
    this.tabs.show("moves");
    this.#showList(behind);
    this.list.title.focus();
    const [first] = behind.events;
    if (first !== undefined) this.showEvent(first);
  }

  /** @param {import("./review-summary.js").Behind} behind */
  #showList({ title, events, isOfRolls }) {
    this.list.isOfRolls = isOfRolls;
    this.list.show(title, events);
    this.list.mark([...(this.#event === null ? [] : [this.#event]), ...(this.#frame?.events.map(({ event }) => event) ?? [])]);
    this.moves.element.hidden = true;
  }

  #showAllMoves() {
    this.#filter = openFilter();
    this.filter.reset();
    this.list.hide();
    this.moves.element.hidden = false;
    this.moves.reveal();
  }

  // Stepping

  /** A step, through the list that is shown if there is one. @param {1 | -1} step @returns {boolean} whether there was something to step to */
  #step(step) {
    const { events } = this.list;
    if (this.list.element.hidden || events.length === 0) {
      const isPossible = Boolean(this.frames[this.#current + step]);
      this.show(this.#current + step);
      return isPossible;
    }
    const here = this.#event !== null && events.includes(this.#event) ? this.#event : (this.#frame.events.find(({ event }) => events.includes(event))?.event ?? null);
    const next = here === null ? events[0] : events[events.indexOf(here) + step];
    if (next !== undefined) this.showEvent(next);
    return next !== undefined;
  }

  /** Show the next or the previous error. @param {1 | -1} step */
  skipError(step) {
    const errors = errorsOf(this.data.decisions, this.#filter);
    const here = this.#event ?? this.#frame.events.at(-1)?.event ?? (step > 0 ? -1 : Infinity);
    const found = step > 0 ? errors.find(({ event }) => event > here) : errors.findLast(({ event }) => event < here);
    if (found) this.showEvent(found.event);
    else announce(step > 0 ? text("There are no more errors.") : text("There are no errors before this."));
  }

  /** @param {1 | -1} step */
  #swipe(step) {
    this.controls.stop();
    if (this.data.isEmpty) this.#step(step);
    else this.skipError(step);
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || isTyping(event.target) || this.quiz.isOpen) return;
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowRight: () => this.show(this.#current + 1),
      ArrowLeft: () => this.show(this.#current - 1),
      Home: () => this.show(0),
      End: () => this.show(this.frames.length - 1),
      PageDown: () => this.show(frameOfNextGame(this.frames, this.#current, 1)),
      PageUp: () => this.show(frameOfNextGame(this.frames, this.#current, -1)),
      n: () => this.skipError(1),
      p: () => this.skipError(-1),
    };
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    this.controls.stop();
    act();
  }

  // Questions

  #practise() {
    this.controls.stop();
    this.place.classList.add("asking");
    this.quiz.open();
  }

  /** Show the position of a question, without what was done and what is best. @param {number} event */
  #showQuestion(event) {
    this.place.classList.remove("answered");
    const index = this.decisions.indexOf(event);
    if (index !== undefined) this.show(index, { event, isQuestion: true });
  }

  /** Show what was done at the question, and what is best. @param {number} event */
  #showAnswer(event) {
    this.place.classList.add("answered");
    this.#event = event;
    this.#showPosition(false);
  }

  #leaveQuiz() {
    this.place.classList.remove("asking", "answered");
    this.quiz.close();
    this.#showPosition(false);
    this.moves.reveal();
  }
}

/** @param {EventTarget | null} target */
function isTyping(target) {
  return target instanceof HTMLElement && target.matches("input:not([type=range]), textarea, select, dialog, dialog *");
}
