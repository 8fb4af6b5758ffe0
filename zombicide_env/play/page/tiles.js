// The tiles of the home view: each game with a picture, a description, and three buttons: learn, play, watch.

import { ask, make, slow } from "./dom.js";
import { guideIn, lessons, lessonWish } from "./guide.js";
import { say, tell } from "./words.js";

/** Players per game, and minutes that a person needs: seven seconds per decision, and as many decisions as rule-based players make. */
const FACTS = {
  black_plague: { players: "1–6", minutes: 25 },
  white_death: { players: "1–6", minutes: 15 },
  apocalypse: { players: "1–7", minutes: 15 },
  hit_z_road: { players: "1–4", minutes: 10 },
  z_game: { players: "2–4", minutes: 35 },
};
const PATIENCE = 500; // milliseconds without an answer after which the page says why it waits
const PACE = { play: 0.6, watch: 1.2 }; // seconds between the moves of agents

/** Returns the tiles of all games; `choose(game)` sets up a game in the form below. */
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

/** True for the seats of people by default: the first where all play against each other, else the first two. */
const usual = (kind, i) => i < (kind === "competitive" ? 1 : 2);

/** Makes a room with `begin` and goes there; says in `note` why it takes long, if it does. */
async function enter(note, begin) {
  const patience = setTimeout(() => { note.textContent = say("home.wait"); }, PATIENCE);
  try {
    const room = await begin();
    if (note.isConnected) location.hash = `#/room/${room}`; // otherwise the game is in the list of games
  } finally {
    clearTimeout(patience);
    note.textContent = "";
  }
}

/** Starts a guided first game and returns its room. */
async function lesson(game) {
  const { room } = await ask("/api/rooms", lessonWish(game.id));
  guideIn(room, game.id);
  return room;
}

/** Starts a game with the defaults of its form, with people in the seats for which `sits(kind, index)` is true, and returns its room. */
async function begin(game, sits) {
  const options = Object.fromEntries(game.fields.map((field) => [field.name, field.default]));
  const table = await ask("/api/seats", { game: game.id, options });
  const seats = table.seats.map((_, i) => (sits(table.kind, i) ? "human" : table.usual));
  const { room } = await ask("/api/rooms", { game: game.id, options, seats, pace: seats.includes("human") ? PACE.play : PACE.watch });
  return room;
}
