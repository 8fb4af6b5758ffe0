// Guided first games, one for each game: a handful of steps on a small board. The guide points at buttons and places, and waits for the right one.

import { byId, fill, make, openMenu } from "./dom.js";
import { actionWords, say } from "./words.js";

/** Something that one of these verbs begins has been done by who is guided. */
const did = (...verbs) => (table) => mine(table).some((entry) => verbs.includes(entry.t.split(" ")[0]));

/** Such a move has been made by who is guided. */
const played = (pattern) => (table) => mine(table).some((entry) => pattern.test(entry.t));

/** So many moves have brought about what is called so. */
const told = (kind, times = 1) => (table) => table.log.filter((entry) => entry.x.some((event) => event.k === kind)).length >= times;
const over = (table) => table.view.over;
const any = (...conditions) => (table) => conditions.some((condition) => condition(table));
const goal = (table) => table.view.board.goals.some((one) => one.done);

function mine(table) {
  const seats = new Set(table.view.seats.filter((seat) => seat.mine).map((seat) => seat.agent));
  return table.log.filter((entry) => seats.has(entry.who));
}

/** A step: when it has been done, and what the guide points at, the best first; it waits for one of them if `waits`. */
const step = (done, ...aims) => ({ done, aims, waits: false });
const wait = (done, ...aims) => ({ done, aims, waits: true });
/** The way to a place, the nearest zones to it first: into each by a move, or by opening its door. */
const towards = (...zones) => zones.map((zone) => new RegExp(`^(move|open) ${zone}$`));
const fight = step(did("melee", "shoot", "cast"), /^(melee|shoot|cast) /);

/** What is begun, and its steps; the words of a step are `guide.GAME.NUMBER`. */
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

const kept = (room) => `guide.${room}`;
const passed = (room) => `passed.${room}`;

/** The games that can be learned so, among those that the server has. */
export const lessons = (games) => games.filter((game) => game.id in LESSONS);

/** What is asked for to begin a lesson. */
export const lessonWish = (game) => ({ game, pace: 1.2, ...LESSONS[game].wish });

/** The guide goes along in this room from now on. */
export const guideIn = (room, game) => localStorage.setItem(kept(room), game);

/** The number of the step that comes next, from 0, and the step; no step after the last one; null where nobody is guided. */
function coming(table) {
  const lesson = LESSONS[localStorage.getItem(kept(table.name))];
  if (!lesson) return null;
  const done = Number(localStorage.getItem(passed(table.name)) ?? 0); // steps that have been passed over
  const n = lesson.steps.findIndex((one, i) => i >= done && !one.done(table));
  return { n: n < 0 ? lesson.steps.length - 1 : n, step: lesson.steps[n], of: lesson.steps.length };
}

/** The legal actions that the guide points at: of those that its step names the best that can be done now. */
function aimed(table) {
  const { turn, legal } = table.view;
  const aims = (turn && coming(table)?.step?.aims) || [];
  const found = aims.map((aim) => legal.filter((action) => aim.test(action.t))).find((some) => some.length) ?? [];
  return found.length < legal.length ? found : []; // where nothing else can be done there is nothing to point at
}

/** The words of the step, and marks on the buttons and places that it is about. */
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

/** Mark what the guide is about: buttons of actions, and the things on the board that they name. */
export function pointOut(table) {
  const aims = aimed(table);
  const tags = new Set(aims.flatMap((action) => action.k));
  const texts = new Set(aims.map((action) => action.t));
  for (const element of document.querySelectorAll("#board [data-tag], #board [data-for], #turn [data-act]")) {
    const { tag, act } = element.dataset;
    element.classList.toggle("advised", tags.has(tag ?? element.dataset.for) || texts.has(act));
  }
}

/** Whether an action may be played at once; where the guide waits for another one it is asked about, once in a step. */
export function mayStray(table, action) {
  const next = coming(table);
  const aims = aimed(table);
  if (!next?.step?.waits || !aims.length || aims.includes(action) || table.strayed === next.n) return true;
  const at = (byId("turn").querySelector(`[data-act="${CSS.escape(action.t)}"]`) ?? byId("turn")).getBoundingClientRect();
  const own = () => { table.strayed = next.n; table.play(action); };
  openMenu(at.x, at.bottom, [[say("guide.wait", { act: actionWords(aims[0].t) }), "", () => table.play(aims[0])], [say("guide.stray", { act: actionWords(action.t) }), "", own]]);
  return false;
}
