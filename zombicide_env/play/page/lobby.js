// The waiting room, which is the first thing that invited people see: free seats, ways to invite others, and the button that begins the game.

import { byId, fill, make, slow } from "./dom.js";
import { nameField, seatRows } from "./people.js";
import { say } from "./words.js";

const CODE = 6; // number of letters of the room's name that are the code for friends
const LOCAL = /^(localhost|127\.|\[::1\])/; // addresses that other machines cannot reach

/** Returns how many seats are still free, as a sentence. */
export const gathering = ({ seats }) => say(seats.some((s) => s.mine) ? "lobby.wait" : "lobby.free", { n: seats.filter((s) => s.free).length });

export function showLobby(table) {
  const v = table.view;
  const box = table.parts.lobby;
  const free = v.seats.filter((s) => s.free).map((s) => s.agent);
  const sits = v.seats.some((s) => s.mine);
  byId("main").classList.toggle("gathering", v.gathering);
  box.hidden = !(v.gathering || (free.length && !(sits || v.over || v.record || v.sandbox || table.watching)));
  const told = box.hidden ? "" : JSON.stringify([v.seats, v.gathering, v.charge, v.guests]);
  if (box.told === told) return; // a button that is rebuilt during a press would not be clicked
  box.told = told;
  const button = (id, kind, act) => make("button", { type: "button", id, class: kind, onclick: act }, say(`lobby.${id}`));
  const watch = () => {
    table.watching = true;
    showLobby(table);
  };
  fill(box, told && [make("h2", {}, gathering(v)), sits && make("p", { class: "faint" }, say("lobby.begins")),
    make("div", { class: "gather" }, make("div", {}, make("ul", { class: "seatlist" }, seatRows(table)),
      make("div", { class: "acts" }, free.length > 1 && button("take-all", sits ? "" : "main", () => table.send({ type: "sit", agents: free, sit: true })),
        v.gathering && v.charge && button("begin", "", () => table.send({ type: "begin" })), !v.gathering && button("watching", "quiet", watch)),
      sits && nameField(table), v.guests > (sits ? 0 : 1) && make("p", { class: "faint" }, say("people.guests", { n: v.guests }))),
    v.gathering && sits && invitation(table))]);
}

/** Returns the ways to invite others: a QR code, a code to type, a link. */
function invitation(table) {
  const code = table.name.slice(0, CODE);
  return make("div", { class: "invitation" }, make("img", { id: "qr", src: `/api/rooms/${table.name}/code`, alt: say("lobby.qr"), width: "168", height: "168" }),
    make("div", {}, make("p", {}, say("lobby.invite", { address: location.host })), make("p", { class: "code", lang: "en", "aria-label": [...code].join(" ") }, code),
      make("button", { type: "button", id: "copy-link", onclick: slow(() => table.share()) }, say("room.share")), LOCAL.test(location.host) && make("p", { class: "faint" }, say("lobby.local"))));
}
