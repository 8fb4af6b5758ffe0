// Actions that differ only by what they are done to stand in one row: the verb and the card once, then the targets.

import { actionParts } from "./words.js";

const ZONE = /^s?\d+\w*$/; // 9b, s2x0, 12

/** Which of the words of an action names its target: a place, else the last one. */
function target(rest) {
  const place = rest.findIndex(({ word }) => ZONE.test(word));
  return place < 0 ? rest.length - 1 : place;
}

/** Actions in rows, in their order: [{ head, items: [[target, action], ...] }]; where a row has but one, `head` is "" and the target all its words. */
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
