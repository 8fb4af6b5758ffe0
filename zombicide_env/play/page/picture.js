// The server's picture of a board, fitted to the width and the language of the page. What has not changed stays as it is.

import { current, tell, tellTitle } from "./words.js";
import { make, settle } from "./dom.js";
import { badge } from "./pieces.js";

const NS = "http://www.w3.org/2000/svg";
const NARROW = 700;

const kept = new WeakMap(); // box -> the lines of the picture in it, and the part that each has made

/** Show a picture of the server in the language of the page, with these letters on survivors (tag -> letters) and in place of those of factions; the <svg>, or null if there is none. */
export function drawPicture(box, svg, letters = new Map()) {
  const [head, ...lines] = svg.trimEnd().split("\n").slice(0, -1); // a line for each part, and one that ends the picture
  const narrow = innerWidth <= NARROW && box.clientWidth > 0; // what is not shown has no sizes by which to lay it out
  const before = kept.get(box);
  const parts = before?.head === head && before.narrow === narrow ? renew(before, lines) : null;
  const picture = parts ? before.picture : drawAnew(box, svg);
  if (!picture) return null;
  const fresh = parts ? parts.fresh : [...picture.children];
  for (const group of within(fresh, "g.para")) write(group, tell(group.querySelector("title").textContent), narrow); // fonts differ
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
  box.innerHTML = svg; // made by the server's own painter, which escapes every text
  const picture = box.querySelector("svg");
  picture?.removeAttribute("width");
  picture?.removeAttribute("height");
  if (picture) picture.style.background = groundOf(picture);
  box.scrollTo(scrollLeft, scrollTop);
  return picture;
}

/** The colour on which a picture lies that has one of its own, for what is left free round it. */
function groundOf(picture) {
  const { width, height } = picture.viewBox.baseVal;
  const near = (a, b) => Math.abs(a - b) < 1; // numbers of a picture are rounded
  const whole = [...picture.children].filter((part) => part.localName === "rect" && near(number(part, "width"), width) && near(number(part, "height"), height));
  return whole[1]?.getAttribute("fill") ?? ""; // the first one is the page's
}

/** Have a picture show other lines: parts whose lines stay are left as they are. All parts and the fresh ones; null if it cannot be done so. */
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

/** What a selector finds in some parts of a picture, themselves included. */
const within = (parts, selector) => parts.flatMap((part) => [...(part.matches(selector) ? [part] : []), ...part.querySelectorAll(selector)]);

/** A sign of the legend: drawn as on the board, or a swatch with its letters. */
export function signOf({ svg, label, colour }) {
  if (!svg) return badge(label === "dark" ? " " : tell(label), colour);
  const box = make("span", { class: "sign" });
  box.innerHTML = svg; // made by the server's own painter
  return box;
}

/** What a number in a place counts, as the legend draws it; null where it is no thing of the legend. */
export function signFor(legend, slot) {
  const found = /^\d+$/.test(slot.text) && legend.find(({ svg, text }) => svg && text === slot.label.toLowerCase());
  return found ? signOf(found) : null;
}

/** On a narrow screen the vaults, which stand beside a tall board and are drawn last, go below it. */
function stack(picture) {
  const vaults = [...picture.querySelectorAll(":scope > g.vault")];
  const frames = vaults.map((vault) => vault.querySelector("rect").getBBox());
  const { width, height } = picture.viewBox.baseVal;
  if (!vaults.length || frames[0].x < width / 2) return false;
  const children = [...picture.children];
  vaults.forEach((vault, n) => {
    const own = document.createElementNS(NS, "g");
    own.setAttribute("transform", `translate(${8 + n * (frames[0].width + 12) - frames[0].x} ${height + 8 - frames[n].y})`);
    own.append(...children.slice(children.indexOf(vault), n + 1 < vaults.length ? children.indexOf(vaults[n + 1]) : undefined));
    picture.append(own);
  });
  picture.setAttribute("viewBox", `0 0 ${frames[0].x - 8} ${height + frames[0].height + 16}`);
  return true;
}

const BESIDE = [240, 190]; // width of the column beside a board, and height that is kept for its halves

/** On a narrow screen the parts of the column beside a board go below it: the third one, which comes and goes, next to the others. */
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

/** On a narrow screen what stands in a zone is drawn as large as there is room for, in rows: nothing of it is hidden by its neighbour. */
function enlarge(picture) {
  const cells = [...picture.querySelectorAll("g[data-tag^='zone:'] > rect:first-of-type")].map((cell) => cell.getBBox());
  const crowds = new Map();
  for (const token of picture.querySelectorAll("g.survivor, g.zombie, g.objective, g.spawn, g.exit, g.bile, g.piece, g.drawn")) {
    const { x: left, y: top, width, height } = token.getBBox();
    const [x, y] = [left + width / 2, top + height / 2].map(Math.round); // letters are not as wide at every scale
    const cell = cells.findLastIndex((c) => x >= c.x && x <= c.x + c.width && y >= c.y && y <= c.y + c.height);
    if (cell >= 0) crowds.set(cell, [...(crowds.get(cell) ?? []), { token, x, y, width: Math.round(width), height: Math.round(height) }]);
  }
  for (const [cell, crowd] of crowds) {
    const tries = crowd.map((_, n) => inRows(crowd, cells[cell], n + 1));
    for (const { token, x, y, to, scale } of tries.reduce((best, one) => (least(one) > least(best) ? one : best))) {
      token.setAttribute("transform", `translate(${to.x} ${to.y}) scale(${scale}) translate(${-x} ${-y})`);
    }
  }
  picture.append(...picture.querySelectorAll(":scope > text.label[data-tag^='zone:']")); // texts speak of zones by their names
}

const [EDGE, DOORS] = [4, 11]; // of a zone that stays free: for a crowd, and for a few, who leave doors in view
const FEW = 3;
const NAME = 27; // height of its name, in the upper left corner: nothing stands upon it where there is room below
const TALL = 70; // height that nothing is drawn larger than

const least = (places) => Math.min(...places.map(({ height, scale }) => height * scale));

/** Where tokens stand in rows of that many, and how large they are then; they stay in the order in which they are read. */
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

/** Write letters on the survivors that have some, and the letters of the language for those of factions. */
function sign(picture, letters) {
  for (const text of picture.querySelectorAll("g[data-tag^='character:'] > text, g[data-tag^='location:'] > text")) text.textContent = letters.get(text.textContent) ?? text.textContent;
  for (const token of picture.querySelectorAll("g.survivor")) {
    const text = token.querySelector(":scope > text");
    if (text && letters.has(token.dataset.tag)) text.textContent = letters.get(token.dataset.tag);
  }
}

const PRINT = 1.35; // how much larger small print is written on a narrow screen

/** On a narrow screen what is written on places is larger, as far as there is room for it. */
function print(parts) {
  for (const text of within(parts, "g[data-tag^='location:'] > text")) {
    text.setAttribute("font-size", String(Number(text.getAttribute("font-size")) * PRINT));
    shrink(text, PLACE);
  }
}

const PLACE = 90; // width of a place where its name is written

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

/** Whether a text at that place stands in the rectangle, and not beside it. */
function holds(rect, x, y) {
  const [left, top] = [number(rect, "x"), number(rect, "y")];
  return x >= left && x <= left + number(rect, "width") && y >= top && y <= top + number(rect, "height");
}

function shrink(text, room) {
  const long = text.getComputedTextLength();
  if (long > room) text.setAttribute("font-size", String((Number(text.getAttribute("font-size")) * room) / long));
}

/** A paragraph of a card, broken again: the text in another language has other lines; on a narrow screen as large as there is room for. */
function write(group, text, narrow) {
  const first = group.querySelector("text");
  const size = number(first, "font-size");
  for (const larger of narrow ? [PRINT, 1.2, 1] : [1]) {
    first.setAttribute("font-size", String(size * larger));
    breakLines(group, text, larger);
    if (larger === 1 || !crowded(group)) return;
  }
}

/** Whether a paragraph lies on something else of its card, or leaves it. */
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
