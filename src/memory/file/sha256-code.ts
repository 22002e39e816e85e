// The rounds of SHA-256 (FIPS 180-4) as WebAssembly, put together from the instructions it needs. The build computes the
// result (scripts/build/fixed-values.ts), so a small process only decodes it.

/** Addresses in its one page of memory: constants, the start of every hash, the hash so far, the expanded block, messages. */
export const LAYOUT = { constants: 0, start: 256, state: 288, words: 320, message: 1_024 } as const;

const PAGE_BYTES = 65_536;
export const MESSAGE_BYTES_MAX: number = PAGE_BYTES - LAYOUT.message;

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

function readWords(hex: string): number[] {
  return hex.split(" ").map((word) => Number.parseInt(word, 16));
}

// Instructions. Each takes the code of its operands and gives its own.

type Code = readonly number[];

const num = (value: number): Code => [0x41, ...signed(value)];
const get = (local: number): Code => [0x20, local];
const set = (local: number, value: Code): Code => [...value, 0x21, local];
const load = (address: Code, offset: number): Code => [...address, 0x28, 2, ...unsigned(offset)];
const store = (address: Code, offset: number, value: Code): Code => [
  ...address,
  ...value,
  0x36,
  2,
  ...unsigned(offset),
];
const fold = (instruction: number, [first = [], ...rest]: readonly Code[]): Code => [
  ...first,
  ...rest.flatMap((each) => [...each, instruction]),
];
const add = (...values: readonly Code[]): Code => fold(0x6a, values);
const and = (...values: readonly Code[]): Code => fold(0x71, values);
const or = (...values: readonly Code[]): Code => fold(0x72, values);
const xor = (...values: readonly Code[]): Code => fold(0x73, values);
const shiftRight = (value: Code, bits: number): Code => [...value, ...num(bits), 0x76];
const turnLeft = (value: Code, bits: number): Code => [...value, ...num(bits), 0x77];
const turnRight = (value: Code, bits: number): Code => [...value, ...num(bits), 0x78];
const not = (value: Code): Code => xor(value, num(-1));
type Loop = { readonly local: number; readonly step: number; readonly bound: Code };
/** Once, and again while the local is below the bound, growing by a step each time. */
const repeat = ({ local, step, bound }: Loop, ...body: readonly Code[]): Code => [
  0x03,
  0x40,
  ...body.flat(),
  ...set(local, add(get(local), num(step))),
  ...get(local),
  ...bound,
  0x49,
  0x0d,
  0,
  0x0b,
];

function unsigned(value: number): Code {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)];
}

function signed(value: number): Code {
  const isLast = value >= -64 && value < 64;
  return isLast ? [value & 0x7f] : [(value & 0x7f) | 0x80, ...signed(value >> 7)];
}

// The function: from an address up to another, block by block. Its locals, the two parameters first.

const [AT, END, PLACE, FIRST, SECOND] = [0, 1, 2, 3, 4];
const [A, B, C, D, E, F, G, H] = [5, 6, 7, 8, 9, 10, 11, 12];
const LOCALS = 11;
const [BLOCK_BYTES, WORD_BYTES, ROUNDS_BYTES] = [64, 4, 256];

/** Messages have the first byte of a word first, the machine the last. */
const swap = (value: Code): Code =>
  or(and(turnLeft(value, 8), num(0x00ff00ff)), and(turnLeft(value, 24), num(0xff00ff00 | 0)));

const word = (back: number): Code => load(get(PLACE), LAYOUT.words - back * WORD_BYTES);

const EXPAND: Code = [
  ...set(PLACE, num(0)),
  ...repeat(
    { local: PLACE, step: WORD_BYTES, bound: num(BLOCK_BYTES) },
    store(get(PLACE), LAYOUT.words, swap(load(add(get(AT), get(PLACE)), 0))),
  ),
  ...repeat(
    { local: PLACE, step: WORD_BYTES, bound: num(ROUNDS_BYTES) },
    store(
      get(PLACE),
      LAYOUT.words,
      add(
        word(16),
        xor(turnRight(word(15), 7), turnRight(word(15), 18), shiftRight(word(15), 3)),
        word(7),
        xor(turnRight(word(2), 17), turnRight(word(2), 19), shiftRight(word(2), 10)),
      ),
    ),
  ),
];

const turnThrice = (local: number, bits: readonly number[]): Code =>
  xor(...bits.map((each) => turnRight(get(local), each)));

const ROUND: Code = [
  ...set(
    FIRST,
    add(
      get(H),
      turnThrice(E, [6, 11, 25]),
      xor(and(get(E), get(F)), and(not(get(E)), get(G))),
      load(get(PLACE), LAYOUT.constants),
      load(get(PLACE), LAYOUT.words),
    ),
  ),
  ...set(
    SECOND,
    add(turnThrice(A, [2, 13, 22]), xor(and(get(A), get(B)), and(get(A), get(C)), and(get(B), get(C)))),
  ),
  ...[set(H, get(G)), set(G, get(F)), set(F, get(E)), set(E, add(get(D), get(FIRST)))].flat(),
  ...[set(D, get(C)), set(C, get(B)), set(B, get(A)), set(A, add(get(FIRST), get(SECOND)))].flat(),
];

const placeOf = (place: number): number => LAYOUT.state + place * WORD_BYTES;
const VARIABLES = [A, B, C, D, E, F, G, H];

const BODY: Code = repeat(
  { local: AT, step: BLOCK_BYTES, bound: get(END) },
  EXPAND,
  VARIABLES.flatMap((local, place) => set(local, load(num(0), placeOf(place)))),
  set(PLACE, num(0)),
  repeat({ local: PLACE, step: WORD_BYTES, bound: num(ROUNDS_BYTES) }, ROUND),
  VARIABLES.flatMap((local, place) =>
    store(num(0), placeOf(place), add(load(num(0), placeOf(place)), get(local))),
  ),
);

// The module: one type, one function, one memory, both exported, and the constants in it.

const I32 = 0x7f;

function section(number: number, content: Code): Code {
  return [number, ...unsigned(content.length), ...content];
}

function named(name: string, kind: number): Code {
  return [name.length, ...Buffer.from(name), kind, 0];
}

const DATA = [...CONSTANTS, ...START].flatMap((each) => [0, 8, 16, 24].map((bits) => (each >>> bits) & 0xff));
const FUNCTION: Code = [1, LOCALS, I32, ...BODY, 0x0b];

const MODULE: Code = [
  ...[0, ...Buffer.from("asm"), 1, 0, 0, 0],
  ...section(1, [1, 0x60, 2, I32, I32, 0]),
  ...section(3, [1, 0]),
  ...section(5, [1, 0, 1]),
  ...section(7, [2, ...named("hash", 0), ...named("memory", 2)]),
  ...section(10, [1, ...unsigned(FUNCTION.length), ...FUNCTION]),
  ...section(11, [1, 0, ...num(LAYOUT.constants), 0x0b, ...unsigned(DATA.length), ...DATA]),
];

export const SHA256_CODE: string = Buffer.from(MODULE).toString("base64");
