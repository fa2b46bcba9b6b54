/** The settings page. */

import { settingsFields } from "../settings/settings-form.js";
import { element, setChildren } from "../shared/dom.js";
import { enableOffline } from "../shared/offline.js";
import { openPage } from "../shared/shell.js";
import { text } from "../shared/translations.js";

const { main } = await openPage({ page: "settings", title: () => text("Settings") });
main.classList.add("narrow");
setChildren(
  main,
  element("h1", {}, text("Settings")),
  element("p", { class: "soft" }, text("Saved in this browser; changes apply immediately.")),
  ...settingsFields(),
);
enableOffline();
