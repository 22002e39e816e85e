// Code that was pasted or quoted says nothing about what people decided: an `error` in it is a word of the program.

const FENCE = /^\s{0,3}(?<mark>`{3,}|~{3,})/;
const INLINE = /`[^`]{1,2000}`/g;

/** The lines of a message without fenced code and without what stands between backticks. An unclosed fence goes to the end. */
export function stripCode(text: string): string[] {
  const lines: string[] = [];
  let fence: string | null = null;
  for (const line of text.split("\n")) {
    const mark = FENCE.exec(line)?.groups?.["mark"];
    if (fence === null && mark !== undefined) fence = mark;
    else if (fence === null) lines.push(line.replace(INLINE, " "));
    else if (mark?.startsWith(fence) === true) fence = null;
  }
  return lines;
}
