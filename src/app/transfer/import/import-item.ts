// What is told about one record: what it is here, what it becomes, or why it is left out.

import type { Category, MemoryType, Scope } from "../../../memory/memory.ts";
import type { JudgedRecord } from "./judge-record.ts";
import type { Fate, ReadyRecord } from "./store-records.ts";

export type ImportItem = {
  readonly source: string;
  readonly id: string | null;
  readonly scope: Scope | null;
  readonly type: MemoryType | null;
  readonly category: Category | null;
  readonly kind: Fate["kind"];
  /** What a new one becomes. */
  readonly becomes: "verified" | "inferred" | "archived" | "retired" | null;
  /** Why it is not new. */
  readonly reason: string | null;
  /** Rules of the injection check that flag it. */
  readonly flags: readonly string[];
};

/** Before it is stored, a record that is ready is one that a person may have been asked about. */
export type AskedRecord = Exclude<JudgedRecord, { kind: "ready" }> | ReadyRecord;

/** `fates` are those of the records that were ready. */
export function toItem(judged: AskedRecord, fates: ReadonlyMap<ReadyRecord, Fate>): ImportItem {
  const { source, id, given } = judged;
  const fate: Fate = judged.kind === "ready" ? (fates.get(judged) ?? { kind: "new" }) : judged;
  const isNew = fate.kind === "new";
  return {
    source,
    id,
    scope: judged.kind === "skipped" ? null : judged.root.scope,
    type: given?.draft.type ?? null,
    category: given?.draft.category ?? null,
    kind: fate.kind,
    becomes: isNew && judged.kind === "ready" ? becomes(judged) : null,
    reason: isNew ? null : fate.why,
    flags: judged.kind === "ready" ? judged.judgement.flags : [],
  };
}

function becomes({ given, confirmed }: ReadyRecord): NonNullable<ImportItem["becomes"]> {
  const status = given.keys["status"];
  if (status === "archived" || status === "retired") return status;
  return confirmed ? "verified" : "inferred";
}
