// The share of a value that reads like words. Random tokens and human words use the same letters, but in different
// successions. The table holds the followers that make up nineteen of twenty pairs in English words and identifiers; in
// random text they make up four of ten.

const FOLLOWERS: Readonly<Record<string, string>> = {
  a: "bcdgiklmnprstuvwxy",
  b: "aceilorsuy",
  c: "acdehiklmorstu",
  d: "abdefilorsuy",
  e: "abcdefgilmnopqrstvwxy",
  f: "aefilorstu",
  g: "aeghilnorsu",
  h: "aeiort",
  i: "abcdefglmnoprstvxz",
  j: "aeosu",
  k: "aeinsy",
  l: "adeilopstuy",
  m: "abeilmopsuy",
  n: "acdefgiklnopstuvy",
  o: "abcdfgiklmnoprstuvwy",
  p: "aehiloprstuy",
  q: "u",
  r: "acdefgiklmnoprstuvy",
  s: "acefhiklmopqstuwy",
  t: "acdefhilmoprstuwy",
  u: "abcefgilmnprst",
  v: "aeio",
  w: "aehinors",
  x: "aceipt",
  y: "acelmnopst",
  z: "aeiz",
};

export type WordShare = {
  readonly letters: number;
  /** Neighbouring letters of one case run, e.g. 3 in "Word" and 2 + 1 in "fooBa". */
  readonly pairs: number;
  /** How many of them occur in words. */
  readonly knownPairs: number;
};

/** A capital after a small letter begins a new word: "tokenValue" is two words and has no pair "nV". */
export function measureWordShare(value: string): WordShare {
  let letters = 0;
  let pairs = 0;
  let knownPairs = 0;
  for (let index = 0; index < value.length; index += 1) {
    const before = value.charAt(index - 1);
    const after = value.charAt(index);
    if (!isLetter(after)) continue;
    letters += 1;
    if (!isLetter(before) || (isLower(before) && !isLower(after))) continue;
    pairs += 1;
    if (FOLLOWERS[before.toLowerCase()]?.includes(after.toLowerCase())) knownPairs += 1;
  }
  return { letters, pairs, knownPairs };
}

function isLower(character: string): boolean {
  return character >= "a" && character <= "z";
}

function isLetter(character: string): boolean {
  return isLower(character) || (character >= "A" && character <= "Z");
}
