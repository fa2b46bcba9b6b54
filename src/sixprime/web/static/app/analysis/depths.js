/** The depths of an analysis, and the dialog that asks for one. */

import { openDialog } from "../shared/dialogs.js";
import { button, element } from "../shared/dom.js";
import { radioGroup } from "../shared/form-fields.js";
import { storedItem, storeItem } from "../shared/storage.js";
import { text } from "../shared/translations.js";

/** @typedef {import("../shared/answer-types.js").AnalysisAnswer["depth"]} Depth */

const KEY = "sixprime.match-depth";

/** @type {readonly Depth[]} */
export const DEPTHS = ["instant", "fast", "deep", "rollout"];

/** @param {Depth} depth */
export function depthName(depth) {
  return { instant: text("Instant"), fast: text("Fast"), deep: text("Deep"), rollout: text("Rollout") }[depth];
}

/** What it does and takes. @param {Depth} depth */
function depthHelp(depth) {
  return {
    instant: text("The net alone: about a second"),
    fast: text("One ply ahead, two where it is close: seconds, up to a minute for a long match"),
    deep: text("Two plies ahead, close decisions played out briefly: a minute or two, more for a long match"),
    rollout: text("As deep, and close decisions are played out 1,296 times: many minutes, or hours for a long match"),
  }[depth];
}

/** The depth that was chosen last. @returns {Depth} */
function lastDepth() {
  const stored = storedItem(KEY);
  return DEPTHS.find((depth) => depth === stored) ?? "fast";
}

/**
 * The depth in the hash of an address: `analyse=deep`, by which another page asks for an analysis; null if there is none.
 * @param {string} hash
 * @returns {Depth | null}
 */
export function depthInAddress(hash) {
  const found = new URLSearchParams(hash.replace(/^#/, "")).get("analyse");
  return DEPTHS.find((depth) => depth === found) ?? null;
}

/**
 * Ask how deep a match is to be analysed.
 * @param {{title?: string}} [words]
 * @returns {Promise<Depth | null>} null if the user does not want an analysis after all
 */
export function chooseDepth({ title = text("Analyse the match") } = {}) {
  return new Promise((resolve) => {
    let chosen = lastDepth();
    /** @type {Depth | null} */
    let answer = null;
    const options = DEPTHS.map((depth) => ({ value: depth, label: depthName(depth), help: depthHelp(depth) }));
    const dialog = openDialog(
      title,
      [
        radioGroup(text("How deep"), "depth", options, chosen, (value) => (chosen = /** @type {Depth} */ (value)), "stacked"),
        element("p", { class: "soft small-words" }, text("It runs on the server. You can go on reading, or leave and come back.")),
        element(
          "div",
          { class: "buttons" },
          button(text("Analyse"), {
            kind: "main",
            icon: "chart",
            autofocus: true,
            onclick: () => {
              storeItem(KEY, chosen);
              answer = chosen;
              dialog.close();
            },
          }),
          button(text("Not now"), { onclick: () => dialog.close() }),
        ),
      ],
      { kind: "depths", onclose: () => resolve(answer) },
    );
  });
}

/**
 * Ask for a depth, and open the review of a match, which starts the analysis.
 * @param {string} match
 */
export async function analyseMatch(match) {
  const depth = await chooseDepth();
  if (depth) location.assign(`/review/${match}#analyse=${depth}`);
}
