/** The settings page. */

import { element, fill } from "../shared/dom.js";
import { keepForOffline } from "../shared/offline.js";
import { settingsFields } from "../settings/settings-form.js";
import { openPage } from "../shared/shell.js";
import { text } from "../shared/translations.js";

const { main } = await openPage({ page: "settings", title: () => text("Settings") });
main.classList.add("narrow");
fill(
  main,
  element("h1", {}, text("Settings")),
  element("p", { class: "soft" }, text("They are kept in this browser, and hold at once.")),
  ...settingsFields(),
);
keepForOffline();
