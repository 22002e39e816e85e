// The findings of the checks, with their positions in the shown text.

import { createLines } from "../../../validate/position.ts";
import type { Finding, ToolName } from "../../../validate/verdict.ts";
import { contextOf, isHint, type Judgement } from "../../change/judge-text.ts";
import { voucherOf } from "../../memories/law.ts";
import type { LoadedMemory } from "../../memories/load-memory.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import type { FindingView } from "../views.ts";
import { findMasks, type ShownText, type Span } from "./text.ts";

/** The longest list of findings that a user could read. */
const FINDINGS_MAX = 200;
/** A finding without a known end is marked to the end of its sentence, but at most this far. */
const MARKED_CHARS_MAX = 160;
const SENTENCE_END = /[.!?](?=\s|$)/;

export type FindingsInput = {
  readonly source: string;
  readonly shown: ShownText;
  readonly masks: readonly Span[];
  readonly judgement: Judgement;
  /** Rules whose findings a person acknowledged. */
  readonly acknowledged: ReadonlySet<string>;
};

export function describeFindings({
  source,
  shown,
  masks,
  judgement,
  acknowledged,
}: FindingsInput): FindingView[] {
  const { structure, secrets, injection } = judgement;
  const placeOf = createPlaces(source);
  return [secrets, injection, structure]
    .flatMap(({ tool, findings }) => findings.map((finding) => ({ tool, finding })))
    .filter(({ finding }) => !isHint(finding))
    .slice(0, FINDINGS_MAX)
    .map(({ tool, finding }) => {
      const place = placeOf(finding);
      const mask = tool === "secret-check" ? findMask(masks, place) : undefined;
      const span = mask ?? spanOf(source, place);
      return {
        tool,
        rule: finding.rule,
        severity: finding.severity,
        message: mask === undefined ? finding.message : `${finding.message}; masked on this page`,
        line: finding.line,
        start: shown.at(span.start),
        end: shown.at(span.end),
        isAcknowledged: isTakenOn(tool, finding, acknowledged),
      };
    });
}

function isTakenOn(tool: ToolName, { rule }: Finding, acknowledged: ReadonlySet<string>): boolean {
  return tool === "injection-check" && acknowledged.has(rule);
}

/** The mask that belongs to a finding. A finding that exists only in the sanitized text has its whole line as a mask. */
function findMask(masks: readonly Span[], place: number): Span | undefined {
  return (
    masks.find(({ start, end }) => start <= place && place < end) ?? masks.find(({ start }) => start >= place)
  );
}

function spanOf(source: string, start: number): Span {
  const newline = source.indexOf("\n", start);
  const line = source.slice(start, newline === -1 ? source.length : newline).slice(0, MARKED_CHARS_MAX);
  const sentence = SENTENCE_END.exec(line);
  return { start, end: start + (sentence === null ? line.length : sentence.index + 1) };
}

/** Converts the line and the column in code points of a finding to an offset. Continues from the last finding of the same
 * line, so that a line is walked once. */
function createPlaces(source: string): (finding: Finding) => number {
  const { startOf, endOf } = createLines(source);
  let last = { line: 0, column: 1, offset: 0 };
  return ({ line, column }) => {
    const from =
      last.line === line && last.column <= column ? last : { line, column: 1, offset: startOf(line) };
    const end = endOf(line);
    let { offset } = from;
    for (let at = from.column; at < column && offset < end; at += 1)
      offset += (source.codePointAt(offset) ?? 0) > 0xffff ? 2 : 1;
    last = { line, column, offset };
    return offset;
  };
}

/** Empty for a text that passes the secret check. */
export async function findMasksIn(
  workspace: Workspace,
  target: LoadedMemory,
  judgement: Judgement | null,
): Promise<Span[]> {
  if (target.text === null || judgement === null || judgement.secrets.exit === 0) return [];
  return findMasks(`${target.file.id}.md`, target.text, contextOf(workspace, voucherOf(target) === "person"));
}
