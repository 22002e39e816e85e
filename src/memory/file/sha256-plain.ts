// SHA-256 without node:crypto, for the processes where loading that module takes longer than all the hashing they do.
// scripts/build.ts puts it in place of sha256.ts there; a test holds the two against each other. It hashes public bytes
// only, so nothing is lost by not running in constant time. Those processes end before anything is optimised, and as
// JavaScript five memories would take as long as finding them: so the rounds are WebAssembly.

import { hash as hashAtOnce } from "node:crypto";
import { LAYOUT, MESSAGE_BYTES_MAX, SHA256_CODE } from "./sha256-code.ts";

/** What is used of it. An engine may be started without. */
declare const WebAssembly:
  | undefined
  | {
      readonly Module: new (code: Uint8Array) => object;
      readonly Instance: new (module: object) => { readonly exports: object };
    };

const BLOCK_BYTES = 64;
const STATE_BYTES = 32;

type Hasher = {
  readonly memory: Buffer;
  /** Takes whole blocks, from an address up to another. */
  readonly hash: (from: number, to: number) => void;
};

let hasher: Hasher | null = null;

/** Whoever hashes more than this has waited for it as long as for node:crypto, which is several times as fast. */
const MANY = 1_000;
let hashed = 0;

export function sha256Hex(bytes: string | Uint8Array): string {
  hasher ??= startHasher();
  hashed += 1;
  if (hasher === null || hashed > MANY) return hashAtOnce("sha256", bytes, "hex");
  const message = typeof bytes === "string" ? Buffer.from(bytes) : bytes;
  const { memory, hash } = hasher;
  memory.copyWithin(LAYOUT.state, LAYOUT.start, LAYOUT.start + STATE_BYTES);
  const wholeBytes = message.length - (message.length % BLOCK_BYTES);
  for (let at = 0; at < wholeBytes; at += MESSAGE_BYTES_MAX) {
    const part = message.subarray(at, Math.min(wholeBytes, at + MESSAGE_BYTES_MAX));
    memory.set(part, LAYOUT.message);
    hash(LAYOUT.message, LAYOUT.message + part.length);
  }
  hash(LAYOUT.message, writeEnd(memory, message, wholeBytes));
  return Buffer.from(memory.subarray(LAYOUT.state, LAYOUT.state + STATE_BYTES))
    .swap32()
    .toString("hex");
}

/** What is left, one bit, zeros, and the length in bits in the last eight bytes; says where it ends. */
function writeEnd(memory: Buffer, message: Uint8Array, from: number): number {
  const left = message.length - from;
  const end = LAYOUT.message + (left + 9 > BLOCK_BYTES ? 2 : 1) * BLOCK_BYTES;
  memory.fill(0, LAYOUT.message, end);
  memory.set(message.subarray(from), LAYOUT.message);
  memory[LAYOUT.message + left] = 0x80;
  memory.writeUInt32BE(Math.floor(message.length / 2 ** 29), end - 8);
  memory.writeUInt32BE((message.length << 3) >>> 0, end - 4);
  return end;
}

function startHasher(): Hasher | null {
  if (typeof WebAssembly === "undefined") return null;
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(SHA256_CODE, "base64")));
  // As sha256-code.ts makes it.
  const { memory, hash } = exports as { memory: { buffer: ArrayBuffer }; hash: Hasher["hash"] };
  return { memory: Buffer.from(memory.buffer), hash };
}
