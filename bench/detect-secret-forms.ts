// Secrets as people write them, by family, and honest notes that look alike; then every labelled secret once more in other
// clothes. detect.ts runs it.

import { join } from "node:path";
import {
  FORM_SETS,
  type Found,
  isRefused,
  isSecret,
  readHonestMemories,
  runProbes,
  runTwins,
  UNSEEN_FORMS,
} from "../test/validate/probe/run-probes.ts";
import { expandWritten, readWrittenSecrets } from "../test/validate/probe/written-secrets.ts";
import { renderTable } from "./measure.ts";
import { findData, readJsonl } from "./read-data.ts";

const PER_FORM = 20;
const SEED = 7;

function share(found: number, all: number): string {
  return all === 0 ? "–" : `${((100 * found) / all).toFixed(1)} %`;
}

export async function printProbes(): Promise<void> {
  const rows: string[][] = [["written form, family", "secrets", "found", "share"]];
  for (const [set, forms] of Object.entries({ ...FORM_SETS, ...UNSEEN_FORMS })) {
    const found = await runProbes(forms, PER_FORM, SEED);
    rows.push(renderRow(`${set}: ${forms.length} forms`, found));
    for (const [family, each = []] of Object.entries(Object.groupBy(found, (probe) => probe.family))) {
      rows.push(renderRow(`  ${family}`, each));
    }
  }
  console.log(renderTable(rows));
  const twins = await runTwins(PER_FORM, SEED);
  const alarms = twins.filter(({ isFound }) => isFound).length;
  console.log(
    `honest twins: ${alarms} of ${twins.length} alarmed, ${share(alarms, twins.length)} (bar ≤ 0.3 %)\n`,
  );
}

/** Memories of invented projects, as saving checks them. */
export async function printHonestMemories(): Promise<void> {
  for (const [written, memories = []] of Object.entries(
    Object.groupBy(readHonestMemories(), (memory) => memory.written),
  )) {
    let refused = 0;
    for (const memory of memories) if (await isRefused(memory)) refused += 1;
    console.log(`honest memories, ${written} the freeze: ${refused} of ${memories.length} refused`);
  }
}

/** Notes by other authors: those that rules were fitted to, and those that none was. */
export async function printWritten(): Promise<void> {
  const rows: string[][] = [["written by", "rows", "found", "share"]];
  const found: (Found & { readonly group: string })[] = [];
  for (const { row, text } of expandWritten(readWrittenSecrets(), SEED)) {
    const group = `${row.author}, ${row.split}, ${row.label}`;
    found.push({ name: row.form, family: row.lang, isFound: await isSecret(text), text, group });
  }
  for (const [group, each = []] of Object.entries(Object.groupBy(found, (probe) => probe.group)))
    rows.push(renderRow(group, each));
  console.log(renderTable(rows));
}

function renderRow(name: string, found: readonly Found[]): string[] {
  const hits = found.filter(({ isFound }) => isFound).length;
  return [name, `${found.length}`, `${hits}`, share(hits, found.length)];
}

/** How the same secret may be written otherwise; null where there is nothing to change. */
const CHANGES: Readonly<Record<string, (text: string) => string | null>> = {
  "a typo in the word": (text) =>
    changeWord(text, { password: "passwrod", passwd: "paswd", secret: "sercet", token: "tokne", key: "kye" }),
  "the word translated": (text) =>
    changeWord(text, {
      password: "wachtwoord",
      passwd: "heslo",
      secret: "geheimnis",
      token: "jeton",
      key: "clé",
    }),
  "other quotes": (text) =>
    /["']/.test(text) ? text.replaceAll('"', "\u0000").replaceAll("'", '"').replaceAll("\u0000", "'") : null,
  "typographic quotes": (text) => (text.includes('"') ? text.replace(/"([^"\n]{1,400})"/g, "“$1”") : null),
  "a line break behind the name": (text) =>
    /[:=] ?\S/.test(text) ? text.replace(/([:=]) ?(?=\S)/, "$1\n") : null,
  "Markdown around it": (text) =>
    text.includes("\n") ? `> ${text.replaceAll("\n", "\n> ")}` : `- **note** \`${text}\``,
  "in a fenced block": (text) => `Here it is:\n\n\`\`\`\n${text}\n\`\`\`\n`,
};

function changeWord(text: string, words: Readonly<Record<string, string>>): string | null {
  for (const [word, other] of Object.entries(words)) {
    const at = text.toLowerCase().indexOf(word);
    if (at !== -1) return `${text.slice(0, at)}${other}${text.slice(at + word.length)}`;
  }
  return null;
}

type Row = {
  readonly text_b64: string;
  readonly label: string;
  readonly non_credential_rule: boolean | null;
};

/** Of the rows that are found as they are, the share that is found in other clothes too. */
export async function printRobustness(): Promise<void> {
  const data = findData();
  if (data === null) return;
  const rows = readJsonl<Row>(join(data, "secrets", "dev.jsonl"));
  const texts = rows
    .filter(({ label, non_credential_rule: isOther }) => label === "secret" && isOther !== true)
    .map(({ text_b64: text }) => Buffer.from(text, "base64").toString("utf8"));
  const found: string[] = [];
  for (const text of texts) if (await isSecret(text)) found.push(text);
  const table: string[][] = [["the same with", "rows", "survive", "share"]];
  for (const [name, change] of Object.entries(CHANGES)) {
    const changed = found.map(change).filter((text) => text !== null);
    let survived = 0;
    for (const text of changed) if (await isSecret(text)) survived += 1;
    table.push([name, `${changed.length}`, `${survived}`, share(survived, changed.length)]);
  }
  console.log(renderTable(table));
}
