/** The page of cards: a board, and the questions beside it. */

import { sendWhenOnline } from "../practice/attempts.js";
import { CardSession } from "../practice/card-session.js";
import { element } from "../shared/dom.js";
import { enableOffline } from "../shared/offline.js";
import { createBoard, shareCheckerColours } from "../shared/position-boards.js";
import { openPage } from "../shared/shell.js";
import { text } from "../shared/translations.js";

const { main } = await openPage({ page: "practice", title: () => text("Cards") });
const board = createBoard("white");
const session = new CardSession(board);
main.classList.add("one-position", "position", "cards");
main.append(
  element(
    "div",
    { class: "work" },
    element("div", { class: "stage" }, element("h1", {}, text("Cards")), board),
    element("div", { class: "side" }, session.element, element("div", { class: "panel analysis" }, session.panel.element, session.more)),
  ),
);
shareCheckerColours(board, main);
enableOffline();
sendWhenOnline();
await session.begin();
