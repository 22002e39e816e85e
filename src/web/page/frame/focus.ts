// Where the focus goes when what had it is no longer there: a button that was pressed is gone once its decision is marked,
// signed or undone. Whoever works by keyboard or by ear goes on from the memory, and not from the top of the page.

let isLost = false;

/** Said by what takes its own button off the page. */
export function keepFocus(): void {
  isLost = true;
  requestAnimationFrame(settleFocus);
}

/** Also called when a memory has been drawn: it may have been asked for from the server meanwhile. */
export function settleFocus(): void {
  if (!isLost) return;
  const { activeElement, body } = document;
  const isFree = activeElement === null || activeElement === body;
  const places = [".memory .marked button", ".memory"].map((each) => document.querySelector(each));
  const place = isFree ? (places.find((each) => each !== null) ?? null) : null;
  if (isFree && place === null) return;
  isLost = false;
  if (place instanceof HTMLElement) place.focus({ preventScroll: true });
}
