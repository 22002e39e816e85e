// What a person signs, on the screen. Attack: a text that draws on the screen, hides characters, or looks like our own words
// so that the question seems to be about something else. So each character that a screen would hide is shown by its
// number, and each row of a foreign text, also where a long line goes on, begins with a mark that is ours.

import type { SigningPreview } from "../../app/change/signing-preview.ts";
import type { DigestedContent } from "../../memory/file/digest.ts";
import { diffLines } from "../../memory/text/diff-lines.ts";
import { createRevealBeside } from "../../memory/text/look-alikes.ts";
import { revealHidden } from "../../memory/text/reveal.ts";
import { wrapMarkedLine } from "./style.ts";
import { renderDiff, renderWhole, revealLine, sayShown, type TextRows } from "./text-rows.ts";

const MARKS = { error: "[E]", warning: "[W]", flag: "[!]", notice: "[?]" } as const;
const KEY_CHARS = 13;

export type Screen = {
  /** Whole rows. */
  readonly text: string;
  /** How many lines of the memory are on it, for the question. */
  readonly shown: string;
};

export function renderShowing(showing: SigningPreview, columns: number): Screen {
  const rows = [...describe(showing), ...listFindings(showing)];
  const head = rows
    .filter((row): row is [string, string] => row[1] !== null && row[1] !== "")
    .flatMap(([key, value]) =>
      wrapMarkedLine(revealLine(value), columns, [key.padEnd(KEY_CHARS), " ".repeat(KEY_CHARS)]),
    );
  const { title, text } = renderText(showing, columns);
  const all = [...head, "", title, ...text.rows, ""];
  return { text: all.map((line) => `${line}\n`).join(""), shown: `${sayShown(text)}\n` };
}

type Row = [key: string, value: string | null];

function describe({ id, path, standing, age, memory, digest }: SigningPreview): Row[] {
  const quarantine = [memory?.quarantineReason, memory?.quarantinedBy, memory?.quarantinedAt];
  return [
    ["id", id],
    ["file", path],
    ["standing", standing === null ? "new" : `${standing.standing} (${standing.reason})`],
    ["age", age?.stale ? "stale: approved more than 90 days ago" : (age?.quarantine ?? null)],
    ["tier", memory?.tier ?? null],
    ["status", memory === null || memory.status === "active" ? null : memory.status],
    ["created", [memory?.createdAt, memory?.sourceMachine].filter(Boolean).join(" on ")],
    ["origin", [memory?.origin, memory?.session].filter(Boolean).join(", session ")],
    ["taint", memory?.taint.join(", ") ?? null],
    ["about", memory?.relatedFiles.join(", ") ?? null],
    ["replaces", memory?.supersedes ?? null],
    ["quarantine", quarantine.filter(Boolean).join(", ")],
    ["digest", digest],
  ];
}

function listFindings({ judgement, memory }: SigningPreview): Row[] {
  const verdicts = judgement === null ? [] : [judgement.structure, judgement.secrets, judgement.injection];
  const findings = verdicts.flatMap((verdict) => verdict.findings);
  const hidden = memory === null ? 0 : revealHidden(renderContent(memory)).hidden;
  return [
    ...findings.map(({ severity, line, column, rule, message }, place): Row => {
      return [place === 0 ? "findings" : "", `${MARKS[severity]} ${line}:${column} ${rule}: ${message}`];
    }),
    ["hidden", hidden === 0 ? null : `invisible characters shown by code point: ${hidden}`],
  ];
}

type TitledText = { readonly title: string; readonly text: TextRows };

const NOTHING: TextRows = { rows: [], shown: 0, counted: 0, unchanged: 0 };

function renderText({ memory, text, digest, previous }: SigningPreview, columns: number): TitledText {
  const whole = (title: string, all: string): TitledText => ({ title, text: renderWhole(all, columns) });
  if (memory === null && text === null) return { title: "no displayable text", text: NOTHING };
  if (memory === null) return whole("not a memory, but this text:", text ?? "");
  const content = renderContent(memory);
  if (previous === null) return whole("never approved here before:", content);
  const on = previous.time.slice(0, 10);
  if (previous.digest === digest) return whole(`unchanged since it was approved on ${on}:`, content);
  const before = renderContent(previous.content);
  return {
    title: `what changed since it was approved on ${on}:`,
    text: renderChange(before, content, columns),
  };
}

function renderChange(before: string, now: string, columns: number): TextRows {
  const besideNew = createRevealBeside(now.split("\n"));
  const besideOld = createRevealBeside(before.split("\n"));
  return renderDiff(diffLines(before, now), {
    columns,
    reveal: ({ kind, line }) => (kind === "removed" ? besideNew(line) : besideOld(line)),
  });
}

/** What a signature covers, as lines a person can read and compare: two contents with different digests never look the same. */
function renderContent({ type, category, name, description, tags, body }: DigestedContent): string {
  return [
    `type: ${type}`,
    `category: ${category ?? "none"}`,
    `name: ${name}`,
    `description: ${description}`,
    // As JSON, because a tag may hold a comma.
    `tags: ${JSON.stringify(tags)}`,
    "",
    body,
  ].join("\n");
}
