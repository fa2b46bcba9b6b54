/** The opening book: first rolls and replies with what their plays are worth, on a board; third rolls by the engine. */

import { DecisionPanel } from "../analysis/decision-panel.js";
import { beforeWords, FIRST_ROLLS, lineGrid, rollLinks, ROLLS, rollWords } from "../practice/opening-lines.js";
import { get } from "../shared/api.js";
import { element, setChildren } from "../shared/dom.js";
import { enableOffline } from "../shared/offline.js";
import { createBoard, shareCheckerColours } from "../shared/position-boards.js";
import { announce, openPage, showError } from "../shared/shell.js";
import { text } from "../shared/translations.js";

/** @typedef {import("../shared/answer-types.js").OpeningBookAnswer} Book */
/** @typedef {import("../shared/answer-types.js").OpeningLineAnswer} Line */

const LINE = /^[1-6]{2}(-[1-6]{2}){0,2}$/;

const { main } = await openPage({ page: "openings", title: () => text("Opening book") });
const board = createBoard("white");
const panel = new DecisionPanel({ board });
const trail = element("nav", { class: "trail", "aria-label": text("Line") });
const names = element("p", { class: "soft play-names" });
const choices = element("div", { class: "panel lines" });
const made = element("p", { class: "soft made" });
/** The first die of a roll that is being typed. */
let typed = "";
/** @type {Book | null} */
let book = null;

main.classList.add("one-position", "openings");
main.append(
  element(
    "div",
    { class: "work" },
    element("div", { class: "stage" }, element("h1", {}, text("Opening book")), trail, board),
    element("div", { class: "side" }, element("div", { class: "panel analysis" }, panel.element, names), choices, made, element("a", { class: "button", href: "/practice/openings" }, text("Practise openings"))),
  ),
);
shareCheckerColours(board, main);
enableOffline();
window.addEventListener("hashchange", () => void follow());
document.addEventListener("keydown", onKey);
await follow();

/** Show the line in the address. */
async function follow() {
  const wanted = location.hash.slice(1);
  const line = LINE.test(wanted) && FIRST_ROLLS.includes(wanted.slice(0, 2)) ? wanted : "";
  try {
    book ??= /** @type {Book} */ (await get("/api/openings"));
    if (line) show(await get(`/api/openings/${line}`));
    else showStart();
    setChildren(made, text("Money play without a cube: rollouts of up to {games} games a first play and {replies} a reply, cut off after {rolls} rolls, luck taken out. ± is the standard error.", { games: book.games, replies: book.reply_games, rolls: book.truncate }));
  } catch (problem) {
    showError(choices, problem, () => void follow());
  }
}

/** Show the first rolls. */
function showStart() {
  panel.clear(text("Choose a first roll, or type it."));
  board.view = "white";
  board.setPosition([0, -2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, 0], { on_roll: "white" });
  setChildren(trail);
  setChildren(names);
  setChildren(choices, element("h2", {}, text("First rolls")), lineGrid(book?.first ?? [], text("First rolls")));
}

/** @param {Line} answer */
function show(answer) {
  const { line, stage, before, decision, replies } = answer;
  const roll = line.slice(-2);
  board.view = decision.player;
  board.setPosition(decision.board, { on_roll: decision.player, roll: decision.roll, cube: { ...decision.cube, offered: null }, length: null });
  panel.show(decision);
  showTrail(answer);
  setChildren(names, answer.names.map(({ notation, name }) => text("{what}: {words}", { what: notation, words: name })).join(" · "));
  if (stage === "first") setChildren(choices, element("h2", {}, text("Replies to {play}", { play: decision.plays?.[0]?.notation ?? "" })), lineGrid(replies, text("Replies")));
  else {
    const pair = line.slice(0, 5);
    setChildren(choices, element("h2", {}, text("Third roll")), element("p", { class: "soft" }, text("Not in the book: the engine looks at it now.")), rollLinks(pair, stage === "third" ? roll : ""));
  }
  const best = decision.plays?.[0]?.notation ?? "";
  announce(text("{line}. Best: {play}.", { line: [beforeWords(before), rollWords(roll)].filter(Boolean).join(", "), play: best }));
}

/** The way to a line, each step a link. @param {Line} answer */
function showTrail({ line, before }) {
  setChildren(
    trail,
    element("a", { href: "#" }, text("Start")),
    ...before.flatMap((step) => [" › ", element("a", { href: `#${step.line}` }, text("{what}: {words}", { what: rollWords(step.line.slice(-2)), words: step.best }))]),
    " › ",
    element("span", { "aria-current": "page" }, rollWords(line.slice(-2))),
  );
}

/** Two digits are a roll, and Backspace goes back. @param {KeyboardEvent} event */
function onKey(event) {
  const isField = event.target instanceof Element && event.target.matches("input, textarea, select, backgammon-board");
  if (isField || event.ctrlKey || event.metaKey || event.altKey) return;
  const line = location.hash.slice(1);
  if (event.key === "Backspace" && line) {
    event.preventDefault();
    location.hash = line.split("-").slice(0, -1).join("-");
  } else if (/^[1-6]$/.test(event.key)) {
    typed += event.key;
    if (typed.length < 2) return;
    const roll = [...typed].sort().reverse().join("");
    typed = "";
    const depth = line ? line.split("-").length : 0;
    if (depth === 0 && FIRST_ROLLS.includes(roll)) location.hash = roll;
    else if (depth > 0 && ROLLS.includes(roll)) location.hash = [...line.split("-").slice(0, 2), roll].join("-");
  } else typed = "";
}
