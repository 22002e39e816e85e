// Secrets that are drawn from a seed when they are needed and stand in no file.

export type Random = () => number;

/** Mulberry32: small, and the same on every machine. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const LOWER = "abcdefghijkmnopqrstuvwxyz";
const UPPER = "ABCDEFGHJKLMNPQRSTUVWXYZ";
const DIGITS = "0123456789";
const SIGNS = "!@#$%^&*?";
/** As /etc/shadow and .htpasswd keep them. */
const CRYPT = "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const NAMES =
  "Falcon Maple Harbor Winter Copper Orchid Thunder Marble Saffron Glacier Bamboo Comet Pepper Violet Granite Tiger".split(
    " ",
  );

export function pick<T>(random: Random, from: readonly T[]): T {
  const picked = from[Math.floor(random() * from.length)];
  if (picked === undefined) throw new RangeError("nothing to pick from");
  return picked;
}

function draw(random: Random, alphabet: string, length: number): string {
  return Array.from({ length }, () => alphabet.charAt(Math.floor(random() * alphabet.length))).join("");
}

function between(random: Random, min: number, max: number): number {
  return min + Math.floor(random() * (max - min + 1));
}

function shuffled(random: Random, text: string): string {
  return Array.from(text, (letter) => ({ letter, order: random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ letter }) => letter)
    .join("");
}

/** What people and machines use as a secret, by kind. */
export const VALUES = {
  /** From a password manager: four classes, 14 to 20 characters. */
  generated: (random: Random): string =>
    shuffled(
      random,
      `${draw(random, LOWER, between(random, 6, 9))}${draw(random, UPPER, between(random, 4, 6))}${draw(random, DIGITS, 3)}${draw(random, SIGNS, between(random, 1, 2))}`,
    ),
  /** Thought up: a word, a number, a sign. */
  chosen: (random: Random): string =>
    `${pick(random, NAMES)}${draw(random, DIGITS, between(random, 2, 4))}${draw(random, SIGNS, 1)}`,
  /** Letters and digits, 12 to 16. */
  plain: (random: Random): string =>
    shuffled(
      random,
      `${draw(random, LOWER, between(random, 5, 7))}${draw(random, UPPER, 4)}${draw(random, DIGITS, between(random, 3, 5))}`,
    ),
  /** 8 to 12 characters of three classes. */
  short: (random: Random): string =>
    shuffled(
      random,
      `${draw(random, LOWER, between(random, 4, 6))}${draw(random, UPPER, 2)}${draw(random, DIGITS, between(random, 2, 4))}`,
    ),
  /** Twelve to sixteen letters and no digit. */
  letters: (random: Random): string =>
    shuffled(
      random,
      `${draw(random, LOWER, between(random, 7, 9))}${draw(random, UPPER, between(random, 5, 7))}`,
    ),
  token: (random: Random): string => draw(random, LOWER + UPPER + DIGITS, between(random, 28, 44)),
  /** Keys of services that also use signs. */
  signed: (random: Random): string =>
    shuffled(random, `${draw(random, LOWER + UPPER + DIGITS, 20)}${draw(random, "!#$%^*+~", 4)}`),
  hex: (random: Random): string => draw(random, "0123456789abcdef", pick(random, [32, 40, 64])),
  base64: (random: Random): string =>
    Buffer.from(draw(random, LOWER + UPPER + DIGITS + SIGNS, 32)).toString("base64"),
  uuid: (random: Random): string =>
    [8, 4, 4, 4, 12].map((length) => draw(random, "0123456789abcdef", length)).join("-"),
  digits: (random: Random): string => draw(random, DIGITS, 8),
} as const;

export type ValueKind = keyof typeof VALUES;

const WORDS =
  "falcon maple harbor winter copper orchid thunder marble saffron glacier bamboo comet pepper violet granite tiger".split(
    " ",
  );
/** Words of the list that wallets use. */
const SEED_WORDS =
  "abandon ability absorb acoustic adapt alarm album anchor artist autumn banner basket blanket bridge cactus candy canyon cereal cherry cinema copper cradle crystal dinner dolphin eagle early echo ecology elegant fabric famous feature fossil galaxy garden ginger glove gravity harvest hybrid imitate insect island jaguar jungle kitchen ladder lemon lizard magnet marble meadow nephew noodle ocean olive orbit oyster panther pepper pioneer puzzle rabbit ribbon river saddle salmon shadow silver spider summer tiger tunnel umbrella valley velvet walnut whisper window yellow zebra".split(
    " ",
  );

/** Of each alphabet at least one character. */
function drawOfAll(random: Random, alphabets: readonly string[], length: number): string {
  for (;;) {
    const drawn = draw(random, alphabets.join(""), length);
    if (alphabets.every((alphabet) => Array.from(drawn).some((letter) => alphabet.includes(letter))))
      return drawn;
  }
}

const KINDS: Readonly<Record<string, (random: Random, length: number) => string>> = {
  mixed: (random, length) => drawOfAll(random, [LOWER, UPPER, DIGITS, SIGNS], length),
  alnum: (random, length) => drawOfAll(random, [LOWER, UPPER, DIGITS], length),
  lower: (random, length) => draw(random, LOWER, length),
  upper: (random, length) => draw(random, UPPER + DIGITS, length),
  hex: (random, length) => draw(random, "0123456789abcdef", length),
  digits: (random, length) => draw(random, DIGITS, length),
  base64: (random, length) => draw(random, `${LOWER}${UPPER}${DIGITS}+/`, length),
  crypt: (random, length) => draw(random, CRYPT, length),
  base32: (random, length) => draw(random, "0123456789abcdefghjkmnpqrstvwxyz", length),
  words: (random, length) => Array.from({ length }, () => pick(random, WORDS)).join("-"),
  phrase: (random, length) => Array.from({ length }, () => pick(random, SEED_WORDS)).join(" "),
  from10: (random, length) => `${10 + Math.floor(random() * length)}`,
  upto: (random, length) => `${1 + Math.floor(random() * length)}`,
};

const PLACE = /\{\{([a-z0-9]{3,6}):(\d{1,3})\}\}/g;

/** A row of data holds no secret: what stands for one, as `{{mixed:12}}`, is drawn. */
export function fillPlaces(text: string, random: Random): string {
  return text.replace(
    PLACE,
    (place, kind: string, length: string) => KINDS[kind]?.(random, Number(length)) ?? place,
  );
}
