// How much of the shared secret samples checkSecrets finds, and how often it cries wolf. detect.ts runs it.
// A row labelled secret whose very text another row labels strictly clean cannot be right both ways; such rows are
// counted apart, and the share is given with and without them.

import { join } from "node:path";
import { checkSecrets } from "../src/validate/check-secrets.ts";
import { NO_CONTEXT } from "../src/validate/verdict.ts";
import { findData, readJsonl } from "./read-data.ts";

type SecretRow = {
  readonly text_b64: string;
  readonly label: "secret" | "clean";
  readonly rule: string;
  readonly source: string;
  readonly strict_clean: boolean | null;
  readonly non_credential_rule: boolean | null;
};
type NoteRow = { readonly id: string; readonly kind: string; readonly title: string; readonly body: string };
type Judged = { readonly row: SecretRow; readonly text: string; readonly detected: boolean };

const SHARE_BARS: Readonly<Record<string, number>> = {
  gitleaks: 0.97,
  secretlint: 0.95,
  "detect-secrets": 0.7,
};
const STRICT_CLEAN_BAR = 0.04;
const NOTES_BAR = 0.003;

export type SecretsReport = {
  readonly sources: readonly SourceReport[];
  readonly strictClean: Alarms;
  readonly notes: Alarms & { readonly byKind: Readonly<Record<string, string>> };
};
type SourceReport = {
  readonly source: string;
  readonly rows: number;
  readonly found: number;
  readonly share: number;
  readonly bar: number;
  /** Rows that are also labelled strictly clean, and the share without them. */
  readonly contradicted: number;
  readonly shareConsistent: number;
  readonly precision: number;
  readonly f1: number;
  readonly misses: Readonly<Record<string, string>>;
};
type Alarms = {
  readonly rows: number;
  readonly alarms: number;
  readonly share: number;
  readonly bar: number;
};

export async function benchSecrets(): Promise<SecretsReport | null> {
  const data = findData();
  if (data === null) return null;
  const rows = readJsonl<SecretRow>(join(data, "secrets", "dev.jsonl")).filter(
    (row) => row.non_credential_rule !== true,
  );
  const judged = await judgeRows(rows);
  const clean = judged.filter(({ row }) => row.strict_clean === true);
  return {
    sources: Object.keys(SHARE_BARS).map((source) => reportSource(source, judged)),
    strictClean: countAlarms(
      clean.map(({ detected }) => detected),
      STRICT_CLEAN_BAR,
    ),
    notes: await benchNotes(readJsonl<NoteRow>(join(data, "notes", "notes.jsonl"))),
  };
}

async function judgeRows(rows: readonly SecretRow[]): Promise<Judged[]> {
  const judged: Judged[] = [];
  for (const row of rows) {
    const text = Buffer.from(row.text_b64, "base64").toString("utf8");
    judged.push({ row, text, detected: await isDetected(text) });
  }
  return judged;
}

async function isDetected(text: string): Promise<boolean> {
  return (await checkSecrets("sample.md", text, NO_CONTEXT)).label === "SECRET-DETECTED";
}

function reportSource(source: string, judged: readonly Judged[]): SourceReport {
  const own = judged.filter(({ row }) => row.source === source);
  const secrets = own.filter(({ row }) => row.label === "secret");
  const found = secrets.filter(({ detected }) => detected).length;
  const strictlyClean = new Set(
    judged.filter(({ row }) => row.strict_clean === true).map(({ text }) => text),
  );
  const consistent = secrets.filter(({ text }) => !strictlyClean.has(text));
  const alarms = own.filter(({ row, detected }) => row.strict_clean === true && detected).length;
  const share = found / secrets.length;
  const precision = found / (found + alarms);
  return {
    source,
    rows: secrets.length,
    found,
    share,
    bar: SHARE_BARS[source] ?? 1,
    contradicted: secrets.length - consistent.length,
    shareConsistent: consistent.filter(({ detected }) => detected).length / consistent.length,
    precision,
    f1: (2 * precision * share) / (precision + share),
    misses: countMisses(secrets),
  };
}

/** Family → "missed of rows", only where something was missed. */
function countMisses(secrets: readonly Judged[]): Record<string, string> {
  const families = Object.groupBy(secrets, ({ row }) => row.rule);
  const misses: Record<string, string> = {};
  for (const [family, rows = []] of Object.entries(families)) {
    const missed = rows.filter(({ detected }) => !detected).length;
    if (missed > 0) misses[family] = `${missed} of ${rows.length}`;
  }
  return misses;
}

async function benchNotes(notes: readonly NoteRow[]): Promise<SecretsReport["notes"]> {
  const judged: { kind: string; detected: boolean }[] = [];
  for (const { kind, title, body } of notes)
    judged.push({ kind, detected: await isDetected(`${title}\n\n${body}`) });
  const byKind: Record<string, string> = {};
  for (const [kind, rows = []] of Object.entries(Object.groupBy(judged, (note) => note.kind))) {
    byKind[kind] = `${rows.filter(({ detected }) => detected).length} of ${rows.length}`;
  }
  return {
    ...countAlarms(
      judged.map(({ detected }) => detected),
      NOTES_BAR,
    ),
    byKind,
  };
}

function countAlarms(detected: readonly boolean[], bar: number): Alarms {
  const alarms = detected.filter(Boolean).length;
  return { rows: detected.length, alarms, share: alarms / detected.length, bar };
}
