// What an agent thinks of the position: the value that a policy expects and the probabilities of its actions, or what a search has found.

import { byId, fill, make } from "./dom.js";
import { actionWords, complaint, has, say } from "./words.js";
import { mark } from "./board.js";
import { percent } from "./pieces.js";

export function showAdvice(table) {
  const { policies, seats } = table.view;
  const box = table.parts.advice;
  const specs = [...new Set([...policies, "search:simulations=512", ...seats.map((s) => s.player).filter((spec) => spec.startsWith("checkpoint"))])];
  if (box.dataset.specs !== specs.join()) build(table, box, specs);
  for (const button of box.querySelectorAll("[data-advisor]")) button.setAttribute("aria-pressed", String(button.dataset.advisor === table.advisor));
  const input = byId("advisor");
  if (document.activeElement !== input) input.value = table.advisor ?? "";
  fillThoughts(table, box.querySelector(".thoughts"));
}

/** The frame, which stays as it is while the game goes on: what is open stays open. */
function build(table, box, specs) {
  box.dataset.specs = specs.join();
  const ask = (spec) => { table.advisor = spec; table.look(table.view.live ? null : table.view.at); };
  const input = make("input", { id: "advisor", type: "text", spellcheck: "false", placeholder: "checkpoint:...", "aria-label": say("advice.who"), onchange: () => ask(input.value.trim() || null) });
  const choices = specs.map((s) => make("button", { type: "button", class: "quiet", "data-advisor": s, onclick: () => ask(s === table.advisor ? null : s) }, s.startsWith("search") ? say("advice.searcher") : s));
  fill(box, make("div", { id: "advice-box" }, make("h2", {}, say("advice.title")), make("p", { class: "faint" }, say("advice.note")),
    make("div", { class: "acts" }, choices), input, make("div", { class: "thoughts" })));
}

function fillThoughts(table, box) {
  const { advice } = table.view;
  if (!advice) return void fill(box, table.advisor && make("p", { class: "faint" }, say("advice.thinks")));
  if (advice.reason) return void fill(box, make("p", { class: "faint" }, has(`advice.${advice.reason}`) ? say(`advice.${advice.reason}`) : complaint(advice.reason)));
  const bars = advice.choices.filter((c) => c.p >= 0.0005).map((c) => {
    const bar = make("span", { class: "bar" });
    bar.style.width = `${(100 * c.p).toFixed(1)}%`;
    const searched = c.v !== undefined && make("small", { class: "searched" }, say("advice.search", { visits: c.v, won: percent(c.w), line: c.l.slice(1).map(actionWords).join(", ") }));
    return make("li", { onmouseenter: () => mark(table.parts.board, c.k), onmouseleave: () => mark(table.parts.board, []) }, bar, make("span", { class: "p" }, percent(c.p)), make("span", {}, actionWords(c.t), searched));
  });
  fill(box, make("p", { id: "value" }, say(advice.choices[0]?.v === undefined ? "advice.value" : "advice.won", { who: table.names[advice.who], value: advice.value.toFixed(3), won: percent(advice.value) })), make("ul", { class: "bars", id: "bars" }, bars));
}
