/* Small sounds made on the spot, off until switched on: a card, a chip, a win. */
import { prefs } from "./prefs.js";

let context = null;
const play = (make) => {
  if (!prefs.sound) return;
  try {
    context ??= new AudioContext();
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
  floor: () => play((c, at) => tone(c, at, { from: 660, to: 880, time: 0.35, level: 0.08 })),
  card: () => play((c, at) => noise(c, at, 0.07, 0.16)),
  chip: () =>
    play((c, at) => {
      tone(c, at, { from: 2600, to: 1900, time: 0.05 });
      tone(c, at + 0.05, { from: 2300, to: 1700, time: 0.06 });
    }),
  win: () =>
    play((c, at) =>
      [523, 659, 784].forEach((f, i) => tone(c, at + i * 0.09, { from: f, to: f, time: 0.22, type: "triangle" })),
    ),
  turn: () => play((c, at) => tone(c, at, { from: 660, to: 880, time: 0.14, level: 0.08 })),
};
