// The server's picture of a board, adapted to the width and the language of the page. Parts that have not changed are kept.

import { current, tell, tellTitle } from "./words.js";
import { make, settle, shape } from "./dom.js";
import { badge } from "./pieces.js";

const NARROW = 700;

const kept = new WeakMap(); // box -> { head, narrow, picture, made: [line, element] for each part }

/**
 * Shows a picture of the server in `box`, in the language of the page. `letters`: tag -> letters on a survivor, and the letters of a
 * faction -> their translation. Returns the <svg> element, null if there is none.
 */
export function drawPicture(box, svg, letters = new Map()) {
  const [head, ...lines] = svg.trimEnd().split("\n").slice(0, -1); // one line per part; the last one closes the picture
  const narrow = innerWidth <= NARROW && box.clientWidth > 0; // a hidden box has no size for a layout
  const before = kept.get(box);
  const parts = before?.head === head && before.narrow === narrow ? renew(before, lines) : null;
  const picture = parts ? before.picture : drawAnew(box, svg);
  if (!picture) return null;
  const fresh = parts ? parts.fresh : [...picture.children];
  for (const group of within(fresh, "g.para")) write(group, tell(group.querySelector("title").textContent), narrow); // fonts differ in width
  if (current() !== "en") translate(picture, fresh);
  sign(picture, letters); // before tokens are measured
  if (narrow) print(fresh);
  const all = parts ? parts.all : fresh.filter((part) => part.localName !== "title");
  const moved = narrow && [stack(picture), lower(picture)].includes(true);
  if (narrow) enlarge(picture);
  if (moved || all.length !== lines.length) kept.delete(box);
  else kept.set(box, { head, narrow, picture, made: all.map((part, n) => [lines[n], part]) });
  return picture;
}

function drawAnew(box, svg) {
  const { scrollLeft, scrollTop } = box;
  box.innerHTML = svg; // from the server's renderer, which escapes all texts
  const picture = box.querySelector("svg");
  picture?.removeAttribute("width");
  picture?.removeAttribute("height");
  if (picture) picture.style.background = groundOf(picture);
  box.scrollTo(scrollLeft, scrollTop);
  return picture;
}

/** Returns the color of a picture's own background, for the free space around it; "" if it has none. */
function groundOf(picture) {
  const { width, height } = picture.viewBox.baseVal;
  const near = (a, b) => Math.abs(a - b) < 1; // numbers in a picture are rounded
  const whole = [...picture.children].filter((part) => part.localName === "rect" && near(number(part, "width"), width) && near(number(part, "height"), height));
  return whole[1]?.getAttribute("fill") ?? ""; // the first one is the background of every picture
}

/**
 * Replaces the lines of a picture; parts whose lines stay are kept. Returns all parts and the new ones, null if the new lines are
 * not one part each.
 */
function renew({ picture, made }, lines) {
  const old = new Map();
  for (const [line, part] of made) old.set(line, [...(old.get(line) ?? []), part]);
  const found = lines.map((line) => old.get(line)?.shift() ?? null);
  const box = make("div");
  box.innerHTML = `<svg>${lines.filter((_, n) => !found[n]).join("\n")}</svg>`;
  const fresh = [...box.firstChild.children];
  if (fresh.length !== found.filter((part) => !part).length) return null;
  let next = 0;
  const all = found.map((part) => part ?? fresh[next++]);
  settle(picture, [...picture.querySelectorAll(":scope > title"), ...all]);
  return { all, fresh };
}

/** Returns the elements that match a selector in these parts, including the parts themselves. */
const within = (parts, selector) => parts.flatMap((part) => [...(part.matches(selector) ? [part] : []), ...part.querySelectorAll(selector)]);

/** Returns a sign of the legend as on the board, or a swatch with letters. */
export function signOf({ svg, label, colour }) {
  if (!svg) return badge(label === "dark" ? " " : tell(label), colour);
  const box = make("span", { class: "sign" });
  box.innerHTML = svg; // from the server's renderer, which escapes all texts
  return box;
}

/** Returns the sign for what a number in a slot counts, null if the legend does not contain it. */
export function signFor(legend, slot) {
  const found = /^\d+$/.test(slot.text) && legend.find(({ svg, text }) => svg && text === slot.label.toLowerCase());
  return found ? signOf(found) : null;
}

/** Moves the vaults, which are next to a tall board and drawn last, below it. For narrow screens. Returns true if anything was moved. */
function stack(picture) {
  const vaults = [...picture.querySelectorAll(":scope > g.vault")];
  const frames = vaults.map((vault) => vault.querySelector("rect").getBBox());
  const { width, height } = picture.viewBox.baseVal;
  if (!vaults.length || frames[0].x < width / 2) return false;
  const children = [...picture.children];
  vaults.forEach((vault, n) => {
    const place = `translate(${8 + n * (frames[0].width + 12) - frames[0].x} ${height + 8 - frames[n].y})`;
    picture.append(shape("g", { transform: place }, ...children.slice(children.indexOf(vault), n + 1 < vaults.length ? children.indexOf(vaults[n + 1]) : undefined)));
  });
  picture.setAttribute("viewBox", `0 0 ${frames[0].x - 8} ${height + frames[0].height + 16}`);
  return true;
}

const BESIDE = [240, 190]; // width of the column next to a board, and minimum height of its parts when they are below the board

/**
 * Moves the column next to a board below it; its third part, which is not always there, next to the first two. For narrow screens.
 * Returns true if anything was moved.
 */
function lower(picture) {
  const parts = [...picture.querySelectorAll(":scope > g.beside")];
  if (!parts.length) return false;
  const frames = parts.map((part) => part.getBBox());
  const { height } = picture.viewBox.baseVal;
  const width = frames[0].x - 8;
  const scale = width / 2 / BESIDE[0];
  let used = 0;
  parts.forEach((part, n) => {
    if (n > 1) used = 0;
    part.setAttribute("transform", `translate(${10 + (n > 1 ? width / 2 : 0)} ${height + used * scale}) scale(${scale}) translate(${-frames[0].x} ${-frames[n].y})`);
    used += frames[n].height + 12;
  });
  picture.setAttribute("viewBox", `0 0 ${width} ${height + Math.max(BESIDE[1], used) * scale}`);
  return true;
}

/** Enlarges the contents of each zone as far as there is room, in rows, so that nothing is covered. For narrow screens. */
function enlarge(picture) {
  const cells = [...picture.querySelectorAll("g[data-tag^='zone:'] > rect:first-of-type")].map((cell) => cell.getBBox());
  const crowds = new Map();
  for (const token of picture.querySelectorAll("g.survivor, g.zombie, g.objective, g.spawn, g.exit, g.bile, g.piece, g.drawn")) {
    const { x: left, y: top, width, height } = token.getBBox();
    const [x, y] = [left + width / 2, top + height / 2].map(Math.round); // the width of letters is not proportional to their size
    const cell = cells.findLastIndex((c) => x >= c.x && x <= c.x + c.width && y >= c.y && y <= c.y + c.height);
    if (cell >= 0) crowds.set(cell, [...(crowds.get(cell) ?? []), { token, x, y, width: Math.round(width), height: Math.round(height) }]);
  }
  for (const [cell, crowd] of crowds) {
    const tries = crowd.map((_, n) => inRows(crowd, cells[cell], n + 1));
    for (const { token, x, y, to, scale } of tries.reduce((best, one) => (least(one) > least(best) ? one : best))) {
      token.setAttribute("transform", `translate(${to.x} ${to.y}) scale(${scale}) translate(${-x} ${-y})`);
    }
  }
  picture.append(...picture.querySelectorAll(":scope > text.label[data-tag^='zone:']")); // on top, because texts refer to zones by name
}

const [EDGE, DOORS] = [4, 11]; // margins of a zone: with many tokens, and with few, which leave doors visible
const FEW = 3;
const NAME = 27; // height of a zone's name in the upper left corner, which tokens avoid if there is room below
const TALL = 70; // maximum height of a token

/** Returns the height of the smallest token. */
const least = (places) => Math.min(...places.map(({ height, scale }) => height * scale));

/** Returns the positions and scales of tokens in rows of `number`, in reading order. */
function inRows(crowd, cell, number) {
  const rows = Math.ceil(crowd.length / number);
  const edge = crowd.length > FEW ? EDGE : DOORS;
  const [wide, high] = [(cell.width - 2 * edge) / number, (cell.height - 2 * edge) / rows];
  const ordered = [...crowd].sort((a, b) => a.y - b.y || a.x - b.x);
  const sized = ordered.map((token) => Math.min(wide / token.width, high / token.height, TALL / token.height));
  const free = (high - Math.max(...ordered.map(({ height }, i) => height * sized[i]))) / 2; // above the tokens of a row, and below them
  const down = Math.max(0, Math.min(free, NAME - edge - free));
  return ordered.map((token, i) => {
    const row = Math.floor(i / number);
    const inRow = Math.min(number, crowd.length - row * number);
    const x = cell.x + cell.width / 2 + ((i % number) - (inRow - 1) / 2) * wide;
    const y = cell.y + edge + (row + 0.5) * high + down;
    return { ...token, to: { x: Math.round(x), y: Math.round(y) }, scale: sized[i] };
  });
}

/** Writes the letters of survivors on their tokens, and the translated letters of factions. */
function sign(picture, letters) {
  for (const text of picture.querySelectorAll("g[data-tag^='character:'] > text, g[data-tag^='location:'] > text")) text.textContent = letters.get(text.textContent) ?? text.textContent;
  for (const token of picture.querySelectorAll("g.survivor")) {
    const text = token.querySelector(":scope > text");
    if (text && letters.has(token.dataset.tag)) text.textContent = letters.get(token.dataset.tag);
  }
}

const PRINT = 1.35; // enlargement of small print on a narrow screen

/** Enlarges the texts on places as far as there is room. For narrow screens. */
function print(parts) {
  for (const text of within(parts, "g[data-tag^='location:'] > text")) {
    text.setAttribute("font-size", String(Number(text.getAttribute("font-size")) * PRINT));
    shrink(text, PLACE);
  }
}

const PLACE = 90; // width of a place that its name may take

function translate(picture, parts) {
  const heads = [...picture.querySelectorAll(":scope > text[text-anchor=middle]")];
  for (const text of within(parts, "text")) {
    const told = text.closest("g.para") ? text.textContent : tell(text.textContent);
    if (told === text.textContent) continue;
    text.textContent = told;
    const [x, y] = [number(text, "x"), number(text, "y")];
    const frame = [...(text.closest("g")?.querySelectorAll("rect") ?? [])].find((rect) => holds(rect, x, y));
    if (frame) shrink(text, text.hasAttribute("text-anchor") ? number(frame, "width") - 8 : number(frame, "x") + number(frame, "width") - x - 6);
    else if (!text.hasAttribute("text-anchor")) shrink(text, picture.viewBox.baseVal.width - x - 6);
    else {
      const beside = heads.filter((other) => other !== text && number(other, "y") === y).map((other) => Math.abs(number(other, "x") - x));
      if (beside.length) shrink(text, Math.min(...beside) - 10); // the head of a column
    }
  }
  for (const title of within(parts, "title")) title.textContent = tellTitle(title.textContent);
}

const number = (element, name) => Number(element.getAttribute(name));

/** True if the point (x, y) is inside a rectangle. */
function holds(rect, x, y) {
  const [left, top] = [number(rect, "x"), number(rect, "y")];
  return x >= left && x <= left + number(rect, "width") && y >= top && y <= top + number(rect, "height");
}

function shrink(text, room) {
  const long = text.getComputedTextLength();
  if (long > room) text.setAttribute("font-size", String((Number(text.getAttribute("font-size")) * room) / long));
}

/** Writes a paragraph of a card again: a translation has other lines. On a narrow screen it is as large as there is room for. */
function write(group, text, narrow) {
  const first = group.querySelector("text");
  const size = number(first, "font-size");
  for (const larger of narrow ? [PRINT, 1.2, 1] : [1]) {
    first.setAttribute("font-size", String(size * larger));
    breakLines(group, text, larger);
    if (larger === 1 || !crowded(group)) return;
  }
}

/** True if a paragraph overlaps something else on its card, or leaves the card. */
function crowded(group) {
  const own = group.getBBox();
  const meets = (box) => own.x < box.x + box.width && box.x < own.x + own.width && own.y < box.y + box.height && box.y < own.y + own.height;
  const frame = group.parentElement.querySelector("rect");
  const others = [...group.parentElement.children].filter((part) => part !== group && part !== frame && part.localName !== "title");
  const { y, height } = frame.getBBox();
  return own.y + own.height > y + height - 4 || others.some((part) => meets(part.getBBox()));
}

function breakLines(group, text, larger) {
  const [first, ...others] = group.querySelectorAll("text");
  const frame = group.parentElement.querySelector("rect");
  const room = Number(frame.getAttribute("width")) - 24;
  others.forEach((line) => line.remove());
  let line = first;
  let words = [];
  for (const word of text.split(" ")) {
    line.textContent = [...words, word].join(" ");
    if (words.length && line.getComputedTextLength() > room) {
      line.textContent = words.join(" ");
      const next = line.cloneNode();
      next.setAttribute("y", String(number(line, "y") + 17 * larger));
      next.textContent = word;
      line.after(next);
      [line, words] = [next, [word]];
    } else words.push(word);
  }
}
