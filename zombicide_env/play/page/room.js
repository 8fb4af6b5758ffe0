// The table view. It has one connection to the server; every message updates the view, and the page shows it.

import { byId, closeMenu, fill, icon, make, toast } from "./dom.js";
import { complaint, nameOf, say, tell } from "./words.js";
import { showAdvice } from "./advice.js";
import { showAnalysis } from "./analysis.js";
import { aimed, atTargets } from "./aim.js";
import { drawBoard, mark } from "./board.js";
import { showEnd } from "./end.js";
import { fitBoard, relax, showTurnOf, toggleZoom, watchBoard } from "./fit.js";
import { buildControls, keepHeight, keyButton, showControls, showHead } from "./frame.js";
import { mayStray, pointOut, showGuide } from "./guide.js";
import { pressed } from "./keys.js";
import { gameOf, loadLexicon } from "./lexicon.js";
import { lettered } from "./pieces.js";
import { Moments } from "./moments.js";
import { glide } from "./motion.js";
import { call } from "./sound.js";
import { showLobby } from "./lobby.js";
import { forget, lastMove, scrollLog, showLog, walkLog } from "./log.js";
import { showOthers } from "./owned.js";
import { copy, showSeats } from "./people.js";
import { makeSheet } from "./sheet.js";
import { Steps } from "./steps.js";
import { showTeam, showTeamAt } from "./team.js";
import { mayEnd, showTurn, spokenTurn } from "./turn.js";
import { draw as drawPlan, showWishes, wishable, wishFor } from "./wishes.js";

const QUEUED = 4; // maximum number of messages that wait for the end of a film
const NAMING = 200; // milliseconds before the address follows the shown position

export function room(main, name, invite, move) {
  const table = new Table(main, name, invite, move);
  table.connect();
  return () => table.close();
}

/** Returns the board after a message, which contains only what has changed since the board `before`. */
function mergedBoard(before, changes) {
  const board = { ...before, ...changes };
  if (board.patch) {
    const lines = board.svg.split("\n"); // a step of the patch is a text, or [first, count] for lines of the previous drawing
    board.svg = board.patch.flatMap((step) => (typeof step === "string" ? step : lines.slice(step[0], step[0] + step[1]))).join("\n");
    delete board.patch;
  }
  if (changes?.panels) board.panels = lettered(changes.panels);
  return board;
}

/** The parts of a view that allow actions, for a position that is not the newest. */
const GONE_BY = { live: false, turn: false, legal: [], cannot: {}, arrange: null, undo: false, advice: [] };

class Table {
  constructor(main, name, invite, move) {
    this.name = name;
    this.invite = invite; // the query that a link to this server needs: the token, if there is one
    this.wanted = move; // the position in the address; null: the newest
    this.view = null; // the view that is shown
    this.served = null; // the newest view from the server; `view` differs while the page is ahead of the server's answers
    this.moments = new Moments(name, mergedBoard);
    this.log = [];
    this.rearranging = false; // true while the list of ways to move cards is open
    this.advisors = []; // specs of the agents that are asked for advice
    this.zoomed = 1; // enlargement of the board over the size that fits
    this.card = null; // the slot that was picked, for a second click
    this.mate = null; // the teammate that is being asked for something
    this.aim = null; // the card whose targets are highlighted on the board
    this.sent = null; // the position for which a move was sent and not yet answered
    this.timer = null;
    this.waiting = []; // messages that have arrived during a film
    this.replay = null; // the move to be played as a film again
    this.steps = new Steps(this);
    this.closed = false;
    this.keys = (event) => pressed(this, event);
    addEventListener("keydown", this.keys);
    this.build(main);
  }

  // ---- the connection

  connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.socket = new WebSocket(`${scheme}://${location.host}/ws/${this.name}`);
    this.socket.onopen = () => {
      [this.log, this.waiting, this.sent, this.passed] = [[], [], null, null]; // the server sends everything again
      [this.tries, this.parts.line.hidden] = [0, this.view !== null];
      forget(this.parts.log, 0);
      this.moments.forget(-1);
      if (this.view) this.look(this.place); // the server does not know what was shown before
    };
    this.socket.onmessage = (event) => this.hear(JSON.parse(event.data));
    this.socket.onclose = () => {
      if (this.closed || this.gone) return;
      this.tries = (this.tries ?? 0) + 1;
      this.complain(say("room.lost"));
      setTimeout(() => { if (!this.closed) this.connect(); }, Math.min(5000, 400 * this.tries));
    };
  }

  close() {
    this.closed = true;
    removeEventListener("keydown", this.keys);
    clearInterval(this.timer);
    clearTimeout(this.naming);
    clearTimeout(this.steps.timer);
    this.foldSheet();
    this.unwatch();
    this.socket?.close();
  }

  send(message) {
    const open = this.open();
    if (open) this.socket.send(JSON.stringify(message));
    else if (!this.closed) toast(say("room.lost"), "bad");
    return open;
  }

  open() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  hear(message) {
    if (message.type === "view") {
      this.waiting.push(message);
      if (this.view) this.catchUp();
      else if (this.waiting.length === 1) loadLexicon(this.name).then(() => {
        byId("main").dataset.game = gameOf(); // selects its colors
        if (!this.closed) this.catchUp();
      });
    } else if (message.type === "refused") {
      this.asked = this.sent = null;
      toast(complaint(message.reason), "bad");
      this.send({ type: "look", at: this.view?.live === false ? this.view.at : null, advisors: this.advisors });
    } else if (message.type === "gone") {
      this.gone = true;
      this.complain(complaint(message.reason), make("a", { href: "#/" }, say("room.home")));
    }
  }

  /** Shows the waiting messages. During a film they wait, unless the viewer acts meanwhile or too many have arrived. */
  catchUp() {
    while (this.waiting.length) {
      const [next] = this.waiting;
      const at = next.at ?? this.served?.at;
      const stays = (at === this.view?.at || this.ahead(at)) && this.replay === null;
      if (this.steps.playing && !stays && !this.view.turn && this.asked === null && this.waiting.length <= QUEUED) return;
      if (!stays) this.steps.stop();
      this.take(this.waiting.shift(), this.waiting.length > 1);
    }
  }

  take(message, hurry) {
    const { at: before, total = 0 } = this.view ?? {};
    if ("total" in message || "legal" in message) this.sent = null;
    this.log.length = message.from;
    forget(this.parts.log, message.from);
    this.log.push(...message.log);
    this.served = { ...this.served, ...message, board: mergedBoard(this.served?.board, message.board) };
    if (message.from === 0 || this.served.total < total) this.moments.forget(message.from ? this.served.total - 1 : -1);
    const ahead = this.ahead(this.served.at);
    this.view = ahead ? { ...this.served, ...GONE_BY, ...ahead } : this.served;
    if (this.view.at !== before || this.view.total !== total) this.aim = null;
    const { at, live, steps } = this.view;
    if (this.served.at === this.asked || live) this.asked = null;
    if (this.view.total < total) this.chances?.splice(0, Infinity, ...this.chances.filter((point) => point.at <= this.view.total)); // moves were taken back
    const again = this.replay === at;
    if (again) this.replay = null;
    const next = before !== undefined && at === before + 1 && this.timer === null && !hurry;
    const begins = before === undefined && (document.activeElement === document.body || document.activeElement === null);
    this.show(again || next ? this.steps.wants(steps, again) : false, before === at && !again);
    if (begins) (this.parts.lobby.hidden ? this.parts.turn : this.parts.lobby).focus({ preventScroll: true }); // the button that led here is gone
    if (this.wanted !== null) this.look(this.wanted);
    this.wanted = null;
  }

  /** Shows a line above everything; hides it if the first part is false or "". */
  complain(...parts) {
    this.parts.line.hidden = !parts[0];
    this.parts.line.className = "problem";
    fill(this.parts.line, parts);
  }

  /** Plays an action. `sure`: the viewer has confirmed an action that ends a turn with actions left. */
  play(action, sure = false) {
    if (!sure && !(mayStray(this, action) && mayEnd(this, action))) return;
    this.card = this.aim = null;
    closeMenu();
    this.decide({ type: "act", at: this.view.total, action: action.a });
  }

  /** Updates the page after cards were arranged. The focus follows the card to its slot `place`, or stays at the question. */
  relaid(place = null) {
    showTurn(this, place === null ? this.focused() : null);
    if (place === null) showTeam(this);
    else showTeamAt(this, place);
  }

  /** Updates the page after the viewer aimed with another card, or none: targets on the board and the question change. */
  reaimed() {
    this.draw();
    this.parts.turn.style.minHeight = this.aim === null ? "" : `${this.parts.turn.offsetHeight}px`; // keeps the card under the pointer
    showTurn(this, null);
    showTeam(this);
  }

  undo() {
    this.decide({ type: "undo", at: this.view.total });
  }

  /** Sends a message that changes the position. A second one before the answer is ignored. */
  decide(message) {
    if (this.sent === message.at) return;
    if (this.send(message)) this.sent = message.at;
  }

  look(at, replay = null) {
    if (!this.view) return;
    this.replay = replay;
    const to = at === null ? null : Math.max(0, Math.min(at, this.view.total));
    this.asked = to ?? this.view.total; // a held key runs ahead of the answers
    const sent = this.send({ type: "look", at: to, advisors: this.advisors });
    const known = sent && to !== null && to !== this.view.at && !this.advisors.length && this.moments.get(to);
    if (known) this.step(known);
  }

  /** Returns the position that is shown ahead of the server, which is still at the position `at`; null if the page is not ahead. */
  ahead(at) {
    const shown = this.view?.at;
    return at !== shown && shown === this.asked ? this.moments.get(shown) ?? null : null;
  }

  /** Shows a position that was requested in advance, before the server answers. */
  step(moment) {
    const { at } = this.view;
    const again = this.replay === moment.at;
    this.aim = this.replay = null;
    this.steps.stop();
    this.view = { ...this.served, ...GONE_BY, ...moment };
    this.show(again || (moment.at === at + 1 && this.timer === null) ? this.steps.wants(moment.steps, again) : false, false);
  }

  /** The position that is shown, or will be when the server has answered; null: the newest. */
  get place() {
    const { live, at, total, record } = this.view;
    const newest = (this.asked ?? null) === null ? live : this.asked === total && !record;
    return newest ? null : this.asked ?? at;
  }

  /** Shows the position after move `n`, and plays the move as a film. */
  lookAgain(n) {
    this.run(false);
    this.look(n === this.view.total && !this.view.record ? null : n, n);
  }

  // ---- the frame, built once

  build(main) {
    const part = (name, tag = "div", attributes = {}) => make(tag, { id: name, ...attributes });
    this.parts = {
      line: part("line", "p", { class: "faint", role: "alert" }),
      spoken: part("spoken", "p", { class: "unseen", role: "status" }),
      banner: part("banner"),
      lobby: part("lobby", "section", { class: "card", hidden: true, tabindex: "-1", "aria-label": say("lobby.title") }),
      guide: part("guide", "section", { class: "card", hidden: true, "aria-label": say("guide.start") }),
      parted: part("parted", "p", { class: "card", hidden: true }),
      facts: part("facts"),
      goals: part("goals", "ul"),
      others: part("others", "div", { role: "group", "aria-label": say("room.others") }),
      zoom: keyButton("zoom", icon("zoom"), "Z", () => toggleZoom(this)),
      board: part("board"),
      controls: part("controls", "div", { role: "toolbar", "aria-label": say("room.controls") }),
      turn: part("turn", "section", { class: "card", tabindex: "-1", "aria-label": say("room.asks") }),
      end: part("end", "section", { class: "card", hidden: true }),
      hand: part("hand"),
      wishes: part("wishes", "section", { class: "card", hidden: true }),
      advice: part("advice", "section", { class: "card" }),
      analysis: part("analysis", "section", { class: "card" }),
      seats: part("seats-here", "section", { class: "card" }),
      log: part("log", "ol", { tabindex: "0", "aria-label": say("room.log"), "aria-keyshortcuts": "ArrowUp ArrowDown", onkeydown: walkLog }),
      panels: part("panels"),
      legend: part("legend"),
    };
    const p = this.parts;
    p.stage = make("div", { id: "stage" }, p.board);
    buildControls(this);
    main.className = "room opening"; // until the first view arrives only the line is shown
    p.line.textContent = say("room.opening");
    main.replaceChildren(
      make("div", { class: "notes" }, p.line, p.spoken, p.lobby, p.parted, p.guide),
      make("div", { class: "table" }, make("div", { id: "head" }, make("div", {}, p.facts, p.goals, p.banner), p.zoom), p.others, p.stage, p.end, this.steps.box, p.controls, p.legend),
      make("div", { class: "side" }, p.turn, p.hand, p.wishes, make("section", { class: "card logbox" }, make("h2", {}, say("room.log")), p.log), p.advice, p.analysis, p.seats),
      p.panels,
    );
    this.foldSheet = makeSheet(this);
    for (const part of [p.stage, p.turn, p.hand, p.panels]) part.addEventListener("click", (event) => this.hurry(event), true);
    this.unwatch = watchBoard(this);
    p.board.addEventListener("mouseleave", () => mark(p.board, []));
  }

  /** Ends the film on a click, which does nothing else. */
  hurry(event) {
    if (!this.steps.playing) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    this.steps.finish();
  }

  // ---- actions of the buttons

  share() {
    return copy(`${location.origin}/game/${this.name}${this.moment()}${this.invite}`, say("room.shared"));
  }

  /** Returns the end of an address that names the shown position, "" for the newest. */
  moment() {
    return this.place === null ? "" : `/move/${this.place}`;
  }

  /** Updates the address to the shown position after a short delay: browsers limit how often it may change. */
  address() {
    clearTimeout(this.naming);
    const here = `#/room/${this.name}`;
    const name = () => location.hash.startsWith(here) && location.hash !== here + this.moment() && history.replaceState(null, "", here + this.moment());
    this.naming = setTimeout(name, NAMING);
  }

  // ---- back and forth

  back() {
    this.look((this.asked ?? this.view.at) - 1);
  }

  forth() {
    const v = this.view;
    const at = this.asked ?? v.at;
    if (at < v.total) this.look(at + 1 === v.total && !v.record ? null : at + 1);
    else if (v.waiting && v.paused) this.send({ type: "step" });
  }

  toggle() {
    const v = this.view;
    if (v.record || (this.asked ?? v.at) < v.total) this.run(this.timer === null);
    else if (v.charge) this.send({ type: "pace", paused: !v.paused });
  }

  /** Starts or stops playing the moves so far, one after the other. */
  run(on) {
    clearInterval(this.timer);
    this.timer = null;
    if (on) {
      if (this.view.at >= this.view.total) this.look(0);
      this.timer = setInterval(() => {
        if ((this.asked ?? this.view.at) >= this.view.total) this.run(false); // an answer may take longer than the pause between moves
        else this.forth();
      }, Math.max(80, Number(this.pace.value) * 1000));
    }
    showControls(this);
  }

  // ---- rendering

  /** Shows the newest view. `film`: first plays the move as a film, and changes nothing else until it ends. `stays`: nobody has moved. */
  show(film, stays) {
    this.names = Object.fromEntries(this.view.seats.map((s) => [s.agent, nameOf(s.name)]));
    byId("main").classList.remove("opening");
    this.focused(); // records whether the focus is at the question
    if (film) this.steps.play(this.view.steps);
    else if (!this.steps.playing) this.render(stays);
  }

  /** Renders the board, the question, the log and everything else of the shown position. */
  render(stays = false) {
    const v = this.view;
    byId("title").textContent = tell(v.board.title);
    document.title = `${v.turn ? "● " : ""}${tell(v.board.title)} – zombicide`;
    const focus = this.focused();
    if (this.aim === null) this.parts.turn.style.minHeight = "";
    showHead(this);
    showLobby(this);
    this.draw();
    this.address();
    showTurn(this, focus);
    showTeam(this);
    showOthers(this);
    showWishes(this);
    this.passOn();
    showAdvice(this);
    showAnalysis(this);
    showGuide(this);
    showControls(this);
    showSeats(this);
    showEnd(this);
    showLog(this);
    if (!(stays && this.steps.box.querySelector(".words > *"))) this.steps.rest(v.steps);
    keepHeight(byId("head")); // measures after everything is written, so that the browser lays the page out only once
    scrollLog(this);
    if (!v.live || v.record) this.moments.near(v.at, v.record || v.over ? v.total : v.total - 1);
    const spoken = [lastMove(this), spokenTurn(this)].filter(Boolean).join(". ");
    if (this.parts.spoken.textContent !== spoken) this.parts.spoken.textContent = spoken;
    if (v.turn && this.called === false) call(tell(v.board.title), spokenTurn(this));
    this.called = v.turn;
  }

  draw() {
    const { board, legal } = this.view;
    const letters = new Map(board.panels.flatMap((panel) => [[panel.tag, panel.mark], [panel.was, panel.mark]])); // the same as on the panels
    const used = aimed(this);
    const wishes = wishable(this, board.svg);
    const offered = wishes ?? (used ? atTargets(used) : legal);
    const drawing = board.svg + JSON.stringify([offered, [...letters]]);
    const step = this.view.at === (this.drawn ?? this.view.at) + 1 && this.steps.tempo.value !== "0";
    const picture = () => {
      relax(this.parts.board);
      drawBoard(this.parts.board, board.svg, letters, offered, (a) => (a.wish ? wishFor(this, a) : this.play(a)), this.aim !== null);
      fitBoard(this);
      showTurnOf(this);
    };
    if (drawing !== this.drawing) glide(this.parts.board, picture, step);
    this.drawn = this.view.at;
    const size = this.parts.board.querySelector("svg")?.viewBox.baseVal;
    this.parts.stage.parentElement.classList.toggle("tall", size?.height > 0.95 * size?.width);
    pointOut(this);
    drawPlan(this);
    this.drawing = drawing; // the same after a pause, for example: then the board is not drawn again
  }

  /** Plays "done" if that is the only action; not in a sandbox, where moves can be taken back. */
  passOn() {
    const v = this.view;
    if (!v.turn || v.sandbox || v.legal.length !== 1 || v.legal[0].b !== "done" || this.passed === v.total) return;
    this.passed = v.total;
    this.play(v.legal[0]);
  }

  /** Returns the action that gets the focus when the buttons are rebuilt, "" for the first; null if the focus is elsewhere. */
  focused() {
    const active = document.activeElement;
    if (active && active !== document.body) this.held = active.closest("#board, #turn, #hand") !== null && active.matches(":focus-visible");
    return this.held && this.view.turn ? active?.getAttribute("data-act") ?? "" : null;
  }
}
