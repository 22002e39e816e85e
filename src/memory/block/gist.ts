// The gist of a memory: the first sentences of its body. A reader who is given it acts on it without opening the file, so it ends
// where a sentence ends, and says by `…` that there is more.

/** In UTF-16 units: never fewer than characters. */
export const GIST_CHARS = { start: 160, prompt: 240 } as const;
/** At a prompt a body as long as this comes whole, with its lines. */
const WHOLE_BODY_CHARS = 320;
/** Bodies are bounded by the file; this bounds the work on one. */
const READ_CHARS = 4_000;
const MORE = " …";

export function takeGist(body: string, at: keyof typeof GIST_CHARS): string {
  const text = body.trim();
  if (at === "prompt" && text.length <= WHOLE_BODY_CHARS) return text;
  const charsMax = GIST_CHARS[at];
  const line = joinLines(text.slice(0, READ_CHARS));
  const isAll = text.length <= READ_CHARS;
  if (isAll && line.length <= charsMax) return line;
  const room = charsMax - MORE.length;
  return `${line.slice(0, endOfSentences(line, room) ?? endOfWords(line, room))}${MORE}`;
}

const HEADING = /^\s*(?:#{1,6}\s|```|~~~|[-=*_]{3,}\s*$)/;

/** Without headings, fences and rules, which say nothing by themselves. */
function joinLines(text: string): string {
  const lines = text.split("\n").filter((line) => !HEADING.test(line));
  return lines.join(" ").replace(/\s+/g, " ").trim();
}

const SENTENCE_END = /[.!?…]["'”’»)\]]*(?=\s)|[。！？]["'”’」』]*/g;
/** What ends in a full stop and ends no sentence. */
const ABBREVIATION = /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|cf|ca|approx|incl|no|nr|z\.B|d\.h|bzw|[A-Za-z])\.$/;

/** @returns null when not even the first sentence fits. */
function endOfSentences(line: string, room: number): number | null {
  let end: number | null = null;
  for (const { 0: mark, index } of line.slice(0, room + 1).matchAll(SENTENCE_END)) {
    const at = index + mark.length;
    if (at <= room && !ABBREVIATION.test(line.slice(0, index + 1))) end = at;
  }
  return end;
}

function endOfWords(line: string, room: number): number {
  const space = line.lastIndexOf(" ", room);
  if (space > room / 2) return space;
  // Two units that make one character stay together.
  return /[\uD800-\uDBFF]/.test(line[room - 1] ?? "") ? room - 1 : room;
}
