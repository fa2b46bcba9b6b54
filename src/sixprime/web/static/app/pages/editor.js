/** The position editor: set up anything by hand or from an id, see what is wrong with it, take its ids, play from there. */

import { post } from "../shared/api.js";
import { button, element, fill, iconButton } from "../shared/dom.js";
import { EditorBoard } from "../editor/editor-board.js";
import { SetupForm } from "../editor/setup-form.js";
import { copyWords, idRows } from "../shared/id-list.js";
import { lastChoices, requestOf } from "../new-game/choices.js";
import { keepForOffline } from "../shared/offline.js";
import { keepSeed, newSeed } from "../dice/seeds.js";
import { settings } from "../settings/settings.js";
import { consistentSetup, idIn, setupFrom, startSetup, swapped } from "../editor/setups.js";
import { announce, note, openPage } from "../shared/shell.js";
import { lendColours } from "../shared/position-boards.js";
import { text } from "../shared/translations.js";

/** @typedef {import("../editor/setups.js").Setup} Setup */
/** @typedef {{board: number[], ids: Record<string, string> | null, defects: string[], [more: string]: any}} Answer */

const PAUSE = 200;

const { main } = await openPage({ page: "editor", title: () => text("Position editor") });
let setup = startSetup();
/** @type {Setup[]} */
const before = [];
/** @type {Record<string, string>} */
let ids = {};
let asked = 0;
/** @type {number | undefined} */
let timer;

const board = new EditorBoard((next) => change({ board: next }));
board.element.addEventListener("token-tapped", (event) => {
  const { token } = /** @type {CustomEvent<{token: string}>} */ (event).detail;
  document.getElementById(token === "cube" ? "cube-value" : "die-1")?.focus();
});
const form = new SetupForm(change);
const pasted = element("input", { id: "pasted-id", type: "text", autocomplete: "off", spellcheck: "false", "aria-describedby": "pasted-help pasted-problem", onpaste: onPaste });
const pastedProblem = element("span", { id: "pasted-problem", class: "problem-words", role: "alert" });
const problems = element("div", { class: "problems", role: "status" });
const written = element("div", { class: "written" });
const undo = iconButton(text("Undo"), "undo", { class: "icon-button framed", disabled: true, onclick: takeBack });
const plays = [
  button(text("Play from here against the bot"), { icon: "bot", kind: "main wide", onclick: () => void playFromHere("bot") }),
  button(text("Play from here at one screen"), { icon: "screen", kind: "wide", onclick: () => void playFromHere("screen") }),
];

main.classList.add("editor");
main.append(
  element(
    "div",
    { class: "work" },
    element(
      "div",
      { class: "stage" },
      element("h1", {}, text("Position editor")),
      board.help,
      board.element,
      board.brushes,
      element(
        "div",
        { class: "buttons whole" },
        button(text("Start position"), { kind: "small", onclick: () => change({ board: startSetup().board, checkers: 15 }) }),
        button(text("Clear"), { kind: "small", onclick: () => change({ board: new Array(26).fill(0) }) }),
        button(text("Swap sides"), { kind: "small", onclick: () => replace(swapped(setup)) }),
        undo,
      ),
    ),
    element(
      "div",
      { class: "side" },
      element(
        "form",
        { class: "panel", onsubmit: (/** @type {Event} */ event) => (event.preventDefault(), void readId(pasted.value)) },
        element("label", { class: "label", for: "pasted-id" }, text("Read an id")),
        element("div", { class: "row" }, pasted, button(text("Read"), { type: "submit" })),
        element("span", { class: "help soft small-words", id: "pasted-help" }, text("XGID, GNU Backgammon ID, OGID or a FIBS board, alone or inside any text.")),
        pastedProblem,
      ),
      element("div", { class: "panel" }, form.element),
      problems,
      element("div", { class: "panel play" }, ...plays),
      element("section", { class: "panel", "aria-labelledby": "ids-title" }, element("h2", { id: "ids-title" }, text("Ids")), written),
    ),
  ),
);
lendColours(board.element, main);
keepForOffline();
window.addEventListener("hashchange", () => void follow());
show();
await follow();

/** Show what the address asks for. */
async function follow() {
  const id = idIn(location.hash);
  if (id && id !== ids.xgid) await readId(id);
  else if (!id) judge();
}

/** @param {Partial<Setup>} next */
function change(next) {
  replace(consistentSetup({ ...setup, ...next }));
}

/** @param {Setup} next */
function replace(next) {
  before.push(setup);
  if (before.length > 200) before.shift();
  setup = next;
  show();
  judge();
}

function takeBack() {
  const last = before.pop();
  if (!last) return;
  setup = last;
  show();
  judge();
}

function show() {
  board.show(setup);
  form.show(setup);
  undo.disabled = before.length === 0;
}

/** Ask the server what is wrong with the setup and what its ids are, once the hand rests. */
function judge() {
  window.clearTimeout(timer);
  timer = window.setTimeout(() => void ask(), PAUSE);
}

async function ask() {
  const number = ++asked;
  try {
    /** @type {Answer} */
    const answer = await post("/api/positions", requestFor(setup));
    if (number !== asked) return;
    showAnswer(answer);
  } catch (problem) {
    if (number !== asked) return;
    showAnswer({ board: setup.board, ids: null, defects: [problem instanceof Error ? problem.message : String(problem)] });
  }
}

/** @param {Setup} wanted */
function requestFor(wanted) {
  const { board: points, checkers, on_roll, roll, cube, length, score, crawford } = wanted;
  return { board: points, checkers, on_roll, roll, cube, length, score, crawford };
}

/** @param {Answer} answer */
function showAnswer(answer) {
  ids = answer.ids ?? {};
  const wrong = answer.defects;
  const isGood = wrong.length === 0 && Boolean(ids.xgid);
  fill(problems, wrong.length > 0 ? element("div", { class: "wrong" }, element("b", {}, text("This cannot be played:")), element("ul", {}, ...wrong.map((words) => element("li", {}, words)))) : null);
  for (const one of plays) one.disabled = !isGood;
  const link = `${location.origin}/editor#${ids.xgid ?? ""}`;
  fill(
    written,
    ids.xgid ? idRows(ids) : element("p", { class: "soft" }, text("There is no id while something is wrong.")),
    ids.xgid ? button(text("Copy the link to this position"), { icon: "share", kind: "small", onclick: () => void copyWords(link, text("The link is copied.")) }) : null,
  );
  if (ids.xgid) history.replaceState(null, "", `#${ids.xgid}`);
}

/** @param {Event} event */
function onPaste(event) {
  const words = /** @type {ClipboardEvent} */ (event).clipboardData?.getData("text/plain");
  if (words) setTimeout(() => void readId(words), 0);
}

/** @param {string} words */
async function readId(words) {
  pastedProblem.textContent = "";
  if (!words.trim()) return;
  try {
    /** @type {Answer} */
    const answer = await post("/api/positions", { text: words });
    asked += 1;
    before.push(setup);
    setup = setupFrom(answer);
    show();
    showAnswer(answer);
    announce(text("The position is set up."));
    pasted.value = "";
  } catch (problem) {
    pastedProblem.textContent = problem instanceof Error ? problem.message : String(problem);
  }
}

/** @param {"bot" | "screen"} kind */
async function playFromHere(kind) {
  const { seed, commitment } = await newSeed();
  const choices = { ...lastChoices(), kind, seat: setup.on_roll, length: setup.length };
  try {
    const answer = await post("/api/matches", { ...requestOf(choices, settings().name, commitment, {}), position: startId() });
    keepSeed(answer.state.match, seed, answer.state.dice?.commitment);
    location.assign(`/match/${answer.state.match}`);
  } catch (problem) {
    note(problem instanceof Error ? problem.message : String(problem), { kind: "bad", stays: 9000 });
  }
}

/** The id that holds most of the setup: XGID, which cannot say how many checkers there are, or else OGID. */
function startId() {
  return setup.checkers === 15 ? ids.xgid : (ids.ogid ?? ids.xgid);
}
