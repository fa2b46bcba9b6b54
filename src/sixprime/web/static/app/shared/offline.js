/** Viewing without the server: registers the worker that keeps pages, and says so when something kept is shown. */

import { about } from "./api.js";
import { element } from "./dom.js";
import { dayAndTime, text } from "./translations.js";

let isKeeping = false;

/** Keep pages for times without a server, and tell the reader when one has come. Where that is not possible, nothing happens. */
export function keepForOffline() {
  if (isKeeping || !("serviceWorker" in navigator) || !window.isSecureContext) return;
  isKeeping = true;
  navigator.serviceWorker.addEventListener("message", (event) => {
    if (event.data?.type === "kept") showStrip(event.data.since);
    else if (event.data?.type === "fresh") hideStrip();
  });
  navigator.serviceWorker.startMessages();
  const register = async () => {
    try {
      const { version } = await about();
      await navigator.serviceWorker.register(`/service-worker.js?version=${encodeURIComponent(version)}`, { scope: "/" });
    } catch {
      // Without a server, or without the right to keep anything, the page works as it is.
    }
  };
  if (document.readyState === "complete") void register();
  else window.addEventListener("load", () => void register(), { once: true });
}

/** @param {string} since */
function showStrip(since) {
  const strip = document.getElementById("kept-strip") ?? element("p", { id: "kept-strip", class: "kept-strip", role: "status" });
  const moment = since && !Number.isNaN(Date.parse(since)) ? dayAndTime(since) : "";
  const words = moment
    ? text("The server does not answer. You see what was kept in this browser on {moment}.", { moment })
    : text("The server does not answer. You see what was kept in this browser.");
  if (strip.textContent !== words) strip.textContent = words;
  document.getElementById("main")?.before(strip);
}

function hideStrip() {
  document.getElementById("kept-strip")?.remove();
}
