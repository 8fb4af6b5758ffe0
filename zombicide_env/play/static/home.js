// The first view: start a game, go on with one, open a replay.

import { ask, byId, make, toast } from "./dom.js";
import { nameOf, say, tell, term } from "./words.js";

export function home(main, data) {
  byId("title").textContent = "";
  main.className = "home";
  main.replaceChildren(starter(data), make("div", { class: "aside" }, kept(data.rooms), opener()));
  return null;
}

// ---- a new game

function starter(data) {
  const wish = { game: data.games[0], options: {}, seats: [] };
  const form = make("form", { class: "card starter", id: "starter" });
  const optionsBox = make("div", { class: "options" });
  const moreBox = make("div", { class: "options" });
  const seatsBox = make("div", { class: "seats", id: "seats" });
  const map = make("figure", { class: "map" });

  const games = make("select", { id: "game", onchange: () => { wish.game = data.games.find((g) => g.id === games.value); fill(); } }, data.games.map((g) => make("option", { value: g.id }, g.title)));

  function fill() {
    wish.options = {};
    const shown = wish.game.fields.filter((f) => !f.hidden);
    const first = (f) => [wish.game.map_by, wish.game.agents_by].includes(f.name);
    for (const f of wish.game.fields) wish.options[f.name] = f.default;
    optionsBox.replaceChildren(...shown.filter(first).map((f) => field(f, wish, changed)));
    moreBox.replaceChildren(...shown.filter((f) => !first(f)).map((f) => field(f, wish, changed)));
    changed();
  }

  function changed() {
    const by = wish.game.map_by;
    const query = new URLSearchParams({ game: wish.game.id });
    if (by) query.set(by, wish.options[by]);
    const source = `/api/map?${query}`;
    if (map.dataset.source !== source) {
      map.dataset.source = source;
      map.replaceChildren(make("img", { src: source, alt: say("home.map"), onerror: () => map.replaceChildren() }));
    }
    seats(wish, data.agents, seatsBox);
  }

  const seed = make("input", { id: "seed", type: "number", min: "0", max: "9007199254740991", placeholder: say("home.fresh") });
  const sandbox = make("input", { id: "sandbox", type: "checkbox" });
  const pace = speeds("pace", 0.6);
  form.append(
    make("h2", {}, say("home.new")),
    make("label", { class: "row" }, make("span", {}, say("home.game")), games),
    optionsBox,
    make("h3", {}, say("home.seats")),
    presets(wish, data.agents, seatsBox),
    seatsBox,
    make("details", { class: "more" }, make("summary", {}, say("home.more")), moreBox,
      make("label", { class: "row" }, make("span", {}, say("home.seed")), seed),
      make("label", { class: "row" }, make("span", {}, say("room.speed")), pace)),
    make("label", { class: "tick" }, sandbox, make("span", {}, say("home.sandbox"), make("small", {}, say("home.sandbox.note")))),
    make("button", { class: "main", type: "submit", id: "start" }, say("home.start")),
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const button = byId("start");
    button.disabled = true;
    try {
      const body = { game: wish.game.id, options: wish.options, seats: wish.seats, sandbox: sandbox.checked, pace: Number(pace.value) };
      if (seed.value !== "") body.seed = Number(seed.value);
      location.hash = `#/room/${(await ask("/api/rooms", body)).room}`;
    } catch (error) {
      toast(error.message, "bad");
      button.disabled = false;
    }
  });
  fill();
  return make("section", { class: "new" }, form, map);
}

function field(f, wish, changed) {
  const label = say(`option.${f.name}`) === `option.${f.name}` ? f.name : say(`option.${f.name}`);
  wish.options[f.name] = f.default;
  const set = (value) => { wish.options[f.name] = value; changed(); };
  if (f.kind === "bool") {
    return make("label", { class: "tick", title: f.doc }, make("input", { type: "checkbox", id: `o-${f.name}`, checked: f.default, onchange: (e) => set(e.target.checked) }), make("span", {}, label));
  }
  if (f.kind === "choices") {
    const chosen = f.choices.slice(0, f.default).map((c) => c.value);
    wish.options[f.name] = [...chosen];
    const boxes = f.choices.map((c) => make("label", { class: "chip" }, make("input", { type: "checkbox", value: c.value, checked: chosen.includes(c.value), onchange: pick }), make("span", {}, term(c.value) ?? c.title)));
    function pick() {
      set(boxes.map((box) => box.firstChild).filter((box) => box.checked).map((box) => box.value));
    }
    return make("fieldset", { class: "row", id: `o-${f.name}` }, make("legend", {}, label), make("div", { class: "chips" }, boxes));
  }
  if (f.kind === "choice") {
    const input = make("select", { id: `o-${f.name}`, onchange: () => set(input.value) }, f.choices.map((c) => {
      const title = say(`value.${c.value}`) === `value.${c.value}` ? c.title : say(`value.${c.value}`);
      return make("option", { value: c.value, selected: c.value === f.default }, c.note ? `${title} (${tell(c.note)})` : title);
    }));
    return make("label", { class: "row", title: f.doc }, make("span", {}, label), input);
  }
  const input = make("input", { id: `o-${f.name}`, type: "number", min: String(f.low), max: String(f.high), value: f.default === null ? "" : String(f.default), placeholder: "–", onchange: () => { if (input.reportValidity()) set(input.value === "" ? null : Number(input.value)); } });
  return make("label", { class: "row", title: f.doc }, make("span", {}, label), input);
}

function agentCount(wish) {
  const by = wish.options[wish.game.agents_by];
  return Array.isArray(by) ? by : Array.from({ length: Number(by) || 1 }, (_, i) => `${term("player") ?? "Player"} ${i + 1}`);
}

function presets(wish, agents, box) {
  const best = agents.find((a) => a.name === "greedy")?.name ?? agents[0].name;
  const fillers = {
    mixed: (_, i) => (i < 2 ? "human" : best),
    alone: () => "human",
    together: (_, i, all) => (i < all.length / 2 ? "human" : "open"),
    watch: () => best,
  };
  return make("div", { class: "presets", role: "group" }, Object.entries(fillers).map(([name, filler]) =>
    make("button", { type: "button", class: "quiet", "data-preset": name, onclick: () => { wish.seats = agentCount(wish).map(filler); seats(wish, agents, box); } }, say(`preset.${name}`))));
}

function seats(wish, agents, box) {
  const names = agentCount(wish);
  const before = wish.seats;
  wish.seats = names.map((_, i) => before[i] ?? (i < 2 ? "human" : agents.find((a) => a.name === "greedy")?.name ?? agents[0].name));
  box.replaceChildren(...names.map((name, i) => {
    const plain = ["human", "open", ...agents.filter((a) => a.name === a.example).map((a) => a.name)];
    const own = !plain.includes(wish.seats[i]);
    const select = make("select", { "aria-label": say("home.seat", { name }), onchange: () => { wish.seats[i] = select.value === "" ? "checkpoint:" : select.value; seats(wish, agents, box); } },
      plain.map((spec) => make("option", { value: spec, selected: spec === wish.seats[i] }, say(`seat.${spec}`) === `seat.${spec}` ? spec : say(`seat.${spec}`))),
      make("option", { value: "", selected: own }, say("seat.other")));
    const spec = own && make("input", { type: "text", value: wish.seats[i], "aria-label": say("seat.other"), spellcheck: "false", placeholder: "checkpoint:runs/demo", onchange: (e) => { wish.seats[i] = e.target.value.trim(); } });
    return make("div", { class: "seat" }, make("span", { class: "name" }, nameOf(name)), select, spec);
  }));
}

export function speeds(id, value) {
  return make("select", { id }, [0, 0.2, 0.6, 1.2, 2.5].map((s) => make("option", { value: String(s), selected: s === value }, say(`speed.${s}`))));
}

// ---- games that are kept, replays

function kept(rooms) {
  const rows = rooms.map((r) => make("li", {}, make("a", { href: `#/room/${r.room}` },
    make("b", {}, nameOf(String(r.options.quest ?? r.game))),
    make("small", {}, say("home.kept.row", { round: r.round, moves: r.moves, outcome: r.record ? say("room.record") : say(`outcome.${r.outcome}`) })))));
  return make("section", { class: "card" }, make("h2", {}, say("home.kept")), rows.length ? make("ul", { class: "kept", id: "kept" }, rows) : make("p", { class: "faint" }, say("home.kept.none")));
}

function opener() {
  const input = make("input", { type: "file", id: "replay", accept: ".replay,text/plain", onchange: async () => {
    try {
      location.hash = `#/room/${(await ask("/api/replays", { text: await input.files[0].text() })).room}`;
    } catch (error) {
      toast(error.message, "bad");
    }
  } });
  return make("section", { class: "card" }, make("h2", {}, say("home.replay")), make("p", { class: "faint" }, say("home.replay.note")), make("label", { class: "file" }, input));
}
