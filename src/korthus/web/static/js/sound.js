/** Paper, wood and two soft notes, made on the spot. Silent until the settings ask for sound. */

import { settings } from "./settings.js";

/** @type {AudioContext|null} */
let audio = null;
/** @type {AudioBuffer|null} */
let paper = null;

/** @type {Record<string, (context: AudioContext, out: AudioNode) => void>} */
const SOUNDS = {
  play: (context, out) => rustle(context, out, { at: 0, length: 0.09, from: 2600, to: 900, loud: 0.5 }),
  take: (context, out) => {
    rustle(context, out, { at: 0, length: 0.07, from: 1800, to: 3200, loud: 0.35 });
    rustle(context, out, { at: 0.07, length: 0.12, from: 2800, to: 700, loud: 0.5 });
  },
  turn: (context, out) => {
    knock(context, out, 0);
    knock(context, out, 0.13);
  },
  win: (context, out) => {
    note(context, out, 0, 587.33);
    note(context, out, 0.16, 880);
  },
};

/**
 * Makes a sound, if this person wants sounds.
 * @param {"play"|"take"|"turn"|"win"} name
 */
export function sound(name) {
  if (!settings.get("sound") || document.hidden) return;
  audio ??= new AudioContext();
  // Browsers keep a page silent until it was touched; the first sounds may be lost, and that is right.
  if (audio.state === "suspended") audio.resume();
  const out = audio.createGain();
  out.gain.value = settings.get("volume");
  out.connect(audio.destination);
  SOUNDS[name](audio, out);
}

/**
 * A short breath of noise through a moving filter: a card on cloth.
 * @param {AudioContext} context
 * @param {AudioNode} out
 * @param {Json} others
 */
function rustle(context, out, { at, length, from, to, loud }) {
  const start = context.currentTime + at;
  const source = context.createBufferSource();
  source.buffer = noise(context);
  const filter = context.createBiquadFilter();
  filter.type = "bandpass";
  filter.Q.value = 0.8;
  filter.frequency.setValueAtTime(from, start);
  filter.frequency.exponentialRampToValueAtTime(to, start + length);
  source
    .connect(filter)
    .connect(fade(context, start, length, loud))
    .connect(out);
  source.start(start, Math.random() * 0.5, length);
}

/**
 * A knuckle on wood: a low tone that dies at once.
 * @param {AudioContext} context
 * @param {AudioNode} out
 * @param {number} at
 */
function knock(context, out, at) {
  const start = context.currentTime + at;
  const tone = context.createOscillator();
  tone.frequency.setValueAtTime(210, start);
  tone.frequency.exponentialRampToValueAtTime(95, start + 0.08);
  tone.connect(fade(context, start, 0.11, 0.7)).connect(out);
  tone.start(start);
  tone.stop(start + 0.12);
}

/**
 * @param {AudioContext} context
 * @param {AudioNode} out
 * @param {number} at
 * @param {number} frequency
 */
function note(context, out, at, frequency) {
  const start = context.currentTime + at;
  const tone = context.createOscillator();
  tone.type = "triangle";
  tone.frequency.value = frequency;
  tone.connect(fade(context, start, 0.5, 0.22)).connect(out);
  tone.start(start);
  tone.stop(start + 0.55);
}

/**
 * @param {AudioContext} context
 * @param {number} start
 * @param {number} length
 * @param {number} loud
 */
function fade(context, start, length, loud) {
  const gain = context.createGain();
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(loud, start + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  return gain;
}

/** @param {AudioContext} context */
function noise(context) {
  if (paper) return paper;
  paper = context.createBuffer(1, context.sampleRate, context.sampleRate);
  const samples = paper.getChannelData(0);
  for (let i = 0; i < samples.length; i += 1) samples[i] = Math.random() * 2 - 1;
  return paper;
}
