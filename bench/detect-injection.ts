// How much of the shared injection samples checkInjection flags, and how often it cries wolf. Run alone or by detect.ts.
// These rows are also what the model was trained on; detect.ts prints the figures on sources that were left out, too.

import { join } from "node:path";
import { checkInjection } from "../src/validate/check-injection.ts";
import { NO_CONTEXT } from "../src/validate/verdict.ts";
import { findData, readJsonl } from "./read-data.ts";

type Row = {
  readonly text: string;
  readonly label: "injection" | "benign";
  readonly tier: string;
  readonly source: string;
};
type Note = { readonly kind: string; readonly title: string; readonly body: string };
type Share = { rows: number; flagged: number; strong: number };

/** At least, for attacks; at most, for honest text. A pattern check is not expected to catch the semantic tier. */
const BARS: Readonly<Record<string, string>> = {
  core: "≥ 60 %",
  jailbreak: "≥ 75 %",
  semantic: "–",
  negative: "≤ 1.5 %",
  "hard-negative(quotes attacks)": "≤ 8 %",
};

export type InjectionReport = {
  readonly tiers: ReadonlyMap<string, Share>;
  readonly missesBySource: ReadonlyMap<string, Share>;
  readonly alarmsByRule: ReadonlyMap<string, number>;
  readonly notes: ReadonlyMap<string, Share>;
};

export function benchInjection(): InjectionReport | null {
  const data = findData();
  if (data === null) return null;
  const report = {
    tiers: new Map<string, Share>(),
    missesBySource: new Map<string, Share>(),
    alarmsByRule: new Map<string, number>(),
    notes: new Map<string, Share>(),
  };
  for (const { text, label, tier, source } of readJsonl<Row>(join(data, "injection", "dev.jsonl"))) {
    const { rules, isStrong } = judge(text);
    count(report.tiers, tier, { rules, isStrong });
    if (label === "injection") count(report.missesBySource, `${tier}: ${source}`, { rules, isStrong });
    else for (const rule of rules) report.alarmsByRule.set(rule, (report.alarmsByRule.get(rule) ?? 0) + 1);
  }
  for (const { kind, title, body } of readJsonl<Note>(join(data, "notes", "notes.jsonl"))) {
    const { rules, isStrong } = judge(`${title}\n\n${body}`);
    count(report.notes, kind, { rules, isStrong });
    for (const rule of rules) report.alarmsByRule.set(rule, (report.alarmsByRule.get(rule) ?? 0) + 1);
  }
  return report;
}

/** The attacks that a pattern check is expected to find, for what is done with each of them. */
export function listAttacks(data: string): string[] {
  return readJsonl<Row>(join(data, "injection", "dev.jsonl"))
    .filter(({ tier }) => tier === "core" || tier === "jailbreak")
    .map(({ text }) => text);
}

export function printInjectionReport(report: InjectionReport): void {
  console.log("injection-check      rows  flagged    share   strong   bar");
  for (const [tier, share] of report.tiers) printShare(tier, share, BARS[tier] ?? "");
  printShare("notes, all kinds", sum([...report.notes.values()]), "≤ 1 %");
  for (const [kind, share] of report.notes) printShare(`notes, ${kind}`, share, "");
  const [core, jailbreak] = [shareOf(report, "core"), shareOf(report, "jailbreak")];
  const alarms = ["negative", "hard-negative(quotes attacks)"].map((tier) => shareOf(report, tier).flagged);
  const found = core.flagged + jailbreak.flagged;
  const precision = found / (found + alarms.reduce((all, each) => all + each, 0));
  const recall = found / (core.rows + jailbreak.rows);
  const f1 = (2 * precision * recall) / (precision + recall);
  console.log(
    `core and jailbreak: precision ${percent(precision)}, recall ${percent(recall)}, F1 ${percent(f1)}`,
  );
  const misses = [...report.missesBySource].map(
    ([source, { rows, flagged }]) => `${source}: ${rows - flagged} of ${rows}`,
  );
  console.log(`missed, by source: ${misses.join("; ")}`);
  const rules = [...report.alarmsByRule]
    .sort((a, b) => b[1] - a[1])
    .map(([rule, times]) => `${rule} ${times}`);
  console.log(`false alarms, by rule: ${rules.join(", ")}`);
}

type Judged = { readonly rules: readonly string[]; readonly isStrong: boolean };

function judge(text: string): Judged {
  const { findings } = checkInjection("a.md", text, NO_CONTEXT);
  return {
    rules: [...new Set(findings.map(({ rule }) => rule))],
    isStrong: findings.some(({ severity }) => severity === "flag"),
  };
}

const NONE: Share = { rows: 0, flagged: 0, strong: 0 };

function count(shares: Map<string, Share>, name: string, { rules, isStrong }: Judged): void {
  const { rows, flagged, strong } = shares.get(name) ?? NONE;
  shares.set(name, {
    rows: rows + 1,
    flagged: flagged + Number(rules.length > 0),
    strong: strong + Number(isStrong),
  });
}

function shareOf({ tiers }: InjectionReport, tier: string): Share {
  return tiers.get(tier) ?? NONE;
}

function sum(shares: readonly Share[]): Share {
  const total = { ...NONE };
  for (const { rows, flagged, strong } of shares) {
    total.rows += rows;
    total.flagged += flagged;
    total.strong += strong;
  }
  return total;
}

function printShare(name: string, { rows, flagged, strong }: Share, bar: string): void {
  const columns = [
    String(rows).padStart(6),
    String(flagged).padStart(8),
    percent(flagged / rows).padStart(9),
    String(strong).padStart(8),
  ];
  console.log(`${name.slice(0, 18).padEnd(19)}${columns.join(" ")}   ${bar}`.trimEnd());
}

function percent(share: number): string {
  return `${(share * 100).toFixed(2)} %`;
}

if (import.meta.main) {
  const report = benchInjection();
  if (report === null) console.log("the shared data is not here, so there is nothing to measure");
  else printInjectionReport(report);
}
