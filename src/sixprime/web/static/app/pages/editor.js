/** The position editor: set up a position by hand or from an id, see its defects, copy its ids, play from it. */

import { PositionAnalysis } from "../analysis/position-analysis.js";
import { EditorBoard } from "../editor/editor-board.js";
import { PasteForm } from "../editor/paste-form.js";
import { bestId, playButtons } from "../editor/play-from-here.js";
import { SetupForm } from "../editor/setup-form.js";
import { consistentSetup, idInAddress, setupFrom, startSetup, swappedSides } from "../editor/setups.js";
import { errorMessage, post } from "../shared/api.js";
import { button, element, iconButton, setChildren } from "../shared/dom.js";
import { copyText, idList } from "../shared/id-list.js";
import { enableOffline } from "../shared/offline.js";
import { shareCheckerColours } from "../shared/position-boards.js";
import { announce, openPage } from "../shared/shell.js";
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
const pasted = new PasteForm(readId);
const analysis = new PositionAnalysis(board.element);
const evaluate = button(text("Evaluate"), { icon: "eye", kind: "main wide", onclick: startAnalysis });
const analysisPart = element("div", { class: "panel analysis", hidden: true }, analysis.element);
const problems = element("div", { class: "problems", role: "status" });
const idsPart = element("div", { class: "written" });
const undo = iconButton(text("Undo"), "undo", { class: "icon-button framed", disabled: true, onclick: undoChange });
const plays = playButtons(() => ({ setup, id: bestId(setup, ids) }));

main.classList.add("one-position", "editor");
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
        element("span", { class: "pair" }, undo, iconButton(text("Flip the board"), "turn", { class: "icon-button framed", onclick: turnBoard })),
        button(text("Start position"), { kind: "small", onclick: () => change({ board: startSetup().board, checkers: 15 }) }),
        button(text("Clear"), { kind: "small", onclick: () => change({ board: new Array(26).fill(0) }) }),
        button(text("Swap sides"), { kind: "small", onclick: () => replace(swappedSides(setup)) }),
      ),
    ),
    element(
      "div",
      { class: "side" },
      pasted.element,
      evaluate,
      analysisPart,
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
  if (id && id !== ids["xgid"]) await pasted.read(id);
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
  endAnalysis();
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
  for (const one of [evaluate, ...plays]) one.disabled = !isGood;
  const link = `${location.origin}/editor#${ids.xgid ?? ""}`;
  setChildren(
    idsPart,
    ids.xgid ? idList(ids) : element("p", { class: "soft" }, text("There is no ID while something is wrong.")),
    ids.xgid ? button(text("Copy a link to this position"), { icon: "share", kind: "small", onclick: () => void copyText(link, text("Link copied.")) }) : null,
  );
  if (ids.xgid) history.replaceState(null, "", `#${ids.xgid}`);
}

/** @param {string} words */
async function readId(words) {
  /** @type {Answer} */
  const answer = await post("/api/positions", { text: words });
  lastRequest += 1;
  undoStack.push(setup);
  setup = setupFrom(answer);
  board.isTurned = false;
  show();
  showAnswer(answer);
  announce(text("Position loaded."));
}

/** Analyse the position that is set up. */
function startAnalysis() {
  const id = bestId(setup, ids);
  if (!id) return;
  analysisPart.hidden = false;
  evaluate.hidden = true;
  analysis.analyse(id);
  analysis.depths.scrollIntoView({ block: "nearest" });
}

/** A position that has changed needs another analysis. */
function endAnalysis() {
  analysis.clear();
  analysisPart.hidden = true;
  evaluate.hidden = false;
}
