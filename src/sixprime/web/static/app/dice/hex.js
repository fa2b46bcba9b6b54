/** Bytes as hexadecimal digits. */

/** @param {ArrayBuffer | Uint8Array} octets */
export function toHex(octets) {
  return Array.from(new Uint8Array(octets), (octet) => octet.toString(16).padStart(2, "0")).join("");
}

/** @param {string} digits @returns {Uint8Array<ArrayBuffer>} */
export function fromHex(digits) {
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}
