/** Where one's cards stand: how many are due, when the next one is, and who one is in imported matches. */

import { errorMessage, get, put } from "../shared/api.js";
import { button, element, icon, setChildren } from "../shared/dom.js";
import { showToast } from "../shared/shell.js";
import { counted, formatDateTime, text } from "../shared/translations.js";
import { waitingAttempts } from "./attempts.js";
import { cardList } from "./card-list.js";

/** @typedef {import("../shared/answer-types.js").DueCardsAnswer} DueCards */
/** @typedef {import("../shared/answer-types.js").UnnamedMatchAnswer} UnnamedMatch */

const MOST_ROUNDS = 50;

/** The cards that are due; errors of matches that were analysed since have become cards. @returns {Promise<DueCards>} */
export async function fetchDue() {
  const path = `/api/practice/due?offset=${-new Date().getTimezoneOffset()}`;
  /** @type {DueCards} */
  let found = await get(path);
  for (let round = 0; found.more && round < MOST_ROUNDS; round += 1) found = await get(path);
  const answered = new Set(waitingAttempts().filter(({ kind }) => kind === "card").map(({ key }) => key));
  return { ...found, cards: found.cards.filter(({ card }) => !answered.has(card)) };
}

/** When the next card is due, in words; empty if none is. @param {DueCards} due */
export function nextWords({ next }) {
  return next === null ? "" : text("The next card is due on {moment}.", { moment: formatDateTime(new Date(next)) });
}

/**
 * Show where the cards stand.
 * @param {Element} place
 * @param {DueCards} due
 * @param {() => void} changed
 */
export function showDue(place, due, changed) {
  const summary = element("div", {}, ...standing(due));
  const update = async () => setChildren(summary, ...standing(await fetchDue()));
  setChildren(
    place,
    element(
      "section",
      { class: "panel due", "aria-labelledby": "due-title" },
      element("h2", { id: "due-title" }, text("Your cards")),
      due.left_out > 0 ? element("p", { class: "soft" }, counted("{count} error was left out: you have too many cards.", "{count} errors were left out: you have too many cards.", due.left_out)) : null,
      ...due.unnamed.slice(0, 3).map((match) => whoAreYou(match, changed)),
      summary,
      due.total > 0 ? cardList(due.total, () => void update().catch(() => null)) : null,
    ),
  );
}

/** How many cards are due, and what to do now. @param {DueCards} due */
function standing(due) {
  const count = due.cards.length;
  const words =
    due.total === 0 && due.unnamed.length > 0
      ? text("Errors in imported matches become cards once you say which player you are.")
      : due.total === 0
        ? text("Analyse a match that you have played or imported: your errors in it become cards automatically.")
        : count > 0
          ? counted("{count} card is due.", "{count} cards are due.", count)
          : text("No cards are due now.");
  return [
    element("p", {}, words, " ", count === 0 ? nextWords(due) : null),
    element(
      "div",
      { class: "buttons" },
      count > 0
        ? element("a", { class: "button main", href: "/practice/cards" }, icon("play"), element("span", {}, text("Practise now")))
        : due.total === 0
          ? element("a", { class: "button", href: "/history" }, text("My matches"))
          : null,
    ),
  ];
}

/**
 * Ask which player of an imported match the user is.
 * @param {UnnamedMatch} match
 * @param {() => void} changed
 */
function whoAreYou({ match, white, black }, changed) {
  const names = [white, black].filter(Boolean);
  const answer = async (/** @type {string | null} */ me) => {
    try {
      await put("/api/practice/names", { names: names.map((name) => ({ name, me: name === me })) });
      changed();
    } catch (problem) {
      showToast(errorMessage(problem), { kind: "bad" });
    }
  };
  const label = (/** @type {string} */ name) => ({ [`${match}/white`]: text("White"), [`${match}/black`]: text("Black") })[name] ?? name;
  return element(
    "fieldset",
    { class: "who", dataset: { match } },
    element("legend", {}, text("Who are you in this match?")),
    element("div", { class: "buttons" }, ...names.map((name) => button(label(name), { onclick: () => void answer(name) })), button(text("Neither"), { kind: "quiet", onclick: () => void answer(null) }), element("a", { class: "button quiet", href: `/review/${match}` }, text("To the match"))),
  );
}
