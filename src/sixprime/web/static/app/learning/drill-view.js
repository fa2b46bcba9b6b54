/**
 * A drill: one problem after another, each with the answer form that suits it, the verdict with the calculation, and the
 * time it took. Problems and verdicts come from the server.
 */

import { sendAttempt } from "../practice/attempts.js";
import { errorMessage, get, post } from "../shared/api.js";
import { button, element, setChildren } from "../shared/dom.js";
import { showError } from "../shared/shell.js";
import { formatNumber, sentence, text } from "../shared/translations.js";
import { BoardTask } from "./board-task.js";
import { afterAnswer, standingOf, storeStanding } from "./drill-levels.js";
import { methodsOf } from "./drill-methods.js";

/** @typedef {import("../shared/answer-types.js").DrillAnswer} DrillAnswer */
/** @typedef {import("../shared/answer-types.js").DrillProblemAnswer} DrillProblemAnswer */
/** @typedef {import("../shared/answer-types.js").DrillVerdictAnswer} DrillVerdictAnswer */

export class DrillView {
  /** @type {DrillProblemAnswer | null} */
  #problem = null;
  #drill = "";
  #since = 0;
  #right = 0;
  #answered = 0;

  /** @param {number} levels the highest level */
  constructor(levels) {
    this.levels = levels;
    this.task = new BoardTask({ onPlay: (steps) => void this.#answer({ steps }) });
    this.task.board.setAttribute("speed", "off"); // Problems have nothing to do with each other.
    this.title = element("h2", { class: "lesson-title", tabindex: "-1" });
    this.words = element("p", { class: "soft" });
    this.standing = element("p", { class: "drill-standing" });
    this.clock = element("span", { class: "drill-clock numbers", "aria-hidden": "true" });
    this.question = element("p", { class: "lesson-task", id: "drill-question" });
    this.form = element("div", { class: "drill-form" });
    this.verdict = element("div", { class: "verdict", role: "status" });
    this.next = element("div", { class: "buttons" });
    this.methods = element("details", { class: "drill-methods" });
    this.element = element(
      "div",
      { class: "lesson drill" },
      element("div", { class: "lesson-head" }, this.title, this.words, this.standing),
      this.task.stage,
      element("div", { class: "lesson-side" }, element("div", { class: "drill-question" }, this.question, this.clock), this.form, this.verdict, this.next, this.methods),
    );
    setInterval(() => this.#showClock(), 500);
  }

  /** Begin a drill. @param {DrillAnswer} drill */
  open(drill) {
    this.#drill = drill.name;
    this.#right = 0;
    this.#answered = 0;
    this.title.textContent = drill.title;
    this.words.textContent = drill.words;
    setChildren(this.methods, element("summary", {}, text("How to work it out")), element("ul", {}, ...methodsOf(drill.name).map((words) => element("li", {}, words))));
    void this.#ask();
  }

  async #ask() {
    const drill = this.#drill;
    const { level } = standingOf(drill, this.levels);
    this.#problem = null;
    this.#showStanding();
    this.verdict.className = "verdict";
    setChildren(this.verdict);
    setChildren(this.next);
    setChildren(this.form);
    this.clock.textContent = "";
    this.question.textContent = text("Loading…");
    try {
      const problem = await get(`/api/drills/${drill}?level=${level}`);
      if (this.#drill === drill) this.#show(problem);
    } catch (problem) {
      this.question.textContent = "";
      showError(this.form, problem, () => void this.#ask());
    }
  }

  /** @param {DrillProblemAnswer} problem */
  #show(problem) {
    this.#problem = problem;
    this.#since = performance.now();
    this.question.textContent = problem.question;
    this.task.stage.hidden = problem.board === null;
    if (problem.board !== null) {
      const state = { board: problem.board, checkers: problem.checkers, roll: problem.roll, cube: { ...problem.cube, offered: null }, on_roll: /** @type {const} */ ("white"), turn: problem.turn };
      if (problem.kind === "play") this.task.ask(state);
      else this.task.show(state);
    }
    if (problem.kind === "play") {
      setChildren(this.form, element("div", { class: "buttons" }, this.task.done, this.task.undo));
      this.title.focus();
    } else if (problem.kind === "action") {
      setChildren(this.form, element("div", { class: "buttons" }, ...problem.actions.map(({ name, words }) => button(sentence(words), { class: "button option", onclick: () => void this.#answer({ action: name }) }))));
      this.title.focus();
    } else {
      this.#showNumberForm(problem.kind === "percent");
    }
  }

  /** @param {boolean} isPercent */
  #showNumberForm(isPercent) {
    const field = element("input", { type: "text", inputmode: isPercent ? "decimal" : "numeric", autocomplete: "off", class: "drill-number", "aria-labelledby": "drill-question", "aria-describedby": isPercent ? "drill-unit" : null, maxlength: 8 });
    const send = () => {
      const number = Number(field.value.replace(",", ".").replace("%", "").trim());
      if (field.value.trim() === "" || !Number.isFinite(number)) return this.#complain(text("Please enter a number."));
      void this.#answer({ number });
    };
    setChildren(
      this.form,
      element("form", { class: "drill-row", onsubmit: (/** @type {Event} */ event) => (event.preventDefault(), send()) }, field, isPercent ? element("span", { id: "drill-unit" }, "%") : null, button(text("Check"), { kind: "main", icon: "confirm", type: "submit" })),
    );
    field.focus();
  }

  /** @param {string} words */
  #complain(words) {
    this.verdict.className = "verdict bad";
    setChildren(this.verdict, element("p", {}, words));
  }

  /** @param {{steps: [number, number][]} | {number: number} | {action: string}} reply */
  async #answer(reply) {
    const problem = this.#problem;
    if (!problem) return;
    const milliseconds = Math.round(performance.now() - this.#since);
    this.#problem = null;
    try {
      /** @type {DrillVerdictAnswer} */
      const verdict = await post(`/api/drills/${problem.drill}/answers`, { level: problem.level, seed: problem.seed, ...reply });
      if (this.#drill === problem.drill) this.#tell(problem, verdict, milliseconds);
    } catch (refusal) {
      this.#complain(errorMessage(refusal));
      this.#problem = problem;
      if (problem.kind === "play") this.#show(problem);
    }
  }

  /** @param {DrillProblemAnswer} problem @param {DrillVerdictAnswer} verdict @param {number} milliseconds */
  #tell(problem, verdict, milliseconds) {
    const { drill, level, seed } = problem;
    const before = standingOf(drill, this.levels);
    const after = afterAnswer(before, verdict.right, this.levels);
    storeStanding(drill, after);
    this.#answered += 1;
    if (verdict.right) this.#right += 1;
    void sendAttempt({ kind: "drill", key: drill, topic: drill, grade: verdict.right ? 3 : 1, milliseconds, detail: { level, seed } });
    const seconds = text("{seconds} seconds.", { seconds: formatNumber(milliseconds / 1000, { maximumFractionDigits: 1 }) });
    const change = after.level > before.level ? text("You have reached level {level}.", { level: after.level }) : after.level < before.level ? text("Back to level {level}.", { level: after.level }) : "";
    this.verdict.className = `verdict ${verdict.right ? "good" : "bad"}`;
    setChildren(this.verdict, element("p", { class: "drill-words" }, [sentence(verdict.words), seconds, change].filter(Boolean).join(" ")), element("ul", { class: "drill-working" }, ...verdict.working.map((line) => element("li", {}, line))));
    this.clock.textContent = "";
    setChildren(this.form);
    const go = button(text("Next"), { kind: "main", icon: "next", onclick: () => void this.#ask() });
    setChildren(this.next, go);
    this.#showStanding();
    go.focus();
  }

  #showStanding() {
    const { level } = standingOf(this.#drill, this.levels);
    const reached = text("Level {level} of {levels}", { level, levels: this.levels });
    const right = text("{right} of {count} right", { right: this.#right, count: this.#answered });
    this.standing.textContent = this.#answered > 0 ? `${reached} · ${right}` : reached;
  }

  #showClock() {
    if (this.#problem) this.clock.textContent = `${Math.floor((performance.now() - this.#since) / 1000)} s`;
  }
}
