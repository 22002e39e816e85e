// SHA-256 (FIPS 180-4) without node:crypto, for the one process where loading that module takes longer than all the hashing
// it would do: recall. scripts/build.ts puts it in place of sha256.ts there; a test holds the two against each other. It
// hashes public bytes only, so nothing is lost by not running in constant time. That process ends before anything is
// optimised, so the rounds call nothing.

const ROUNDS = 64;
const BLOCK_BYTES = 64;

/** The first 32 bits of the fractions of the cube roots of the first 64 primes. */
const CONSTANTS = Int32Array.of(
  0x428a2f98,
  0x71374491,
  0xb5c0fbcf,
  0xe9b5dba5,
  0x3956c25b,
  0x59f111f1,
  0x923f82a4,
  0xab1c5ed5,
  0xd807aa98,
  0x12835b01,
  0x243185be,
  0x550c7dc3,
  0x72be5d74,
  0x80deb1fe,
  0x9bdc06a7,
  0xc19bf174,
  0xe49b69c1,
  0xefbe4786,
  0x0fc19dc6,
  0x240ca1cc,
  0x2de92c6f,
  0x4a7484aa,
  0x5cb0a9dc,
  0x76f988da,
  0x983e5152,
  0xa831c66d,
  0xb00327c8,
  0xbf597fc7,
  0xc6e00bf3,
  0xd5a79147,
  0x06ca6351,
  0x14292967,
  0x27b70a85,
  0x2e1b2138,
  0x4d2c6dfc,
  0x53380d13,
  0x650a7354,
  0x766a0abb,
  0x81c2c92e,
  0x92722c85,
  0xa2bfe8a1,
  0xa81a664b,
  0xc24b8b70,
  0xc76c51a3,
  0xd192e819,
  0xd6990624,
  0xf40e3585,
  0x106aa070,
  0x19a4c116,
  0x1e376c08,
  0x2748774c,
  0x34b0bcb5,
  0x391c0cb3,
  0x4ed8aa4a,
  0x5b9cca4f,
  0x682e6ff3,
  0x748f82ee,
  0x78a5636f,
  0x84c87814,
  0x8cc70208,
  0x90befffa,
  0xa4506ceb,
  0xbef9a3f7,
  0xc67178f2,
);

/** The same of the square roots of the first 8. */
const START = Int32Array.of(
  0x6a09e667,
  0xbb67ae85,
  0x3c6ef372,
  0xa54ff53a,
  0x510e527f,
  0x9b05688c,
  0x1f83d9ab,
  0x5be0cd19,
);

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
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
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
  for (const [place, word] of [a, b, c, d, e, f, g, h].entries()) state[place] = (state[place] ?? 0) + word;
}
