/** The sounds of the board, synthesised from noise and tones. There are no files, and no audio context before the first sound. */

/** @typedef {"roll" | "move" | "hit" | "cube" | "win"} Sound */

/** @type {AudioContext | null} */
let context = null;

/**
 * The sound of wood on wood: a short burst of filtered noise.
 * @param {AudioContext} audio
 * @param {number} delay
 * @param {number} pitch
 * @param {number} loudness
 * @param {number} length
 */
function knock(audio, delay, pitch, loudness, length = 0.05) {
  const begin = audio.currentTime + delay;
  const samples = Math.ceil(audio.sampleRate * length);
  const buffer = audio.createBuffer(1, samples, audio.sampleRate);
  const wave = buffer.getChannelData(0);
  for (let place = 0; place < samples; place++) wave[place] = (Math.random() * 2 - 1) * (1 - place / samples) ** 3;
  const filter = new BiquadFilterNode(audio, { type: "bandpass", frequency: pitch, Q: 2.2 });
  const volume = new GainNode(audio, { gain: loudness });
  const source = new AudioBufferSourceNode(audio, { buffer });
  source.connect(filter).connect(volume).connect(audio.destination);
  source.start(begin);
}

/**
 * @param {AudioContext} audio
 * @param {number} delay
 * @param {number} pitch
 * @param {number} loudness
 * @param {number} length
 */
function tone(audio, delay, pitch, loudness, length) {
  const begin = audio.currentTime + delay;
  const volume = new GainNode(audio, { gain: 0 });
  volume.gain.setValueAtTime(0, begin);
  volume.gain.linearRampToValueAtTime(loudness, begin + 0.012);
  volume.gain.exponentialRampToValueAtTime(0.0001, begin + length);
  const source = new OscillatorNode(audio, { type: "sine", frequency: pitch });
  source.connect(volume).connect(audio.destination);
  source.start(begin);
  source.stop(begin + length);
}

/** @type {Record<Sound, (audio: AudioContext) => void>} */
const SOUNDS = {
  roll: (audio) =>
    [0, 0.05, 0.09, 0.15, 0.24].forEach((delay, turn) =>
      knock(audio, delay, 1500 + 260 * (turn % 3), 0.5 - 0.07 * turn),
    ),
  move: (audio) => knock(audio, 0, 950, 0.8, 0.06),
  hit: (audio) => {
    knock(audio, 0, 620, 1.1, 0.09);
    knock(audio, 0.07, 1000, 0.6);
  },
  cube: (audio) => {
    knock(audio, 0, 420, 1, 0.12);
    tone(audio, 0.03, 392, 0.09, 0.35);
  },
  win: (audio) => [523.25, 659.25, 783.99, 1046.5].forEach((pitch, turn) => tone(audio, 0.11 * turn, pitch, 0.12, 0.5)),
};

/** Play a sound, if the browser allows it. @param {Sound} name */
export function play(name) {
  try {
    context ??= new AudioContext();
    if (context.state === "suspended") void context.resume();
    SOUNDS[name](context);
  } catch {
    // The board works without sound.
  }
}
