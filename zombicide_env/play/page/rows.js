// Rows of actions that differ only by their target: the verb and the card once, then the targets.

import { actionParts } from "./words.js";

const ZONE = /^s?\d+\w*$/; // labels of zones: 9b, s2x0, 12

/** Returns the index of the word that names the target: a zone, else the last word. */
function target(rest) {
  const place = rest.findIndex(({ word }) => ZONE.test(word));
  return place < 0 ? rest.length - 1 : place;
}

/**
 * Returns the actions in rows, in their order: [{ head, items: [{ action, target }] }]. `head` are the words that the actions of a
 * row share, `target` is the rest.
 */
export function inRows(actions) {
  const rows = new Map();
  for (const action of actions) {
    const { said, rest } = actionParts(action.t);
    const at = target(rest);
    const others = rest.filter((_, n) => n !== at);
    const head = [said, ...others.map((one) => one.said)].join(": ");
    const key = rest.length ? head : action.t;
    if (!rows.has(key)) rows.set(key, { head, items: [] });
    rows.get(key).items.push({ action, target: rest[at]?.said ?? said });
  }
  return [...rows.values()];
}
