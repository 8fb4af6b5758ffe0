// The story of a move, step by step: arrows and marks on the board, dice and cards next to them.

import { fill, icon, make, shape } from "./dom.js";
import { nameOf, say, tellEvent } from "./words.js";
import { card, cardWords } from "./lexicon.js";
import { deed, doer } from "./log.js";
import { arrow, faceUp, middle, ring } from "./marks.js";
import { perform, still, stopMotion, tumble, zones } from "./motion.js";
import { tagOf } from "./people.js";
import { sound, sounding, useSound } from "./sound.js";

/** Events that say no more than the others of their move. */
const QUIET = /^(turn_over|silence|building|arrive|depart|search|unload|reload|keep|activation|lay|key|pass|play|box|order|turn)$/;
/** Events that make a move worth a film: more has happened than the button said. */
const LOUD = /^(go|spawn|zombie_card|die|attack|kill|wound|wound_by|assault|death|draw|trap|cast|fire|push|appear|escape|zombies|clash|end|phase|drew_card|received|turn_up|master_plays|deploy|capture)$/;
const TEMPO = "tempo";
const TEMPI = ["0", "2", "1"]; // at once, brief, full; durations are divided by this number
const NAMED = 4; // maximum number of arrows with names: more names would overlap
const MOST = 24; // maximum number of lines of a story that is shown at once
const LAST = 900; // milliseconds of an ordinary step at full tempo

const BRIEF = "2";
const kept = () => localStorage.getItem(TEMPO) ?? (still() ? "0" : BRIEF);
const CONCERNS = "concerns"; // storage key: "yes" if only moves that concern the viewer are played as films

/** True if only moves that concern the viewer are played as films; `on` sets this first. */
export function onlyMine(on) {
  if (on !== undefined) localStorage.setItem(CONCERNS, on ? "yes" : "");
  return localStorage.getItem(CONCERNS) === "yes";
}

/** Groups events that are shown together (a beat): all dice of a roll, all zombies that move, a zombie card and the zombies that it brings. */
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
  if (k === "die" && ("face" in v || "result" in v)) return "dice";
  if (k === "go" || k === "lure" || k === "split" || k === "climb" || k === "fall") return "go";
  if (k === "zombie_card" || k === "spawn" || k === "shortage") return "card";
  return k;
}

const zoneOf = (step) => zones(step).at(-1) ?? "";

export class Steps {
  /** Makes the strip with the words of the story. The table is rendered again when a film is over. */
  constructor(table) {
    this.table = table;
    this.playing = false;
    this.words = make("div", { class: "words", tabindex: "0" }); // it may have to be scrolled
    this.tempo = make("select", { id: "tempo", class: "quiet", "aria-label": say("steps.tempo"), "data-note": say("steps.tempo"), onchange: () => localStorage.setItem(TEMPO, this.tempo.value) },
      TEMPI.map((t) => make("option", { value: t, selected: t === kept() }, say(`steps.tempo.${t}`))));
    const tool = (id, sign, act) => make("button", { type: "button", id, class: "quiet", title: say(`steps.${id}`), "aria-label": say(`steps.${id}`), onclick: act }, icon(sign));
    this.mine = tool("mine", "person", () => { onlyMine(!onlyMine()); this.show(); });
    this.loud = tool("sound", "mute", () => { useSound(!sounding()); this.show(); });
    this.box = make("div", { id: "story", role: "group", "aria-label": say("steps.title") }, this.words,
      make("span", { class: "tools" }, tool("again", "again", () => this.again()), tool("skip", "last", () => this.finish()), this.loud, this.mine, this.tempo));
    this.show();
  }

  /** True if a move is played as a film (`asked`: the viewer wants to see it); otherwise its arrows are drawn at once. */
  wants(steps, asked) {
    return this.tempo.value !== "0" && document.visibilityState === "visible" && beats(steps).length > 0 && (asked || (steps.some((step) => LOUD.test(step.k)) && (!onlyMine() || this.concerns(steps))));
  }

  /** True if a move is the viewer's own or affects the viewer's figures. All moves concern a viewer without a seat. */
  concerns(steps) {
    const { seats, at } = this.table.view;
    const mine = seats.filter((seat) => seat.mine).map((seat) => seat.agent);
    if (!mine.length || mine.includes(this.table.log[at - 1]?.who)) return true;
    const tags = new Set(mine.map(tagOf));
    return steps.some((step) => step.k === "end" || step.at.some((tag) => tags.has(tag)));
  }

  /** Plays the events of a move as a film on the picture that is there; then renders the newest position. */
  play(steps) {
    this.stop();
    const all = beats(steps);
    const loud = this.tempo.value === BRIEF ? all.filter((beat) => beat.steps.some((step) => LOUD.test(step.k))) : all;
    this.beats = loud.length ? loud : all;
    this.playing = true;
    this.coming = null;
    this.show();
    this.next(0);
  }

  again() {
    this.play(this.table.view.steps);
  }

  next(at) {
    if (at >= this.beats.length) return this.finish();
    const beat = this.beats[at];
    const more = beat.kind === "dice" || beat.kind === "card" || /^(draw|trap|drew_card|received|master_plays)$/.test(beat.kind) ? 1.6 : 1 + 0.12 * (beat.steps.length - 1);
    const quick = /^(phase|round|first_player|experience|level|move|noise)$/.test(beat.kind) ? 0.6 : 1;
    const ms = (LAST * Math.min(4, more) * quick) / Number(this.tempo.value || 1);
    this.clear();
    this.mark(beat, ms);
    this.tell(beat, ms);
    sound(beat.kind);
    this.timer = setTimeout(() => this.next(at + 1), ms);
  }

  /** Ends the film at once, because something newer is about to be shown. */
  stop() {
    clearTimeout(this.timer);
    this.playing = false;
    stopMotion();
  }

  /** Ends the film, renders the shown position with the last arrows, and shows messages that have arrived meanwhile. */
  finish() {
    if (!this.playing) return;
    this.stop();
    this.table.render();
    this.table.catchUp();
  }

  /** Shows a move without a film: all its words and arrows at once. */
  rest(steps) {
    this.clear();
    const all = beats(steps);
    const dice = all.filter((beat) => beat.kind === "dice");
    const told = all.filter((beat) => beat.kind !== "dice").flatMap((beat) => this.texts(beat));
    fill(this.words, this.lead(), dice.map((beat) => diceRow(beat, 0)), folded(told).slice(0, MOST));
    this.show();
    for (const beat of all) if (beat.kind === "go" || beat.kind === "move") this.mark(beat, 0); // last, because they measure the picture
  }

  /** Returns the line with the move itself and who made it. */
  lead() {
    const { table } = this;
    const entry = table.log[table.view.at - 1];
    return entry && make("p", { class: "lead" }, make("b", {}, doer(table, entry)), ` ${deed(entry)}`);
  }

  show() {
    this.box.hidden = !this.playing && !this.words.childElementCount;
    this.box.classList.toggle("playing", this.playing);
    this.box.closest("main")?.classList.toggle("showing", this.playing);
    fill(this.loud, icon(sounding() ? "sound" : "mute"));
    this.loud.setAttribute("aria-pressed", String(sounding()));
    const seats = this.table.view?.seats ?? [];
    this.mine.hidden = !seats.some((seat) => seat.mine) || seats.every((seat) => seat.mine); // no difference: the viewer has no seat, or all
    this.mine.setAttribute("aria-pressed", String(onlyMine()));
    this.box.querySelector("#skip").hidden = !this.playing;
    this.box.querySelector("#again").hidden = this.playing;
  }

  tell(beat, ms) {
    fill(this.words, this.lead(), beat.kind === "dice" ? diceRow(beat, still() ? 0 : ms * 0.55) : this.lines(beat));
  }

  lines(beat) {
    return folded(this.texts(beat));
  }

  texts(beat) {
    return beat.steps.map((step) => (step.k === "zombie_card" ? cardWords(step.v.card, step.v.level) : null) ?? tellEvent(step, this.table.view.sentences, this.table.names));
  }

  // ---- on the board

  clear() {
    for (const old of this.table.parts.board.querySelectorAll(".film")) old.remove();
  }

  /** Marks a beat on the board, and animates it for `ms` milliseconds; 0: draws only its marks. */
  mark(beat, ms) {
    const picture = this.table.parts.board.querySelector("svg");
    if (!picture) return;
    const film = shape("g", { class: `film ${ms ? "moving" : ""}`, "aria-hidden": "true" });
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
    if (ms) perform(picture, beat, ms, () => (this.coming ??= new DOMParser().parseFromString(this.table.view.board.svg, "image/svg+xml")));
  }
}

/** Returns the lines of a story. Equal lines are merged, with their number. */
function folded(texts) {
  return [...new Set(texts)].map((words) => {
    const n = texts.filter((other) => other === words).length;
    return make("p", {}, words, n > 1 && make("span", { class: "faint" }, ` × ${n}`));
  });
}

function diceRow(beat, ms) {
  const { need, bonus } = beat.steps[0].v;
  return make("p", { class: "dice" }, beat.steps.map((step) => tumble(step, ms)),
    need > 0 && make("span", { class: "faint" }, say(Number(bonus) > 0 ? "steps.need.bonus" : "steps.need", { need, bonus })));
}
