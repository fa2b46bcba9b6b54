/** The opening trainer: first rolls, replies and third rolls as questions; weak ones come back more often. */

import { sendAttempt, sendWhenOnline } from "../practice/attempts.js";
import { beforeWords, FIRST_ROLLS, ROLLS, rollWords } from "../practice/opening-lines.js";
import { gradeOf, QuestionPanel } from "../practice/question-panel.js";
import { errorMessage, get, post } from "../shared/api.js";
import { button, element, setChildren } from "../shared/dom.js";
import { radioGroup } from "../shared/form-fields.js";
import { enableOffline } from "../shared/offline.js";
import { createBoard, shareCheckerColours } from "../shared/position-boards.js";
import { openPage } from "../shared/shell.js";
import { storedItem, storeItem } from "../shared/storage.js";
import { formatNumber, text } from "../shared/translations.js";

/** @typedef {import("../shared/answer-types.js").OpeningQuestionAnswer} Asked */
/** @typedef {import("../shared/answer-types.js").VerdictAnswer} Verdict */
/** @typedef {import("../shared/answer-types.js").PracticeStatisticsAnswer} Statistics */

const KEY = "sixprime.openings";
const STAGES = /** @type {const} */ (["first", "reply", "third"]);

const { main } = await openPage({ page: "practice", title: () => text("Opening trainer") });
const board = createBoard("white");
const panel = new QuestionPanel({ board, onAnswer: judge });
const before = element("p", { class: "before soft" });
const figures = element("p", { class: "soft figures", role: "status" });
const choice = stored();
/** @type {Asked | null} */
let asked = null;
let right = 0;
let answers = 0;

const stages = radioGroup(text("What to practise"), "stage", STAGES.map((value) => ({ value, label: stageTitle(value), title: stageTitle(value) })), choice.stage, (value) => change({ stage: /** @type {Asked["stage"]} */ (value) }), "depths");
const firstRoll = rollSelect("first-roll", text("First roll"), FIRST_ROLLS, choice.first, (first) => change({ first }));
const reply = rollSelect("reply-roll", text("Reply"), ROLLS, choice.reply, (value) => change({ reply: value }));

main.classList.add("one-position", "trainer");
main.append(
  element(
    "div",
    { class: "work" },
    element("div", { class: "stage" }, element("h1", {}, text("Opening trainer")), before, board),
    element(
      "div",
      { class: "side" },
      panel.element,
      figures,
      element("div", { class: "panel choose" }, stages, element("div", { class: "fields" }, firstRoll, reply)),
      element("a", { href: "/openings" }, text("Opening book")),
    ),
  ),
);
shareCheckerColours(board, main);
enableOffline();
sendWhenOnline();
showChoice();
await Promise.all([next(false), showFigures()]);

/** Ask another line. @param {boolean} [focus] */
async function next(focus = true) {
  const query = new URLSearchParams({ stage: choice.stage });
  if (choice.first) query.set("first", choice.first);
  if (choice.stage === "third" && choice.reply) query.set("replies", choice.reply);
  if (asked) query.set("last", asked.line);
  try {
    asked = /** @type {Asked} */ (await get(`/api/openings/next?${query}`));
    before.textContent = asked.before.length > 0 ? text("Played so far: {plays}", { plays: beforeWords(asked.before) }) : text("The first roll of the game.");
    panel.ask(asked.question, { focus });
  } catch (problem) {
    panel.clear(errorMessage(problem));
  }
}

/** @param {import("../practice/question-panel.js").Answer} answer */
async function judge({ steps }) {
  if (!asked) return;
  const { line, stage } = asked;
  const milliseconds = panel.milliseconds;
  const verdict = /** @type {Verdict} */ (await post(`/api/openings/${line}/verdict`, { steps }));
  const grade = gradeOf(verdict.loss);
  answers += 1;
  if (grade > 1) right += 1;
  panel.showVerdict(
    verdict,
    [
      button(text("Next"), { kind: "main", icon: "next", onclick: () => void next() }),
      button(text("Once more"), { icon: "back", onclick: () => asked && panel.ask(asked.question) }),
    ],
    verdict.by_rollout ? "" : text("From a search, not from rollouts."),
  );
  await sendAttempt({ kind: "opening", key: line, topic: stage, grade, loss: Math.min(verdict.loss, 100), milliseconds });
  await showFigures();
}

/** How this visit and all before went. */
async function showFigures() {
  const now = answers > 0 ? text("Now: {right} of {count} right.", { right, count: answers }) : "";
  try {
    const statistics = /** @type {Statistics} */ (await get("/api/practice/statistics"));
    const all = statistics.kinds.find(({ kind }) => kind === "opening");
    const words = all ? text("Overall: {right} of {count} right ({share}).", { right: all.right, count: all.attempts, share: formatNumber(all.right / all.attempts, { style: "percent" }) }) : "";
    setChildren(figures, [now, words].filter(Boolean).join(" "));
  } catch {
    setChildren(figures, now);
  }
}

/** @param {Partial<typeof choice>} changed */
function change(changed) {
  Object.assign(choice, changed);
  storeItem(KEY, JSON.stringify(choice));
  showChoice();
  void next(false);
}

function showChoice() {
  reply.hidden = choice.stage !== "third";
}

/** @returns {{stage: Asked["stage"], first: string, reply: string}} */
function stored() {
  const usual = { stage: /** @type {Asked["stage"]} */ ("first"), first: "", reply: "" };
  try {
    const found = JSON.parse(storedItem(KEY) ?? "{}");
    return {
      stage: STAGES.find((one) => one === found.stage) ?? usual.stage,
      first: FIRST_ROLLS.find((one) => one === found.first) ?? "",
      reply: ROLLS.find((one) => one === found.reply) ?? "",
    };
  } catch {
    return usual;
  }
}

/** @param {Asked["stage"]} stage */
function stageTitle(stage) {
  return { first: text("First rolls"), reply: text("Replies"), third: text("Third rolls") }[stage];
}

/**
 * @param {string} id
 * @param {string} label
 * @param {readonly string[]} rolls
 * @param {string} chosen
 * @param {(roll: string) => void} onChange
 */
function rollSelect(id, label, rolls, chosen, onChange) {
  const select = element(
    "select",
    { id, onchange: () => onChange(select.value) },
    element("option", { value: "" }, text("All rolls")),
    ...rolls.map((roll) => element("option", { value: roll, selected: roll === chosen }, rollWords(roll))),
  );
  return element("label", { class: "small-field", for: id }, element("span", {}, label), select);
}

