// Language: a table for the page's own sentences, one for the terms of the games, and patterns for sentences with numbers.

const LANGUAGES = ["en", "ru"];

let table = null; // the texts of the current language
let language = "en";

/** Requests the texts of the language that was chosen in this browser, or else of the browser's language. */
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

/** Returns a sentence of the page; {name} is replaced by `values.name`. */
export function say(key, values = {}) {
  const text = table.page[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}

/** True if the page has a sentence with this key. */
export const has = (key) => key in table.page;

/** Returns the id of a name: "Short Bow" -> short_bow. */
export const idOf = (text) => text.trim().toLowerCase().replace(/^\+1/, "plus_1").replace(/: /g, ":").replace(/['!?]/g, "").replace(/[ -]/g, "_");

function titled(id) {
  const text = id.replace(/^plus_1/, "+1").replace(/_/g, " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Returns a term that is in the table as it is, null if there is none. */
function exact(text) {
  const id = idOf(text);
  return table.terms[id] ?? null;
}

/** Skills that others lend, or that have a longer range: guards_freeze_melee. */
const WHOSE = /^(guards|brother_in_arms|range_2_plus)_(.+)$/;

/** Returns a term by its id or by its English words (short_bow, "Short Bow"), null if there is none. */
export function term(text) {
  const known = exact(text);
  if (known !== null) return known;
  const [, whose, rest] = idOf(text).match(WHOSE) ?? [];
  const parts = whose ? [whose, rest] : idOf(text).split(":");
  if (parts.length === 2 && parts.every((part) => term(part) !== null)) return parts.map(term).map((part, i) => (i < 1 && whose ? part.toLowerCase() : part)).join(": ");
  return null;
}

/** Returns the display name of an id: short_bow -> Short bow. Seats are counted from 1: player_0 -> Player 1. */
export function nameOf(id) {
  const seat = id.match(/^player_(\d+)$/);
  const again = id.match(/^([a-z_]+?)_?(\d+)$/); // the second of the same name
  if (again && !seat && term(id) === null) return `${nameOf(again[1])} ${again[2]}`;
  return seat ? `${term("player") ?? "Player"} ${Number(seat[1]) + 1}` : term(id) ?? titled(id);
}

const SMALL = /^(a|an|and|at|by|for|in|of|on|the|to)$/;

/** Returns the title of a quest by its id: danse_macabre -> Danse Macabre. */
export function titleOf(id) {
  const known = exact(id);
  if (known !== null) return known;
  return id.split("_").map((word, i) => (i > 0 && SMALL.test(word) ? word : word.charAt(0).toUpperCase() + word.slice(1))).join(" ");
}

const SEAT = /^player_\d+$/;

/** Returns a text for the middle of a sentence: its first letter is lowercase. */
const small = (text) => text.replace(/^\p{Lu}(?=\p{Ll})/u, (first) => first.toLowerCase());

/** Returns a cause of defeat in words, null if it has no sentence. */
const defeat = (cause) => (has(`defeat.${cause}`) ? say(`defeat.${cause}`) : null);

/**
 * Returns why a game was lost, or with which grade it was won. "" where that says nothing new: the title names a quest that was won,
 * and a limit explains itself.
 */
function because({ name, detail }) {
  const causes = detail.split(" ").filter((word) => word && !SEAT.test(word)).map((word) => defeat(word) ?? small(nameOf(word)));
  return name === "lost" || /\bgrade_/.test(detail) ? causes.join(", ") : "";
}

/** Returns how a game has ended: the winners if there are several sides, else the outcome and its cause. */
export function outcomeWords(outcome, names = {}) {
  const { name, detail, by } = outcome;
  const winners = by ? [by] : detail.split(" ").filter((word) => SEAT.test(word));
  if (winners.length) return say("outcome.by", { name: winners.map((agent) => names[agent] ?? nameOf(agent)).join(", ") });
  return [say(`outcome.${name}`), because(outcome)].filter(Boolean).join(": ");
}

/** Returns how a game has ended for the viewer: `won` (null if the viewer has no side or several with different results), and `text`. */
export function verdict({ outcome, seats }, names = {}) {
  const mine = seats.filter((seat) => seat.mine).map((seat) => outcome.winners.includes(seat.agent));
  const decided = /^(won|lost)$/.test(outcome.name) && mine.length > 0 && mine.every((one) => one === mine[0]);
  if (!decided) return { won: null, text: outcomeWords(outcome, names) };
  const rival = !mine[0] && outcome.winners.length > 0 && small(outcomeWords(outcome, names));
  const told = [say(mine[0] ? "verdict.won" : "verdict.lost"), because(outcome)].filter(Boolean).join(": ");
  return { won: mine[0], text: [told, rival].filter(Boolean).join(" – ") };
}

/** Returns the name of a player by its spec: people, plain agents and policies have names. */
export function playerName(spec) {
  const [name, rest] = spec.split(":");
  if (name === "human") return say("seat.person");
  if (name === "checkpoint" && rest) return say("seat.policy", { title: titleOf(rest.split("/").at(-1)) });
  return has(`seat.${name}`) ? say(`seat.${name}`) : spec;
}

/** Returns a word in the form that its sentence needs ("acc": accusative), or as `tell` returns it if it has no such form. */
const declined = (text, form) => table.forms[idOf(text)]?.[form] ?? tell(text);

/** Translates a text that a game has written in English to the language of the page. */
export function tell(text) {
  if (!text) return text;
  if (/^player_\d+$/.test(text)) return nameOf(text); // before the factions are chosen
  const known = exact(text);
  if (known !== null) return known;
  if (language === "en" && !text.includes(", ")) return text;
  for (const [pattern, replacement] of table.patterns) {
    const match = text.match(new RegExp(pattern));
    const told = match && replacement.replace(/\$(\d)(?:\.([a-z]+))?/g, (_, n, form) => declined(match[n] ?? "", form));
    if (match && told !== text) return told; // a pattern that only takes the text apart ("7: ...") leaves the words to the others
  }
  const whole = term(text);
  if (whole !== null) return whole;
  for (const glue of ["; ", ", ", " + "]) {
    if (text.includes(glue)) return text.split(glue).map(tell).join(glue);
  }
  return text;
}

/** Translates a refusal of the server. */
export function complaint(text) {
  const told = tell(text);
  return language === "en" || told !== text ? told : say("refused", { text });
}

/** Translates a tooltip of a picture: "9a (street): 2 walkers, Ann". */
export function tellTitle(title) {
  if (language === "en") return title;
  const parts = title.match(/^([^\s:]+)(?: \((\w+)\))?(?:: (.+))?$/s);
  if (!parts) return tell(title);
  return `${tell(parts[1])}${parts[2] ? ` (${tell(parts[2])})` : ""}${parts[3] ? `: ${parts[3].split("; ").map(tell).join("; ")}` : ""}`;
}

/** Returns a word of the notation as readers would say it. Labels of zones (4b, s2x0) are left as they are. */
function word(token) {
  const one = (part) => term(part) ?? (/^[a-z][a-z0-9_:]{2,}$/.test(part) && !/^s\d+x\d+$/.test(part) ? nameOf(part) : part);
  return token.split(".").map((part) => part.split("+").map(one).join(" + ")).join(", ");
}

let game = ""; // id of the game whose words are used for actions

/** Returns the name of round `n` of a game: Z-Game calls it a turn. */
export const roundName = (id, n) => say(has(`room.round.${id}`) ? `room.round.${id}` : "room.round.n", { n });

/** Sets the game whose words are used for actions: a verb alone has different meanings in different games. */
export const tellAsIn = (id) => { game = id; };

/** Splits an action into { said, rest }: its verb, with as many further words as there is a sentence for, and its objects. */
export function actionParts(text) {
  const words = text.split(" ");
  const alone = words.length === 1 && [`act.${text}.${game}`, `act.${text}.alone`].find(has);
  if (alone) return { said: say(alone), rest: [] };
  const known = words.findLastIndex((_, i) => has(`act.${words.slice(0, i + 1).join("_")}`));
  const said = known < 0 ? titled(words[0]) : say(`act.${words.slice(0, known + 1).join("_")}`);
  return { said, rest: words.slice(Math.max(0, known) + 1).map((one) => ({ word: one, said: word(one) })) };
}

/** Returns an action in words. */
export function actionWords(text) {
  const { said, rest } = actionParts(text);
  return rest.length ? `${said}: ${rest.map((one) => one.said).join(", ")}` : said;
}

/** Returns an event as a sentence of the game. */
export function tellEvent({ k, v }, sentences, names = {}) {
  const said = sentences[k]?.[language] ?? sentences[k]?.en;
  if (!said) return [nameOf(k), ...Object.values(v).map(value)].join(" ");
  const put = (_, name, at) => {
    const text = (k === "end" && name === "cause" && defeat(v[name])) || value(names[v[name]] ?? v[name] ?? "");
    return COMMON.test(name) && at > 0 ? text.charAt(0).toLowerCase() + text.slice(1) : text;
  };
  return said.replace(/\{(\w+)\}/g, put).replace(/ \(\)/g, "").trim().replace(/:$/, "");
}

/** Values that are not names, and are lowercase in a sentence. */
const COMMON = /^(category|cause|colour|combat|cover|deck|level|outcome|project|reply|resource|result|roll|skill|slot|other_slot|source|tile|what|why|zombie|zombies)$/;

/** Returns a number or a label as it is, and a word as readers would say it; "" for "none". */
const value = (text) => (/^[+-]?\d/.test(text) ? text : text === "none" ? "" : word(text));

/** Splits the results of dice and decks: [what, its words] for each kind. */
export const chanceParts = (text) => text.split("; ").map((part) => part.split(" ")).map(([what, ...rest]) => [what, rest]);
