// The part of a secret that may be shown.
//
// Threat: findings end up in terminals, logs and attestations; their readers must be able to recognise the secret, and must
// not be able to use it.

const PREVIEW_CHARS_MAX = 4;
/** Below this length four characters would give too much away; a third is shown instead. */
const SHORT_CHARS_MAX = 11;

/** First characters and length, e.g. `"AKIA…" (20 characters)`. */
export function maskSecret(value: string): string {
  const characters = Array.from(value);
  const shown = characters.length > SHORT_CHARS_MAX ? PREVIEW_CHARS_MAX : Math.floor(characters.length / 3);
  const preview = characters.slice(0, shown).map(showCharacter).join("");
  return `"${preview}…" (${characters.length} characters)`;
}

/** Line ends and invisible characters would break the one-line finding. */
function showCharacter(character: string): string {
  return /[\p{C}\p{Z}]/u.test(character) ? " " : character;
}
