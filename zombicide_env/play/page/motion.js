// Animations of a move on the board: tokens slide, dice tumble and land on the result, cards turn over. They follow the events of the move, and are
// removed afterwards.

import { byId, make, shape } from "./dom.js";
import { large } from "./cards.js";
import { middle } from "./marks.js";
import { die, resultDie } from "./pieces.js";
import { nameOf } from "./words.js";

/** True if the system asks for reduced motion. */
export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

const running = new Set(); // animations whose last frame stays until the film ends

function run(element, frames, duration, more = {}) {
  const one = element.animate(frames, { duration, fill: "both", easing: "ease-in-out", ...more });
  running.add(one);
}

/** Ends all animations: everything is back in its place, and what they have added is removed. */
export function stopMotion() {
  for (const one of running) one.cancel();
  running.clear();
  for (const gone of document.querySelectorAll(".ghosts, .rolling, .dealt")) gone.remove();
}

/** Returns the tags of the places of a step. */
export const zones = ({ at }) => at.filter((tag) => /^(zone|location|route|place):/.test(tag));
const find = (picture, tag) => (tag ? picture.querySelector(`g[data-tag="${CSS.escape(tag)}"]`) : null);
const figure = (picture, step) => step.at.filter((tag) => /^(survivor|character):/.test(tag)).map((tag) => find(picture, tag)).find(Boolean);
const gap = (a, b) => `${b.x - a.x}px ${b.y - a.y}px`;

/** Returns the layer for elements that exist only during the film. */
function layer(picture) {
  const there = picture.querySelector(":scope > .ghosts");
  if (there) return there;
  const made = shape("g", { class: "ghosts", "aria-hidden": "true" });
  picture.append(made);
  return made;
}

/** Returns the center of an element in units of the picture, null if it is not displayed. */
function centre(picture, element) {
  const box = element.getBoundingClientRect();
  const way = picture.getScreenCTM();
  if (!way || !box.width) return null;
  return new DOMPoint(box.x + box.width / 2, box.y + box.height / 2).matrixTransform(way.inverse());
}

/** Adds a copy of an element, which can move while the original stays, and returns it. */
function ghost(picture, element) {
  const copy = element.cloneNode(true);
  for (const one of [copy, ...copy.querySelectorAll("*")]) for (const name of ["data-tag", "tabindex", "role", "aria-label"]) one.removeAttribute(name);
  copy.classList.remove("can", "pointed");
  layer(picture).append(copy);
  return copy;
}

/** Shows a text that rises from a point and fades. */
function rise(picture, at, text, kind, ms) {
  const sign = shape("text", { x: at.x, y: at.y, class: `rise ${kind}`, "text-anchor": "middle" }, text);
  layer(picture).append(sign);
  run(sign, [{ translate: "0 0", opacity: 0 }, { opacity: 1, offset: 0.15 }, { translate: "0 -34px", opacity: 0 }], ms, { easing: "ease-out" });
}

/** Returns the number of zombies in a group: its last text, 1 if there is none. */
const counted = (group) => Number([...group.querySelectorAll(":scope > text")].at(-1)?.textContent ?? 1) || 1;

function slide(picture, step, ms) {
  const [token, [from, to]] = [figure(picture, step), zones(step).map((tag) => middle(picture, tag))];
  const now = token && centre(picture, token);
  if (!now || !from || !to) return;
  const there = Math.hypot(now.x - to.x, now.y - to.y) < Math.hypot(now.x - from.x, now.y - from.y); // already there: the film is shown again
  run(token, there ? [{ translate: gap(now, from) }, { translate: "0 0" }] : [{ translate: "0 0" }, { translate: gap(now, to) }], ms);
}

const horde = (picture, zone, kind) => find(picture, zone && `zombie:${zone.split(":")[1]}:${kind}`);

function march(picture, step, ms) {
  const [start, goal] = zones(step);
  const group = horde(picture, start, step.v.zombie);
  const [now, to] = [group && centre(picture, group), goal && middle(picture, goal)];
  if (!now || !to) return;
  const copy = ghost(picture, group);
  const number = copy.querySelectorAll(":scope > text");
  if (number.length) [...number].at(-1).textContent = step.v.n ?? "";
  if (Number(step.v.n) >= counted(group)) run(group, [{ opacity: 1 }, { opacity: 0 }], 1);
  run(copy, [{ translate: "0 0" }, { translate: gap(now, to) }], ms);
}

function fall(picture, step, ms) {
  const [zone] = zones(step);
  const group = horde(picture, zone, step.v.zombie);
  const at = group && centre(picture, group);
  if (!at) return;
  const whole = Number(step.v.n) >= counted(group);
  run(group, [{ opacity: 1 }, { opacity: 0.2 }, { opacity: 1 }, { opacity: 0.2 }, { opacity: whole ? 0 : 1 }], ms * 0.8);
  rise(picture, at, `−${step.v.n}`, "loss", ms);
}

function hurt(picture, step, ms) {
  const token = figure(picture, step);
  const at = token && centre(picture, token);
  if (!at) return;
  run(token, [0, -5, 5, -4, 4, 0].map((x) => ({ translate: `${x}px 0` })), ms * 0.5);
  rise(picture, at, `♥ −${step.v.n ?? 1}`, "loss", ms);
}

function sink(picture, step, ms) {
  const token = figure(picture, step);
  if (token) run(token, [{ opacity: 1, rotate: "0deg" }, { opacity: 0.15, rotate: "80deg" }], ms * 0.8);
}

/** Lets zombies appear, drawn as in the next picture. */
function come(picture, step, ms, coming) {
  const zone = zones(step).at(-1);
  const tag = zone && `zombie:${zone.split(":")[1]}:${step.v.zombie}`;
  const made = find(coming(), tag);
  if (!made || picture.querySelector("g.zombie[transform]")) return; // on a phone tokens have another layout
  const old = find(picture, tag);
  if (old) run(old, [{ opacity: 1 }, { opacity: 0 }], 1);
  const copy = ghost(picture, document.importNode(made, true));
  copy.style.transformBox = "fill-box";
  copy.style.transformOrigin = "center";
  run(copy, [{ scale: 0 }, { scale: 1.35, offset: 0.7 }, { scale: 1 }], ms * 0.6);
}

function swing(picture, step, ms) {
  const door = step.at.map((tag) => (tag.startsWith("door:") ? find(picture, tag) : null)).find(Boolean);
  if (!door) return;
  door.style.transformBox = "fill-box";
  const { width, height } = door.getBBox();
  run(door, [{ scale: "1 1", opacity: 1 }, { scale: width > height ? "0.15 1" : "1 0.15", opacity: 0.5 }], ms * 0.7);
}

function strike(picture, step, ms) {
  const token = figure(picture, step);
  const [now, to] = [token && centre(picture, token), zones(step)[0] && middle(picture, zones(step)[0])];
  if (!now || !to) return;
  if (step.v.combat === "melee") {
    const [dx, dy] = [to.x - now.x, to.y - now.y];
    const far = Math.min(1, 34 / (Math.hypot(dx, dy) || 1));
    return void run(token, [{ translate: "0 0" }, { translate: `${dx * far}px ${dy * far}px`, offset: 0.4 }, { translate: "0 0" }], ms * 0.6);
  }
  for (let n = 0; n < Math.min(4, Number(step.v.weapons ?? 1) + 1); n += 1) {
    const shot = shape("circle", { cx: now.x, cy: now.y, r: 6, class: `shot ${step.v.combat}` });
    layer(picture).append(shot);
    run(shot, [{ translate: "0 0", opacity: 1 }, { translate: gap(now, to), opacity: 1, offset: 0.9 }, { translate: gap(now, to), opacity: 0 }], ms * 0.5, { delay: n * ms * 0.12, easing: "ease-in" });
  }
}

function ripple(picture, step, ms) {
  const at = zones(step)[0] && middle(picture, zones(step)[0]);
  if (!at) return;
  for (const n of [0, 1]) {
    const wave = shape("circle", { cx: at.x, cy: at.y, r: 20, class: "wave" });
    wave.style.transformBox = "fill-box";
    wave.style.transformOrigin = "center";
    layer(picture).append(wave);
    run(wave, [{ scale: 0.3, opacity: 1 }, { scale: 2.6, opacity: 0 }], ms * 0.7, { delay: n * ms * 0.2, easing: "ease-out" });
  }
}

/** Turns a drawn card over above the board. */
function deal(picture, step, ms) {
  const id = step.v.card;
  const front = id && large({ id, text: nameOf(id), tag: step.k.startsWith("master") ? `master:${id}` : "" });
  if (!front) return;
  const box = make("div", { class: "dealt", "aria-hidden": "true" }, front);
  byId("stage").append(box);
  run(box, [{ transform: "translate(-50%, 20%) rotateY(180deg) scale(.5)", opacity: 0 }, { transform: "translate(-50%, -50%) rotateY(90deg) scale(.9)", opacity: 1, offset: 0.25 }, { transform: "translate(-50%, -50%)", opacity: 1, offset: 0.4 }, { transform: "translate(-50%, -50%)", opacity: 1 }], ms);
}

/** Returns a die that tumbles for `ms` milliseconds and lands on its result; 0: it does not move. */
export function tumble({ v }, ms) {
  const hit = v.success === undefined ? null : v.success === "1";
  const face = "face" in v ? die(Number(v.face), hit) : resultDie(v.colour, v.result);
  if (!ms) return face;
  const covers = "face" in v ? [die(1 + ((Number(v.face) + 2) % 6), null), die(1 + ((Number(v.face) + 4) % 6), null)] : [];
  const box = make("span", { class: "tumble" }, face, covers);
  covers.forEach((cover, n) => {
    cover.setAttribute("aria-hidden", "true");
    run(cover, [{ opacity: n ? 0 : 1 }, { opacity: n ? 1 : 0, offset: 0.3 }, { opacity: n ? 0 : 1, offset: 0.55 }, { opacity: 0, offset: 0.75 }, { opacity: 0 }], ms, { easing: "steps(1)" });
  });
  const turn = 360 + ((Number(v.face ?? 1) * 97) % 240);
  run(box, [{ transform: `translate(-70px, -26px) rotate(-${turn}deg)` }, { transform: `translate(-18px, 4px) rotate(-${turn / 4}deg)`, offset: 0.55 }, { transform: "translate(3px, -7px) rotate(9deg)", offset: 0.8 }, { transform: "none" }], ms, { easing: "ease-out" });
  return box;
}

/** Throws the dice of a roll onto the board. */
function roll(steps, ms) {
  const box = make("div", { class: "rolling", "aria-hidden": "true" }, steps.slice(0, 16).map((step) => tumble(step, ms * 0.55)));
  byId("stage").append(box);
}

/** Returns an animation of a gain: words that rise from the figure, or from the zone. */
const gain = (words) => (picture, step, ms) => {
  const token = figure(picture, step);
  const at = token ? centre(picture, token) : zones(step)[0] && middle(picture, zones(step)[0]);
  if (at) rise(picture, at, words(step.v), "gain", ms);
};

const DEEDS = { move: slide, go: march, push: march, kill: fall, wound: hurt, wound_by: hurt, death: sink, spawn: come, open: swing, close: swing, attack: strike, noise: ripple, loud: ripple, draw: deal, trap: deal, drew_card: deal, received: deal, master_plays: deal, master_sees: deal,
  experience: gain(({ n }) => `+${n} ★`), heal: gain(({ n }) => `+${n} ♥`), objective: gain(() => "✔") };

/** Animates a beat of a film for `ms` milliseconds; `coming()` returns the picture that is shown after the film. */
export function perform(picture, { kind, steps }, ms, coming) {
  for (const old of document.querySelectorAll(".rolling, .dealt")) old.remove();
  if (still()) return;
  if (kind === "dice") roll(steps, ms);
  else for (const step of steps) DEEDS[step.k]?.(picture, step, ms, coming);
}

const GLIDE = 260; // milliseconds in which a figure moves to its new place without a film

/** Redraws a board, and (if `moves`) slides the figures that have moved to their new places. */
export function glide(board, redraw, moves) {
  if (!moves || still()) return redraw();
  const places = () => new Map([...board.querySelectorAll("svg g.survivor[data-tag]")].map((token) => [token.dataset.tag, token]));
  const before = new Map([...places()].map(([tag, token]) => [tag, token.getBoundingClientRect()]));
  redraw();
  const picture = board.querySelector("svg");
  const scale = picture?.getScreenCTM()?.a || 1;
  for (const [tag, token] of places()) {
    const [old, now] = [before.get(tag), token.getBoundingClientRect()];
    const [dx, dy] = old ? [(old.x - now.x) / scale, (old.y - now.y) / scale] : [0, 0];
    if (Math.hypot(dx, dy) > 8) token.animate([{ translate: `${dx}px ${dy}px` }, { translate: "0 0" }], { duration: GLIDE, easing: "ease-out" });
  }
}
