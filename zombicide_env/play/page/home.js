// The home view: a tile for each game, a form for a new game, games in progress, replays.

import { ask, byId, fill, make, slow, toast } from "./dom.js";
import { complaint, has, nameOf, playerName, roundName, say, tell, term, titleOf } from "./words.js";
import { researcher } from "./face.js";
import { drawPicture } from "./picture.js";
import { tiles } from "./tiles.js";

const OPEN = 3; // number of games in progress that are shown at the top

export function home(main, data) {
  byId("title").textContent = say("home.title");
  main.className = "home";
  const preview = make("figure", { class: "map", id: "map" });
  const form = starter(data, preview);
  const choose = (game) => {
    byId("game").value = game.id;
    byId("game").dispatchEvent(new Event("change"));
    form.scrollIntoView({ block: "start" });
    byId("game").focus({ preventScroll: true });
  };
  fill(main, make("div", { class: "first-row" }, goOn(data.rooms), joiner()), tiles(data, choose), form, make("div", { class: "aside" }, preview, make("div", { class: "more-cards" }, kept(data.rooms), opener())));
  return null;
}

/** Returns links to the newest games in progress, false if there are none. */
function goOn(rooms) {
  const open = rooms.filter((r) => r.outcome === "ongoing" && !r.record).slice(0, OPEN);
  return open.length > 0 && make("nav", { class: "go-on", "aria-label": say("home.go_on") }, make("b", {}, say("home.go_on")),
    open.map((r) => make("a", { class: "button", href: `#/room/${r.room}` }, make("span", {}, roomName(r)), make("small", {}, roundName(r.game, r.round)))));
}

/** Returns the form for joining a friend's table by the code that its waiting room shows. */
function joiner() {
  const input = make("input", { id: "code", type: "text", maxlength: "12", autocomplete: "off", spellcheck: "false", autocapitalize: "none", required: true });
  const go = slow(async () => {
    const { room } = await ask(`/api/join?code=${encodeURIComponent(input.value)}`);
    if (input.isConnected) location.hash = `#/room/${room}`;
  });
  return make("form", { class: "join", onsubmit: (event) => { event.preventDefault(); go(); } }, make("label", {}, make("span", {}, say("home.code")), input), make("button", { type: "submit", id: "join-code" }, say("home.join")));
}

// ---- a new game

/** Options for measurements that do not change how a game is played: only researchers see them. */
const STUDIED = new Set(["decisions", "at_max_rounds"]);

/** By game: missions in which people of a side have little to decide, and a better mission for that side. */
const SUITS = { apocalypse: { side: "zombie_master", idle: ["tutorial", "might_makes_right"], better: "zombie_police" } };

function starter(data, preview) {
  const wish = { game: data.games[0], options: {}, seats: [], table: null, asked: null };
  const form = make("form", { class: "card starter", id: "starter" });
  const optionsBox = make("div", { class: "options" });
  const moreBox = make("div", { class: "options" });
  const seatsBox = make("div", { class: "seats", id: "seats" });
  const presetsBox = make("div", { class: "presets", role: "group" });
  const suitBox = make("p", { class: "suit", role: "status" });

  const games = make("select", { id: "game", onchange: () => { wish.game = data.games.find((g) => g.id === games.value); wish.seats = []; begin(); } }, data.games.map((g) => make("option", { value: g.id }, tell(g.title))));

  function begin() {
    wish.options = {};
    const shown = wish.game.fields.filter((f) => !f.hidden && (researcher() || !STUDIED.has(f.name)));
    const first = (f) => [wish.game.map_by, wish.game.agents_by].includes(f.name);
    for (const f of wish.game.fields) wish.options[f.name] = f.default;
    optionsBox.replaceChildren(...shown.filter(first).map((f) => field(f, wish, changed)));
    moreBox.replaceChildren(...shown.filter((f) => !first(f)).map((f) => field(f, wish, changed)));
    changed();
  }

  function changed() {
    const query = new URLSearchParams({ game: wish.game.id });
    for (const by of [wish.game.map_by, wish.game.agents_by]) if (`${wish.options[by] ?? ""}`) query.set(by, wish.options[by]);
    show(preview, `/api/preview?${query}`);
    wish.asked = lay();
  }

  /** Requests the seats that these options lead to. Only the newest answer counts. */
  async function lay() {
    const asking = {};
    wish.asking = asking;
    seatsBox.setAttribute("aria-busy", "true");
    try {
      const table = await ask("/api/seats", { game: wish.game.id, options: wish.options });
      if (wish.asking !== asking) return;
      if (wish.keep) wish.seats = table.seats.map((s) => (s.side === wish.keep ? "human" : table.usual));
      [wish.table, wish.keep] = [table, null];
      wish.seated = () => suit(wish, suitBox);
      presets(wish, data, presetsBox, seatsBox);
      seats(wish, data, seatsBox);
    } catch (error) {
      if (wish.asking === asking) fill(seatsBox, make("p", { class: "faint" }, complaint(error.message)));
    } finally {
      if (wish.asking === asking) seatsBox.setAttribute("aria-busy", "false");
    }
  }

  const seed = make("input", { id: "seed", type: "number", min: "0", max: "9007199254740991", placeholder: say("home.fresh") });
  const sandbox = make("input", { id: "sandbox", type: "checkbox" });
  const pace = speeds("pace", 0.6);
  form.append(
    make("h2", {}, say("home.new")),
    make("label", { class: "row" }, make("span", {}, say("home.game")), games),
    optionsBox,
    make("h3", {}, say("home.seats")),
    presetsBox,
    suitBox,
    seatsBox,
    make("details", { class: "more" }, make("summary", {}, say("home.more")), moreBox,
      researcher() && make("label", { class: "row" }, make("span", {}, say("home.seed")), seed),
      make("label", { class: "row" }, make("span", {}, say("room.speed")), pace)),
    make("label", { class: "tick" }, sandbox, make("span", {}, say("home.sandbox"), make("small", {}, say("home.sandbox.note")))),
    make("button", { class: "main", type: "submit", id: "start" }, say("home.start")),
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const button = byId("start");
    button.disabled = true;
    try {
      await wish.asked;
      const body = { game: wish.game.id, options: wish.options, seats: wish.seats, sandbox: sandbox.checked, pace: Number(pace.value) };
      body.gather = wish.seats.includes("open");
      if (seed.value !== "") body.seed = Number(seed.value);
      const { room } = await ask("/api/rooms", body);
      if (form.isConnected) location.hash = `#/room/${room}`; // otherwise the game is in the list of games
    } catch (error) {
      toast(complaint(error.message), "bad");
      button.disabled = false;
    }
  });
  begin();
  return form;
}

/** Shows the board and the goals of the chosen game, from the address `source`. */
async function show(preview, source) {
  if (preview.dataset.source === source) return;
  preview.dataset.source = source;
  const patience = setTimeout(() => fill(preview, make("p", { class: "faint" }, say("home.wait"))), 500);
  try {
    const shown = await ask(source);
    clearTimeout(patience);
    if (preview.dataset.source !== source) return; // another game has been chosen meanwhile
    const picture = make("div", { class: "picture", role: "img", "aria-label": say("home.map") });
    fill(preview, picture, make("figcaption", {}, make("b", {}, tell(shown.title)), make("ul", {}, shown.goals.map((goal) => make("li", {}, tell(goal.text))))));
    drawPicture(picture, shown.svg);
  } catch (error) {
    if (preview.dataset.source === source) fill(preview, make("p", { class: "faint" }, complaint(error.message)));
  } finally {
    clearTimeout(patience);
  }
}

/** Returns the description of an option, null if there is none. */
const hint = (f) => (has(`doc.${f.name}`) ? say(`doc.${f.name}`) : null);

function field(f, wish, changed) {
  const label = say(`option.${f.name}`) === `option.${f.name}` ? f.name : say(`option.${f.name}`);
  wish.options[f.name] = f.default;
  const set = (value) => { wish.options[f.name] = value; changed(); };
  if (f.kind === "bool") {
    return make("label", { class: "tick", "data-note": hint(f) }, make("input", { type: "checkbox", id: `o-${f.name}`, checked: f.default, onchange: (e) => set(e.target.checked) }), make("span", {}, label));
  }
  if (f.kind === "choices") {
    const chosen = f.choices.slice(0, f.default).map((c) => c.value);
    wish.options[f.name] = [...chosen];
    const boxes = f.choices.map((c) => make("label", { class: "chip" }, make("input", { type: "checkbox", value: c.value, checked: chosen.includes(c.value), onchange: pick }), make("span", {}, term(c.value) ?? c.title)));
    const inputs = boxes.map((box) => box.firstChild);
    function pick() {
      for (const input of inputs) input.disabled = more.value !== "";
      set(more.value ? Number(more.value) : inputs.filter((box) => box.checked).map((box) => box.value));
    }
    // large teams: all survivors, plus second copies of the first ones
    const larger = Array.from({ length: Math.max(0, f.high - f.choices.length) }, (_, i) => f.choices.length + i + 1);
    const more = make("select", { id: `o-${f.name}-count`, "aria-label": say("option.count", { name: label }), onchange: pick },
      make("option", { value: "" }, say("option.chosen")), larger.map((n) => make("option", { value: String(n) }, say("option.team", { n }))));
    return make("fieldset", { class: "row", id: `o-${f.name}`, "data-note": hint(f) }, make("legend", {}, label), make("div", { class: "chips" }, boxes, larger.length > 0 && more));
  }
  if (f.kind === "choice") {
    const own = make("input", { id: `o-${f.name}-own`, type: "text", spellcheck: "false", hidden: true, "aria-label": say("option.own", { name: label }), value: `generated:seed=${Math.floor(Math.random() * 1e6)},tiles=4,difficulty=2`, onchange: () => set(own.value.trim()) });
    const input = make("select", { id: `o-${f.name}`, onchange: () => { own.hidden = input.value !== ""; set(own.hidden ? input.value : own.value); } }, f.choices.map((c) => {
      const said = say(`value.${c.value}`) === `value.${c.value}` ? c.title : say(`value.${c.value}`);
      const title = said.replace(/^(\d+\. )(.+)$/, (_, number, name) => number + tell(name));
      return make("option", { value: c.value, selected: c.value === f.default }, c.note ? `${title} (${tell(c.note)})` : title);
    }), f.pattern && make("option", { value: "" }, say("option.generated")));
    return make("label", { class: "row", "data-note": hint(f) }, make("span", {}, label), make("span", { class: "stack" }, input, f.pattern && own));
  }
  const input = make("input", { id: `o-${f.name}`, type: "number", min: String(f.low), max: String(f.high), value: f.default === null ? "" : String(f.default), placeholder: "–", onchange: () => { if (input.reportValidity()) set(input.value === "" ? null : Number(input.value)); } });
  return make("label", { class: "row", "data-note": hint(f) }, make("span", {}, label), input);
}

/** Returns the learned policies for the chosen game: all of them (`found`), and the one for the chosen quest (`trained`). */
function learned(wish, data) {
  const found = data.policies.filter((p) => p.game === wish.game.id);
  return { found, trained: found.find((p) => p.title === wish.options[wish.game.map_by]) };
}

/** Returns the presets that fill all seats at once: [name, function of seat and index that returns a spec, title]. */
function fillers(wish, data) {
  const { kind, seats: all, usual } = wish.table;
  const { trained } = learned(wish, data);
  if (kind === "competitive") {
    const friends = Math.max(2, all.length / 2);
    return [["against", (_, i) => (i < 1 ? "human" : usual)], ["friends", (_, i) => (i < 1 ? "human" : i < friends ? "open" : usual)], ["watch", () => usual]];
  }
  if (kind === "asymmetric") {
    const sides = [...new Set(all.map((s) => s.side))];
    return [...sides.map((side) => [`side-${side}`, (s) => (s.side === side ? "human" : usual), say("preset.side", { name: nameOf(side) })]),
      ["friends", (s) => (s.side === sides[0] ? "human" : "open")], ["watch", () => usual]];
  }
  return [["mixed", (_, i) => (i < 2 ? "human" : usual)], ...(trained ? [["learned", (_, i) => (i < 2 ? "human" : trained.spec)]] : []),
    ["alone", () => "human"], ["together", (_, i) => (i < all.length / 2 ? "human" : "open")], ["watch", () => usual]];
}

function presets(wish, data, box, seatsBox) {
  box.replaceChildren(...fillers(wish, data).map(([name, filler, title]) =>
    make("button", { type: "button", class: "quiet", "data-preset": name, onclick: () => { wish.seats = wish.table.seats.map(filler); seats(wish, data, seatsBox); } }, title ?? say(`preset.${name}`))));
}

function seats(wish, data, box) {
  const { kind, seats: all, usual } = wish.table;
  const people = kind === "competitive" ? 1 : 2;
  const before = wish.seats;
  wish.seats = all.map((_, i) => before[i] ?? (i < people ? "human" : usual));
  const fits = (agent) => agent.name === agent.example && (agent.name !== "greedy" || usual === "greedy") && (agent.name !== "automatic" || (researcher() && kind === "asymmetric")); // the rulebook's player of the Zombie Master
  const plain = ["human", "open", ...data.agents.filter(fits).map((a) => a.name)];
  const policies = learned(wish, data).found;
  wish.seated();
  const titles = [...plain.map((spec) => [spec, say(`seat.${spec}`) === `seat.${spec}` ? spec : say(`seat.${spec}`)]), ...policies.map((p) => [p.spec, playerName(p.spec)])];
  box.replaceChildren(...all.flatMap(({ name, side }, i) => {
    const own = !titles.some(([spec]) => spec === wish.seats[i]);
    const select = make("select", { "aria-label": say("home.seat", { name: nameOf(name) }), onchange: () => { wish.seats[i] = select.value === "" ? "checkpoint:" : select.value; seats(wish, data, box); } },
      titles.map(([spec, title]) => make("option", { value: spec, selected: spec === wish.seats[i] }, title)),
      (researcher() || own) && make("option", { value: "", selected: own }, say("seat.other")));
    const spec = own && make("input", { type: "text", value: wish.seats[i], "aria-label": say("seat.other"), spellcheck: "false", placeholder: "checkpoint:runs/demo", onchange: (e) => { wish.seats[i] = e.target.value.trim(); } });
    const head = kind === "asymmetric" && side !== all[i - 1]?.side && make("h4", { class: "side-name" }, nameOf(side));
    return [...(head ? [head] : []), make("div", { class: "seat" }, make("span", { class: "name" }, nameOf(name)), select, spec)];
  }));
}

export function speeds(id, value) {
  return make("select", { id }, [0, 0.2, 0.6, 1.2, 2.5].map((s) => make("option", { value: String(s), selected: s === value }, say(`speed.${s}`))));
}

/** Says if a person in a seat would have little to decide, and offers the mission that suits the seat. */
function suit(wish, box) {
  const { side, idle, better } = SUITS[wish.game.id] ?? {};
  const by = wish.game.map_by;
  const bored = side && idle.includes(wish.options[by]) && wish.table.seats.some((s, i) => s.side === side && wish.seats[i] === "human");
  const take = () => {
    wish.keep = side; // missions differ in the size of teams: the person keeps this side
    byId(`o-${by}`).value = better;
    byId(`o-${by}`).dispatchEvent(new Event("change"));
  };
  fill(box, bored && [say(`suit.${wish.game.id}`), " ", make("button", { type: "button", class: "quiet", id: "suit", onclick: take }, say("suit.take", { title: titleOf(better) }))]);
}

// ---- saved games, replays

const roomName = (r) => questName(String(r.options.quest ?? r.game));

const questName = (id) => (id.startsWith("generated:") ? `${say("option.generated")} (${id.slice("generated:".length)})` : titleOf(id));

function kept(rooms) {
  const rows = rooms.map((r) => make("li", {}, make("a", { href: `#/room/${r.room}` },
    make("b", {}, roomName(r)),
    make("small", {}, say("home.kept.row", { round: r.round, moves: r.moves, outcome: r.record ? say("room.record") : say(`outcome.${r.outcome}`) })))));
  return make("section", { class: "card" }, make("h2", {}, say("home.kept")), rows.length ? make("ul", { class: "kept", id: "kept" }, rows) : make("p", { class: "faint" }, say("home.kept.none")));
}

function opener() {
  const input = make("input", { type: "file", id: "replay", class: "unseen", accept: ".replay,text/plain", onchange: slow(async () => {
    const [file] = input.files;
    if (!file) return;
    const text = await file.text();
    input.value = ""; // allows opening the same file again
    const { room } = await ask("/api/replays", { text });
    if (input.isConnected) location.hash = `#/room/${room}/move/0`; // a replay is watched from the start, without revealing its end
  }) });
  return make("section", { class: "card" }, make("h2", {}, say("home.replay")), make("p", { class: "faint" }, say(researcher() ? "home.replay.note" : "home.replay.file")), make("label", { class: "file button" }, input, say("home.replay.open")));
}
