/** The note about an opponent who is away: since when, and from when on the match can be ended without asking. */

import { button, element } from "../shared/dom.js";
import { subjectOf } from "../shared/names.js";
import { formatMoment, isToday, text } from "../shared/translations.js";
import { absentPlayer, opponentIsGone } from "./match-state.js";

/** @typedef {import("../shared/types.js").MatchState} MatchState */

/** For so many milliseconds an absence is shown in the player's bar only: a page that is loaded again is back by then. */
const SHORT_ABSENCE = 20_000;

/**
 * The words in the bar of a player who is away.
 * @param {string | undefined} since
 */
export function awayText(since) {
  if (!since) return text("away");
  return isToday(since) ? text("away since {time}", { time: formatMoment(since) }) : text("away since {date}", { date: formatMoment(since) });
}

/** Shows the note, and keeps it up to date while time goes by. */
export class AbsenceNote {
  /** @type {any} */
  #timer = null;
  #key = "";

  /** @param {() => void} end end the match without a result */
  constructor(end) {
    this.end = end;
    this.root = element("div", { class: "absence", role: "status", hidden: true });
  }

  /** @param {MatchState} state */
  show(state) {
    clearTimeout(this.#timer);
    const player = absentPlayer(state);
    const away = player && state.seats[player].away;
    const now = Date.now();
    const [since, abortFrom] = away ? [new Date(away.since).getTime(), new Date(away.abort_from).getTime()] : [0, 0];
    const isShown = Boolean(away) && now - since >= SHORT_ABSENCE;
    const isGone = isShown && opponentIsGone(state, now);
    const next = !away ? 0 : isShown ? (isGone ? 0 : abortFrom) : since + SHORT_ABSENCE;
    if (next > now) this.#timer = setTimeout(() => this.show(state), Math.min(next - now + 50, 2 ** 31 - 1));
    const key = isShown && away && player ? [player, away.since, isGone, state.you.length].join(" ") : "";
    if (key === this.#key) return;
    this.#key = key;
    this.root.hidden = !key;
    this.root.replaceChildren();
    if (!away || !player || !key) return;
    const name = subjectOf(state, player);
    const time = formatMoment(away.since);
    const words = [
      isToday(away.since) ? text("{player} has been away since {time}.", { player: name, time }) : text("{player} has been away since {date}.", { player: name, date: time }),
      state.you.length !== 1
        ? ""
        : isGone
          ? text("You can now end the match without a result.")
          : text("From {date} on you can end the match without asking.", { date: formatMoment(away.abort_from, { withDate: true }) }),
    ];
    this.root.append(element("p", {}, words.filter(Boolean).join(" ")));
    if (isGone) this.root.append(button(text("End the match"), { kind: "small", onclick: () => this.end() }));
  }
}
