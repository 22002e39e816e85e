// From a word to its stem, so that `deployed` finds `deployment`: irregular forms first, then Porter's suffix rules for
// English. A word with anything but a–z in it is its own stem.

import { BASE_FORMS } from "./irregular-table.ts";

type Ending = readonly [suffix: string, replacement: string];

/** Applied where something with at least one syllable is left. */
const DOUBLED_ENDINGS: readonly Ending[] = [
  ["ational", "ate"],
  ["ization", "ize"],
  ["iveness", "ive"],
  ["fulness", "ful"],
  ["ousness", "ous"],
  ["tional", "tion"],
  ["biliti", "ble"],
  ["entli", "ent"],
  ["ousli", "ous"],
  ["ation", "ate"],
  ["alism", "al"],
  ["aliti", "al"],
  ["iviti", "ive"],
  ["enci", "ence"],
  ["anci", "ance"],
  ["izer", "ize"],
  ["alli", "al"],
  ["ator", "ate"],
  ["logi", "log"],
  ["bli", "ble"],
  ["eli", "e"],
];
const ADJECTIVE_ENDINGS: readonly Ending[] = [
  ["icate", "ic"],
  ["ative", ""],
  ["alize", "al"],
  ["iciti", "ic"],
  ["ical", "ic"],
  ["ness", ""],
  ["ful", ""],
];
/** Applied where something with at least two syllables is left. The longest that fits decides. */
const LAST_ENDINGS = "ement ance ence able ible ment ant ent ism ate iti ous ive ize ion al er ic ou".split(
  " ",
);

export function stemWord(word: string): string {
  const base = BASE_FORMS.get(word) ?? word;
  return base.length < 3 || !/^[a-z]+$/.test(base) ? base : applyRules(base);
}

function applyRules(word: string): string {
  const singular = turnFinalY(dropPast(dropPlural(word)));
  const stem = replaceEnding(replaceEnding(singular, DOUBLED_ENDINGS), ADJECTIVE_ENDINGS);
  // Once more, beyond Porter's rules: else `deployment` would not meet `deploy`.
  return turnFinalY(dropFinal(dropLast(stem)));
}

function turnFinalY(word: string): string {
  return word.endsWith("y") && hasVowel(word.slice(0, -1)) ? `${word.slice(0, -1)}i` : word;
}

function dropPlural(word: string): string {
  if (word.endsWith("sses") || word.endsWith("ies")) return word.slice(0, -2);
  return word.endsWith("s") && !word.endsWith("ss") ? word.slice(0, -1) : word;
}

function dropPast(word: string): string {
  if (word.endsWith("eed")) return measureOf(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word;
  const suffix = word.endsWith("ed") ? 2 : word.endsWith("ing") ? 3 : 0;
  const stem = word.slice(0, word.length - suffix);
  if (suffix === 0 || !hasVowel(stem)) return word;
  if (/(?:at|bl|iz)$/.test(stem)) return `${stem}e`;
  if (endsInDouble(stem) && !/[lsz]$/.test(stem)) return stem.slice(0, -1);
  return measureOf(stem) === 1 && endsInShortSyllable(stem) ? `${stem}e` : stem;
}

function replaceEnding(word: string, endings: readonly Ending[]): string {
  const ending = endings.find((each) => word.endsWith(each[0]));
  if (ending === undefined) return word;
  const stem = word.slice(0, -ending[0].length);
  return measureOf(stem) > 0 ? stem + ending[1] : word;
}

function dropLast(word: string): string {
  const suffix = LAST_ENDINGS.find((each) => word.endsWith(each));
  if (suffix === undefined) return word;
  const stem = word.slice(0, -suffix.length);
  if (suffix === "ion" && !/[st]$/.test(stem)) return word;
  return measureOf(stem) > 1 ? stem : word;
}

function dropFinal(word: string): string {
  let stem = word;
  if (stem.endsWith("e")) {
    const rest = stem.slice(0, -1);
    const syllables = measureOf(rest);
    if (syllables > 1 || (syllables === 1 && !endsInShortSyllable(rest))) stem = rest;
  }
  return stem.endsWith("ll") && measureOf(stem) > 1 ? stem.slice(0, -1) : stem;
}

// What Porter's rules ask of the letters before a suffix. `y` is a vowel after a consonant, a consonant otherwise.

/** How often a run of vowels is followed by a run of consonants. */
function measureOf(word: string): number {
  let count = 0;
  let afterVowel = false;
  for (let at = 0; at < word.length; at += 1) {
    const vowel = isVowel(word, at);
    if (afterVowel && !vowel) count += 1;
    afterVowel = vowel;
  }
  return count;
}

function hasVowel(word: string): boolean {
  for (let at = 0; at < word.length; at += 1) {
    if (isVowel(word, at)) return true;
  }
  return false;
}

/** `hopp`, not `see`. */
function endsInDouble(word: string): boolean {
  const last = word.length - 1;
  return last > 0 && word[last] === word[last - 1] && !isVowel(word, last);
}

/** `hop`, `fil`: consonant, vowel, consonant, the last not w, x or y. */
function endsInShortSyllable(word: string): boolean {
  const last = word.length - 1;
  return (
    last >= 2 &&
    !isVowel(word, last) &&
    isVowel(word, last - 1) &&
    !isVowel(word, last - 2) &&
    !"wxy".includes(word[last] ?? "")
  );
}

function isVowel(word: string, at: number): boolean {
  const letter = word[at] ?? "";
  if (letter === "y") return at > 0 && !isVowel(word, at - 1);
  return "aeiou".includes(letter);
}
