// The report of detect-secrets.ts, for people.

import type { SecretsReport } from "./detect-secrets.ts";

export function printSecretsReport(report: SecretsReport): void {
  console.table(
    report.sources.map(({ misses: _, ...source }) => ({
      ...source,
      share: percent(source.share),
      bar: `≥ ${percent(source.bar)}`,
      shareConsistent: percent(source.shareConsistent),
      precision: percent(source.precision),
      f1: percent(source.f1),
    })),
  );
  for (const { source, misses } of report.sources) console.log(`missed of ${source}:`, misses);
  for (const [name, alarms] of Object.entries({
    "strictly clean rows": report.strictClean,
    notes: report.notes,
  })) {
    console.log(
      `false alarms, ${name}: ${alarms.alarms} of ${alarms.rows}, ${percent(alarms.share)} (bar ≤ ${percent(alarms.bar)})`,
    );
  }
  console.log("notes by kind:", report.notes.byKind);
}

function percent(share: number): string {
  return `${(share * 100).toFixed(2)} %`;
}
