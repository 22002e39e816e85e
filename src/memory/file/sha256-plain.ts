// SHA-256 (FIPS 180-4) without node:crypto, for the one process where loading that module takes longer than all the hashing
// it would do: recall. scripts/build.ts puts it in place of sha256.ts there; a test holds the two against each other. It
// hashes public bytes only, so nothing is lost by not running in constant time. That process ends before anything is
// optimised, so the rounds call nothing.

const ROUNDS = 64;
const BLOCK_BYTES = 64;

/** The first 32 bits of the fractions of the cube roots of the first 64 primes. */
const CONSTANTS = readWords(
  "428a2f98 71374491 b5c0fbcf e9b5dba5 3956c25b 59f111f1 923f82a4 ab1c5ed5 d807aa98 12835b01 243185be " +
    "550c7dc3 72be5d74 80deb1fe 9bdc06a7 c19bf174 e49b69c1 efbe4786 0fc19dc6 240ca1cc 2de92c6f 4a7484aa " +
    "5cb0a9dc 76f988da 983e5152 a831c66d b00327c8 bf597fc7 c6e00bf3 d5a79147 06ca6351 14292967 27b70a85 " +
    "2e1b2138 4d2c6dfc 53380d13 650a7354 766a0abb 81c2c92e 92722c85 a2bfe8a1 a81a664b c24b8b70 c76c51a3 " +
    "d192e819 d6990624 f40e3585 106aa070 19a4c116 1e376c08 2748774c 34b0bcb5 391c0cb3 4ed8aa4a 5b9cca4f " +
    "682e6ff3 748f82ee 78a5636f 84c87814 8cc70208 90befffa a4506ceb bef9a3f7 c67178f2",
);
/** The same of the square roots of the first 8. */
const START = readWords("6a09e667 bb67ae85 3c6ef372 a54ff53a 510e527f 9b05688c 1f83d9ab 5be0cd19");

export function sha256Hex(bytes: string | Uint8Array): string {
  const message = typeof bytes === "string" ? Buffer.from(bytes) : bytes;
  const padded = pad(message);
  const view = new DataView(padded.buffer);
  const state = START.slice();
  const words = new Int32Array(ROUNDS);
  for (let at = 0; at < padded.length; at += BLOCK_BYTES) {
    for (let word = 0; word < 16; word += 1) words[word] = view.getInt32(at + word * 4);
    expand(words);
    compress(state, words);
  }
  const digest = Buffer.alloc(32);
  for (const [place, word] of state.entries()) digest.writeInt32BE(word, place * 4);
  return digest.toString("hex");
}

/** One bit, zeros, and the length in bits in the last eight bytes. */
function pad(message: Uint8Array): Uint8Array<ArrayBuffer> {
  const padded = new Uint8Array(Math.ceil((message.length + 9) / BLOCK_BYTES) * BLOCK_BYTES);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(message.length / 2 ** 29));
  view.setUint32(padded.length - 4, message.length << 3);
  return padded;
}

/** The block is in the first sixteen places. A number is turned by shifting it both ways. */
function expand(words: Int32Array): void {
  for (let at = 16; at < ROUNDS; at += 1) {
    const early = words[at - 15] ?? 0;
    const late = words[at - 2] ?? 0;
    words[at] =
      (words[at - 16] ?? 0) +
      (((early >>> 7) | (early << 25)) ^ ((early >>> 18) | (early << 14)) ^ (early >>> 3)) +
      (words[at - 7] ?? 0) +
      (((late >>> 17) | (late << 15)) ^ ((late >>> 19) | (late << 13)) ^ (late >>> 10));
  }
}

function compress(state: Int32Array, words: Int32Array): void {
  let a = state[0] ?? 0;
  let b = state[1] ?? 0;
  let c = state[2] ?? 0;
  let d = state[3] ?? 0;
  let e = state[4] ?? 0;
  let f = state[5] ?? 0;
  let g = state[6] ?? 0;
  let h = state[7] ?? 0;
  for (let at = 0; at < ROUNDS; at += 1) {
    const first =
      h +
      (((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))) +
      ((e & f) ^ (~e & g)) +
      (CONSTANTS[at] ?? 0) +
      (words[at] ?? 0);
    const second =
      (((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))) +
      ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  add(state, 0, a);
  add(state, 1, b);
  add(state, 2, c);
  add(state, 3, d);
  add(state, 4, e);
  add(state, 5, f);
  add(state, 6, g);
  add(state, 7, h);
}

function add(state: Int32Array, place: number, word: number): void {
  state[place] = (state[place] ?? 0) + word;
}

function readWords(hex: string): Int32Array {
  return Int32Array.from(hex.split(" "), (word) => Number.parseInt(word, 16));
}
