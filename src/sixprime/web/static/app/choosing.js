/** The settings page. */

import { element, fill } from "./dom.js";
import { keepForOffline } from "./offline.js";
import { settingsFields } from "./settingsform.js";
import { openPage } from "./shell.js";
import { text } from "./words.js";

const { main } = await openPage({ page: "settings", title: () => text("Settings") });
main.classList.add("narrow");
fill(
  main,
  element("h1", {}, text("Settings")),
  element("p", { class: "soft" }, text("They are kept in this browser, and hold at once.")),
  ...settingsFields(),
);
keepForOffline();
