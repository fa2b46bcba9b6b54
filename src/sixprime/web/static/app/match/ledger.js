/** The account of a money session: what each player has won, game by game and in total. */

import { PLAYERS } from "../../board/model/places.js";
import { element } from "../shared/dom.js";
import { nameOf } from "../shared/names.js";
import { text } from "../shared/translations.js";

/** @typedef {import("../shared/types.js").MatchState} MatchState */
/** @typedef {import("../shared/types.js").Player} Player */

/**
 * @param {MatchState} state
 * @param {boolean} [isOpen] whether the table is unfolded
 */
export function ledgerPart(state, isOpen = true) {
  const ledger = /** @type {import("../shared/types.js").Ledger} */ (state.ledger);
  return element(
    "details",
    { class: "more", open: isOpen && ledger.games.length > 0 },
    element("summary", {}, text("Score sheet"), element("span", { class: "soft numbers" }, text("{stake} per point", { stake: ledger.stake }))),
    element(
      "table",
      { class: "account numbers" },
      element(
        "thead",
        {},
        element("tr", {}, element("th", { scope: "col" }, text("Game")), ...PLAYERS.map((player) => element("th", { scope: "col" }, nameOf(state, player)))),
      ),
      element(
        "tbody",
        {},
        ...ledger.games.map(([winner, amount], place) =>
          element("tr", {}, element("td", {}, String(place + 1)), ...PLAYERS.map((player) => element("td", {}, player === winner ? `+${amount}` : `−${amount}`))),
        ),
      ),
      element(
        "tfoot",
        {},
        element("tr", {}, element("th", { scope: "row" }, text("Total")), ...PLAYERS.map((player) => element("th", {}, signed(ledger.balance[player])))),
      ),
    ),
  );
}

/** @param {string} amount */
function signed(amount) {
  return amount.startsWith("-") ? `−${amount.slice(1)}` : Number(amount) > 0 ? `+${amount}` : amount;
}
