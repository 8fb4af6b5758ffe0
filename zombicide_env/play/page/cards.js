// Cards, drawn by the page itself: a silhouette, and the printed values as signs with numbers.

import { byId, fill, make, shape } from "./dom.js";
import { explain, explainWord, printed } from "./lexicon.js";
import { silhouette } from "./silhouettes.js";
import { has, idOf, nameOf, say, tell } from "./words.js";

/** Signs as paths in a square of 12 by 12. */
const SIGNS = {
  dice: "M2 1h8a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1H2a1 1 0 0 1-1-1V2a1 1 0 0 1 1-1zM3.5 2.5v2h2v-2zM6.5 7.5v2h2v-2z",
  accuracy: "M6 .5a5.500 5.500 0 1 0 .1 0zM6 2.500a3.500 3.500 0 1 1-.1 0zM6 4.500a1.500 1.500 0 1 0 .1 0z",
  damage: "M6 0l1.500 3.500L11 2 9.500 5.200 12 7 9 7.700l.5 4L6 9.500l-3.500 2.200.5-4L0 7l2.500-1.800L1 2l3.500 1.500z",
  range: "M0 5h7V2l5 4-5 4V7H0z",
  noise: "M0 4h3l4-3v10L3 8H0zM8.500 3.500q3 2.500 0 5zM10 1.500q4.500 4.500 0 9l1 .8q4-5.300 0-10.600z",
  pair: "M1 10L8 2l1 1-7 8zM5 10l6-7 1 1-6 7z",
  door: "M2 12V1h8v11zM7.500 6v1.500H9V6z",
  reload: "M6 1a5 5 0 1 0 5 5H9.300A3.300 3.300 0 1 1 6 2.700V5l4-3.200L6-1.500z",
  armour: "M6 0l5 1.500V6c0 3-2.500 5-5 6-2.500-1-5-3-5-6V1.500z",
  strength: "M11 0l-1 3.500-5 5L3.500 7l5-5zM1 7l4 4-1 1-4-4zM2 10l-2 2z",
  gears: "M5 0h2v2l1.600.6L10 1.200 11 3l-1.200 1.400L10.500 6 12 6.500v1l-2 .5-.7 1.500 1 1.500L9 12l-1.500-1L6 11.500 5.500 12h-1L4 10 2.500 9.300 1 10 0 8.500 1.300 7 1 5 0 4.500v-1L2 3zM6 4.500a1.800 1.800 0 1 0 .1 0z",
  flasks: "M4 0h4v1H7.500v4L11 11a.7.7 0 0 1-.7 1H1.700A.7.7 0 0 1 1 11l3.500-6V1H4z",
  capacity: "M6 0a2.800 2.800 0 1 0 .1 0zM1 12c0-4 2-5.500 5-5.500s5 1.500 5 5.500z",
};

const span = ({ low, high }) => (low === high ? String(low) : `${low}-${high}`);

/** Returns the values of one attack of a card as [sign, number]. */
const ofAttack = (profile) => [["dice", profile.dice], ["accuracy", `${profile.accuracy}+`], ["damage", profile.damage], profile.high > 0 && ["range", span(profile)]].filter(Boolean);

/** Returns all other values of a card as [sign, number]; the number is "" where the sign says all. */
function ofCard(card) {
  const door = card.opens_door && ["door", card.opens_door > 1 ? `${card.opens_door}+` : ""];
  const counted = ["strength", "gears", "flasks", "capacity"].map((name) => card[name] && [name, card[name]]);
  return [card.armour && ["armour", `${card.armour}+`], card.noisy && ["noise", ""], ...counted, card.dual && ["pair", ""], card.reload && ["reload", ""], door].filter(Boolean);
}

/** Returns the id, the kind and the printed values of the card in a slot. Cards of the Zombie Master are identified by the slot's tag. */
function known(slot) {
  const master = slot.tag?.match(/^master:(\w+)$/)?.[1];
  const id = master ?? idOf(slot.text);
  return { id, kind: master ? "master_card" : "card", card: master ? { category: "master" } : printed(id) };
}

/** True if the slot contains a card. A plain number is a count of tokens, without a card to look at. */
export const isCard = (slot) => slot.text !== "" && !/^\d+$/.test(slot.text);

const kindOf = (card) => card.category ?? card.deck;

const picture = (id, card) => {
  const { f, s } = silhouette(id, kindOf(card));
  return shape("svg", { viewBox: "0 0 48 48", class: "outline", "aria-hidden": "true" }, ...(f ? [shape("path", { d: f, "fill-rule": "evenodd" })] : []), ...(s ? [shape("path", { d: s, class: "line" })] : []));
};

const sign = (name) => shape("svg", { viewBox: "0 -1 12 14", class: `stat ${name}`, "aria-hidden": "true" }, shape("path", { d: SIGNS[name], "fill-rule": "evenodd" }));

const numbers = (pairs, named = false) => pairs.map(([name, value]) => make("i", { class: "figure" }, sign(name), value === "" ? "" : make("b", {}, String(value)), named && make("small", {}, say(`stat.${name}`))));

/** Returns the CSS class with the color of the card's kind, "" if the card is not known. */
export const tint = (slot) => {
  const { card } = known(slot);
  return card ? `k-${kindOf(card).replace(/\W/g, "-")}` : "";
};

/** Returns the small drawing of the card in a slot; null if there is no card, or an unknown one. */
export function face(slot) {
  const { id, card } = slot.text ? known(slot) : {};
  if (!card) return null;
  const attack = card.profiles?.find((one) => one.mode !== "melee") ?? card.profiles?.[0];
  const most = attack ? [...ofAttack(attack), ...(card.noisy ? [["noise", ""]] : [])] : ofCard(card).filter(([name]) => name !== "door");
  return make("i", { class: "face", "aria-hidden": "true" }, picture(id, card), make("i", { class: "stats" }, numbers(most)));
}

/** Returns the printed values of the card in a slot as a short text for screen readers, null if there are none. */
export function inShort(slot) {
  const { card } = slot.text ? known(slot) : {};
  if (!card) return null;
  const told = [...(card.profiles ?? []).flatMap(ofAttack), ...ofCard(card)].map(([name, value]) => `${say(`stat.${name}`)} ${value}`.trim());
  return told.join(", ") || null;
}

/** Returns a card as a button for a line of text; `press` replaces looking at the card. Null if there is no card, or an unknown one. */
export function chipOf(slot, press = () => openCard(slot)) {
  const drawn = face(slot);
  if (!drawn) return null;
  const chip = make("button", { type: "button", class: `card-chip ${tint(slot)}`, "data-x": `card:${slot.text}`, "aria-description": inShort(slot), "data-chip": slot.tag ?? "", onclick: press }, slot.label && make("small", {}, nameOf(slot.label)), drawn, make("b", {}, tell(slot.text)));
  return Object.assign(chip, { holds: slot });
}

/** Returns only the silhouette of a card, for a line of text; null if the card is not known. */
export function emblem(text) {
  const id = idOf(text);
  const card = printed(id);
  return card && make("i", { class: "emblem", "aria-hidden": "true" }, picture(id, card));
}

/** Returns the large drawing of the card in a slot; null if the card is not known. */
export function large(slot) {
  const { id, card } = known(slot);
  if (!card) return null;
  const kind = kindOf(card);
  return make("div", { class: `large ${tint(slot)}`, "aria-hidden": "true" }, make("b", { class: "title" }, tell(slot.text)), make("small", { class: "kind" }, has(`kind.${kind}`) ? say(`kind.${kind}`) : nameOf(idOf(kind))),
    picture(id, card), (card.profiles ?? []).map((profile) => make("div", { class: "attack" }, card.profiles.length > 1 && make("small", {}, say(`kind.${profile.mode}`)), numbers(ofAttack(profile)))),
    make("div", { class: "traits" }, numbers(ofCard(card), true)), slot.note && make("em", {}, tell(slot.note)));
}

/** Returns the explanation of the card in a slot. */
export function told(slot) {
  const { id, kind } = known(slot);
  return explain(kind, id) || explainWord(id);
}

/** Opens a dialog with the large card and its explanation. */
export function openCard(slot) {
  let dialog = byId("look");
  if (!dialog) {
    dialog = make("dialog", { id: "look", onclick: (event) => { if (event.target === dialog) dialog.close(); } });
    byId("manual").after(dialog);
  }
  dialog.setAttribute("aria-label", tell(slot.text));
  fill(dialog, large(slot), make("div", { class: "said" }, make("h2", {}, tell(slot.text)), make("p", {}, told(slot)), make("button", { type: "button", id: "close-look", onclick: () => dialog.close() }, say("manual.close"))));
  dialog.showModal();
}
