// What each rule, each row of acts and each table of words still adds: how many attacks, and how many honest texts, are flagged
// because of it alone. What adds no attack on any data can go. Run alone: node bench/leave-one-out.ts

import { join } from "node:path";
import { checkInjection } from "../src/validate/check-injection.ts";
import { ACTS } from "../src/validate/injection/actions/acts.ts";
import { findActs } from "../src/validate/injection/actions/find-acts.ts";
import { findItemStarts } from "../src/validate/injection/actions/items.ts";
import { ACTION_RULES } from "../src/validate/injection/actions/rules.ts";
import { weighActs } from "../src/validate/injection/actions/weigh-acts.ts";
import { type Mention, readConcepts } from "../src/validate/injection/concepts/read-concepts.ts";
import { parseWords, WORD_TABLES } from "../src/validate/injection/concepts/word-tables.ts";
import { INJECTION_RULES } from "../src/validate/injection/index.ts";
import { copyForMatching } from "../src/validate/injection/matching/scan-injection.ts";
import { NO_CONTEXT } from "../src/validate/verdict.ts";
import { readProbeSets } from "../test/validate/probes/read-probes.ts";
import { findData, readJsonl } from "./read-data.ts";

type Row = { readonly text: string; readonly isAttack: boolean };
type Gain = { attacks: number; honest: number };

const gains = new Map<string, Gain>();

function credit(name: string, { isAttack }: Row): void {
  const gain = gains.get(name) ?? { attacks: 0, honest: 0 };
  gains.set(name, {
    attacks: gain.attacks + Number(isAttack),
    honest: gain.honest + Number(!isAttack),
  });
}

function readRows(): Row[] {
  const probes = readProbeSets().flatMap(({ probes: of }) =>
    of.map(({ text, label }) => ({ text, isAttack: label === "attack" })),
  );
  const data = findData();
  if (data === null) {
    console.log("ABSENT: the shared data; these are the figures of our own probes alone");
    return probes;
  }
  type Shared = { text: string; label: string };
  type Note = { title: string; body: string };
  const shared = ["dev.jsonl", "dev2.jsonl"].flatMap((name) =>
    readJsonl<Shared>(join(data, "injection", name)),
  );
  const notes = readJsonl<Note>(join(data, "notes", "notes.jsonl"));
  return [
    ...probes,
    ...shared.map(({ text, label }) => ({ text, isAttack: label === "injection" })),
    ...notes.map(({ title, body }) => ({ text: `${title}\n\n${body}`, isAttack: false })),
  ];
}

const SETS = WORD_TABLES.map((table) => new Set(parseWords(table).flatMap(({ words }) => words)));

function leaveOut(row: Row): void {
  const { findings } = checkInjection("a.md", row.text, NO_CONTEXT);
  const found = [...new Set(findings.map(({ rule }) => rule))];
  // The model was trained on the public rows and knows them: what a rule finds beside it still counts as the rule's.
  const others = found.filter((rule) => rule !== "injection-model");
  const rules = others.length === 0 ? found : others;
  if (rules.length === 1) credit(rules[0] ?? "", row);
  if (rules.length === 0 || !rules.every((rule) => rule.startsWith("acts-"))) return;
  const copies = copyForMatching(row.text);
  const { text } = copies.unwrapped;
  const mentions = readConcepts(text);
  const isStill = (kept: readonly Mention[], name: string | null): boolean => {
    const acts = findActs(text, kept, findItemStarts(copies, kept));
    return weighActs(acts.filter(({ act }) => act.name !== name)).length > 0;
  };
  for (const { name } of ACTS) if (!isStill(mentions, name)) credit(`act ${name}`, row);
  for (const [number, set] of SETS.entries()) {
    const kept = mentions.filter(({ start, end }) => !set.has(text.slice(start, end)));
    if (kept.length < mentions.length && !isStill(kept, null)) credit(`table ${number}`, row);
  }
}

if (import.meta.main) {
  for (const row of readRows()) leaveOut(row);
  const names = [
    ...[...INJECTION_RULES, ...ACTION_RULES].map(({ id }) => id),
    "injection-model",
    ...ACTS.map(({ name }) => `act ${name}`),
    ...SETS.map((_, number) => `table ${number}`),
  ];
  console.log(`${"left out".padEnd(34)} attacks  honest texts that are flagged by it alone`);
  for (const name of names) {
    const { attacks, honest } = gains.get(name) ?? { attacks: 0, honest: 0 };
    console.log(`${name.padEnd(34)}${String(attacks).padStart(8)}${String(honest).padStart(8)}`);
  }
}
