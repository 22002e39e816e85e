// How plainly each room explains itself. Four habits make a comment hard to read for an outsider, and well-read codebases of
// this field have them in 0 to 3 % of their sentences: an indirect subject ("What", "Whoever"), a person without a name
// ("somebody"), "where" for "if", and a fragment ("Of those"). The record says how many such sentences each room has.

import { isInterfaceDeclaration, isTypeAliasDeclaration } from "typescript/unstable/ast";
import { roomOf } from "./ruler.ts";
import { type Source, walk } from "./syntax.ts";

export type Prose = {
  readonly sentences: number;
  /** The sentences that have one of the habits. */
  readonly riddles: readonly string[];
};

export type ProseRecord = {
  /** Riddles by room, as `app/recall`. */
  readonly rooms: Readonly<Record<string, number>>;
  /** Types whose name is a participle, which a reader has to learn as a noun. */
  readonly participles: number;
};

const HABITS: readonly RegExp[] = [
  /^(?:What|Whoever|Whatever|Whose|Those)\b(?!.*\?$)/,
  /\b(?:somebody|nobody|whoever|anybody|everybody)\b/i,
  /\bwhere (?:it|no|nobody|none|nothing|another|one|there)\b/i,
  /^Of (?:those|these|a|an|its|what|each)\b/,
];

/** A shorter one is a label. */
const WORDS_MIN = 3;

const PARTICIPLE =
  /^(?:Place|Both|Told|Said|Held|Kept|Known|Taken|Found|Given|Shown|Seen|Gone|Lost|Left|Spoken|Made|Done|Sent|Written|Drawn|Begun|Met|Put|[A-Z][a-z]{2,}(?:ing|ed))$/;
const NOUNS =
  /^(?:Embedding|Finding|Heading|Meaning|Mapping|Need|Reading|Seed|Setting|Standing|String|Thing|Timing|Warning|Wording)$/;

export function measureProse(sources: readonly Source[]): Map<string, Prose> {
  const rooms = new Map<string, { sentences: number; riddles: string[] }>();
  for (const { path, text } of sources) {
    const room = rooms.get(roomOf(path)) ?? { sentences: 0, riddles: [] };
    rooms.set(roomOf(path), room);
    for (const sentence of readComments(text).flatMap(splitSentences)) {
      room.sentences += 1;
      if (HABITS.some((habit) => habit.test(sentence))) room.riddles.push(`${path}: ${sentence}`);
    }
  }
  return rooms;
}

/** Comments of their own lines; neighbouring lines are one comment. */
function readComments(text: string): string[] {
  const comments: string[] = [];
  let lines: string[] = [];
  for (const line of [...text.split("\n"), ""]) {
    const said = /^\s*(?:\/\/|\/\*\*?|\*(?!\/))\s?(.*?)\s*(?:\*\/)?$/.exec(line)?.[1];
    if (said !== undefined) lines.push(said);
    if (said === undefined || line.trimEnd().endsWith("*/")) {
      if (lines.length > 0) comments.push(lines.join(" "));
      lines = [];
    }
  }
  return comments;
}

function splitSentences(comment: string): string[] {
  return comment
    .split(/(?<=[.!?:;])\s+(?=[A-Z`])/)
    .map((sentence) => sentence.replace(/^@\w+\s*/, "").trim())
    .filter((sentence) => sentence.split(/\s+/).length >= WORDS_MIN);
}

/** Types named by a bare participle, as `path: Name`. */
export function findParticiples(sources: readonly Source[]): string[] {
  const found: string[] = [];
  for (const { path, tree } of sources) {
    walk(tree, (node) => {
      if (!isTypeAliasDeclaration(node) && !isInterfaceDeclaration(node)) return;
      const { text } = node.name;
      if (PARTICIPLE.test(text) && !NOUNS.test(text)) found.push(`${path}: ${text}`);
    });
  }
  return found;
}

export function recordProse(sources: readonly Source[]): ProseRecord {
  const rooms = [...measureProse(sources)].map(([room, { riddles }]) => [room, riddles.length] as const);
  return {
    rooms: Object.fromEntries(rooms.toSorted(([a], [b]) => (a < b ? -1 : 1))),
    participles: findParticiples(sources).length,
  };
}

export function findMoreRiddles(sources: readonly Source[], record: ProseRecord): string[] {
  const rooms = [...measureProse(sources)].flatMap(([room, { riddles }]) => {
    const recorded = record.rooms[room] ?? 0;
    return riddles.length <= recorded
      ? []
      : [
          `${room}: ${riddles.length} sentences that an outsider reads twice, ${recorded} on record`,
          ...riddles,
        ];
  });
  const participles = findParticiples(sources);
  return participles.length <= record.participles
    ? rooms
    : [...rooms, `types named by a participle: ${record.participles} on record`, ...participles];
}
