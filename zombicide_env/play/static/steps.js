// What a move has brought about, step by step: arrows and marks on the board, dice and cards beside them.

import { fill, icon, make } from "./dom.js";
import { actionWords, nameOf, say, tellEvent } from "./words.js";
import { card, cardWords } from "./lexicon.js";
import { die } from "./pieces.js";

const NS = "http://www.w3.org/2000/svg";
/** Steps that say no more than those beside them. */
const QUIET = /^(turn_over|silence|building|arrive|depart|search|unload|reload|keep|activation|lay|key|pass|play|box|order|turn)$/;
/** Moves worth a film: something has come of them that the button did not say. */
const LOUD = /^(go|spawn|zombie_card|die|attack|kill|wound|wound_by|assault|death|draw|trap|cast|fire|push|appear|escape|battle|zombies|clash|end|phase)$/;
const TEMPO = "tempo";
const TEMPI = ["0", "1", "2"]; // off, calm, quick
const NAMED = 4; // arrows that say who goes: the words of more would lie upon each other
const LAST = 900; // milliseconds that a step of ordinary length is shown, at the calm tempo

const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
const kept = () => localStorage.getItem(TEMPO) ?? (still() ? "0" : "1");

/** Steps that are shown together: all dice of a roll, all zombies that set out, a zombie card and who comes by it. */
function beats(steps) {
  const found = [];
  for (const step of steps) {
    if (QUIET.test(step.k)) continue;
    const last = found.at(-1);
    const kind = kindOf(step);
    const joins = last && last.kind === kind && (kind === "dice" || kind === "go" || (kind === "card" && last.zone === zoneOf(step)));
    if (joins) last.steps.push(step);
    else found.push({ kind, zone: zoneOf(step), steps: [step] });
  }
  return found;
}

function kindOf({ k, v }) {
  if (k === "die" && "face" in v) return "dice";
  if (k === "go" || k === "lure" || k === "split" || k === "climb" || k === "fall") return "go";
  if (k === "zombie_card" || k === "spawn" || k === "shortage") return "card";
  return k;
}

const zones = ({ at }) => at.filter((tag) => /^(zone|location|route|place):/.test(tag));
const zoneOf = (step) => zones(step).at(-1) ?? "";

export class Steps {
  /** The strip with the words of the steps; `draw` puts the newest picture on the board. */
  constructor(table, draw) {
    this.table = table;
    this.draw = draw;
    this.playing = false;
    this.words = make("div", { class: "words", tabindex: "0" }); // it may have to be scrolled
    this.tempo = make("select", { id: "tempo", class: "quiet", "aria-label": say("steps.tempo"), onchange: () => localStorage.setItem(TEMPO, this.tempo.value) },
      TEMPI.map((t) => make("option", { value: t, selected: t === kept() }, say(`steps.tempo.${t}`))));
    const tool = (id, sign, act) => make("button", { type: "button", id, class: "quiet", title: say(`steps.${id}`), "aria-label": say(`steps.${id}`), onclick: act }, icon(sign));
    this.box = make("div", { id: "story", role: "group", "aria-label": say("steps.title") }, this.words,
      make("span", { class: "tools" }, tool("again", "again", () => this.again()), tool("skip", "last", () => this.finish()), this.tempo));
    this.show();
  }

  /** Whether a move is played as a film; else its arrows are drawn at once. */
  wants(steps, asked) {
    return this.tempo.value !== "0" && document.visibilityState === "visible" && beats(steps).length > 0 && (asked || steps.some((step) => LOUD.test(step.k)));
  }

  /** Play the steps of a move on the picture that is there, and draw the new one at the end. */
  play(steps) {
    clearTimeout(this.timer);
    this.beats = beats(steps);
    this.playing = true;
    this.show();
    this.next(0);
  }

  again() {
    this.play(this.table.view.steps);
  }

  next(at) {
    if (at >= this.beats.length) return this.finish();
    const beat = this.beats[at];
    this.clear();
    this.mark(beat, true);
    this.tell(beat);
    const more = beat.kind === "dice" || beat.kind === "card" ? 1.6 : 1 + 0.12 * (beat.steps.length - 1);
    const quick = /^(phase|round|experience|level|move|noise)$/.test(beat.kind) ? 0.6 : 1;
    this.timer = setTimeout(() => this.next(at + 1), (LAST * Math.min(4, more) * quick) / Number(this.tempo.value));
  }

  /** End the film at once: something newer is to be shown. */
  stop() {
    clearTimeout(this.timer);
    this.playing = false;
  }

  /** The end of the film: the newest picture, with the last arrows on it. */
  finish() {
    if (!this.playing) return;
    clearTimeout(this.timer);
    this.playing = false;
    this.draw();
    this.rest(this.table.view.steps);
    this.table.catchUp();
  }

  /** A move that is not played: all its words and arrows at once. */
  rest(steps) {
    this.clear();
    const all = beats(steps);
    const dice = all.filter((beat) => beat.kind === "dice");
    fill(this.words, this.lead(), dice.map(diceRow), all.filter((beat) => beat.kind !== "dice").slice(0, 12).flatMap((beat) => this.lines(beat)));
    this.show();
    for (const beat of all) if (beat.kind === "go" || beat.kind === "move") this.mark(beat, false); // where things stand is asked last
  }

  /** The move itself, by whom. */
  lead() {
    const { table } = this;
    const entry = table.log[table.view.at - 1];
    return entry && make("p", { class: "lead" }, make("b", {}, table.names[entry.who] ?? entry.who), ` ${actionWords(entry.t)}`);
  }

  show() {
    this.box.hidden = !this.playing && !this.words.childElementCount;
    this.box.classList.toggle("playing", this.playing);
    this.box.querySelector("#skip").hidden = !this.playing;
    this.box.querySelector("#again").hidden = this.playing;
  }

  tell(beat) {
    fill(this.words, this.lead(), beat.kind === "dice" ? diceRow(beat) : this.lines(beat));
  }

  lines(beat) {
    const said = beat.steps.map((step) => (step.k === "zombie_card" ? cardWords(step.v.card, step.v.level) : null) ?? tellEvent(step, this.table.view.sentences, this.table.names));
    return [...new Set(said)].map((words) => make("p", {}, words));
  }

  // ---- on the board

  clear() {
    for (const old of this.table.parts.board.querySelectorAll(".film")) old.remove();
  }

  mark(beat, moving) {
    const picture = this.table.parts.board.querySelector("svg");
    if (!picture) return;
    const film = document.createElementNS(NS, "g");
    film.setAttribute("class", `film ${moving ? "moving" : ""}`);
    film.setAttribute("aria-hidden", "true");
    const few = beat.steps.length <= NAMED;
    for (const step of beat.steps) {
      const [from, to] = zones(step);
      if ("start" in step.v && from && to) film.append(...arrow(picture, from, to, `${step.v.n ?? ""} ${step.v.zombie && few ? nameOf(step.v.zombie) : ""}`));
      else if (beat.kind !== "go") film.append(...step.at.flatMap((tag) => ring(picture, tag, step.k)));
    }
    const face = beat.steps.find((step) => step.k === "zombie_card");
    const at = face && middle(picture, zoneOf(face));
    if (at) film.append(faceUp(picture, at, card(face.v.card, face.v.level)));
    picture.append(film);
  }
}

function diceRow(beat) {
  const { need, bonus } = beat.steps[0].v;
  return make("p", { class: "dice" }, beat.steps.map(({ v }) => die(Number(v.face), v.success === undefined ? null : v.success === "1")),
    need > 0 && make("span", { class: "faint" }, say(Number(bonus) > 0 ? "steps.need.bonus" : "steps.need", { need, bonus })));
}

/** The middle of what carries a tag, in the units of the picture; null if nothing that is shown does. */
function middle(picture, tag) {
  const group = picture.querySelector(`g[data-tag="${CSS.escape(tag)}"]`);
  if (!group) return null;
  const cells = [...group.querySelectorAll(":scope > rect")].filter((r) => Number(r.getAttribute("width")) > 60);
  const size = (r) => r.width * r.height;
  const box = cells.length ? cells.map((r) => r.getBBox()).sort((a, b) => size(b) - size(a))[0] : group.getBBox();
  const [own, all] = [group.getScreenCTM(), picture.getScreenCTM()]; // getCTM of a whole picture is nothing in Firefox
  if (!own || !all) return null; // it is not shown
  const at = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2).matrixTransform(all.inverse().multiply(own));
  return { x: at.x, y: at.y, r: Math.min(box.width, box.height) / 2 };
}

function part(name, attributes, text = "") {
  const made = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.textContent = text;
  return made;
}

function arrow(picture, from, to, words) {
  const [a, b] = [middle(picture, from), middle(picture, to)];
  if (!a || !b || from === to) return [];
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const long = Math.hypot(dx, dy);
  const [ux, uy] = [dx / long, dy / long];
  const [x1, y1, x2, y2] = [a.x + ux * 14, a.y + uy * 14, b.x - ux * 24, b.y - uy * 24];
  const bend = 0.12 * long;
  const [cx, cy] = [(x1 + x2) / 2 - uy * bend, (y1 + y2) / 2 + ux * bend];
  const [hx, hy] = [x2 - cx, y2 - cy];
  const h = Math.hypot(hx, hy) || 1;
  const [px, py] = [hx / h, hy / h];
  const head = [[x2 + px * 20, y2 + py * 20], [x2 - py * 12, y2 + px * 12], [x2 + py * 12, y2 - px * 12]].map((p) => p.join()).join(" ");
  const path = part("path", { d: `M${x1} ${y1}Q${cx} ${cy} ${x2} ${y2}`, class: "way", pathLength: 1 });
  const made = [path, part("polygon", { points: head, class: "tip" })];
  if (words.trim()) made.push(part("text", { x: cx, y: cy, class: "count", "text-anchor": "middle" }, words.trim()));
  return made;
}

/** A zombie card at its zone, within the picture. */
function faceUp(picture, at, shown) {
  const { width, height } = picture.viewBox.baseVal;
  const scale = Math.max(1, width / picture.getBoundingClientRect().width);
  const [w, h] = [190 * scale, 130 * scale];
  const frame = part("foreignObject", { x: Math.max(0, Math.min(at.x - w / 2, width - w)), y: Math.max(0, Math.min(at.y - h / 2, height - h)), width: w, height: h });
  if (shown) {
    shown.style.transform = `scale(${scale})`;
    frame.append(shown);
  }
  return frame;
}

function ring(picture, tag, kind) {
  const at = middle(picture, tag);
  if (!at) return [];
  return [part("circle", { cx: at.x, cy: at.y, r: Math.max(18, Math.min(56, at.r * 0.9)), class: `ring ${kind}` })];
}
