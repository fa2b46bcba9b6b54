/** All cards of a learner as a list: when each is due, its tags, and asking, not asking or deleting it. */

import { errorMessage, get, put, remove } from "../shared/api.js";
import { ask } from "../shared/dialogs.js";
import { button, element, setChildren } from "../shared/dom.js";
import { showToast } from "../shared/shell.js";
import { formatDateTime, formatNumber, sentence, text } from "../shared/translations.js";

/** @typedef {import("../shared/answer-types.js").CardSummaryAnswer} CardSummary */
/** @typedef {import("../shared/answer-types.js").CardListAnswer} Cards */

/**
 * A list that is loaded when it is opened.
 * @param {number} total how many cards there are
 * @param {() => void} changed called when cards are asked or not asked any more, or deleted
 */
export function cardList(total, changed) {
  const rows = element("ul", { class: "card-rows" });
  const more = button(text("More"), { kind: "small", hidden: true, onclick: () => void load() });
  const tag = element("select", { id: "card-tag", onchange: () => void begin() }, element("option", { value: "" }, text("All tags")));
  const filter = element("label", { class: "small-field", for: tag.id, hidden: true }, element("span", {}, text("Tag")), tag);
  const part = element(
    "details",
    { class: "more card-list", ontoggle: () => part.open && rows.childElementCount === 0 && void begin() },
    element("summary", {}, text("All cards: {count}", { count: formatNumber(total) })),
    filter,
    rows,
    more,
  );
  let last = "";

  async function begin() {
    last = "";
    setChildren(rows);
    await load();
  }

  async function load() {
    try {
      /** @type {Cards} */
      const found = await get(`/api/practice/cards?after=${last}${tag.value ? `&tag=${encodeURIComponent(tag.value)}` : ""}`);
      last = found.cards.at(-1)?.card ?? last;
      rows.append(...found.cards.map((card) => row(card, changed)));
      more.hidden = !found.more;
      const known = new Set([...tag.options].map(({ value }) => value));
      tag.append(...found.tags.filter((one) => !known.has(one)).map((one) => element("option", { value: one }, one)));
      filter.hidden = tag.options.length < 2;
    } catch (problem) {
      showToast(errorMessage(problem), { kind: "bad" });
    }
  }

  return part;
}

/**
 * @param {CardSummary} card
 * @param {() => void} changed
 */
function row(card, changed) {
  const suspend = async () => {
    try {
      const found = await put(`/api/practice/cards/${card.card}`, { is_suspended: !card.is_suspended });
      const next = row(found, changed);
      made.replaceWith(next);
      next.querySelector("button")?.focus();
      changed();
    } catch (problem) {
      showToast(errorMessage(problem), { kind: "bad" });
    }
  };
  const destroy = async () => {
    if (!(await ask(text("Delete this card?"), { yes: text("Delete"), bad: true }))) return;
    try {
      await remove(`/api/practice/cards/${card.card}`);
      const next = /** @type {HTMLElement | null} */ ((made.nextElementSibling ?? made.previousElementSibling)?.querySelector("button") ?? made.closest("details")?.querySelector("summary"));
      made.remove();
      next?.focus();
      changed();
    } catch (problem) {
      showToast(errorMessage(problem), { kind: "bad" });
    }
  };
  const made = element(
    "li",
    {},
    element("span", { class: "about" }, element("b", {}, sentence(card.label)), " ", element("small", { class: "soft" }, dueWords(card)), ...card.tags.map((one) => element("span", { class: "tag" }, one))),
    element(
      "span",
      { class: "buttons" },
      card.xgid ? element("a", { class: "button small", href: `/position#${card.xgid}` }, text("Look at it")) : null,
      button(card.is_suspended ? text("Ask it again") : text("Do not ask again"), { kind: "small", onclick: () => void suspend() }),
      button(text("Delete"), { kind: "small bad", onclick: () => void destroy() }),
    ),
  );
  return made;
}

/** When a card is asked. @param {CardSummary} card */
function dueWords({ is_suspended: isSuspended, is_new: isNew, due }) {
  if (isSuspended) return text("is not asked");
  if (isNew) return text("was never asked");
  return due <= Date.now() ? text("is due now") : text("is due on {moment}", { moment: formatDateTime(new Date(due)) });
}
