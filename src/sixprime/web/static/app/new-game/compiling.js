/** How far compiling is: a bar under the levels of the bot that need it, which become available by themselves. */

import { get } from "../shared/api.js";
import { element } from "../shared/dom.js";
import { text } from "../shared/translations.js";

/** @typedef {import("../shared/answer-types.js").LevelAnswer} Level */
/** @typedef {import("../shared/answer-types.js").ReadyAnswer} Ready */

const LOOK_MILLISECONDS = 700;

/**
 * Lock the levels that are not available yet, and unlock them when they are.
 * @param {HTMLElement} group the radio buttons, whose values are the names of the levels
 * @param {Level[]} levels
 * @param {string} chosen the level that is chosen
 * @param {(level: string) => void} choose called with another level: one that is available while the chosen one is not,
 *   and in the end the chosen one, unless the user has chosen otherwise
 * @returns {HTMLElement | null} the bar; null if all levels are available
 */
export function compilingBar(group, levels, chosen, choose) {
  const locked = levels.filter((level) => !level.available);
  const strongest = levels.findLast((level) => level.available);
  if (locked.length === 0 || !strongest) return null;
  const inputs = new Map([.../** @type {NodeListOf<HTMLInputElement>} */ (group.querySelectorAll("input[type=radio]"))].map((input) => [input.value, input]));
  for (const { name } of locked) lock(inputs.get(name), true);
  const isWaitedFor = locked.some((level) => level.name === chosen);
  /** @param {string} level */
  const select = (level) => {
    const input = inputs.get(level);
    if (input) input.checked = true;
    choose(level);
  };
  if (isWaitedFor) select(strongest.name);

  const bar = element("progress", { max: 1, "aria-label": text("Compiling the engine") });
  const words = element("span", { class: "soft small-words" }, text("The engine is being compiled, once on this machine. Stronger levels follow in a moment."));
  const status = element("span", { class: "hidden-words", role: "status" });
  const part = element("div", { class: "compiling" }, bar, words, status);

  const look = async () => {
    if (!part.isConnected) return;
    /** @type {Ready | null} */
    const ready = await get("/api/ready").catch(() => null);
    if (ready !== null && ready.compiled >= 1) {
      for (const { name } of locked) lock(inputs.get(name), false);
      if (isWaitedFor && inputs.get(strongest.name)?.checked) select(chosen);
      bar.hidden = words.hidden = true;
      part.classList.add("done");
      status.textContent = text("All levels are available now.");
      return;
    }
    if (ready !== null && ready.compiled > 0) bar.value = ready.compiled;
    setTimeout(() => void look(), LOOK_MILLISECONDS);
  };
  setTimeout(() => void look(), LOOK_MILLISECONDS);
  return part;
}

/**
 * @param {HTMLInputElement | undefined} input
 * @param {boolean} isLocked
 */
function lock(input, isLocked) {
  if (!input) return;
  input.disabled = isLocked;
  const choice = input.closest(".choice");
  choice?.classList.toggle("locked", isLocked);
  const help = choice?.querySelector("small");
  if (!help) return;
  if (isLocked) help.dataset.usual = help.textContent ?? "";
  help.textContent = isLocked ? text("being compiled…") : (help.dataset.usual ?? "");
}
