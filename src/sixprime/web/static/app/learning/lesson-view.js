/**
 * One lesson: a board with a task, or a question with answers to choose from. Whether an answer is right, and why not, the
 * server says.
 */

import { settings } from "../settings/settings.js";
import { errorMessage, get, post } from "../shared/api.js";
import { button, element, icon, setChildren } from "../shared/dom.js";
import { showError } from "../shared/shell.js";
import { sentence, text } from "../shared/translations.js";
import { BoardTask } from "./board-task.js";
import { firstGameParts } from "./course-view.js";
import { rememberSolved } from "./progress.js";

/** @typedef {import("../shared/answer-types.js").CourseAnswer} CourseAnswer */
/** @typedef {import("../shared/answer-types.js").LessonAnswer} LessonAnswer */
/** @typedef {import("../shared/answer-types.js").LessonVerdictAnswer} LessonVerdictAnswer */

export class LessonView {
  /** @type {LessonAnswer | null} */
  #lesson = null;
  #isAnswered = false;
  /** How many answers were wrong. */
  #misses = 0;

  /**
   * @param {object} options
   * @param {(pressed: HTMLButtonElement) => void} options.onPlay the first game is to begin
   * @param {(lesson: string, chapter: string, right: boolean) => void} options.onAnswer the first answer to a lesson was given
   */
  constructor({ onPlay, onAnswer }) {
    this.onPlay = onPlay;
    this.onAnswer = onAnswer;
    /** @type {CourseAnswer | null} */
    this.course = null;
    this.task = new BoardTask({
      onPlay: (steps) => void this.#answer({ steps }),
      onRefused: (source, steps) => void this.#explain(source, steps),
    });
    this.place = element("p", { class: "lesson-place" });
    this.title = element("h1", { class: "lesson-title", tabindex: "-1" });
    this.words = element("div", { class: "lesson-words" });
    this.question = element("p", { class: "lesson-task" });
    this.verdict = element("p", { class: "verdict", role: "status" });
    this.buttons = element("div", { class: "buttons lesson-buttons" });
    this.more = element("div", { class: "lesson-more" });
    this.element = element(
      "div",
      { class: "lesson" },
      element("div", { class: "lesson-head" }, this.place, this.title, this.words),
      this.task.stage,
      element("div", { class: "lesson-side" }, this.question, this.verdict, this.buttons, this.more),
    );
  }

  /**
   * Show a lesson.
   * @param {CourseAnswer} course
   * @param {string} name
   */
  async open(course, name) {
    this.course = course;
    this.#lesson = null;
    const number = course.lessons.findIndex((lesson) => lesson.name === name);
    const chapter = course.chapters.find((one) => one.name === course.lessons[number]?.chapter);
    const which = text("Lesson {number} of {count}", { number: number + 1, count: course.lessons.length });
    setChildren(this.place, element("a", { href: "#" }, text("All lessons")), ["", which, chapter?.title].filter((words) => words !== undefined).join(" · "));
    this.title.textContent = course.lessons[number]?.title ?? "";
    this.verdict.textContent = "";
    setChildren(this.words);
    setChildren(this.more);
    setChildren(this.buttons);
    this.question.textContent = text("Loading…");
    try {
      const lesson = await get(`/api/lessons/${encodeURIComponent(name)}?rules=${encodeURIComponent(course.preset)}`);
      if (this.course === course && location.hash === `#${name}`) this.#show(lesson);
    } catch (problem) {
      showError(this.more, problem, () => void this.open(course, name));
      this.question.textContent = "";
    }
  }

  /** @param {LessonAnswer} lesson */
  #show(lesson) {
    this.#lesson = lesson;
    this.#isAnswered = false;
    this.#misses = 0;
    setChildren(
      this.words,
      element("p", {}, lesson.words),
      lesson.leaflet ? element("p", { class: "leaflet-note" }, icon("book"), element("span", {}, lesson.leaflet)) : null,
    );
    this.question.textContent = lesson.task;
    setChildren(this.more, element("a", { class: "rule-link", href: `/rules#${lesson.rule}` }, icon("book"), element("span", {}, text("The rule in the rule book"))));
    this.#ask();
    this.title.focus();
  }

  /** Give the user the board, or the answers to choose from. */
  #ask() {
    const lesson = this.#lesson;
    if (!lesson) return;
    if (lesson.options.length > 0) {
      this.task.show(lesson);
      setChildren(this.buttons, ...lesson.options.map(({ name, words }) => button(sentence(words), { class: "button option", "data-option": name, onclick: () => void this.#answer({ option: name }) })), this.#hintButton());
    } else {
      this.task.ask(lesson);
      setChildren(this.buttons, this.task.done, this.task.undo, this.#hintButton(), this.#misses > 0 ? this.#solutionButton() : null);
    }
  }

  #hintButton() {
    return button(text("Hint"), { icon: "hint", kind: "quiet", onclick: () => this.#tell(this.#lesson?.hint ?? "", "plain") });
  }

  #solutionButton() {
    return button(text("Show me"), {
      icon: "eye",
      kind: "quiet",
      onclick: () => {
        const lesson = this.#lesson;
        if (!lesson) return;
        this.task.ask(lesson);
        this.task.board.showArrows(lesson.solution, "white");
        this.#tell(text("Follow the arrows."), "plain");
      },
    });
  }

  /** @param {{steps: [number, number][]} | {option: string}} reply */
  async #answer(reply) {
    const lesson = this.#lesson;
    if (!lesson) return;
    try {
      const verdict = await this.#send(lesson, reply);
      if (this.#lesson !== lesson) return;
      this.#remember(lesson, verdict.right);
      if (verdict.right) return this.#finish(lesson, verdict.words);
      this.#misses += 1;
      const again = text("Try again.");
      this.#tell(lesson.options.length > 0 ? verdict.words : `${verdict.words} ${again}`, "bad");
      if (lesson.options.length > 0) this.#strike("option" in reply ? reply.option : "");
      else this.#ask();
    } catch (problem) {
      this.#tell(errorMessage(problem), "bad");
      this.#ask();
    }
  }

  /** @param {LessonAnswer} lesson @param {Record<string, unknown>} reply @returns {Promise<LessonVerdictAnswer>} */
  #send(lesson, reply) {
    return post(`/api/lessons/${lesson.name}/answers?rules=${encodeURIComponent(this.course?.preset ?? "standard")}`, reply);
  }

  /** Only the first answer counts for statistics. @param {LessonAnswer} lesson @param {boolean} right */
  #remember(lesson, right) {
    if (right) rememberSolved(lesson.name);
    if (!this.#isAnswered) this.onAnswer(lesson.name, lesson.chapter, right);
    this.#isAnswered = true;
  }

  /** Cross out an answer that was wrong. @param {string} name */
  #strike(name) {
    const chosen = /** @type {HTMLButtonElement | null} */ (this.buttons.querySelector(`[data-option="${name}"]`));
    if (!chosen) return;
    chosen.disabled = true;
    /** @type {HTMLButtonElement | null} */ (this.buttons.querySelector(".option:not(:disabled)"))?.focus();
  }

  /** Say why nothing can be played from a point. @param {number} source @param {[number, number][]} steps */
  async #explain(source, steps) {
    const lesson = this.#lesson;
    if (!lesson) return;
    try {
      const { words } = await this.#send(lesson, { steps, source, numbering: settings().numbering === "sheets" ? "12a" : "24" });
      if (this.#lesson === lesson) this.#tell(`${sentence(words)}.`, "bad");
    } catch {
      this.#tell(text("This cannot be played now."), "bad");
    }
  }

  /** @param {string} words @param {"good" | "bad" | "plain"} kind */
  #tell(words, kind) {
    this.verdict.className = `verdict ${kind}`;
    // A sentence that is told again is read again only if it differs.
    this.verdict.textContent = this.verdict.textContent === words ? `${words}\u00a0` : words;
  }

  /** @param {LessonAnswer} lesson @param {string} words */
  #finish(lesson, words) {
    this.#tell(words, "good");
    const lessons = this.course?.lessons ?? [];
    const next = lessons[lessons.findIndex(({ name }) => name === lesson.name) + 1];
    this.#lesson = null;
    if (next) {
      const link = element("a", { class: "button main next-lesson", href: `#${next.name}` }, icon("next"), element("span", {}, text("Next: {title}", { title: next.title })));
      setChildren(this.buttons, link);
      link.focus();
    } else {
      setChildren(this.buttons, element("div", { class: "first-game" }, ...firstGameParts(this.onPlay)));
      /** @type {HTMLElement | null} */ (this.buttons.querySelector("button"))?.focus();
    }
  }
}
