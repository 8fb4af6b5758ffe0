// A card is used in two steps: it is pressed (or picked up), its targets light up on the board, and one of them is pressed (or it is dropped there).

/** Tags of what stands on a board. */
const PLACE = /^(zone|door|survivor|zombie|location|route|place|character):/;

/** The actions that need a target on the board. */
export const atTargets = (actions) => actions.filter((action) => action.k.some((tag) => PLACE.test(tag)));

/** All that may be done with the card that has been pressed; null while none has. */
export function aimed(table) {
  if (table.aim === null || !table.view.turn) return null;
  const found = table.view.legal.filter((action) => action.k.includes(table.aim));
  return atTargets(found).length ? found : null;
}

/** Aim with the card in a place; with the same one again, or with none, the whole question stands there again. */
export function aimWith(table, tag) {
  const keyboard = document.activeElement?.matches(":focus-visible");
  const before = table.aim;
  table.aim = tag === before ? null : tag;
  table.reaimed();
  if (!keyboard) return;
  const card = document.querySelector(`#hand .slot[data-tag="${CSS.escape(table.aim ?? before ?? "")}"]`);
  (table.aim === null ? card : table.parts.board.querySelector("svg [role=button]"))?.focus({ preventScroll: true });
}

/** The actions with a card at what lies under a point of the window: what stands there comes before the zone. */
export function targetsAt(table, tag, x, y) {
  const actions = atTargets(table.view.legal.filter((action) => action.k.includes(tag)));
  const there = document.elementsFromPoint(x, y).map((e) => e.closest("#board [data-tag]")?.dataset.tag).filter((name) => name && actions.some((a) => a.k.includes(name)));
  const aim = there.find((name) => !name.startsWith("zone:")) ?? there[0];
  return aim ? actions.filter((action) => action.k.includes(aim)) : [];
}
