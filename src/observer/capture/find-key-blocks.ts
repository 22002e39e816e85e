// Private keys are the one kind of secret that can be longer than what is scanned at once, so they are found over the whole
// of a text: from the first line of a key to its last, or to the end of the text where that was cut off.

export type SecretSpan = { readonly start: number; readonly end: number; readonly rule: string };

const EDGE = /-----(?<edge>BEGIN|END)[A-Z0-9 ]{0,30} PRIVATE KEY(?: BLOCK)?-----/g;
/** Prose that only names the line has no key behind it. */
const KEY_LIKE = /[A-Za-z0-9+/=]{40}/;
const LOOK_AHEAD_CHARS = 600;

export function findKeyBlocks(text: string): SecretSpan[] {
  const blocks: SecretSpan[] = [];
  let begun: number | null = null;
  const add = (start: number, end: number): void => {
    if (KEY_LIKE.test(text.slice(start, start + LOOK_AHEAD_CHARS)))
      blocks.push({ start, end, rule: "private-key" });
  };
  for (const { 0: line, index, groups } of text.matchAll(EDGE)) {
    if (groups?.["edge"] === "BEGIN") begun ??= index;
    else if (begun !== null) {
      add(begun, index + line.length);
      begun = null;
    }
  }
  if (begun !== null) add(begun, text.length);
  return blocks;
}
