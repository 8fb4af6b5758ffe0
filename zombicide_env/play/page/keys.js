// The keys at a table.

import { aimWith } from "./aim.js";
import { byId } from "./dom.js";
import { toggleZoom } from "./fit.js";
import { openManual } from "./manual.js";
import { pick } from "./team.js";

const FIELD = /^(INPUT|SELECT|TEXTAREA)$/;

/** Ignores the repetition of a held key: it presses a button once, and not the next one that appears in its place. */
addEventListener("keydown", (event) => {
  if (!event.repeat || !(event.key === "Enter" || (event.key === " " && !FIELD.test(event.target.tagName)))) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);

/** Handles a key. Keys of form fields and of the browser are left alone. */
export function pressed(table, event) {
  if (!table.view || document.querySelector("dialog[open]") || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.repeat && !event.key.startsWith("Arrow")) return; // held keys step through the game, but do not undo it all
  if (FIELD.test(event.target.tagName)) {
    if (event.key === "Escape") event.target.blur();
    return;
  }
  const keys = {
    ArrowLeft: () => table.back(),
    ArrowRight: () => table.forth(),
    Home: () => table.look(0),
    End: () => table.look(null),
    " ": () => /^(BUTTON|A|SUMMARY)$/.test(event.target.tagName) || event.target.closest("svg") ? null : table.toggle() ?? true,
    "/": () => byId("say")?.focus(),
    "?": () => openManual(table),
    u: () => table.view.undo && table.undo(),
    l: () => table.share(),
    z: () => toggleZoom(table),
    Escape: () => (table.aim ? aimWith(table, null) : table.card ? pick(table, table.card) : table.steps.playing ? table.steps.finish() : null),
  };
  const act = keys[event.key] ?? keys[event.key.toLowerCase()];
  if (act && act() !== null) event.preventDefault();
}
