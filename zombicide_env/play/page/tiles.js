// The first view's tiles: a game each, with its picture, what it is like, and three ways in: learn, play, watch.

import { ask, make, slow } from "./dom.js";
import { guideIn, lessons, lessonWish } from "./guide.js";
import { has, say, tell } from "./words.js";

/** How many people may play a game, and how long one of them takes for it: seven seconds for each of their decisions, as many as rule-based players need. */
const FACTS = {
  black_plague: { players: "1–6", minutes: 25 },
  white_death: { players: "1–6", minutes: 15 },
  apocalypse: { players: "1–7", minutes: 15 },
  hit_z_road: { players: "1–4", minutes: 10 },
  z_game: { players: "2–4", minutes: 35 },
};
const PATIENCE = 500; // milliseconds without an answer after which the page says why it waits
const PACE = { play: 0.6, watch: 1.2 }; // seconds between the moves of agents

/** All tiles; `choose` has the form below set up a game. */
export const tiles = (data, choose) => make("section", { class: "tiles", id: "tiles", "aria-label": say("tile.all") }, data.games.filter(({ id }) => id in FACTS).map((game) => tile(data, game, choose)));

function tile(data, game, choose) {
  const title = tell(game.title);
  const note = make("p", { class: "faint wait", role: "status" });
  const go = (id, begin) => make("button", { type: "button", [`data-${id}`]: game.id, "data-note": id === "lesson" ? say(`guide.${game.id}`) : null, class: id === "play" ? "main" : "", "aria-label": `${say(`tile.${id}`)}: ${title}`,
    onclick: slow(() => enter(note, begin)) }, say(`tile.${id}`));
  const { players, minutes } = FACTS[game.id];
  return make("article", { class: "card tile" },
    make("button", { type: "button", class: "quiet picture", "aria-label": say("tile.choose", { title }), onclick: () => choose(game) }, make("img", { src: `/static/tiles/${game.id}.svg`, alt: "", width: "320", height: "200" })),
    make("h2", {}, title), make("p", {}, say(`tile.${game.id}`)),
    make("p", { class: "faint facts" }, make("span", {}, say("tile.players", { players })), make("span", {}, say("tile.minutes", { minutes }))),
    make("div", { class: "acts" }, lessons([game]).length > 0 && go("lesson", () => lesson(game)), go("play", () => begin(game, usual)), go("watch", () => begin(game, () => false))), note);
}

/** Whoever sits where people usually do: one where all play against each other, else the first two. */
const usual = (kind, i) => i < (kind === "competitive" ? 1 : 2);

/** Go to the room that is made; if that takes its time, say why. */
async function enter(note, begin) {
  const patience = setTimeout(() => { note.textContent = say("home.wait"); }, PATIENCE);
  try {
    const room = await begin();
    if (note.isConnected) location.hash = `#/room/${room}`; // whoever has gone elsewhere meanwhile finds it among their games
  } finally {
    clearTimeout(patience);
    note.textContent = "";
  }
}

/** A guided first game. */
async function lesson(game) {
  const { room } = await ask("/api/rooms", lessonWish(game.id));
  guideIn(room, game.id);
  return room;
}

/** A game as its form proposes it, with people where `sits` says so. */
async function begin(game, sits) {
  const options = Object.fromEntries(game.fields.map((field) => [field.name, field.default]));
  const table = await ask("/api/seats", { game: game.id, options });
  const seats = table.seats.map((_, i) => (sits(table.kind, i) ? "human" : table.usual));
  const { room } = await ask("/api/rooms", { game: game.id, options, seats, pace: seats.includes("human") ? PACE.play : PACE.watch });
  return room;
}
