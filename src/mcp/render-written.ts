// What became of a write, in words.

import type * as z from "zod";
import { REASON_CHARS_MAX } from "../memory/limits.ts";
import type { WRITTEN } from "./draft-fields.ts";
import { line } from "./render.ts";
import type { Answer } from "./tool.ts";

export type Written = Omit<z.output<typeof WRITTEN>, "tokens">;

export type WriteOutcome = {
  readonly kind: Written["outcome"];
  readonly id: string;
  readonly why: string;
  readonly supersedes: string | null;
  readonly flags: readonly string[];
  readonly similar: readonly string[];
};

const REVIEW = "the user decides about it in credence review";

export function renderWritten(outcome: WriteOutcome, waits: string | null): Answer<Written> {
  const { kind, id, supersedes, flags, similar } = outcome;
  const isWritten = kind !== "unchanged";
  const value: Written = {
    outcome: kind,
    id,
    why: line(outcome.why, REASON_CHARS_MAX),
    standing: isWritten ? "inferred" : null,
    supersedes,
    flags: [...flags],
    similar: [...similar],
    waits: isWritten ? (waits ?? (supersedes === null ? null : REVIEW)) : null,
  };
  const lines = [
    `${kind} ${id}: ${value.why}`,
    ...(flags.length === 0 ? [] : [`flagged by the injection check: ${flags.join(", ")}`]),
    ...(similar.length === 0 ? [] : [`maybe about the same: ${similar.join(", ")}`]),
    ...(value.waits === null ? [] : [value.waits]),
  ];
  return { value, text: lines.join("\n") };
}
