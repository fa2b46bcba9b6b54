/** The graph of a rating over answers, as a line; its ends are told in words. */

import { svgElement } from "../../board/drawing/svg.js";
import { element } from "../shared/dom.js";
import { formatRating, text } from "../shared/translations.js";

const WIDTH = 300;
const HEIGHT = 80;
const EDGE = 4;

/**
 * A figure with the graph; null if there are fewer than two ratings.
 * @param {readonly number[]} ratings the first one first
 */
export function ratingGraph(ratings) {
  if (ratings.length < 2) return null;
  const low = Math.min(...ratings);
  const high = Math.max(...ratings);
  const points = ratings.map((rating, place) => {
    const x = EDGE + ((WIDTH - 2 * EDGE) * place) / (ratings.length - 1);
    const y = HEIGHT - EDGE - ((HEIGHT - 2 * EDGE) * (rating - low)) / Math.max(high - low, 1);
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  const first = formatRating(ratings[0] ?? 0);
  const last = formatRating(ratings.at(-1) ?? 0);
  const words = text("From {first} to {last}; lowest {low}, highest {high}.", { first, last, low: formatRating(low), high: formatRating(high) });
  const picture = svgElement("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, "aria-hidden": "true", preserveAspectRatio: "none" }, svgElement("polyline", { points: points.join(" "), fill: "none", "vector-effect": "non-scaling-stroke" }));
  return element("figure", { class: "rating-graph" }, picture, element("figcaption", { class: "soft" }, words));
}
