// Guided first games, one for each game: a handful of steps on a small board, each gone when it has been done.

import { fill, make } from "./dom.js";
import { say } from "./words.js";

/** Something that one of these verbs begins has been done by who is guided. */
const did = (...verbs) => (table) => {
  const mine = new Set(table.view.seats.filter((seat) => seat.mine).map((seat) => seat.agent));
  return table.log.some((entry) => mine.has(entry.who) && verbs.includes(entry.t.split(" ")[0]));
};

/** So many moves have brought about what is called so. */
const told = (kind, times = 1) => (table) => table.log.filter((entry) => entry.x.some((event) => event.k === kind)).length >= times;
const over = (table) => table.view.over;
const any = (...conditions) => (table) => conditions.some((condition) => condition(table));
const fought = did("melee", "shoot", "cast");

/** What is begun, and when each of its steps has been done; the words of a step are `guide.GAME.NUMBER`. */
const LESSONS = {
  black_plague: {
    wish: { options: { quest: "danse_macabre" }, seats: ["human", "human", "greedy", "greedy", "greedy", "greedy"], seed: 5 },
    steps: [did("activate"), did("move"), any(did("take"), told("objective")), fought, any(did("end"), told("round")), told("round"), did("search"), told("open"),
      any(told("objective", 2), (table) => table.view.board.goals.some((goal) => goal.done)), over],
  },
  white_death: {
    wish: { options: { quest: "preparing_for_battle" }, seats: ["human", "human", "greedy", "greedy", "greedy", "greedy"], seed: 5 },
    steps: [did("activate"), did("move"), did("search"), any(did("end"), told("round")), told("round"), did("take"), fought, told("objective"), over],
  },
  apocalypse: {
    wish: { options: { quest: "tutorial" }, seats: ["human", "human", "greedy", "greedy", "greedy"], seed: 5 },
    steps: [did("activate"), did("search"), did("move"), told("open"), told("round"), fought, told("building"), over],
  },
  hit_z_road: {
    wish: { options: { players: 2 }, seats: ["human", "greedy"], seed: 5 },
    steps: [did("bid", "pass"), did("route"), did("shoot"), did("fight", "flee"), told("round"), told("round", 2), over],
  },
  z_game: {
    wish: { options: { players: 2 }, seats: ["human", "greedy"], seed: 5 },
    steps: [did("faction"), did("move"), did("confirm"), did("fight", "retreat"), any(did("project"), told("turn")), told("turn"), did("place", "raise"), over],
  },
};

const kept = (room) => `guide.${room}`;

/** The games that can be learned so, among those that the server has. */
export const lessons = (games) => games.filter((game) => game.id in LESSONS);

/** What is asked for to begin a lesson. */
export const lessonWish = (game) => ({ game, pace: 1.2, ...LESSONS[game].wish });

/** The guide goes along in this room from now on. */
export const guideIn = (room, game) => localStorage.setItem(kept(room), game);

export function showGuide(table, box) {
  const game = localStorage.getItem(kept(table.name));
  const lesson = LESSONS[game];
  box.hidden = !lesson;
  if (!lesson) return;
  const { steps } = lesson;
  const next = steps.findIndex((done) => !done(table));
  const step = next < 0 ? steps.length : next + 1;
  if (box.dataset.step === String(step)) return;
  box.dataset.step = String(step);
  const stop = () => { localStorage.removeItem(kept(table.name)); box.hidden = true; };
  fill(box, make("p", {}, make("b", {}, say("guide.step", { n: step, of: steps.length })), ` ${say(`guide.${game}.${step}`)}`), make("button", { type: "button", class: "quiet", onclick: stop }, say("guide.stop")));
}
