/** The page for newcomers: lessons as small boards to solve, and the way to the first game. */

import { firstGame } from "../learning/first-game.js";
import { showCourse } from "../learning/course-view.js";
import { LessonView } from "../learning/lesson-view.js";
import { lessonRules, rememberRules } from "../learning/progress.js";
import { lastChoices } from "../new-game/choices.js";
import { sendAttempt, sendWhenOnline } from "../practice/attempts.js";
import { errorMessage, fetchAbout, get } from "../shared/api.js";
import { setChildren } from "../shared/dom.js";
import { enableOffline } from "../shared/offline.js";
import { openPage, setDocumentTitle, showError, showToast } from "../shared/shell.js";
import { text } from "../shared/translations.js";

/** @typedef {import("../shared/answer-types.js").CourseAnswer} CourseAnswer */

const { main } = await openPage({ page: "learn", title: () => text("Learn backgammon") });
main.classList.add("learn");
/** @type {{name: string, title: string}[]} */
let presets = [];
/** @type {CourseAnswer | null} */
let course = null;
const view = new LessonView({
  onPlay: (pressed) => void play(pressed),
  onAnswer: (lesson, chapter, right) => void sendAttempt({ kind: "lesson", key: lesson, topic: chapter, grade: right ? 3 : 1 }),
});
await load(null);
window.addEventListener("hashchange", show);
enableOffline();
sendWhenOnline();

/** Load the lessons. @param {string | null} chosen the preset of rules; null for that of the address, or the last one */
async function load(chosen) {
  try {
    presets = (await fetchAbout()).presets.map(({ name, short_title: title }) => ({ name, title }));
    const wanted = [chosen, new URLSearchParams(location.search).get("rules"), lessonRules(), lastChoices().preset];
    const preset = wanted.find((name) => presets.some((known) => known.name === name)) ?? "standard";
    course = await get(`/api/lessons?rules=${encodeURIComponent(preset)}`);
    show();
  } catch (problem) {
    showError(main, problem, () => void load(chosen));
  }
}

/** Show the lesson in the address, or the list. */
function show() {
  if (!course) return;
  const name = decodeURIComponent(location.hash.slice(1));
  const lesson = course.lessons.find((one) => one.name === name);
  setDocumentTitle(lesson ? lesson.title : text("Learn backgammon"));
  main.classList.toggle("in-lesson", lesson !== undefined);
  if (lesson) {
    setChildren(main, view.element);
    void view.open(course, name);
  } else {
    showCourse(main, { course, presets, onRules: changeRules, onPlay: (pressed) => void play(pressed), onForget: show });
  }
  window.scrollTo(0, 0);
}

/** @param {string} preset */
async function changeRules(preset) {
  rememberRules(preset);
  history.replaceState(null, "", `/learn?rules=${preset}`);
  await load(preset);
  document.getElementById("lesson-rules")?.focus();
}

/** Begin the first game. @param {HTMLButtonElement} pressed */
async function play(pressed) {
  pressed.disabled = true;
  try {
    location.assign(await firstGame(course?.preset ?? "standard"));
  } catch (problem) {
    showToast(errorMessage(problem), { kind: "bad" });
    pressed.disabled = false;
  }
}
