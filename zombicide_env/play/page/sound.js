// Sounds, synthesized by the browser, and other signals of the viewer's turn. All are off by default.

const SOUND = "sound";
const NOTIFY = "notify";

let context = null;

export const sounding = () => localStorage.getItem(SOUND) === "on";

export function useSound(on) {
  localStorage.setItem(SOUND, on ? "on" : "");
  if (on) sound("turn");
}

export const notifying = () => localStorage.getItem(NOTIFY) === "on" && globalThis.Notification?.permission === "granted";

/** Turns notifications on or off. Asks the browser for permission, and returns true if they are on. */
export async function useNotices(on) {
  const granted = on && globalThis.Notification && (await Notification.requestPermission()) === "granted";
  localStorage.setItem(NOTIFY, granted ? "on" : "");
  return Boolean(granted);
}

/** Plays a tone that glides from one pitch to another. */
function tone(at, from, to, seconds, loud = 0.12, kind = "triangle") {
  const [source, volume] = [context.createOscillator(), context.createGain()];
  source.type = kind;
  source.frequency.setValueAtTime(from, at);
  source.frequency.exponentialRampToValueAtTime(to, at + seconds);
  volume.gain.setValueAtTime(loud, at);
  volume.gain.exponentialRampToValueAtTime(0.001, at + seconds);
  source.connect(volume).connect(context.destination);
  source.start(at);
  source.stop(at + seconds);
}

/** Plays a short noise around a pitch. */
function burst(at, pitch, seconds, loud = 0.2) {
  const buffer = context.createBuffer(1, Math.ceil(context.sampleRate * seconds), context.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < data.length; i += 1) data[i] = (Math.random() * 2 - 1) * (1 - i / data.length) ** 2;
  const [source, filter, volume] = [context.createBufferSource(), context.createBiquadFilter(), context.createGain()];
  [source.buffer, filter.type, filter.frequency.value, volume.gain.value] = [buffer, "bandpass", pitch, loud];
  source.connect(filter).connect(volume).connect(context.destination);
  source.start(at);
}

const groan = (at) => tone(at, 95, 60, 0.5, 0.14, "sawtooth");
const card = (at) => burst(at, 2600, 0.12, 0.18);
const hit = (at) => { burst(at, 500, 0.12, 0.5); tone(at, 160, 60, 0.18, 0.2); };
const hurt = (at) => { hit(at); tone(at + 0.05, 320, 110, 0.3, 0.12, "square"); };
const creak = (at) => { burst(at, 700, 0.2, 0.35); tone(at, 220, 330, 0.25, 0.05, "sawtooth"); };

const SOUNDS = {
  dice: (at) => { for (let n = 0; n < 5; n += 1) burst(at + 0.07 * n, 1500 + 300 * (n % 3), 0.05, 0.5); },
  turn: (at) => { tone(at, 660, 660, 0.18); tone(at + 0.12, 880, 880, 0.3); },
  card: groan, spawn: groan, appear: groan, draw: card, trap: hurt, drew_card: card, received: card, master_plays: card,
  kill: hit, attack: (at) => burst(at, 1200, 0.15, 0.4), wound: hurt, wound_by: hurt, death: (at) => tone(at, 220, 55, 0.9, 0.2), move: (at) => burst(at, 300, 0.06, 0.3),
  go: (at) => { burst(at, 200, 0.08, 0.3); burst(at + 0.14, 200, 0.08, 0.3); }, open: creak, close: creak, noise: (at) => tone(at, 500, 420, 0.15, 0.06, "square"),
};

/** Plays the sound of an event, if sounds are on and the browser has them. */
export function sound(kind) {
  if (!sounding() || !SOUNDS[kind] || !globalThis.AudioContext) return;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
  SOUNDS[kind](context.currentTime + 0.01);
  if (/^(wound|death|turn)$/.test(kind)) navigator.vibrate?.(kind === "turn" ? 30 : 90);
}

/** Signals the viewer's turn: with a sound, and a notification if the page is hidden. */
export function call(title, text) {
  sound("turn");
  if (document.hidden && notifying()) new Notification(title, { body: text, tag: "zombicide" });
}
