/** Files that are dropped on a page. */

/**
 * Take in files that are dropped anywhere on the page.
 * @param {HTMLElement} place the element that is highlighted during the drag
 * @param {(files: File[]) => void} bring
 */
export function acceptDrops(place, bring) {
  let depth = 0;
  /** @param {DragEvent} event */
  const hasFiles = (event) => event.dataTransfer?.types.includes("Files") ?? false;
  const light = () => place.classList.toggle("lit", depth > 0);
  window.addEventListener("dragenter", (event) => {
    if (hasFiles(event)) (depth += 1), light();
  });
  window.addEventListener("dragleave", (event) => {
    if (hasFiles(event)) (depth = Math.max(0, depth - 1)), light();
  });
  window.addEventListener("dragover", (event) => {
    if (hasFiles(event)) event.preventDefault();
  });
  window.addEventListener("drop", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    depth = 0;
    light();
    bring([...(event.dataTransfer?.files ?? [])]);
  });
}
