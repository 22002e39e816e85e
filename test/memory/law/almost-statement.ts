// One sample of each form and its judge, for every way of being almost a statement.

import { createHash } from "node:crypto";
import { parseStatement } from "../../../src/memory/law/statement.ts";

type Fields = Readonly<Record<string, unknown>>;

/** The keys are in canonical order, and so are these values. */
export const FIELDS: Fields = {
  acknowledged: [],
  act: "approve",
  born: "1".repeat(32),
  device: `machine:${"b".repeat(32)}`,
  digest: "d".repeat(64),
  follows: [],
  id: "project_x",
  key: "A".repeat(43),
  lifts: [],
  prev: null,
  reason: null,
  root: "0".repeat(32),
  scope: "project",
  seq: 0,
  signature: "A".repeat(86),
  signer: `person:${"a".repeat(32)}`,
  source: null,
  text: "e".repeat(64),
  time: "2026-05-01T09:30:00Z",
  v: 1,
};

const { acknowledged: _, digest: __, follows: ___, id: ____, lifts: _____, text: ______, ...COMMON } = FIELDS;

export const TOMBSTONE_FIELDS: Fields = Object.fromEntries(
  Object.entries({ ...COMMON, act: "forget", digests: [] }).sort(([a], [b]) => (a < b ? -1 : 1)),
);

export function judge(text: string): string {
  const parsed = parseStatement(text, createHash("sha256").update(text).digest("hex"));
  return "hash" in parsed ? "read" : parsed.kind;
}

export const judgeFields = (fields: object): string => judge(`${JSON.stringify(fields)}\n`);
export const GOOD_TEXT = `${JSON.stringify(FIELDS)}\n`;
