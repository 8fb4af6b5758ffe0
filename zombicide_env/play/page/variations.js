// The tree of variations: the game and all branches that this browser has started from its positions.

import { ask, fill, make } from "./dom.js";
import { playerName, say } from "./words.js";

/** Shows the tree if the game has branches. It is requested once per game, and again when the game is over. */
export function showVariations(table, box) {
  const key = `${table.name}:${table.view.over}`;
  if (box.dataset.key === key) return;
  box.dataset.key = key;
  ask(`/api/rooms/${table.name}/tree`).then((tree) => fill(box, tree.branches?.length > 0 && [make("h3", {}, say("tree.title")), make("ul", { class: "tree" }, node(table, tree, true))])).catch(() => { box.dataset.key = ""; });
}

function node(table, game, root = false) {
  const ended = say(`outcome.${game.outcome}`);
  const words = root ? say("tree.root", { moves: game.moves, outcome: ended }) : say("tree.branch", { at: game.at, by: [...new Set(game.players)].map(playerName).join(", "), moves: game.moves, outcome: ended });
  const here = game.room === table.name;
  const link = make("a", { href: `#/room/${game.room}`, "aria-current": here ? "page" : null }, here ? make("b", {}, words) : words);
  return make("li", {}, link, game.branches.length > 0 && make("ul", {}, game.branches.map((below) => node(table, below))));
}
