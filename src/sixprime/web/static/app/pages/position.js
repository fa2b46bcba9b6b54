/** The position page: paste any id or board and see what is best there, by a search or a rollout, with arrows on the board. */

import { opponent } from "../../board/model/places.js";
import { PositionAnalysis } from "../analysis/position-analysis.js";
import { scoreWords } from "../analysis/questions.js";
import { PasteForm } from "../editor/paste-form.js";
import { bestId, playButtons } from "../editor/play-from-here.js";
import { SetupForm } from "../editor/setup-form.js";
import { idInAddress, setupFrom, startSetup } from "../editor/setups.js";
import { errorMessage, post } from "../shared/api.js";
import { button, element, iconButton, setChildren } from "../shared/dom.js";
import { copyText, idList } from "../shared/id-list.js";
import { colourName } from "../shared/names.js";
import { enableOffline } from "../shared/offline.js";
import { createBoard, shareCheckerColours } from "../shared/position-boards.js";
import { announce, openPage, showToast } from "../shared/shell.js";
import { text } from "../shared/translations.js";

/** @typedef {import("../editor/setups.js").Setup} Setup */
/** @typedef {import("../shared/answer-types.js").PositionAnswer} Situation */

/** By how much each offer raises the cube. */
const RAISED = { double: 2, beaver: 4, raccoon: 8 };

const { main } = await openPage({ page: "position", title: () => text("Analyse a position") });
let setup = startSetup();
/** The position that is shown; null while there is none. @type {Situation | null} */
let shown = null;

const board = createBoard("white");
const analysis = new PositionAnalysis(board);
const form = new PasteForm(readText);
const dice = new SetupForm((change) => void changeRoll(change), ["dice"]);
const intro = element(
  "div",
  { class: "intro" },
  element("p", {}, text("Paste a position to see the best plays, or what to do with the cube.")),
  element("a", { href: "/editor" }, text("Set up a position in the editor")),
);
const score = element("p", { class: "score soft", hidden: true });
const idsPart = element("div", { class: "written" });
const edit = element("a", { class: "button small", href: "/editor" }, text("Open in the editor"));
const share = button(text("Copy a link to this position"), { icon: "share", kind: "small", onclick: () => void copyText(location.href, text("Link copied.")) });
const after = element(
  "div",
  { class: "panel more", hidden: true },
  element("div", { class: "buttons" }, share, edit),
  element("div", { class: "play" }, ...playButtons(() => ({ setup, id: bestId(setup, idsOf(shown)) }))),
  element("details", {}, element("summary", {}, text("IDs of this position")), idsPart),
);

main.classList.add("one-position", "position");
main.append(
  element(
    "div",
    { class: "work" },
    element(
      "div",
      { class: "stage" },
      element("h1", {}, text("Analyse a position")),
      board,
      element("div", { class: "tools" }, dice.element, iconButton(text("Flip the board"), "turn", { class: "icon-button framed", onclick: () => (board.view = opponent(board.bottom)) })),
    ),
    element("div", { class: "side" }, form.element, element("div", { class: "panel analysis" }, intro, score, analysis.element), after),
  ),
);
shareCheckerColours(board, main);
enableOffline();
window.addEventListener("hashchange", () => void followAddress());
document.addEventListener("paste", (event) => {
  const isField = event.target instanceof Element && event.target.matches("input, textarea");
  const words = event.clipboardData?.getData("text/plain");
  if (!isField && words) void form.read(words);
});
showBoard();
await followAddress();

/** Show the position whose id is in the address. */
async function followAddress() {
  const id = idInAddress(location.hash);
  if (id && id !== bestId(setup, idsOf(shown))) await form.read(id);
}

/** @param {string} words */
async function readText(words) {
  show(await post("/api/positions", { text: words }));
  announce(text("Position loaded."));
}

/** Ask about the same position with another roll. @param {Partial<Setup>} change */
async function changeRoll(change) {
  const { board: points, checkers, on_roll, cube, length, score, crawford } = setup;
  const { jacoby = null, beavers = null } = shown ?? {};
  try {
    show(await post("/api/positions", { board: points, checkers, on_roll, roll: setup.roll, cube, length, score, crawford, jacoby, beavers, ...change }));
  } catch (problem) {
    showToast(errorMessage(problem), { kind: "bad" });
  }
}

/** @param {Situation} situation */
function show(situation) {
  shown = situation;
  setup = setupFrom(situation);
  showBoard();
  const ids = idsOf(situation);
  const id = bestId(setup, ids);
  main.classList.add("loaded");
  intro.hidden = true;
  const decides = situation.to_act ?? setup.on_roll;
  score.hidden = false;
  score.textContent = scoreWords(setup, [decides, opponent(decides)].map((player) => [player, colourName(player)]), { isJacoby: situation.jacoby === true });
  after.hidden = false;
  setChildren(idsPart, idList(ids));
  edit.href = `/editor#${id}`;
  if (!id) return;
  history.replaceState(null, "", `#${id}`);
  analysis.analyse(id);
}

/** Show the position, with the player who decides at the bottom. */
function showBoard() {
  const { board: points, checkers, on_roll, roll, cube, length, crawford } = setup;
  const decides = shown?.to_act ?? on_roll;
  const offered = shown?.offer ? { by: opponent(decides), value: RAISED[shown.offer] * cube.value } : null;
  board.view = decides;
  board.setPosition(points, { checkers, on_roll, roll, cube: { ...cube, offered }, length, crawford, resignation: shown?.resignation ?? null });
  dice.show(setup);
}

/** @param {Situation | null} situation @returns {Record<string, string | null>} */
function idsOf(situation) {
  return { ...situation?.ids };
}
