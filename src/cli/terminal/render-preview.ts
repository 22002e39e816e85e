// What a person signs, on the screen. Attack: a text that draws on the screen, hides characters, or looks like our own words
// so that the question seems to be about something else. So each character that a screen would hide is shown by its
// number, and each row of a foreign text, also where a long line goes on, begins with a mark that is ours.

import type { SigningPreview } from "../../app/change/signing-preview.ts";
import type { DigestedContent } from "../../memory/file/digest.ts";
import { type DiffLine, diffLines } from "../../memory/text/diff-lines.ts";
import { revealHidden } from "../../memory/text/reveal.ts";
import { wrapMarkedLine } from "./style.ts";

const MARKS = { error: "[E]", warning: "[W]", flag: "[!]", notice: "[?]" } as const;
const SIGNS = { same: "  ", removed: "- ", added: "+ " } as const;
const KEY_CHARS = 13;
/** Lines around a change that are shown with it. */
const CONTEXT = 3;

export function renderShowing(showing: SigningPreview, columns: number): string {
  const rows = [...describe(showing), ...listFindings(showing)];
  const head = rows
    .filter((row): row is [string, string] => row[1] !== null && row[1] !== "")
    .flatMap(([key, value]) =>
      wrapMarkedLine(revealLine(value), columns, [key.padEnd(KEY_CHARS), " ".repeat(KEY_CHARS)]),
    );
  return [...head, "", ...renderText(showing, columns), ""].map((line) => `${line}\n`).join("");
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

function renderText({ memory, text, digest, previous }: SigningPreview, columns: number): string[] {
  if (memory === null && text === null) return ["no displayable text"];
  if (memory === null) return ["not a memory, but this text:", ...renderWhole(text ?? "", columns)];
  const content = renderContent(memory);
  if (previous === null) return ["never approved here before:", ...renderWhole(content, columns)];
  const on = previous.time.slice(0, 10);
  if (previous.digest === digest) {
    return [`unchanged since it was approved on ${on}:`, ...renderWhole(content, columns)];
  }
  const diff = diffLines(renderContent(previous.content), content);
  return [`what changed since it was approved on ${on}:`, ...renderDiff(diff, columns)];
}

function renderWhole(text: string, columns: number): string[] {
  return text.split("\n").flatMap((line) => wrapMarkedLine(revealLine(line), columns, ["| ", "| "]));
}

function renderDiff(diff: readonly DiffLine[], columns: number): string[] {
  const changed = diff.flatMap(({ kind }, place) => (kind === "same" ? [] : [place]));
  const near = new Set(changed.flatMap((place) => around(place)));
  const rows: string[] = [];
  let left = 0;
  for (const [place, { kind, line }] of diff.entries()) {
    if (!near.has(place)) {
      left += 1;
      continue;
    }
    if (left > 0) rows.push(sayLeftOut(left));
    left = 0;
    rows.push(...wrapMarkedLine(revealLine(line), columns, [SIGNS[kind], SIGNS[kind]]));
  }
  return left > 0 ? [...rows, sayLeftOut(left)] : rows;
}

function around(place: number): number[] {
  return Array.from({ length: 2 * CONTEXT + 1 }, (_, at) => place - CONTEXT + at);
}

function sayLeftOut(lines: number): string {
  return `@ ${lines} unchanged`;
}

function revealLine(line: string): string {
  return revealHidden(line).text;
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
