// The name of a memory is shown with it: as its id and in its path. Attack: a secret as an id, which is no part of the text.
// In an id words are joined by `_`, which most rules take for a part of the token, so each run of words stands by itself.

/** Of the tokens that could be an id, none has more than four words. */
const WORDS_MAX = 4;

/** The name without folder and ending, and behind it the runs of its words, in paragraphs. */
export function renderNameParts(file: string): string {
  const stem = file.replace(/^.*[/\\]/s, "").replace(/\.md$/i, "");
  const words = stem.split("_");
  const runs = words.flatMap((_, at) =>
    Array.from({ length: WORDS_MAX }, (_, more) => words.slice(at, at + more + 1).join("_")),
  );
  return [...new Set([stem, ...runs])].join("\n\n");
}
