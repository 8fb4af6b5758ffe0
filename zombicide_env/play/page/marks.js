// Marks of a move on the board: arrows, rings, a zombie card face up.

import { shape } from "./dom.js";

/** Returns the middle of the item with a tag in units of the picture, with half its size `r`; null if it is not visible. */
export function middle(picture, tag) {
  const group = picture.querySelector(`g[data-tag="${CSS.escape(tag)}"]`);
  if (!group) return null;
  const cells = [...group.querySelectorAll(":scope > rect")].filter((r) => Number(r.getAttribute("width")) > 60);
  const size = (r) => r.width * r.height;
  const box = cells.length ? cells.map((r) => r.getBBox()).sort((a, b) => size(b) - size(a))[0] : group.getBBox();
  const [own, all] = [group.getScreenCTM(), picture.getScreenCTM()]; // getCTM would be null in Firefox for the outermost <svg>
  if (!own || !all) return null; // not displayed
  const at = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2).matrixTransform(all.inverse().multiply(own));
  return { x: at.x, y: at.y, r: Math.min(box.width, box.height) / 2 };
}

/** Returns the elements of an arrow from one item to another, with words in the middle; [] if one of them is not visible. */
export function arrow(picture, from, to, words) {
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
  const path = shape("path", { d: `M${x1} ${y1}Q${cx} ${cy} ${x2} ${y2}`, class: "way", pathLength: 1 });
  const made = [path, shape("polygon", { points: head, class: "tip" })];
  if (words.trim()) made.push(shape("text", { x: cx, y: cy, class: "count", "text-anchor": "middle" }, words.trim()));
  return made;
}

/** Returns an element with the zombie card `shown` at the point `at`, inside the picture. */
export function faceUp(picture, at, shown) {
  const { width, height } = picture.viewBox.baseVal;
  const scale = Math.max(1, width / picture.getBoundingClientRect().width);
  const [w, h] = [190 * scale, 130 * scale];
  const frame = shape("foreignObject", { x: Math.max(0, Math.min(at.x - w / 2, width - w)), y: Math.max(0, Math.min(at.y - h / 2, height - h)), width: w, height: h });
  if (shown) {
    shown.style.transform = `scale(${scale})`;
    frame.append(shown);
  }
  return frame;
}

/** Returns a ring around the item with a tag, [] if it is not visible. */
export function ring(picture, tag, kind) {
  const at = middle(picture, tag);
  if (!at) return [];
  return [shape("circle", { cx: at.x, cy: at.y, r: Math.max(18, Math.min(56, at.r * 0.9)), class: `ring ${kind}` })];
}
