// A memory for a model. Every field is cleaned and escaped, what a person redacted is hidden, and what is withheld has no
// words at all: describeMemory has taken them away before.

import * as z from "zod";
import { sayFound } from "../app/check/flag-wording.ts";
import type { WriteAnswer } from "../app/hub/memories.ts";
import type { DescribedMemory } from "../app/memories/describe-memory.ts";
import type { Relations } from "../app/recall/relations.ts";
import { FILE_BYTES_MAX, NAME_CHARS_MAX, REASON_CHARS_MAX } from "../memory/limits.ts";
import { SCOPES, STANDINGS } from "../memory/memory.ts";
import { escapeMarkup, foldText, renderLine, renderText } from "../memory/text/sanitize.ts";
import { stripRedacted } from "../memory/text/strip-redacted.ts";
import { WITHHELD } from "../memory/wording.ts";
import type { WRITTEN } from "./draft-fields.ts";
import { type Answer, estimateTokens } from "./tool.ts";

export const ROW = z.object({
  id: z.string(),
  scope: z.enum(SCOPES),
  name: z.string().nullable().describe("null: withheld"),
  standing: z.enum(STANDINGS).describe("verified: a person approved it; inferred: unconfirmed advice"),
  date: z.string().nullable().describe("date of confirmation, or else of creation"),
  why: z.string().describe("reason for the standing"),
  flagged: z.string().nullable().describe("kind of wording that the injection check found in it"),
  get_tokens: z.number().int().describe("cost of reading it with memory_get"),
});

export type Row = z.output<typeof ROW>;

/** How a memory stands to others. */
export const RELATED = {
  disagrees_with: z
    .array(z.object({ id: z.string(), line: z.string() }))
    .describe("memories that contradict it, facts first, and what they say"),
  alike: z.array(z.string()).describe("its copies"),
};

type Related = { readonly disagrees_with: { id: string; line: string }[]; readonly alike: string[] };

export function renderRelations(relations: Relations | undefined): Related {
  return {
    disagrees_with: (relations?.disagrees ?? []).map(({ id, line: said }) => ({
      id,
      line: line(said, LINE_CHARS_MAX),
    })),
    alike: (relations?.alike ?? []).map(({ id }) => id),
  };
}

/** In words of ours, with ids alone. */
export function tellRelations({ disagrees_with, alike }: Related): string[] {
  return [
    ...(disagrees_with.length === 0
      ? []
      : [`disagrees with ${disagrees_with.map(({ id }) => id).join(", ")}`]),
    ...(alike.length === 0 ? [] : [`+${alike.length} alike`]),
  ];
}

/** A sentence, as much of it as says what it is about. */
const LINE_CHARS_MAX = 200;

/** What a row says besides: words of ours, and words of others. */
type Cells = { readonly facts?: readonly string[]; readonly words?: readonly string[] };

/** What memory_get adds to a body. */
const FRAME_TOKENS = 80;

export function renderRow(memory: Omit<DescribedMemory, "body">, body: string): Row {
  const { id, scope, name, standing, reason, flagged } = memory;
  return {
    id,
    scope,
    name: name === null ? null : line(name, NAME_CHARS_MAX),
    standing,
    date: memory.lastVerified ?? memory.createdAt?.slice(0, 10) ?? null,
    why: line(reason, REASON_CHARS_MAX),
    flagged: flagged === null ? null : line(flagged, REASON_CHARS_MAX),
    get_tokens: FRAME_TOKENS + estimateTokens(body),
  };
}

export function line(text: string, charsMax: number): string {
  return renderLine(stripRedacted(text), charsMax);
}

/**
 * One line. The standing comes before all text that somebody wrote, and that text cannot contain the separator: a name
 * that poses as a standing stays in the column of names.
 */
export function renderRowText(row: Row, more: Cells = {}): string {
  const { id, scope, name, standing, date, why, flagged } = row;
  const where = scope === "user" ? " [user]" : "";
  const mark = flagged === null ? [] : [`flagged: ${flagged}`];
  const facts = [standing, ...mark, date ?? "no date", why, ...(more.facts ?? [])].join(", ");
  const words = [name ?? "(withheld)", ...(more.words ?? [])].map((each) => each.replaceAll("|", "/"));
  return [`${id}${where}: ${facts}`, ...words].join(" | ");
}

// The body of a memory for a model, within what an answer has room for.
//
// Threat: a body that goes on as if it were the next memory of the answer, with a standing of its own choice. In the text
// form each of its lines begins with a mark that no line of ours begins with.

const MARK = "| ";

export type RenderedBody = { readonly text: string; readonly truncated: boolean };

/** As much of it as takes `room` characters in the text form, which is the longer one. */
export function renderBody(body: string, room: number): RenderedBody {
  const shown = stripRedacted(body);
  const chars = [...foldText(shown, FILE_BYTES_MAX)];
  let left = room - MARK.length;
  const end = chars.findIndex((char) => {
    left -= escapeMarkup(char).length + (char === "\n" ? MARK.length : 0);
    return left < 0;
  });
  return { text: renderText(shown, end === -1 ? chars.length : end), truncated: end !== -1 };
}

/** The text form of it. */
export function quoteBody(text: string): string {
  return `${MARK}${text.trimEnd().replaceAll("\n", `\n${MARK}`)}`;
}

// What became of a write, in words.

export type Written = Omit<z.output<typeof WRITTEN>, "tokens">;

/** What a rule means, and the sentence. */
const FOUND_CHARS_MAX = 400;
/** A flag is no refusal: the text is stored, and who wrote it honestly can say it otherwise. */
const SAY_OTHERWISE = "it is stored; if you meant something else, save it again in other words";
const STORED_WITHHELD = `it is stored, and ${WITHHELD}; if you meant something else, save it again in other words`;
const REVIEW = "the user decides on it: credence review, or credence yes or no with its id";

type WrittenWords = { readonly waits: string | null; readonly asksForCues: boolean };

export function renderWritten(written: WriteAnswer, { waits, asksForCues }: WrittenWords): Answer<Written> {
  const { outcome, relations, nearest = [], cuesLeft = [] } = written;
  const { kind, id, supersedes, flags, similar } = outcome;
  const found = sayFound(outcome.findings).map((each) => renderLine(each, FOUND_CHARS_MAX));
  const isWritten = kind !== "unchanged";
  const isHeld = outcome.findings.some(({ severity }) => severity === "flag");
  const value: Written = {
    outcome: kind,
    id,
    why: line(outcome.why, REASON_CHARS_MAX),
    standing: isWritten ? "inferred" : null,
    supersedes,
    flags: [...flags],
    similar: [...similar],
    ...renderRelations(relations),
    nearest: nearest.map(({ gist, ...near }) => ({ ...near, gist: line(gist, LINE_CHARS_MAX) })),
    cues_left_out: cuesLeft.map((left) => line(left, REASON_CHARS_MAX)),
    waits: isWritten ? (isHeld ? WITHHELD : (waits ?? (supersedes === null ? null : REVIEW))) : null,
  };
  const lines = [
    `${kind} ${id}: ${value.why}`,
    ...found,
    ...(found.length === 0 ? [] : [isHeld ? STORED_WITHHELD : SAY_OTHERWISE]),
    ...(similar.length === 0 ? [] : [`possibly the same subject: ${similar.join(", ")}`]),
    ...tellContradiction(value),
    ...tellNearest(value),
    ...value.cues_left_out.map((left) => `cue left out: ${left}`),
    ...(asksForCues && kind === "created" ? [NO_CUES] : []),
    ...(value.waits === null || isHeld ? [] : [value.waits]),
  ];
  return { value, text: lines.join("\n") };
}

const NO_CUES =
  "it has no cues: memory_update with two to six, in the words of the situations that need it, helps later sessions find it";
const COMPARE =
  "if it contradicts one of these, say so with memory_update and contradicts; if one is outdated, update that one";

function tellNearest({ nearest }: Written): string[] {
  if (nearest.length === 0) return [];
  const rows = nearest.map(({ id, standing, gist }) => `near ${id} (${standing}): ${gist}`);
  return [...rows, COMPARE];
}

function tellContradiction({ disagrees_with, alike }: Related): string[] {
  const said = disagrees_with.map(({ id, line: words }) => `disagrees with ${id}: ${words}`);
  return [
    ...said,
    ...(said.length === 0
      ? []
      : ["if one of them is outdated, change it with memory_update, or ask the user which is right"]),
    ...(alike.length === 0 ? [] : [`says the same as ${alike.join(", ")}`]),
  ];
}
