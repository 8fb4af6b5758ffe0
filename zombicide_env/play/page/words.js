// Language: one table for the page's own sentences, one for the terms of the games, patterns for sentences with numbers in them.

const LANGUAGES = ["en", "ru"];

let table = null; // of the language that is spoken
let language = "en";

/** Fetch the words of the language that was chosen here, or that the browser likes best. */
export async function loadWords() {
  const wanted = localStorage.getItem("language") || (navigator.language || "en").slice(0, 2);
  await speak(LANGUAGES.includes(wanted) ? wanted : "en");
}

async function speak(next) {
  table = await (await fetch(`/texts/${next}`)).json();
  language = next;
  document.documentElement.lang = next;
}

export const languages = () => LANGUAGES;
export const current = () => language;

export function choose(next) {
  localStorage.setItem("language", next);
  return speak(next);
}

/** A sentence of the page; {name} stands for a value. */
export function say(key, values = {}) {
  const text = table.page[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}

export const has = (key) => key in table.page;

/** The id of a thing that is called so: "Short Bow", short_bow. */
export const idOf = (text) => text.trim().toLowerCase().replace(/^\+1/, "plus_1").replace(/: /g, ":").replace(/['!?]/g, "").replace(/[ -]/g, "_");

function titled(id) {
  const text = id.replace(/^plus_1/, "+1").replace(/_/g, " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A term that stands in the table itself. */
function exact(text) {
  const id = idOf(text);
  return table.terms[id] ?? null;
}

/** Skills that others lend, or that count from afar: guards_freeze_melee. */
const WHOSE = /^(guards|brother_in_arms|range_2_plus)_(.+)$/;

/** A term by its id or by its English words: short_bow, "Short Bow". */
export function term(text) {
  const known = exact(text);
  if (known !== null) return known;
  const [, whose, rest] = idOf(text).match(WHOSE) ?? [];
  const parts = whose ? [whose, rest] : idOf(text).split(":");
  if (parts.length === 2 && parts.every((part) => term(part) !== null)) return parts.map(term).map((part, i) => (i < 1 && whose ? part.toLowerCase() : part)).join(": ");
  return null;
}

/** What somebody or something is called, by its id: short_bow -> Short bow; people count seats from 1, player_0 -> Player 1. */
export function nameOf(id) {
  const seat = id.match(/^player_(\d+)$/);
  const again = id.match(/^([a-z_]+?)_?(\d+)$/); // the second of its name
  if (again && !seat && term(id) === null) return `${nameOf(again[1])} ${again[2]}`;
  return seat ? `${term("player") ?? "Player"} ${Number(seat[1]) + 1}` : term(id) ?? titled(id);
}

const SMALL = /^(a|an|and|at|by|for|in|of|on|the|to)$/;

/** The title of a quest by its id: danse_macabre -> Danse Macabre. */
export function titleOf(id) {
  const known = exact(id);
  if (known !== null) return known;
  return id.split("_").map((word, i) => (i > 0 && SMALL.test(word) ? word : word.charAt(0).toUpperCase() + word.slice(1))).join(" ");
}

const SEAT = /^player_\d+$/;

/** A text in the middle of a sentence. */
const small = (text) => text.replace(/^\p{Lu}(?=\p{Ll})/u, (first) => first.toLowerCase());

/** A cause of defeat in words; null for one without a sentence of its own. */
const defeat = (cause) => (has(`defeat.${cause}`) ? say(`defeat.${cause}`) : null);

/** Why a game was lost, or with which grade it was won; "" where that says nothing: a won quest has its title above, a limit says all. */
function because({ name, detail }) {
  const causes = detail.split(" ").filter((word) => word && !SEAT.test(word)).map((word) => defeat(word) ?? small(nameOf(word)));
  return name === "lost" || /\bgrade_/.test(detail) ? causes.join(", ") : "";
}

/** How a game has ended: who has won, where there are several; else the outcome and its cause. */
export function outcomeWords(outcome, names = {}) {
  const { name, detail, by } = outcome;
  const winners = by ? [by] : detail.split(" ").filter((word) => SEAT.test(word));
  if (winners.length) return say("outcome.by", { name: winners.map((agent) => names[agent] ?? nameOf(agent)).join(", ") });
  return [say(`outcome.${name}`), because(outcome)].filter(Boolean).join(": ");
}

/** How a game has ended for who looks: `won` (null: nobody's side is theirs, or every side), and the same in words. */
export function verdict({ outcome, seats }, names = {}) {
  const mine = seats.filter((seat) => seat.mine).map((seat) => outcome.winners.includes(seat.agent));
  const decided = /^(won|lost)$/.test(outcome.name) && mine.length > 0 && mine.every((one) => one === mine[0]);
  if (!decided) return { won: null, text: outcomeWords(outcome, names) };
  const rival = !mine[0] && outcome.winners.length > 0 && small(outcomeWords(outcome, names));
  const told = [say(mine[0] ? "verdict.won" : "verdict.lost"), because(outcome)].filter(Boolean).join(": ");
  return { won: mine[0], text: [told, rival].filter(Boolean).join(" – ") };
}

/** Who plays, by the spec: people, the plain agents and policies have names. */
export function playerName(spec) {
  const [name, rest] = spec.split(":");
  if (name === "human") return say("seat.person");
  if (name === "checkpoint" && rest) return say("seat.policy", { title: titleOf(rest.split("/").at(-1)) });
  return has(`seat.${name}`) ? say(`seat.${name}`) : spec;
}

/** A word in the form that its sentence needs ("acc", the accusative), where the language has one; else as it is told. */
const declined = (text, form) => table.forms[idOf(text)]?.[form] ?? tell(text);

/** A text that a game has written in English, in the language of the page. */
export function tell(text) {
  if (!text) return text;
  if (/^player_\d+$/.test(text)) return nameOf(text); // before the factions are chosen
  const known = exact(text);
  if (known !== null) return known;
  if (language === "en" && !text.includes(", ")) return text;
  for (const [pattern, replacement] of table.patterns) {
    const match = text.match(new RegExp(pattern));
    const told = match && replacement.replace(/\$(\d)(?:\.([a-z]+))?/g, (_, n, form) => declined(match[n] ?? "", form));
    if (match && told !== text) return told; // one that only takes it apart ("7: ...") leaves it to the others
  }
  const whole = term(text);
  if (whole !== null) return whole;
  for (const glue of ["; ", ", ", " + "]) {
    if (text.includes(glue)) return text.split(glue).map(tell).join(glue);
  }
  return text;
}

/** What the server has refused, as far as the page has words for it. */
export function complaint(text) {
  const told = tell(text);
  return language === "en" || told !== text ? told : say("refused", { text });
}

/** A tooltip of a picture: "9a (street): 2 walkers, Ann". */
export function tellTitle(title) {
  if (language === "en") return title;
  const parts = title.match(/^([^\s:]+)(?: \((\w+)\))?(?:: (.+))?$/s);
  if (!parts) return tell(title);
  return `${tell(parts[1])}${parts[2] ? ` (${tell(parts[2])})` : ""}${parts[3] ? `: ${parts[3].split("; ").map(tell).join("; ")}` : ""}`;
}

/** One word of the notation as a reader would say it: zone labels (4b, s2x0) stay as they are. */
function word(token) {
  const one = (part) => term(part) ?? (/^[a-z][a-z0-9_:]{2,}$/.test(part) && !/^s\d+x\d+$/.test(part) ? nameOf(part) : part);
  return token.split(".").map((part) => part.split("+").map(one).join(" + ")).join(", ");
}

let game = ""; // in which an action is told

/** Tell actions as in this game from now on: a verb alone may be another thing in each. */
export const tellAsIn = (id) => { game = id; };

/** An action in words, taken apart: its verb, with as many further words as there is a sentence for, and what it is done to. */
export function actionParts(text) {
  const words = text.split(" ");
  const alone = words.length === 1 && [`act.${text}.${game}`, `act.${text}.alone`].find(has);
  if (alone) return { said: say(alone), rest: [] };
  const known = words.findLastIndex((_, i) => has(`act.${words.slice(0, i + 1).join("_")}`));
  const said = known < 0 ? titled(words[0]) : say(`act.${words.slice(0, known + 1).join("_")}`);
  return { said, rest: words.slice(Math.max(0, known) + 1).map((one) => ({ word: one, said: word(one) })) };
}

/** An action in words. */
export function actionWords(text) {
  const { said, rest } = actionParts(text);
  return rest.length ? `${said}: ${rest.map((one) => one.said).join(", ")}` : said;
}

/** What has happened, in the sentence that the game has for events of its kind. */
export function tellEvent({ k, v }, sentences, names = {}) {
  const said = sentences[k]?.[language] ?? sentences[k]?.en;
  if (!said) return [nameOf(k), ...Object.values(v).map(value)].join(" ");
  const put = (_, name, at) => {
    const text = (k === "end" && name === "cause" && defeat(v[name])) || value(names[v[name]] ?? v[name] ?? "");
    return COMMON.test(name) && at > 0 ? text.charAt(0).toLowerCase() + text.slice(1) : text;
  };
  return said.replace(/\{(\w+)\}/g, put).replace(/ \(\)/g, "").trim().replace(/:$/, "");
}

/** What is no name, and stands in a sentence like any other word. */
const COMMON = /^(category|cause|colour|combat|cover|deck|level|outcome|project|reply|resource|result|roll|skill|slot|other_slot|source|tile|what|why|zombie|zombies)$/;

/** A number or label as it is, a word as a reader would say it; of nothing nothing is said. */
const value = (text) => (/^[+-]?\d/.test(text) ? text : text === "none" ? "" : word(text));

/** What dice and decks gave: [what, its words] for each kind. */
export const chanceParts = (text) => text.split("; ").map((part) => part.split(" ")).map(([what, ...rest]) => [what, rest]);
