/** The position editor: set up a position by hand or from an id, see its defects, copy its ids, play from it. */

import { EditorBoard } from "../editor/editor-board.js";
import { SetupForm } from "../editor/setup-form.js";
import { consistentSetup, idInAddress, setupFrom, startSetup, swappedSides } from "../editor/setups.js";
import { rememberTurned } from "../match/match-state.js";
import { beginMatch, lastChoices } from "../new-game/choices.js";
import { errorMessage, post } from "../shared/api.js";
import { button, element, iconButton, setChildren } from "../shared/dom.js";
import { copyText, idList } from "../shared/id-list.js";
import { enableOffline } from "../shared/offline.js";
import { shareCheckerColours } from "../shared/position-boards.js";
import { announce, openPage, showToast } from "../shared/shell.js";
import { text } from "../shared/translations.js";

/** @typedef {import("../editor/setups.js").Setup} Setup */
/** @typedef {{board: number[], ids: Record<string, string> | null, defects: string[], [more: string]: any}} Answer */

const CHECK_DELAY = 200;

const { main } = await openPage({ page: "editor", title: () => text("Position editor") });
let setup = startSetup();
/** @type {Setup[]} */
const undoStack = [];
/** @type {Record<string, string>} */
let ids = {};
let lastRequest = 0;
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
const idsPart = element("div", { class: "written" });
const undo = iconButton(text("Undo"), "undo", { class: "icon-button framed", disabled: true, onclick: undoChange });
const plays = [
  button(text("Play from here against the bot"), { icon: "bot", kind: "main wide", onclick: () => void playFromHere("bot") }),
  button(text("Play from here on one screen"), { icon: "screen", kind: "wide", onclick: () => void playFromHere("screen") }),
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
        button(text("Swap sides"), { kind: "small", onclick: () => replace(swappedSides(setup)) }),
        iconButton(text("Flip the board"), "turn", { class: "icon-button framed", onclick: turnBoard }),
        undo,
      ),
    ),
    element(
      "div",
      { class: "side" },
      element(
        "form",
        { class: "panel", onsubmit: (/** @type {Event} */ event) => (event.preventDefault(), void readId(pasted.value)) },
        element("label", { class: "label", for: "pasted-id" }, text("Paste a position ID")),
        element("div", { class: "row" }, pasted, button(text("Open"), { type: "submit" })),
        element("span", { class: "help soft small-words", id: "pasted-help" }, text("XGID, GNU Backgammon ID, OGID or FIBS board, on its own or inside any text.")),
        pastedProblem,
      ),
      element("div", { class: "panel" }, form.element),
      problems,
      element("div", { class: "panel play" }, ...plays),
      element("section", { class: "panel", "aria-labelledby": "ids-title" }, element("h2", { id: "ids-title" }, text("Position IDs")), idsPart),
    ),
  ),
);
shareCheckerColours(board.element, main);
enableOffline();
window.addEventListener("hashchange", () => void followAddress());
show();
await followAddress();

/** Show the position whose id is in the address. */
async function followAddress() {
  const id = idInAddress(location.hash);
  if (id && id !== ids.xgid) await readId(id);
  else if (!id) scheduleCheck();
}

/** @param {Partial<Setup>} next */
function change(next) {
  replace(consistentSetup({ ...setup, ...next }));
}

/** @param {Setup} next */
function replace(next) {
  undoStack.push(setup);
  if (undoStack.length > 200) undoStack.shift();
  setup = next;
  show();
  scheduleCheck();
}

function turnBoard() {
  board.isTurned = !board.isTurned;
  show();
}

function undoChange() {
  const last = undoStack.pop();
  if (!last) return;
  setup = last;
  show();
  scheduleCheck();
}

function show() {
  board.show(setup);
  form.show(setup);
  undo.disabled = undoStack.length === 0;
}

/** Ask the server for the defects and the ids of the setup, after a short pause without changes. */
function scheduleCheck() {
  window.clearTimeout(timer);
  timer = window.setTimeout(() => void checkSetup(), CHECK_DELAY);
}

async function checkSetup() {
  const number = ++lastRequest;
  try {
    /** @type {Answer} */
    const answer = await post("/api/positions", requestFor(setup));
    if (number !== lastRequest) return;
    showAnswer(answer);
  } catch (problem) {
    if (number !== lastRequest) return;
    showAnswer({ board: setup.board, ids: null, defects: [errorMessage(problem)] });
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
  setChildren(problems, wrong.length > 0 ? element("div", { class: "wrong" }, element("b", {}, text("This position cannot be played:")), element("ul", {}, ...wrong.map((words) => element("li", {}, words)))) : null);
  for (const one of plays) one.disabled = !isGood;
  const link = `${location.origin}/editor#${ids.xgid ?? ""}`;
  setChildren(
    idsPart,
    ids.xgid ? idList(ids) : element("p", { class: "soft" }, text("There is no ID while something is wrong.")),
    ids.xgid ? button(text("Copy a link to this position"), { icon: "share", kind: "small", onclick: () => void copyText(link, text("Link copied.")) }) : null,
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
    lastRequest += 1;
    undoStack.push(setup);
    setup = setupFrom(answer);
    board.isTurned = false;
    show();
    showAnswer(answer);
    announce(text("Position loaded."));
    pasted.value = "";
  } catch (problem) {
    pastedProblem.textContent = errorMessage(problem);
  }
}

/** @param {"bot" | "screen"} kind */
async function playFromHere(kind) {
  const choices = { ...lastChoices(), kind, seat: setup.on_roll, length: setup.length };
  try {
    const { state } = await beginMatch(choices, {}, { position: startId() });
    if (kind === "screen" && setup.on_roll === "black") rememberTurned(state.match, true);
    location.assign(`/match/${state.match}`);
  } catch (problem) {
    showToast(errorMessage(problem), { kind: "bad", stays: 9000 });
  }
}

/** The id that describes the setup best: XGID, or OGID if there are not 15 checkers, which XGID cannot say. */
function startId() {
  return setup.checkers === 15 ? ids.xgid : (ids.ogid ?? ids.xgid);
}
