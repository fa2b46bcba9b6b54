/** The dialogs of the match page: resigning, hints, the rules of this match, keyboard shortcuts, settings. */

import { actionsTable, chancesTable, cubeTable } from "../analysis/equities.js";
import { playsTable } from "../analysis/plays-table.js";
import { rulesList } from "../rulebook/presets.js";
import { settings } from "../settings/settings.js";
import { boardFields } from "../settings/settings-form.js";
import { errorMessage, get } from "../shared/api.js";
import { keepClearOf, openDialog } from "../shared/dialogs.js";
import { button, element, setChildren } from "../shared/dom.js";
import { counted, text } from "../shared/translations.js";
import { seatFor } from "./match-state.js";

/** @typedef {import("../shared/types.js").MatchState} MatchState */
/** @typedef {import("../shared/types.js").Player} Player */

/**
 * Ask how much to resign; the opponent may decline if it is too little.
 * @param {MatchState} state
 * @param {(seat: Player, value: number) => void} resign
 */
export function askResignation(state, resign) {
  const seat = seatFor(state, "resign");
  if (!seat) return;
  const titles = [text("A single game"), text("A gammon"), text("A backgammon")];
  const dialog = openDialog(text("Resign this game?"), [
    element("p", {}, text("Your opponent can accept, or play on for more.")),
    element(
      "div",
      { class: "buttons stacked" },
      ...state.resignations[seat].map((value) => {
        const points = value * state.cube.value;
        return button([titles[value - 1], counted("{count} point", "{count} points", points)].join(" · "), {
          kind: "wide",
          onclick: () => {
            dialog.close();
            resign(seat, value);
          },
        });
      }),
      button(text("Keep playing"), { kind: "main wide", onclick: () => dialog.close() }),
    ),
  ]);
}

/** The settings of the board, in a drawer beside the game. Changes apply at once. */
export function settingsPanel() {
  openDialog(text("Board and settings"), [...boardFields(), element("p", {}, element("a", { href: "/settings" }, text("All settings")))], { kind: "drawer" });
}

/** The keyboard shortcuts, which are the same in every language. */
export function keysPanel() {
  const keys = [
    ["r", text("roll")],
    ["← → ↑ ↓", text("move from point to point")],
    ["1 … 24", text("jump to the point with that number")],
    ["0", text("jump to the bar")],
    ["Enter", text("move from this point with the left die; with Shift, the other die")],
    ["s", text("swap the dice")],
    ["u", text("undo one move")],
    ["Esc", text("undo the whole turn")],
    ["c", text("confirm the play")],
    ["d", text("double")],
    ["t", text("take a double")],
    ["x", text("drop a double")],
    ["b", text("beaver, or raccoon")],
    ["a", text("accept a resignation")],
    ["n", text("decline a resignation and play on")],
    ["p", text("read out the pip counts")],
    ["l", text("repeat the last announcement")],
    ["g", text("tutor: look again")],
    ["w", text("tutor: show what is better")],
    ["y", text("tutor: play it anyway")],
  ];
  openDialog(text("Keyboard shortcuts"), [
    element("p", { class: "soft" }, text("Points and dice are buttons: press Tab to reach the board.")),
    element("dl", { class: "keys" }, ...keys.flatMap(([key, words]) => [element("dt", {}, element("kbd", {}, key)), element("dd", {}, words)])),
  ]);
}

/** @param {MatchState} state */
export function rulesPanel(state) {
  openDialog(text("Rules of this match"), [
    ...rulesList(state),
    element("p", {}, element("a", { href: "/rules" }, text("All rules, with pictures"))),
  ]);
}

/**
 * What the engine would do here.
 * @param {MatchState} state
 * @param {import("../../board/element.js").BackgammonBoard} board
 */
export async function hintPanel(state, board) {
  const place = element("div", { class: "hint", "aria-live": "polite" }, text("Thinking…"));
  const dialog = openDialog(text("Hint"), [place], { kind: "drawer" });
  keepClearOf(dialog, board);
  try {
    const numbering = settings().numbering === "sheets" ? "12a" : "24";
    const hint = await get(`/api/matches/${state.match}/hint?why=true&numbering=${numbering}`);
    setChildren(place, ...(hint.plays ? playRows(hint.plays, (steps) => (dialog.close(), board.playSteps(steps))) : cubeRows(hint.cube)));
  } catch (problem) {
    setChildren(place, element("p", { class: "problem-words" }, errorMessage(problem)));
  }
}

/**
 * @param {import("../shared/answer-types.js").PlayHintAnswer[]} plays best first
 * @param {(steps: [number, number][]) => void} show put a play on the board, where the player can still undo it
 */
function playRows(plays, show) {
  if (plays.length === 0) return [element("p", {}, text("No legal move"))];
  const ranked = plays.slice(0, 6).map(({ lost, ...play }) => ({ ...play, loss: lost }));
  const [first, ...others] = reasonParts(plays);
  return [
    first ?? null, // above the table, so that a phone shows it without scrolling
    playsTable(ranked, {
      columns: ["play", "worth", "wins"],
      kind: "hint-table",
      button: ({ notation, steps }, place) => button(notation, { kind: place === 0 ? "small main" : "small", onclick: () => show(steps) }),
    }),
    ...others,
    element("p", { class: "soft small-words" }, text("Select a play to see it on the board. Equity is in points at the current cube value; the other plays show what they lose.")),
  ].filter((part) => part !== null);
}

/**
 * Why the best play is better than each of the others; the second play first, the rest folded.
 * @param {import("../shared/answer-types.js").PlayHintAnswer[]} plays best first
 */
function reasonParts(plays) {
  const best = plays[0]?.notation ?? "";
  const told = plays.slice(1).filter(({ reasons }) => reasons?.length);
  return told.map(({ notation, reasons }, place) =>
    element(
      "details",
      { class: "why", open: place === 0 },
      element("summary", {}, text("Why {best} is better than {other}", { best, other: notation })),
      element("ul", { class: "reasons" }, ...(reasons ?? []).map((reason) => element("li", {}, reason))),
    ),
  );
}

/**
 * The advice where there is no roll to play, with what each action is worth.
 * @param {import("../shared/answer-types.js").CubeHintAnswer} cube
 */
function cubeRows({ action, words, actions, decision, chances, reasons }) {
  const isBeforeRoll = action === "roll" || action === "double";
  const mayDouble = isBeforeRoll && decision?.may_double;
  return [
    element("p", { class: "advice" }, mayDouble ? decision.words : words),
    reasons?.length ? element("ul", { class: "reasons" }, ...reasons.map((reason) => element("li", {}, reason))) : null,
    isBeforeRoll && decision && !mayDouble ? element("p", { class: "soft" }, decision.words) : null,
    mayDouble ? cubeTable(decision) : isBeforeRoll ? null : actionsTable(actions),
    chancesTable(chances),
    element("p", { class: "soft small-words" }, text("Equities are in points at the present cube, from your point of view.")),
  ].filter((part) => part !== null);
}
