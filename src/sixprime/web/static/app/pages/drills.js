/** The drills: pips, match equities, take points, doubling in races and bear-offs. */

import { DrillView } from "../learning/drill-view.js";
import { sendWhenOnline } from "../practice/attempts.js";
import { get } from "../shared/api.js";
import { element, setChildren } from "../shared/dom.js";
import { enableOffline } from "../shared/offline.js";
import { openPage, setDocumentTitle, showError } from "../shared/shell.js";
import { text } from "../shared/translations.js";

/** @typedef {import("../shared/answer-types.js").DrillAnswer} DrillAnswer */

const { main } = await openPage({ page: "practice", title: () => text("Drills") });
main.classList.add("learn", "drills");
enableOffline();
sendWhenOnline();
await load();

async function load() {
  try {
    const { drills, levels } = await get("/api/drills");
    build(drills, levels);
  } catch (problem) {
    showError(main, problem, () => void load());
  }
}

/** @param {DrillAnswer[]} drills @param {number} levels */
function build(drills, levels) {
  const view = new DrillView(levels);
  const tabs = element("nav", { class: "drill-tabs", "aria-label": text("Drills") }, ...drills.map(({ name, title }) => element("a", { href: `#${name}`, "data-drill": name }, title)));
  const show = () => {
    const drill = drills.find(({ name }) => location.hash === `#${name}`) ?? drills[0];
    if (!drill) return;
    const all = text("Drills");
    setDocumentTitle(`${drill.title} · ${all}`);
    for (const tab of tabs.querySelectorAll("a")) {
      if (tab.dataset.drill === drill.name) tab.setAttribute("aria-current", "page");
      else tab.removeAttribute("aria-current");
    }
    view.open(drill);
  };
  setChildren(main, element("p", { class: "lesson-place" }, element("a", { href: "/practice" }, text("Practice"))), element("h1", {}, text("Drills")), tabs, view.element);
  window.addEventListener("hashchange", show);
  show();
}
