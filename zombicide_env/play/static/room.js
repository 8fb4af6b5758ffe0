// The second view: a table. One socket; every message of the server is the whole view, and the page shows it.

import { byId, closeMenu, fill, icon, make, openMenu, openNote, toast } from "./dom.js";
import { actionWords, complaint, has, nameOf, say, tell, term } from "./words.js";
import { byTag, drawBoard, mark } from "./board.js";
import { badge, chance, meter, percent } from "./pieces.js";
import { speeds } from "./home.js";

const GROUPS = {
  decide: /^(activate|hit|reap|miss|wound|rescue|reroll|accept|replace|printed|armour|learn|exit|stay|choose|destiny|matching_set|done)/,
  move: /^(move|open|close|use_zone|shove|lifesaver)/,
  fight: /^(attack|melee|trick|ready|bile|torch)/,
  magic: /^(heal|hide|speed|repulse)/,
  cards: /^(keep|discard|consume|reload|take|search|trade|reorganise)/,
  rearrange: /^(put|give|receive|drop)/,
};
/** Rows of a panel that its slots tell as well. */
const IN_SLOTS = ["Hands", "Body", "Pack", "Owns"];
const ORDER = ["decide", "move", "fight", "magic", "cards", "other", "rearrange"];

export function room(main, name, invite) {
  const table = new Table(main, name, invite);
  table.connect();
  return () => table.close();
}

class Table {
  constructor(main, name, invite) {
    this.name = name;
    this.invite = invite; // where a link begins: it brings the token, if the server asks for one
    this.view = null;
    this.log = [];
    this.rearranging = false; // whether the list of ways to move cards is open
    this.card = null; // the slot that has been picked, for a second click
    this.timer = null;
    this.closed = false;
    this.keys = (event) => this.key(event);
    addEventListener("keydown", this.keys);
    this.build(main);
  }

  // ---- the connection

  connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.socket = new WebSocket(`${scheme}://${location.host}/ws/${this.name}`);
    this.socket.onopen = () => { this.log = []; this.tries = 0; this.parts.line.hidden = true; };
    this.socket.onmessage = (event) => this.hear(JSON.parse(event.data));
    this.socket.onclose = () => {
      if (this.closed || this.gone) return;
      this.tries = (this.tries ?? 0) + 1;
      this.parts.line.hidden = false;
      this.parts.line.textContent = say("room.lost");
      setTimeout(() => { if (!this.closed) this.connect(); }, Math.min(5000, 400 * this.tries));
    };
  }

  close() {
    this.closed = true;
    removeEventListener("keydown", this.keys);
    clearInterval(this.timer);
    this.socket.close();
  }

  send(message) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  hear(message) {
    if (message.type === "view") {
      this.log.length = message.from;
      this.log.push(...message.log);
      this.view = message;
      this.show();
    } else if (message.type === "refused") {
      toast(complaint(message.reason), "bad");
      this.send({ type: "look", at: this.view?.live === false ? this.view.at : null, advisor: this.advisor ?? null });
    } else if (message.type === "gone") {
      this.gone = true;
      this.parts.line.hidden = false;
      this.parts.line.textContent = complaint(message.reason);
    }
  }

  play(action) {
    this.card = null;
    closeMenu();
    this.send({ type: "act", at: this.view.total, action: action.a });
  }

  look(at) {
    const to = at === null ? null : Math.max(0, Math.min(at, this.view.total));
    this.send({ type: "look", at: to, advisor: this.advisor ?? null });
  }

  // ---- the frame, made once

  build(main) {
    const part = (name, tag = "div", attributes = {}) => make(tag, { id: name, ...attributes });
    this.parts = {
      line: part("line", "p", { class: "problem", hidden: true, role: "alert" }),
      banner: part("banner", "div", { role: "status" }),
      facts: part("facts"),
      goals: part("goals", "ul"),
      board: part("board"),
      controls: part("controls", "div", { role: "toolbar" }),
      turn: part("turn", "section", { class: "card" }),
      advice: part("advice", "section", { class: "card" }),
      seats: part("seats-here", "section", { class: "card" }),
      log: part("log", "ol", { tabindex: "0" }),
      panels: part("panels"),
      legend: part("legend"),
    };
    const p = this.parts;
    this.buildControls();
    main.className = "room";
    main.replaceChildren(
      p.line,
      make("div", { class: "table" }, make("div", { class: "head" }, p.facts, p.goals), p.banner, p.board, p.controls, p.legend),
      make("div", { class: "side" }, p.turn, p.advice, make("section", { class: "card logbox" }, make("h2", {}, say("room.log")), p.log), p.seats),
      p.panels,
    );
    p.board.addEventListener("mouseleave", () => mark(p.board, []));
  }

  buildControls() {
    const button = (id, text, key, act) => make("button", { type: "button", id, class: "quiet", title: `${say(`room.${id}`)} (${key})`, "aria-label": say(`room.${id}`), onclick: act }, text);
    this.pace = speeds("pace", 0.6);
    this.pace.setAttribute("aria-label", say("room.speed"));
    this.pace.onchange = () => {
      if (this.view.record || !this.view.charge) this.run(this.timer !== null);
      else this.send({ type: "pace", pace: Number(this.pace.value) });
    };
    this.rounds = make("select", { id: "rounds", "aria-label": say("room.round"), onchange: () => this.look(Number(this.rounds.value)) });
    this.where = make("span", { id: "where" });
    this.parts.controls.append(
      button("first", icon("first"), "Home", () => this.look(0)),
      button("back", icon("back"), "←", () => this.look(this.view.at - 1)),
      button("run", icon("play"), say("key.space"), () => this.toggle()),
      button("forth", icon("forth"), "→", () => this.forth()),
      button("last", icon("last"), "End", () => this.look(null)),
      this.rounds, this.where, this.pace,
      make("span", { class: "gap" }),
      button("undo", icon("undo"), "U", () => this.send({ type: "undo", at: this.view.total })),
      make("a", { id: "download", class: "button quiet", href: `/api/rooms/${this.name}/replay`, download: "", title: say("room.download"), "aria-label": say("room.download") }, icon("download")),
      button("zoom", icon("zoom"), "Z", () => this.zoom()),
      button("share", icon("share"), "L", () => this.share()),
    );
  }

  // ---- what the keys do

  key(event) {
    if (!this.view || event.ctrlKey || event.metaKey || event.altKey) return;
    if (/^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) {
      if (event.key === "Escape") event.target.blur();
      return;
    }
    const keys = {
      ArrowLeft: () => this.look(this.view.at - 1),
      ArrowRight: () => this.forth(),
      Home: () => this.look(0),
      End: () => this.look(null),
      " ": () => /^(BUTTON|A|SUMMARY)$/.test(event.target.tagName) || event.target.closest("svg") ? null : this.toggle() ?? true,
      "/": () => byId("say")?.focus(),
      "?": () => openNote(innerWidth / 2 - 160, 80, say("room.keys")),
      u: () => this.view.undo && this.send({ type: "undo", at: this.view.total }),
      l: () => this.share(),
      z: () => this.zoom(),
    };
    const act = keys[event.key] ?? keys[event.key.toLowerCase()];
    if (act && act() !== null) event.preventDefault();
  }

  /** The board at twice its size, to be scrolled: for small windows and large quests. */
  zoom() {
    const on = this.parts.board.classList.toggle("big");
    byId("zoom").setAttribute("aria-pressed", String(on));
  }

  async share() {
    const link = `${location.origin}${this.invite}${location.hash}`;
    try {
      await navigator.clipboard.writeText(link);
      toast(say("room.shared"));
    } catch {
      toast(link);
    }
  }

  // ---- going back and forth

  forth() {
    const v = this.view;
    if (v.at < v.total) this.look(v.at + 1 === v.total && !v.record ? null : v.at + 1);
    else if (v.waiting && v.paused) this.send({ type: "step" });
  }

  toggle() {
    const v = this.view;
    if (v.record || v.at < v.total) this.run(this.timer === null);
    else if (v.charge) this.send({ type: "pace", paused: !v.paused });
  }

  /** Walk through moves that have been played already. */
  run(on) {
    clearInterval(this.timer);
    this.timer = null;
    if (on) {
      if (this.view.at >= this.view.total) this.look(0);
      this.timer = setInterval(() => {
        if (this.view.at >= this.view.total) this.run(false);
        else this.forth();
      }, Math.max(80, Number(this.pace.value) * 1000));
    }
    this.showControls();
  }

  // ---- showing

  show() {
    const v = this.view;
    const names = Object.fromEntries(v.seats.map((s) => [s.agent, nameOf(s.name)]));
    this.names = names;
    byId("title").textContent = tell(v.board.title);
    document.title = `${tell(v.board.title)} – zombicide`;
    this.showHead();
    const focus = document.activeElement?.closest?.("#board, #turn") ? document.activeElement.getAttribute("data-act") ?? null : null;
    drawBoard(this.parts.board, v.board.svg, v.legal, (a) => this.play(a));
    this.showTurn(focus);
    this.showAdvice();
    this.showControls();
    this.showSeats();
    this.showLog();
    this.showPanels();
  }

  showHead() {
    const { board, problem, outcome } = this.view;
    const over = this.view.over && this.view.at === this.view.total; // who looks back is not told how it ends
    const p = this.parts;
    const fact = (f) => make("span", { class: "fact" }, f.label && make("span", { class: "faint" }, `${tell(f.label)} `), badge(tell(f.text), f.colour));
    p.facts.replaceChildren(...board.facts.map(fact));
    p.goals.replaceChildren(...board.goals.map((g) => make("li", { class: g.done ? "done" : "" }, tell(g.text))));
    p.banner.hidden = !board.banner && !over;
    p.banner.textContent = board.banner ? tell(board.banner) : over ? `${say(`outcome.${outcome.name}`)} ${outcome.detail.split(" ").map(nameOf).join(", ")}` : "";
    p.banner.style.background = board.banner_colour || "#5b636c";
    p.line.hidden = !problem;
    p.line.textContent = problem && say("room.problem", { text: problem });
    p.legend.replaceChildren(...board.legend.map((f) => make("span", { class: "fact" }, badge(f.label === "dark" ? " " : f.label, f.colour), make("span", { class: "faint" }, ` ${tell(f.text)}`))));
  }

  showControls() {
    const v = this.view;
    if (!v) return;
    const running = v.record || v.at < v.total ? this.timer !== null : !v.paused;
    fill(byId("run"), icon(running ? "pause" : "play"));
    byId("run").dataset.running = String(running);
    byId("run").disabled = !v.record && v.at === v.total && (!v.charge || v.over);
    byId("first").disabled = byId("back").disabled = v.at === 0;
    byId("last").disabled = v.live && !v.record || v.at === v.total;
    byId("forth").disabled = v.at === v.total && !(v.waiting && v.paused);
    byId("undo").hidden = !(v.sandbox && v.seats.some((s) => s.mine));
    byId("undo").disabled = !v.undo;
    byId("download").hidden = !v.download;
    this.where.textContent = `${v.at}/${v.total}`;
    this.where.className = v.at < v.total ? "past" : "";
    if (document.activeElement !== this.pace && !v.record) this.pace.value = String(v.pace);
    const now = v.rounds.findLast(([, at]) => at <= v.at)?.[0];
    const options = v.rounds.map(([r, at]) => `${r}:${at}`).join();
    if (this.rounds.dataset.options !== options) {
      this.rounds.dataset.options = options;
      this.rounds.replaceChildren(...v.rounds.map(([r, at]) => make("option", { value: String(at), "data-round": String(r) }, say("room.round.n", { n: r }))));
    }
    for (const option of this.rounds.options) option.selected = option.dataset.round === String(now);
  }

  showTurn(focus) {
    const v = this.view;
    const box = this.parts.turn;
    const typed = byId("say") === document.activeElement ? byId("say").value : null;
    box.className = `card ${v.turn ? "mine" : ""}`;
    if (v.at < v.total) return void fill(box, make("h2", {}, v.record ? say("room.record") : say("room.past")), !v.record && make("button", { type: "button", class: "main", onclick: () => this.look(null) }, say("room.last")));
    if (v.over || v.record) return void fill(box, make("h2", {}, v.record ? say("room.record") : say(`outcome.${v.outcome.name}`)), make("a", { class: "button main", href: "#/" }, say("room.home")));
    const who = this.names[v.decider] ?? v.decider;
    const seat = v.seats.find((s) => s.agent === v.decider);
    if (!v.turn) {
      const text = seat.person ? (seat.free ? say("room.free", { who }) : say("room.other", { who })) : say(v.paused ? "room.paused" : "room.thinks", { who, by: seat.player });
      return void fill(box, make("h2", {}, text));
    }
    const groups = new Map(ORDER.map((g) => [g, []]));
    for (const action of v.legal) groups.get(ORDER.find((g) => GROUPS[g]?.test(action.b)) ?? "other").push(action);
    const list = make("datalist", { id: "texts" }, v.legal.map((a) => make("option", { value: a.t })));
    const input = make("input", { id: "say", list: "texts", type: "text", autocomplete: "off", spellcheck: "false", placeholder: say("room.say"), "aria-label": say("room.say") });
    const form = make("form", { class: "say", onsubmit: (event) => { event.preventDefault(); this.speak(input.value); } }, input, list);
    const shown = [...groups].filter(([, all]) => all.length);
    const gave = this.log[v.total - 1]?.c;
    fill(box, this.heading(who), gave && make("p", { class: "rolled" }, chance(gave)), shown.map(([g, all]) => this.group(g, all, shown.length > 1)), form);
    if (typed !== null) { input.value = typed; input.focus(); }
    else if (focus) (box.querySelector(`[data-act="${focus}"]`) ?? box.querySelector("[data-act]"))?.focus({ preventScroll: true });
  }

  heading(who) {
    const prompt = this.prompt(this.view.legal);
    if (this.view.legal.every((a) => a.b === "activate")) return make("h2", {}, prompt.charAt(0).toUpperCase() + prompt.slice(1));
    return make("h2", {}, make("span", { class: "who" }, who), ` – ${prompt}`);
  }

  prompt(legal) {
    if (legal.some((a) => a.b === "end")) return say("ask.turn");
    const verbs = new Set(legal.map((a) => a.t.split(" ")[0]));
    const verb = ["molotov", "refuse", "flee", "keep", "give", "receive", "put", ...verbs].find((v) => verbs.has(v) && has(`ask.${v}`));
    return say(verb ? `ask.${verb}` : "ask.turn");
  }

  group(name, actions, titled) {
    const thought = new Map((this.view.advice?.choices ?? []).map((c) => [c.t, c.p]));
    const likely = (a) => thought.has(a.t) && make("span", { class: "likely" }, percent(thought.get(a.t)));
    const buttons = actions.map((a) => make("button", { type: "button", class: "act", "data-act": a.t, title: a.d, onclick: () => this.play(a), onmouseenter: () => mark(this.parts.board, a.k), onfocus: () => mark(this.parts.board, a.k), onmouseleave: () => mark(this.parts.board, []) }, make("span", {}, actionWords(a.t), likely(a)), make("small", {}, a.t)));
    if (name === "rearrange" && actions.length > 8) return make("details", { class: "group", open: this.rearranging, ontoggle: (event) => { this.rearranging = event.target.open; } }, make("summary", {}, `${say("group.rearrange")} (${actions.length})`), make("p", { class: "faint" }, say("room.drag")), make("div", { class: "acts" }, buttons));
    return make("div", { class: `group ${name}` }, titled && make("h3", {}, say(`group.${name}`)), make("div", { class: "acts" }, buttons));
  }

  /** An action by its notation; the beginning will do where only one begins so. */
  speak(text) {
    const wanted = text.trim().toLowerCase().replace(/\s+/g, " ");
    const exact = this.view.legal.filter((a) => a.t.toLowerCase() === wanted);
    const found = exact.length ? exact : this.view.legal.filter((a) => a.t.toLowerCase().startsWith(wanted));
    if (found.length === 1) this.play(found[0]);
    else toast(found.length ? found.slice(0, 8).map((a) => a.t).join(", ") : say("room.unknown", { text }), "bad");
  }

  // ---- log, seats, panels

  showLog() {
    const v = this.view;
    const box = this.parts.log;
    const first = Math.max(0, v.at - 400);
    const rows = [];
    let round = 0;
    for (const entry of this.log.slice(first, v.at)) {
      if (entry.r !== round) {
        round = entry.r;
        rows.push(make("li", { class: "round" }, say("room.round.n", { n: round })));
      }
      rows.push(make("li", { class: entry.n === v.at ? "now" : "", title: entry.t, onclick: () => this.look(entry.n) }, make("b", {}, this.names[entry.who] ?? entry.who), ` ${actionWords(entry.t)} `, entry.c && chance(entry.c), entry.x.map((text) => make("span", { class: "news" }, tell(text)))));
    }
    fill(box, ...rows);
    box.scrollTop = box.scrollHeight;
  }

  showSeats() {
    const v = this.view;
    const sit = (agents, on) => this.send({ type: "sit", agents, sit: on });
    const rows = v.seats.map((s) => make("li", {}, make("b", {}, this.names[s.agent]), ` ${s.mine ? say("seat.mine") : s.free ? say("seat.open") : s.person ? say("seat.taken") : s.player} `,
      s.free && !v.sandbox && make("button", { type: "button", class: "quiet", "data-sit": s.agent, onclick: () => sit([s.agent], true) }, say("seat.sit")),
      s.mine && !v.sandbox && !v.over && make("button", { type: "button", class: "quiet", onclick: () => sit([s.agent], false) }, say("seat.leave"))));
    const free = v.seats.filter((s) => s.free).map((s) => s.agent);
    fill(this.parts.seats, make("h2", {}, say("home.seats")), make("ul", { class: "seatlist" }, rows), free.length > 1 && make("button", { type: "button", id: "sit-all", onclick: () => sit(free, true) }, say("seat.all")));
  }

  showPanels() {
    const tags = byTag(this.view.legal);
    fill(this.parts.panels, ...this.view.board.panels.map((panel) => this.panel(panel, tags)));
  }

  panel(panel, tags) {
    const own = tags.get(panel.tag) ?? [];
    const name = make(own.length ? "button" : "span", { class: "name", type: own.length ? "button" : null, onclick: own.length ? () => (own.length === 1 ? this.play(own[0]) : null) : null }, tell(panel.title));
    const token = make("span", { class: "token" }, panel.mark);
    token.style.background = panel.colour;
    const rows = panel.rows.filter((r) => !panel.slots.length || !IN_SLOTS.includes(r.label));
    return make("section", { class: `panel ${panel.active ? "active" : ""} ${panel.gone ? "gone" : ""} ${own.length ? "can" : ""}`, "data-tag": panel.tag },
      make("header", {}, token, name, panel.badges.map((b) => badge(tell(b.text), b.colour))),
      make("div", { class: "meters" }, panel.meters.map(meter)),
      panel.slots.length > 0 && make("div", { class: `slots n${panel.slots.length}` }, panel.slots.map((s) => this.slot(s, tags))),
      rows.map((r) => make("p", { class: "row" }, make("span", { class: "faint" }, `${tell(r.label)} `), tell(r.text))));
  }

  slot(slot, tags) {
    const actions = tags.get(slot.tag) ?? [];
    const single = actions.filter((a) => a.k.filter((k) => k.startsWith("slot:")).length < 2);
    const to = this.card ? actions.filter((a) => a.k[0] === this.card && a.k[1] === slot.tag) : [];
    const from = actions.filter((a) => a.k[0] === slot.tag && a.k.length > 1 && a.k[1].startsWith("slot:"));
    const press = () => {
      if (to.length) return this.play(to[0]);
      if (from.length && !single.length) { this.card = this.card === slot.tag ? null : slot.tag; return this.showPanels(); }
      const choices = single.map((a) => [actionWords(a.t), a.t, () => this.play(a)]);
      if (from.length) choices.push([say("room.carry"), "", () => { this.card = slot.tag; this.showPanels(); }]);
      const at = element.getBoundingClientRect();
      if (choices.length) openMenu(at.x, at.bottom, choices);
    };
    const can = to.length || single.length || from.length;
    const element = make("button", { type: "button", class: `slot ${slot.text ? "full" : ""} ${can ? "can" : ""} ${to.length ? "goal" : ""} ${this.card === slot.tag ? "picked" : ""}`, disabled: !can, "data-tag": slot.tag, draggable: from.length ? "true" : null, onclick: press },
      make("small", {}, term(slot.label) ?? slot.label), make("span", {}, slot.text ? tell(slot.text) : "·"), slot.note && make("em", {}, tell(slot.note)));
    element.addEventListener("dragstart", (event) => { event.dataTransfer.setData("text/plain", slot.tag); this.card = slot.tag; setTimeout(() => this.goals(tags)); });
    element.addEventListener("dragover", (event) => { if (actions.some((a) => a.k[0] === this.card && a.k[1] === slot.tag)) event.preventDefault(); });
    element.addEventListener("drop", (event) => {
      event.preventDefault();
      const found = actions.find((a) => a.k[0] === this.card && a.k[1] === slot.tag);
      if (found) this.play(found);
    });
    element.addEventListener("dragend", () => { this.card = null; this.goals(tags); });
    return element;
  }

  goals(tags) {
    for (const element of this.parts.panels.querySelectorAll(".slot")) {
      element.classList.toggle("goal", (tags.get(element.dataset.tag) ?? []).some((a) => this.card && a.k[0] === this.card && a.k[1] === element.dataset.tag));
    }
  }

  // ---- what a policy thinks

  showAdvice() {
    const v = this.view;
    const box = this.parts.advice;
    const specs = [...new Set([...v.policies, ...v.seats.map((s) => s.player).filter((spec) => spec.startsWith("checkpoint"))])];
    if (box.dataset.specs !== specs.join()) this.buildAdvice(box, specs);
    for (const button of box.querySelectorAll("[data-advisor]")) button.setAttribute("aria-pressed", String(button.dataset.advisor === this.advisor));
    const input = byId("advisor");
    if (document.activeElement !== input) input.value = this.advisor ?? "";
    this.fillAdvice(box.querySelector(".thoughts"));
  }

  /** The frame, which stays as it is while the game goes on: what is open stays open. */
  buildAdvice(box, specs) {
    box.dataset.specs = specs.join();
    const ask = (spec) => { this.advisor = spec; this.look(this.view.live ? null : this.view.at); };
    const input = make("input", { id: "advisor", type: "text", spellcheck: "false", placeholder: "checkpoint:...", "aria-label": say("advice.who"), onchange: () => ask(input.value.trim() || null) });
    const choices = specs.map((s) => make("button", { type: "button", class: "quiet", "data-advisor": s, onclick: () => ask(s === this.advisor ? null : s) }, s));
    fill(box, make("details", { id: "advice-box" }, make("summary", {}, say("advice.title")), make("p", { class: "faint" }, say("advice.note")), make("div", { class: "acts" }, choices), input, make("div", { class: "thoughts" })));
  }

  fillAdvice(box) {
    const advice = this.view.advice;
    if (!advice) return void fill(box);
    if (advice.reason) return void fill(box, make("p", { class: "faint" }, has(`advice.${advice.reason}`) ? say(`advice.${advice.reason}`) : complaint(advice.reason)));
    const bars = advice.choices.filter((c) => c.p >= 0.0005).map((c) => {
      const bar = make("span", { class: "bar" });
      bar.style.width = `${(100 * c.p).toFixed(1)}%`;
      return make("li", { onmouseenter: () => mark(this.parts.board, c.k), onmouseleave: () => mark(this.parts.board, []) }, bar, make("span", { class: "p" }, percent(c.p)), make("span", {}, actionWords(c.t)));
    });
    fill(box, make("p", { id: "value" }, say("advice.value", { who: this.names[advice.who], value: advice.value.toFixed(3) })), make("ul", { class: "bars", id: "bars" }, bars));
  }
}
