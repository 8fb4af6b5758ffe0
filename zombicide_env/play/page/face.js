// Two faces of the page: a player's, and a researcher's with notation, specs, seeds, expected values and files. The browser remembers which.

const FACE = "face";

/** Whether the page shows what a researcher wants to know. */
export const researcher = () => localStorage.getItem(FACE) === "researcher";

/** Put the face on that was chosen, or choose one. */
export function wear(chosen = null) {
  if (chosen !== null) localStorage.setItem(FACE, chosen ? "researcher" : "player");
  document.body.classList.toggle("researcher", researcher());
}
