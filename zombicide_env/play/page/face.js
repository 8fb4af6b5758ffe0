// The two modes of the page: for players, and for researchers with notation, specs, seeds, expected values and files. The browser remembers the mode.

const FACE = "face";

/** True in the mode for researchers. */
export const researcher = () => localStorage.getItem(FACE) === "researcher";

/** Applies the remembered mode, or remembers and applies another one: `chosen` is true for researchers, false for players. */
export function wear(chosen = null) {
  if (chosen !== null) localStorage.setItem(FACE, chosen ? "researcher" : "player");
  document.body.classList.toggle("researcher", researcher());
}
