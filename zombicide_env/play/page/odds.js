// The odds of an action's dice, in words.

import { make } from "./dom.js";
import { percent } from "./pieces.js";
import { say } from "./words.js";

/**
 * Returns the odds of an action: of an attack, a door or an armor roll; in Hit Z Road of a battle, in Z-Game of a fight. Without
 * dice: its losses, or that it is certain.
 */
export function odds({ o, b }) {
  const numbered = o.need > 0 || o.dice === 0;
  const crowd = o.harm > 0 ? "melee" : "crowd"; // shots do not hurt the shooter
  const kind = !numbered ? (o.kills !== null ? crowd : "fight") : o.kills !== null ? "attack" : b.startsWith("armour") ? "armour" : "door";
  const values = { dice: o.dice, need: o.need, any: percent(o.any), kills: o.kills?.toFixed(1), successes: o.successes.toFixed(1), harm: o.harm.toFixed(1) };
  if (!o.dice && o.harm > 0) return make("em", { class: "odds" }, make("span", { class: "harm" }, say("odds.losses", { n: o.harm })));
  if (!o.dice) return make("em", { class: "odds" }, say("odds.sure"));
  if (kind === "attack" && o.kills === 0) return make("em", { class: "odds" }, make("span", { class: "harm" }, say("odds.futile")), o.harm > 0 && make("span", { class: "harm" }, ` ${say("odds.harm", values)}`));
  return make("em", { class: "odds", "data-note": say(numbered ? "odds.dice" : `odds.${kind === "melee" ? "crowd" : kind}.dice`, values) }, say(`odds.${kind}`, values), o.harm > 0 && make("span", { class: "harm" }, ` ${say(numbered ? "odds.harm" : "odds.bites", values)}`));
}
