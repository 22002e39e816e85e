// What each kind of evidence is worth. Measured on eight public sets at once (`npm run bench:recall`), rounded, and flat
// around these values: none of them is a fit to one kind of text.

/** Rare words say more than common ones, but not quite as much more as their counts suggest. */
export const RARITY_POWER = 0.9;
/** How soon saying a word again stops counting. */
export const REPETITION = 1.2;
/** A word of the name says more than one of the body. */
export const NAME_WEIGHT = 4;
export const TAG_WEIGHT = 2.5;
/** How much the length of a column is held against it. */
export const NAME_LENGTH = 0.6;
export const TAG_LENGTH = 0.3;
/** Notes of one or two sentences differ in length by chance, long ones because they wander: the share grows with the average. */
export const BODY_LENGTH = { share: 0.47, wordsAverage: 32, growth: 0.1, min: 0.2, max: 0.9 } as const;

/** A cue that the prompt says in full gives so many times the points of its words. */
export const CUE_WEIGHT = 3;
/** The share of that for a word that the memory says anyway. */
export const CUE_REPEATED = 0.4;

/** The prompt's own form of the word, not only its stem. */
export const SAME_FORM = 0.2;
/** Two words of the prompt side by side in the memory, or one word apart. */
export const PAIR = 1;
export const PAIR_APART = 0.8;
/** A memory says early what it is about. */
export const EARLY = 0.1;
export const EARLY_WORDS = 32;
/** A name that the prompt says in full; one that is the prompt, word for word. */
export const FULL_NAME = 0.15;
export const SAME_NAME = 1;

/** Words of grammar tell two memories alike apart, no more. */
export const GRAMMAR = 0.1;
/** An identifier whole, on top of its parts. */
export const WHOLE = 0.3;
/** A prompt that is nothing but an identifier asks for it, not for its parts. */
export const WHOLE_ALONE = 6;

/** Other words for a word of the prompt. */
export const OTHER_WORDS = {
  joined: 0.9,
  shortForm: 0.6,
  beginning: 0.5,
  longer: 0.5,
  likeMeaning: 0.45,
} as const;
