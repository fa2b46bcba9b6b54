/** The settings of practice: how sure one wants to be, and how many new cards a day. */

import { errorMessage, put } from "../shared/api.js";
import { element } from "../shared/dom.js";
import { showToast } from "../shared/shell.js";
import { formatNumber, text } from "../shared/translations.js";

/** @typedef {import("../shared/answer-types.js").PracticeSettingsAnswer} Settings */

const SHARES = [0.8, 0.85, 0.9, 0.95];
const NUMBERS = [0, 5, 10, 20, 40];

/**
 * @param {Settings} settings
 * @param {() => void} changed
 */
export function practiceSettings(settings, changed) {
  const share = select("practice-retention", SHARES, settings.retention, (value) => formatNumber(value, { style: "percent" }));
  const number = select("practice-new", NUMBERS, settings.new_a_day, (value) => formatNumber(value));
  const save = async () => {
    try {
      await put("/api/practice/settings", { retention: Number(share.value), new_a_day: Number(number.value) });
      changed();
    } catch (problem) {
      showToast(errorMessage(problem), { kind: "bad" });
    }
  };
  for (const field of [share, number]) field.addEventListener("change", () => void save());
  return element(
    "section",
    { class: "panel practice-settings", "aria-labelledby": "practice-settings-title" },
    element("h2", { id: "practice-settings-title" }, text("How you practise")),
    element(
      "div",
      { class: "setting-fields" },
      element("label", { class: "field", for: share.id }, element("span", { class: "label" }, text("Cards you want to get right when they come back")), share, element("small", { class: "help" }, text("The more, the sooner cards come back."))),
      element("label", { class: "field", for: number.id }, element("span", { class: "label" }, text("New cards per day")), number),
    ),
  );
}

/**
 * @param {string} id
 * @param {number[]} values
 * @param {number} chosen
 * @param {(value: number) => string} label
 */
function select(id, values, chosen, label) {
  const all = values.includes(chosen) ? values : [...values, chosen].sort((one, other) => one - other);
  return element("select", { id }, ...all.map((value) => element("option", { value, selected: value === chosen }, label(value))));
}
