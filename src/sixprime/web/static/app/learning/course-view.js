/** The list of lessons by chapters, with what has been solved, and the way to the first game. */

import { button, element, icon, setChildren } from "../shared/dom.js";
import { counted, text } from "../shared/translations.js";
import { forgetSolved, solvedLessons } from "./progress.js";

/** @typedef {import("../shared/answer-types.js").CourseAnswer} CourseAnswer */

/** The first lesson that is not solved yet; null if all are. @param {CourseAnswer} course */
export function nextLesson(course) {
  const solved = solvedLessons();
  return course.lessons.find(({ name }) => !solved.has(name))?.name ?? null;
}

/**
 * The part of the page with the list.
 * @param {object} options
 * @param {CourseAnswer} options.course
 * @param {{name: string, title: string}[]} options.presets
 * @param {(preset: string) => void} options.onRules other rules were chosen
 * @param {(pressed: HTMLButtonElement) => void} options.onPlay the first game is to begin
 * @param {() => void} options.onForget what has been solved was forgotten
 * @returns {HTMLElement[]}
 */
export function courseParts({ course, presets, onRules, onPlay, onForget }) {
  const solved = solvedLessons();
  const next = nextLesson(course);
  const count = course.lessons.filter(({ name }) => solved.has(name)).length;
  const rules = element(
    "select",
    { id: "lesson-rules", onchange: () => onRules(rules.value) },
    ...presets.map(({ name, title }) => element("option", { value: name, selected: name === course.preset }, title)),
  );
  const begin = next
    ? element("a", { class: "button main large", href: `#${next}` }, icon("play"), element("span", {}, count > 0 ? text("Continue") : text("Start with the first lesson")))
    : null;
  return [
    element(
      "div",
      { class: "course-head" },
      element("h1", {}, text("Learn backgammon")),
      element("p", { class: "lead" }, text("Small boards to solve, one rule after another, and then your first game.")),
      element("p", { class: "course-progress" }, progressBar(count, course.lessons.length), element("span", {}, counted("{count} of {all} lessons solved", "{count} of {all} lessons solved", count, { all: course.lessons.length }))),
      element("div", { class: "buttons" }, begin, count > 0 ? button(text("Start over"), { kind: "quiet", onclick: () => (forgetSolved(), onForget()) }) : null),
      element("div", { class: "field course-rules" }, element("label", { class: "label", for: "lesson-rules" }, text("Rules to learn")), rules, element("span", { class: "help" }, text("If you have one of the printed leaflets, the lessons follow it."))),
    ),
    element(
      "ol",
      { class: "chapters" },
      ...course.chapters.map((chapter) =>
        element(
          "li",
          { class: "panel chapter-box" },
          element("h2", {}, chapter.title),
          element("ol", { class: "lesson-list" }, ...course.lessons.filter((lesson) => lesson.chapter === chapter.name).map((lesson) => lessonLink(lesson, solved.has(lesson.name)))),
        ),
      ),
      element("li", { class: "panel chapter-box first-game" }, ...firstGameParts(onPlay)),
    ),
  ];
}

/** @param {number} count @param {number} all */
function progressBar(count, all) {
  return element("progress", { max: all, value: count, "aria-hidden": "true" });
}

/** @param {{name: string, title: string}} lesson @param {boolean} isSolved */
function lessonLink({ name, title }, isSolved) {
  return element(
    "li",
    { class: isSolved ? "solved" : "" },
    element("a", { href: `#${name}` }, element("span", { class: "lesson-mark", "aria-hidden": "true" }, isSolved ? icon("confirm") : null), element("span", {}, title), isSolved ? element("span", { class: "hidden-words" }, text("solved")) : null),
  );
}

/**
 * The invitation to the first game.
 * @param {(pressed: HTMLButtonElement) => void} onPlay
 * @returns {HTMLElement[]}
 */
export function firstGameParts(onPlay) {
  const play = button(text("Play your first game"), { kind: "main", icon: "play", onclick: () => onPlay(play) });
  return [
    element("h2", {}, text("Now play your first game")),
    element("p", {}, text("One game against the beginner bot. The tutor looks on and asks quietly when there is something better.")),
    play,
  ];
}

/**
 * Show the list in an element.
 * @param {Element} place
 * @param {Parameters<typeof courseParts>[0]} options
 */
export function showCourse(place, options) {
  setChildren(place, ...courseParts(options));
}
