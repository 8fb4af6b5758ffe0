// Guided first games, one per game: a few steps on a small board. The guide points at buttons and places; some steps wait for the right action.

import { byId, fill, make, openMenu } from "./dom.js";
import { actionWords, say } from "./words.js";

/** Returns a condition: the learner has played an action with one of these verbs. */
const did = (...verbs) => (table) => mine(table).some((entry) => verbs.includes(entry.t.split(" ")[0]));

/** Returns a condition: the learner has played an action that matches `pattern`. */
const played = (pattern) => (table) => mine(table).some((entry) => pattern.test(entry.t));

/** Returns a condition: at least `times` moves, by anyone, have caused an event of this kind. */
const told = (kind, times = 1) => (table) => table.log.filter((entry) => entry.x.some((event) => event.k === kind)).length >= times;
const over = (table) => table.view.over;
const any = (...conditions) => (table) => conditions.some((condition) => condition(table));
const goal = (table) => table.view.board.goals.some((one) => one.done);

function mine(table) {
  const seats = new Set(table.view.seats.filter((seat) => seat.mine).map((seat) => seat.agent));
  return table.log.filter((entry) => seats.has(entry.who));
}

/**
 * Returns a step: the condition `done` that completes it, and patterns of the actions to point at, the best first. A step of `wait`
 * asks before any other action is played.
 */
const step = (done, ...aims) => ({ done, aims, waits: false });
const wait = (done, ...aims) => ({ done, aims, waits: true });
/** Returns patterns for the way to a place: move into a zone, or open its door. `zones` are sorted by distance from the place, the nearest first. */
const towards = (...zones) => zones.map((zone) => new RegExp(`^(move|open) ${zone}$`));
const fight = step(did("melee", "shoot", "cast"), /^(melee|shoot|cast) /);

/** Lessons by game: the request that starts the game, and the steps. Their texts are `guide.GAME.NUMBER`. */
const LESSONS = {
  black_plague: {
    wish: { options: { quest: "danse_macabre" }, seats: ["human", "human", "greedy", "greedy", "greedy", "greedy"], seed: 5 },
    steps: [wait(did("activate"), /^activate /), wait(any(played(/^move 9C$/), told("objective")), /^move 9C$/), wait(any(did("take"), told("objective")), /^take$/), step(fight.done, ...fight.aims, /^use bloodlust_melee /, /^activate (baldric|clovis)$/),
      step(any(did("end"), told("round")), /^end$/), step(told("round"), /^activate /), step(did("search"), /^search$/, /^move 9C$/), step(told("open"), /^open /),
      step(any(told("objective", 2), goal), /^take$/, ...towards("4[bd]", "4c", "4e", "4C", "VY", "4A", "9D", "9B", "9A", "9b", "9c")), step(over, /^exit/, /^take$/, /^move 4D$/)],
  },
  white_death: {
    wish: { options: { quest: "preparing_for_battle" }, seats: ["human", "human", "greedy", "greedy", "greedy", "greedy"], seed: 5 },
    steps: [wait(did("activate"), /^activate /), wait(did("move"), /^move (1A|2B)$/, /^move (1b|1B)$/, /^move /), step(did("search"), /^search$/, /^move 1B$/), step(any(did("end"), told("round")), /^end$/), step(told("round"), /^activate /),
      step(did("take"), /^take/, /^move (1A|2B)$/, /^move (1a|1V)$/), fight, step(told("objective"), /^take/), step(over, /^take/)],
  },
  apocalypse: {
    wish: { options: { quest: "tutorial" }, seats: ["human", "human", "greedy", "greedy", "greedy"], seed: 5 },
    steps: [wait(did("activate"), /^activate /), wait(did("search"), /^search$/), wait(did("move"), /^move C10$/, /^move A10$/), step(told("open"), /^open /, /^move C10$/), step(told("round"), /^end$/), fight,
      step(told("building"), /^open /, /^move s2x1$/), step(over, /^take/, /^move A00$/, /^move [BCD]00$/)],
  },
  hit_z_road: {
    wish: { options: { players: 2 }, seats: ["human", "greedy"], seed: 5 },
    steps: [step(did("bid", "pass"), /^(bid|pass)/), step(did("route"), /^(pay|route) /), step(did("shoot"), /^shoot /), step(did("fight", "flee"), /^(fight|flee)$/), step(told("round")), step(told("round", 2)), step(over)],
  },
  z_game: {
    wish: { options: { players: 2 }, seats: ["human", "greedy"], seed: 5 },
    steps: [step(did("faction"), /^faction /), step(did("move"), /^move /), step(did("confirm"), /^to /, /^confirm$/), step(did("fight", "retreat"), /^(fight|retreat)$/), step(any(did("project"), told("turn")), /^project /), step(told("turn")), step(did("place", "raise"), /^(place|raise) /), step(over)],
  },
};

/** Storage keys of a room: the game of its guide, and the number of the step after the last skipped one. */
const kept = (room) => `guide.${room}`;
const passed = (room) => `passed.${room}`;

/** Returns those of `games` that have a lesson. */
export const lessons = (games) => games.filter((game) => game.id in LESSONS);

/** Returns the request that starts the lesson of a game. */
export const lessonWish = (game) => ({ game, pace: 1.2, ...LESSONS[game].wish });

/** Turns the guide on in a room. */
export const guideIn = (room, game) => localStorage.setItem(kept(room), game);

/**
 * Returns the next step as { n, step, of }: its number from 0, the step, and the number of steps.
 * Null if the guide is off or the game is over.
 */
function coming(table) {
  const lesson = LESSONS[localStorage.getItem(kept(table.name))];
  if (!lesson || table.view.over) return null;
  const done = Number(localStorage.getItem(passed(table.name)) ?? 0); // steps before this one were skipped
  const n = lesson.steps.findIndex((one, i) => i >= done && !one.done(table));
  return { n, step: lesson.steps[n], of: lesson.steps.length };
}

/** Returns the legal actions that the guide points at: those that match the first pattern of the step that any action matches. */
function aimed(table) {
  const { turn, legal } = table.view;
  const aims = (turn && coming(table)?.step.aims) || [];
  const found = aims.map((aim) => legal.filter((action) => aim.test(action.t))).find((some) => some.length) ?? [];
  return found.length < legal.length ? found : []; // if only these are legal, there is nothing to point out
}

/** Shows the text of the next step, and marks what it is about. */
export function showGuide(table) {
  const box = table.parts.guide;
  const next = coming(table);
  box.hidden = !next;
  pointOut(table);
  if (!next || box.dataset.step === String(next.n)) return;
  box.dataset.step = String(next.n);
  const game = localStorage.getItem(kept(table.name));
  const stop = () => { localStorage.removeItem(kept(table.name)); showGuide(table); };
  const pass = () => { localStorage.setItem(passed(table.name), String(next.n + 1)); showGuide(table); };
  fill(box, make("p", {}, make("b", {}, say("guide.step", { n: next.n + 1, of: next.of })), ` ${say(`guide.${game}.${next.n + 1}`)}`),
    make("span", { class: "acts" }, next.n + 1 < next.of && make("button", { type: "button", class: "quiet", id: "guide-next", onclick: pass }, say("guide.next")), make("button", { type: "button", class: "quiet", id: "guide-stop", onclick: stop }, say("guide.stop"))));
}

/** Marks what the guide points at: buttons of actions, and the things on the board that these actions name. */
export function pointOut(table) {
  const aims = aimed(table);
  const tags = new Set(aims.flatMap((action) => action.k));
  const texts = new Set(aims.map((action) => action.t));
  for (const element of document.querySelectorAll("#board [data-tag], #board [data-for], #turn [data-act]")) {
    const { tag, act } = element.dataset;
    element.classList.toggle("advised", tags.has(tag ?? element.dataset.for) || texts.has(act));
  }
}

/** True if an action can be played at once. If the guide waits for another one, asks first, once per step, and returns false. */
export function mayStray(table, action) {
  const next = coming(table);
  const aims = aimed(table);
  if (!next?.step.waits || !aims.length || aims.includes(action) || table.strayed === next.n) return true;
  const at = (byId("turn").querySelector(`[data-act="${CSS.escape(action.t)}"]`) ?? byId("turn")).getBoundingClientRect();
  const own = () => { table.strayed = next.n; table.play(action); };
  openMenu(at.x, at.bottom, [[say("guide.wait", { act: actionWords(aims[0].t) }), "", () => table.play(aims[0])], [say("guide.stray", { act: actionWords(action.t) }), "", own]]);
  return false;
}
