/** The page for an address at which there is nothing: it says so, and leads on. */

import { element, icon } from "../shared/dom.js";
import { openPage } from "../shared/shell.js";
import { text } from "../shared/translations.js";

const { main } = await openPage({ page: "missing", title: () => text("Page not found") });
main.append(
  element(
    "div",
    { class: "problem" },
    element("h1", {}, text("Page not found")),
    element("p", {}, text("There is nothing at this address. Perhaps a letter is missing, or the page has moved.")),
    element(
      "p",
      { class: "buttons centred" },
      element("a", { class: "button main", href: "/" }, icon("play"), element("span", {}, text("To the start page"))),
      element("a", { class: "button", href: "/history" }, icon("list"), element("span", {}, text("My matches"))),
      element("a", { class: "button", href: "/rules" }, icon("book"), element("span", {}, text("Rules"))),
    ),
  ),
);
