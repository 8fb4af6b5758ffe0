// Aiming: a card is used in two steps. Press it (or drag it), and its targets light up on the board; then press a target (or drop the card there).

/** Tags of things that are on a board. */
const PLACE = /^(zone|door|survivor|zombie|location|route|place|character):/;

/** Returns the actions that have a target on the board. */
export const atTargets = (actions) => actions.filter((action) => action.k.some((tag) => PLACE.test(tag)));

/** Returns the legal actions with the pressed card (`table.aim`); null if no card is pressed, or if no action with it has a target on the board. */
export function aimed(table) {
  if (table.aim === null || !table.view.turn) return null;
  const found = table.view.legal.filter((action) => action.k.includes(table.aim));
  return atTargets(found).length ? found : null;
}

/** Aims with the card in the slot `tag`. The same tag again, or null, stops aiming, and all actions are listed again. */
export function aimWith(table, tag) {
  const keyboard = document.activeElement?.matches(":focus-visible");
  const before = table.aim;
  table.aim = tag === before ? null : tag;
  table.reaimed();
  if (!keyboard) return;
  const card = document.querySelector(`#hand .slot[data-tag="${CSS.escape(table.aim ?? before ?? "")}"]`);
  (table.aim === null ? card : table.parts.board.querySelector("svg [role=button]"))?.focus({ preventScroll: true });
}

/** Returns the actions with the card in the slot `tag` on the target at (x, y) of the window. Anything in a zone takes precedence over the zone. */
export function targetsAt(table, tag, x, y) {
  const actions = atTargets(table.view.legal.filter((action) => action.k.includes(tag)));
  const there = document.elementsFromPoint(x, y).map((e) => e.closest("#board [data-tag]")?.dataset.tag).filter((name) => name && actions.some((a) => a.k.includes(name)));
  const aim = there.find((name) => !name.startsWith("zone:")) ?? there[0];
  return aim ? actions.filter((action) => action.k.includes(aim)) : [];
}
