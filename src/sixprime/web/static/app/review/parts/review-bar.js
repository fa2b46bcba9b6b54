/**
 * How the analysis of a match stands: none yet, waiting or running with its progress, done, made by an older engine, or
 * out of date; and the buttons for what can be done about it.
 */

import { button, element, focusedNear, iconButton, setChildren } from "../../shared/dom.js";
import { announce } from "../../shared/shell.js";
import { counted, formatNumber, text } from "../../shared/translations.js";
import { chooseDepth, depthName } from "../../analysis/depths.js";

/** @typedef {import("../../analysis/depths.js").Depth} Depth */
/** @typedef {import("../../shared/answer-types.js").AnalysisAnswer} Analysis */
/** @typedef {import("../review-data.js").ReviewData} ReviewData */

/**
 * What the bar can start; an analysis inside a file offers nothing of it.
 * @typedef {object} BarActions
 * @property {(depth: Depth) => Promise<unknown>} [analyse]
 * @property {() => Promise<unknown>} [cancel]
 * @property {(depth: Depth) => Promise<unknown>} [choose] show the analysis of another depth
 * @property {() => void} practise
 */

export class ReviewBar {
  #key = "";
  #isBusy = false;

  /**
   * @param {ReviewData} data
   * @param {number} version of the last event of the match
   * @param {BarActions} actions
   */
  constructor(data, version, actions) {
    this.data = data;
    this.version = version;
    this.actions = actions;
    this.words = element("p", { class: "bar-words" });
    this.progress = element("progress", { class: "bar-progress", max: 1, "aria-label": text("Progress of the analysis"), hidden: true });
    this.buttons = element("div", { class: "bar-buttons" });
    this.problem = element("p", { class: "problem-words", role: "alert", hidden: true });
    this.element = element("div", { class: "review-bar" }, this.words, this.buttons, this.progress, this.problem);
    data.listen(() => this.show());
    this.show();
  }

  show() {
    const { analysis, isEmpty, isRunning } = this.data;
    const before = this.words.textContent;
    this.words.textContent = analysis ? stateText(analysis, this.data.version !== null && this.data.version < this.version) : text("Not analysed yet.");
    this.words.classList.toggle("warning", analysis !== null && !isRunning && (!analysis.is_current || analysis.state === "failed"));
    this.progress.hidden = !isRunning;
    if (analysis && isRunning) {
      if (analysis.state === "waiting" || analysis.total === 0) this.progress.removeAttribute("value");
      else this.progress.value = analysis.done / analysis.total;
    } else if (before && before !== this.words.textContent && analysis) {
      announce(this.words.textContent);
    }
    // Buttons are made again only if others are needed: one that has the focus would lose it.
    const key = [isRunning, analysis?.mine, analysis?.is_current, isEmpty, this.data.available.length, analysis?.analysis].join(" ");
    if (key === this.#key) return;
    this.#key = key;
    this.#showButtons();
  }

  #showButtons() {
    const { analysis, isEmpty, isRunning, available } = this.data;
    const { analyse, cancel } = this.actions;
    const hadFocus = this.buttons.contains(focusedNear(this.buttons));
    const isOld = analysis !== null && !analysis.is_current;
    setChildren(
      this.buttons,
      isEmpty ? null : button(text("Show me my errors"), { icon: "hint", kind: "small", onclick: () => this.actions.practise() }),
      isRunning && cancel && analysis?.mine ? button(text("Cancel"), { icon: "stop", kind: "small", onclick: () => void this.#try(cancel) }) : null,
      this.#depthChoice(available),
      isRunning || !analyse ? null : this.#analyseButton(analysis !== null, isOld),
    );
    if (hadFocus) /** @type {HTMLElement | null} */ (this.buttons.querySelector("button"))?.focus();
  }

  /** @param {boolean} isAgain @param {boolean} isOld whether what is there should not be relied on */
  #analyseButton(isAgain, isOld) {
    const onclick = () => void this.#analyse();
    if (isAgain && !isOld) return iconButton(text("Analyse again"), "chart", { onclick });
    return button(isAgain ? text("Analyse again") : text("Analyse"), { icon: "chart", kind: "small main", onclick });
  }

  /** The depths of which there is an analysis, if there are several. @param {Analysis[]} available */
  #depthChoice(available) {
    const { choose } = this.actions;
    const depths = [...new Set(available.filter(({ state, event }) => state === "done" && event === null).map(({ depth }) => depth))];
    if (!choose || depths.length < 2 || this.data.isRunning) return null;
    const select = element(
      "select",
      { id: "shown-depth", onchange: () => void this.#try(() => choose(/** @type {Depth} */ (select.value))) },
      ...depths.map((depth) => element("option", { value: depth, selected: depth === this.data.analysis?.depth }, depthName(depth))),
    );
    return element("label", { for: "shown-depth" }, element("span", { class: "hidden-words" }, text("Shown analysis")), select);
  }

  async #analyse() {
    const { analyse } = this.actions;
    const depth = await chooseDepth();
    if (depth && analyse) await this.#try(() => analyse(depth));
  }

  /** Start an analysis at once. @param {Depth} depth */
  async start(depth) {
    const { analyse } = this.actions;
    if (analyse) await this.#try(() => analyse(depth));
  }

  /** Do something, and show the reason if it fails. @param {() => Promise<unknown>} act */
  async #try(act) {
    if (this.#isBusy) return;
    this.#isBusy = true;
    this.tell(null);
    try {
      await act();
    } catch (problem) {
      this.tell(problem);
    } finally {
      this.#isBusy = false;
    }
  }

  /** Show a problem; null removes it. @param {unknown} problem */
  tell(problem) {
    this.problem.hidden = problem === null;
    this.problem.textContent = problem instanceof Error ? problem.message : problem === null ? "" : String(problem);
  }
}

/** @param {Analysis} analysis @param {boolean} isBehind whether the match has gone on since */
function stateText(analysis, isBehind) {
  const { state, done, total, ahead, depth, is_current: isCurrent, message } = analysis;
  const name = depthName(depth);
  switch (state) {
    case "waiting":
      return ahead > 0 ? counted("{depth}: waiting, {count} analysis before it", "{depth}: waiting, {count} analyses before it", ahead, { depth: name }) : text("{depth}: about to start", { depth: name });
    case "running":
      return text("{depth}: {done} of {total}", { depth: name, done: formatNumber(done), total: formatNumber(total) });
    case "failed":
      return message ?? text("The analysis failed.");
    case "cancelled":
      return text("{depth}: cancelled after {done} of {total}", { depth: name, done: formatNumber(done), total: formatNumber(total) });
    case "stale":
      return text("Moves have been taken back or played since: analyse again.");
    default:
      if (isBehind) return text("Moves have been taken back or played since: analyse again.");
      return isCurrent ? text("Analysis: {depth}", { depth: name }) : text("Analysis by an older engine ({depth}): analyse again.", { depth: name });
  }
}
