/**
 * SHA-256 in plain JavaScript (FIPS 180-4), for pages without `crypto.subtle`: browsers offer it only over https or on
 * localhost, not over plain http, as on a club's network.
 */

/** The first 32 bits of the fractional parts of roots of the first primes: cube roots for the rounds, square roots for the start. */
const [ROUNDS, START] = (() => {
  /** @type {number[]} */
  const primes = [];
  for (let n = 2; primes.length < 64; n += 1) if (primes.every((prime) => n % prime)) primes.push(n);
  const fraction = (/** @type {number} */ root) => ((root - Math.floor(root)) * 2 ** 32) | 0;
  return [primes.map((prime) => fraction(Math.cbrt(prime))), primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)))];
})();

/**
 * @param {Uint8Array} octets
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function sha256(octets) {
  const blocks = Math.ceil((octets.length + 9) / 64);
  const padded = new Uint8Array(64 * blocks);
  padded.set(octets);
  padded[octets.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(64 * blocks - 8, Math.floor(octets.length / 2 ** 29));
  view.setUint32(64 * blocks - 4, octets.length << 3);
  const sum = Int32Array.from(START);
  const words = new Int32Array(64);
  for (let block = 0; block < blocks; block += 1) {
    for (let n = 0; n < 16; n += 1) words[n] = view.getInt32(64 * block + 4 * n);
    for (let n = 16; n < 64; n += 1) {
      const [early, late] = [at(words, n - 15), at(words, n - 2)];
      const mixed = rotateRight(early, 7) ^ rotateRight(early, 18) ^ (early >>> 3);
      words[n] = at(words, n - 16) + mixed + at(words, n - 7) + (rotateRight(late, 17) ^ rotateRight(late, 19) ^ (late >>> 10));
    }
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = sum;
    for (let n = 0; n < 64; n += 1) {
      const first = (h + (rotateRight(e, 6) ^ rotateRight(e, 11) ^ rotateRight(e, 25)) + ((e & f) ^ (~e & g)) + at(ROUNDS, n) + at(words, n)) | 0;
      const second = ((rotateRight(a, 2) ^ rotateRight(a, 13) ^ rotateRight(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [a, b, c, d, e, f, g, h] = [(first + second) | 0, a, b, c, (d + first) | 0, e, f, g];
    }
    [a, b, c, d, e, f, g, h].forEach((value, n) => (sum[n] = at(sum, n) + value));
  }
  const result = new DataView(new ArrayBuffer(32));
  sum.forEach((value, n) => result.setInt32(4 * n, value));
  return new Uint8Array(result.buffer);
}

/** @param {ArrayLike<number>} list @param {number} place @returns {number} */
function at(list, place) {
  return list[place] ?? 0;
}

/** @param {number} value @param {number} by */
function rotateRight(value, by) {
  return (value >>> by) | (value << (32 - by));
}
