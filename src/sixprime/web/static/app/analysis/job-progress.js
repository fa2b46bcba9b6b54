/** The progress of an analysis with a button that cancels it, and "Roll this out", the button that starts a rollout. */

import { errorMessage } from "../shared/api.js";
import { button, element } from "../shared/dom.js";
import { counted, formatNumber, text } from "../shared/translations.js";
import { hasEnded } from "./analysis-jobs.js";

/** @typedef {import("./analysis-jobs.js").AnalysisJob} AnalysisJob */
/** @typedef {import("./analysis-jobs.js").JobListener} JobListener */
/** @typedef {import("../shared/answer-types.js").AnalysisAnswer} Analysis */

/** Shows how far an analysis has come, and lets the user cancel it. */
export class JobProgress {
  constructor() {
    this.element = element("div", { class: "job-progress", hidden: true }, this.#bar, this.#words, this.#cancel, this.#problem, this.#status);
  }

  #bar = element("progress", { "aria-label": text("Progress of the analysis") });
  #words = element("span", { class: "soft small-words numbers" });
  #cancel = button(text("Cancel"), { kind: "small", onclick: () => void this.#cancelJob() });
  #problem = element("p", { class: "problem-words", role: "alert" });
  /** For screen readers: how it ended, and not every step on the way. */
  #status = element("span", { class: "hidden-words", role: "status" });
  /** @type {AnalysisJob | null} */
  #job = null;

  /** Whether an analysis is under way. */
  get isBusy() {
    return this.#job !== null && !hasEnded(this.#job.analysis);
  }

  /**
   * Start an analysis and show its progress; a refusal is shown as a sentence.
   * @param {(listener: JobListener) => Promise<AnalysisJob>} start
   * @param {JobListener} listener
   */
  async run(start, listener) {
    this.stop();
    const run = (this.#run += 1);
    this.#problem.textContent = this.#status.textContent = "";
    this.#showBar(text("Sending the position…"), null, false);
    const isMine = () => run === this.#run;
    try {
      const job = await start({
        result: (decision) => isMine() && listener.result?.(decision),
        progress: (analysis) => {
          if (!isMine()) return;
          this.#show(analysis);
          listener.progress?.(analysis);
        },
        connection: (isConnected) => {
          if (isMine() && !isConnected) this.#words.textContent = text("The connection was lost; trying again…");
        },
        failed: (problem) => isMine() && this.#fail(problem, listener),
      });
      if (isMine()) this.#job = job;
      else job.stop();
    } catch (problem) {
      if (isMine()) this.#fail(problem, listener);
    }
  }

  #run = 0;

  /** Stop showing the analysis; on the server it goes on. */
  stop() {
    this.#run += 1;
    this.#job?.stop();
    this.#job = null;
    this.element.hidden = true;
  }

  /** Stop showing the analysis, and end it on the server as well. */
  abandon() {
    const job = this.#job;
    this.stop();
    if (job?.analysis.mine && !hasEnded(job.analysis)) job.cancel().catch(() => {}); // Nobody waits for it any more.
  }

  /** @param {Analysis} analysis */
  #show(analysis) {
    const { state, done, total, ahead, mine, message } = analysis;
    if (hasEnded(analysis)) {
      this.#hideBar();
      this.element.hidden = state === "done";
      if (state === "cancelled") this.#words.textContent = this.#status.textContent = text("The analysis was cancelled.");
      else if (state !== "done") this.#problem.textContent = message ?? text("The analysis failed.");
      this.#words.hidden = state !== "cancelled";
      return;
    }
    const words = state === "waiting" ? (ahead > 0 ? counted("Waiting: {count} analysis before this one", "Waiting: {count} analyses before this one", ahead) : text("Waiting…")) : total > 0 ? text("{done} of {total}", { done: formatNumber(done), total: formatNumber(total) }) : text("Thinking…");
    this.#showBar(words, state === "running" && total > 0 ? done / total : null, mine);
  }

  /**
   * @param {string} words
   * @param {number | null} share null while it is not known
   * @param {boolean} mayCancel
   */
  #showBar(words, share, mayCancel) {
    this.element.hidden = false;
    for (const part of [this.#bar, this.#words]) part.hidden = false;
    this.#words.textContent = words;
    if (share === null) this.#bar.removeAttribute("value");
    else this.#bar.value = share;
    this.#cancel.hidden = !mayCancel;
  }

  /** Whether the focus was on the button to cancel when that was hidden: it is for the page to say where it goes. */
  hadFocus = false;

  #hideBar() {
    this.hadFocus = this.#cancel.matches(":focus");
    for (const part of [this.#bar, this.#words, this.#cancel]) part.hidden = true;
  }

  /**
   * @param {unknown} problem
   * @param {JobListener} listener
   */
  #fail(problem, listener) {
    this.#job = null;
    this.#hideBar();
    this.element.hidden = false;
    this.#problem.textContent = errorMessage(problem);
    listener.failed?.(problem);
  }

  /** The button stays enabled meanwhile: a disabled one would lose the focus. */
  async #cancelJob() {
    if (this.#isCancelling) return;
    this.#isCancelling = true;
    try {
      await this.#job?.cancel();
    } catch (problem) {
      this.#problem.textContent = errorMessage(problem);
    } finally {
      this.#isCancelling = false;
    }
  }

  #isCancelling = false;
}

/** The button and the progress of a rollout. */
export class RolloutPart {
  /** @param {JobListener} listener */
  constructor(listener) {
    this.#listener = listener;
    this.element = element("div", { class: "rollout-part" }, this.#start, this.progress.element);
  }

  #listener;
  #start = button(text("Roll this out"), { icon: "dice", kind: "small", onclick: () => void this.#run() });
  progress = new JobProgress();
  /** @type {((listener: JobListener) => Promise<AnalysisJob>) | null} */
  #rollOut = null;

  /** Offer a rollout, or none (null). @param {((listener: JobListener) => Promise<AnalysisJob>) | null} rollOut */
  offer(rollOut) {
    this.#rollOut = rollOut;
    this.element.hidden = rollOut === null;
    this.#showButton();
  }

  async #run() {
    if (!this.#rollOut) return;
    const isWithFocus = this.#start.matches(":focus");
    const running = this.progress.run(this.#rollOut, {
      result: (decision) => this.#listener.result?.(decision),
      progress: (analysis) => {
        this.#showButton();
        this.#listener.progress?.(analysis);
      },
      failed: () => this.#showButton(),
    });
    this.#start.hidden = true;
    await running;
    this.#showButton();
    if (isWithFocus && this.#start.hidden) /** @type {HTMLElement | null} */ (this.element.querySelector("button:not([hidden])"))?.focus();
  }

  /** Show the button unless a rollout runs. It takes the focus from the button that has cancelled one. */
  #showButton() {
    this.#start.hidden = this.progress.isBusy;
    if (this.progress.hadFocus && !this.#start.hidden) this.#start.focus({ preventScroll: true });
    this.progress.hadFocus = false;
  }
}
