/* Small sounds made on the spot, off until switched on: a card, a chip, a win. */
import { prefs } from "./prefs.js";

let context = null;
const play = (make) => {
  if (!prefs.sound) return;
  try {
    context ??= new AudioContext();
    if (context.state === "suspended") context.resume();
    make(context, context.currentTime);
  } catch {
    /* no sound device: play on in silence */
  }
};
const tone = (c, at, { from, to, time, level = 0.12, type = "sine" }) => {
  const source = c.createOscillator(),
    gain = c.createGain();
  source.type = type;
  source.frequency.setValueAtTime(from, at);
  source.frequency.exponentialRampToValueAtTime(to, at + time);
  gain.gain.setValueAtTime(level, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + time);
  source.connect(gain).connect(c.destination);
  source.start(at);
  source.stop(at + time);
};
/** Notes one after the other, each before the last has died away. */
const chord = (c, at, notes, gap) =>
  notes.forEach((note, i) => tone(c, at + i * gap, { from: note, to: note, time: 0.22, type: "triangle" }));
const noise = (c, at, time, level) => {
  const buffer = c.createBuffer(1, c.sampleRate * time, c.sampleRate),
    data = buffer.getChannelData(0);
  for (let i = 0; i < data.length; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / data.length) ** 2;
  const source = c.createBufferSource(),
    gain = c.createGain();
  source.buffer = buffer;
  gain.gain.value = level;
  source.connect(gain).connect(c.destination);
  source.start(at);
};
export const sound = {
  /** Whether the browser keeps silent until somebody clicks. */
  get isBlocked() {
    return context?.state === "suspended";
  },
  floor: () => play((c, at) => tone(c, at, { from: 660, to: 880, time: 0.35, level: 0.08 })),
  card: () => play((c, at) => noise(c, at, 0.07, 0.16)),
  chip: () =>
    play((c, at) => {
      tone(c, at, { from: 2600, to: 1900, time: 0.05 });
      tone(c, at + 0.05, { from: 2300, to: 1700, time: 0.06 });
    }),
  win: () => play((c, at) => chord(c, at, [523, 659, 784], 0.09)),
  blackjack: () => play((c, at) => chord(c, at, [523, 659, 784, 1047], 0.07)),
  bonus: () => play((c, at) => chord(c, at, [587, 740, 880, 1175, 1480], 0.07)),
  side: () => play((c, at) => chord(c, at, [659, 988], 0.11)),
  prize: () => play((c, at) => [0, 0.45, 0.9].forEach((later) => chord(c, at + later, [523, 659, 784, 1047], 0.08))),
  /** A wheel clicks past its pegs, slower and slower. */
  wheel: () =>
    play((c, at) => {
      for (let click = 0; click < 16; click++)
        tone(c, at + 1.3 * (click / 16) ** 2, { from: 1500, to: 1100, time: 0.03, level: 0.06, type: "square" });
    }),
  turn: () => play((c, at) => tone(c, at, { from: 660, to: 880, time: 0.14, level: 0.08 })),
};
