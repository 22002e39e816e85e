// What Porter's rules ask of the letters before a suffix. `y` is a vowel after a consonant, a consonant otherwise.

/** How often a run of vowels is followed by a run of consonants. */
export function measureOf(word: string): number {
  let count = 0;
  let afterVowel = false;
  for (let at = 0; at < word.length; at += 1) {
    const vowel = isVowel(word, at);
    if (afterVowel && !vowel) count += 1;
    afterVowel = vowel;
  }
  return count;
}

export function hasVowel(word: string): boolean {
  for (let at = 0; at < word.length; at += 1) {
    if (isVowel(word, at)) return true;
  }
  return false;
}

/** `hopp`, not `see`. */
export function endsInDouble(word: string): boolean {
  const last = word.length - 1;
  return last > 0 && word[last] === word[last - 1] && !isVowel(word, last);
}

/** `hop`, `fil`: consonant, vowel, consonant, the last not w, x or y. */
export function endsInShortSyllable(word: string): boolean {
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
