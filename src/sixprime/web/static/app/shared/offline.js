/** Offline use: registers the service worker, and shows a banner when a page is shown from its cache. */

import { fetchAbout } from "./api.js";
import { element } from "./dom.js";
import { announce } from "./shell.js";
import { formatDateTime, text } from "./translations.js";

let isEnabled = false;

/** Register the service worker, where the browser supports it, and listen to its messages. */
export function enableOffline() {
  if (isEnabled || !("serviceWorker" in navigator) || !window.isSecureContext) return;
  isEnabled = true;
  navigator.serviceWorker.addEventListener("message", (event) => {
    if (event.data?.type === "cached") showOfflineBanner(event.data.since);
    else if (event.data?.type === "fresh") hideOfflineBanner();
  });
  navigator.serviceWorker.startMessages();
  const register = async () => {
    try {
      const { version } = await fetchAbout();
      await navigator.serviceWorker.register(`/service-worker.js?version=${encodeURIComponent(version)}`, { scope: "/" });
    } catch {
      // Without the server or the permission to register, the page works without a cache.
    }
  };
  if (document.readyState === "complete") void register();
  else window.addEventListener("load", () => void register(), { once: true });
}

/** @param {string} since */
function showOfflineBanner(since) {
  const strip = document.getElementById("kept-strip") ?? element("p", { id: "kept-strip", class: "kept-strip" });
  const moment = since && !Number.isNaN(Date.parse(since)) ? formatDateTime(since) : "";
  const words = moment
    ? text("The server is not responding. You are seeing what this browser saved on {moment}.", { moment })
    : text("The server is not responding. You are seeing what this browser saved.");
  if (strip.textContent !== words) {
    strip.textContent = words;
    announce(words); // a live region that is new on the page would not be read
  }
  document.getElementById("main")?.before(strip);
}

/** Remove the banner: the server has answered. */
export function hideOfflineBanner() {
  document.getElementById("kept-strip")?.remove();
}
