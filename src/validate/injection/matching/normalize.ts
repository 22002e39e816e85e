// The copy that patterns and the model read: what a model would understand, however it was spelled. Lower case, plain
// letters, no invisible characters, nothing escaped, no letters set apart. Linear in the length of the text.

import { decodeEscapes } from "./decode-escapes.ts";
import { foldCharacters } from "./fold.ts";
import { joinLetters } from "./join-letters.ts";
import { type MappedText, unmapped } from "./mapped-text.ts";

export function normalizeForMatching(text: string): MappedText {
  const mapped = joinLetters(foldCharacters(decodeEscapes(unmapped(text))));
  // Every character whose lower case is longer than itself was folded above, so offsets stay as they are.
  return { text: mapped.text.toLowerCase(), originalOffset: mapped.originalOffset };
}
