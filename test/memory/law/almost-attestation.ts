// One sample and its judge, for every way of being almost an attestation.

import { createHash } from "node:crypto";
import { parseAttestation } from "../../../src/memory/law/attestation.ts";

export const FIELDS: Readonly<Record<string, unknown>> = {
  acknowledged: [],
  act: "approve",
  digest: "d".repeat(64),
  id: "project_x",
  key: "A".repeat(43),
  parents: [],
  reason: null,
  root: "0".repeat(32),
  scope: "project",
  signature: "A".repeat(86),
  signer: `person:${"a".repeat(32)}`,
  time: "2026-05-01T09:30:00Z",
  v: 1,
};

export function judge(text: string): string {
  const parsed = parseAttestation(text, createHash("sha256").update(text).digest("hex"));
  return "hash" in parsed ? "read" : parsed.kind;
}

/** The keys above are in canonical order, and so are these values. */
export const judgeFields = (fields: object): string => judge(`${JSON.stringify(fields)}\n`);
export const GOOD_TEXT = `${JSON.stringify(FIELDS)}\n`;
