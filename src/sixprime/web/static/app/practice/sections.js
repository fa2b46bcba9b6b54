/**
 * The sections of practice, in the order in which the page `/practice` lists them. A new part of practice adds its entry
 * here, and its page to `PRACTICE_PAGES` in sixprime/server/http/routes/pages.py and to `PAGES` in service-worker.js.
 */

import { text } from "../shared/translations.js";

/**
 * @typedef {object} Section
 * @property {string} href
 * @property {string} icon from icons.svg
 * @property {string} title
 * @property {string} about one sentence
 */

/** Called when the translations are loaded. @returns {Section[]} */
export function sections() {
  return [
    { href: "/practice/cards", icon: "confirm", title: text("Cards"), about: text("Your own errors as questions, each when you are about to forget it.") },
    { href: "/learn", icon: "book", title: text("Lessons"), about: text("Small boards to solve, one rule after another.") },
    { href: "/practice/drills", icon: "dice", title: text("Drills"), about: text("Pip counts, match equities, take points, races and bear-offs, always new.") },
    { href: "/practice/puzzle", icon: "hint", title: text("Puzzle of the day"), about: text("A position with one clearly best answer, and more that fit your rating.") },
    { href: "/practice/openings", icon: "dice", title: text("Opening trainer"), about: text("First rolls, replies and third rolls. Weak ones come back more often.") },
    { href: "/openings", icon: "book", title: text("Opening book"), about: text("What first plays and replies are worth, by rollouts.") },
    { href: "/position", icon: "chart", title: text("Analyse a position"), about: text("Paste any position and see what is best there, and by how much.") },
  ];
}
