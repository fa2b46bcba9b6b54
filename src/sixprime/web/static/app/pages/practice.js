/** The practice page: its sections, which cards are due, figures about one's answers, settings, and one's own data. */

import { sendWhenOnline } from "../practice/attempts.js";
import { fetchDue, showDue } from "../practice/due-part.js";
import { fetchStatistics, ownData } from "../practice/own-data.js";
import { practiceSettings } from "../practice/practice-settings.js";
import { sections } from "../practice/sections.js";
import { showStatistics } from "../practice/statistics-part.js";
import { get } from "../shared/api.js";
import { element, icon, setChildren } from "../shared/dom.js";
import { enableOffline } from "../shared/offline.js";
import { openPage, showError } from "../shared/shell.js";
import { text } from "../shared/translations.js";

const { main } = await openPage({ page: "practice", title: () => text("Practice") });
const figures = element("section", { class: "figures" });
const duePart = element("div");
const settingsPart = element("div");
main.classList.add("practice");
main.append(
  element("h1", {}, text("Practice")),
  element("p", { class: "lead" }, text("What you got wrong comes back until you know it.")),
  duePart,
  element("ul", { class: "sections" }, ...sections().map(sectionItem)),
  figures,
  settingsPart,
  ownData(() => void load()),
);
enableOffline();
sendWhenOnline();
await load();

async function load() {
  try {
    const [due, statistics, settings] = await Promise.all([fetchDue(), fetchStatistics(), get("/api/practice/settings")]);
    showDue(duePart, due, () => void load());
    showStatistics(figures, statistics);
    setChildren(settingsPart, practiceSettings(settings, () => void load()));
  } catch (problem) {
    showError(figures, problem, () => void load());
  }
}

/** @param {import("../practice/sections.js").Section} section */
function sectionItem({ href, icon: picture, title, about }) {
  return element("li", {}, element("a", { class: "section", href }, icon(picture), element("span", {}, element("b", {}, title), element("small", {}, about))));
}
