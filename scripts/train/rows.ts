// The rows a model is trained and judged on. Public data is read where it lies and never copied; what we add of our own is
// used for training only, so that no bar is measured on it.

import { join } from "node:path";
import { readJsonl } from "../../bench/read-data.ts";
import { normalizeForMatching, unwrapLines } from "../../src/validate/injection/matching/normalize.ts";
import { ACT_FAMILIES, HONEST_GRAMMAR } from "./act-grammar.ts";
import { ATTACK_GRAMMAR } from "./attack-grammar.ts";
import { BENIGN_GRAMMAR } from "./benign-grammar.ts";
import { expandMany } from "./expand.ts";
import { FOREIGN_ATTACKS, FOREIGN_BENIGN } from "./foreign-sentences.ts";
import { createRandom } from "./seeded-random.ts";

export type RowSet =
  | "core"
  | "jailbreak"
  | "benign"
  | "hard-negative"
  | "notes"
  | "chat"
  | "memories"
  | "ours";

export type Row = {
  /** As written, for the rules. */
  readonly original: string;
  /** Normalised, for the model. */
  readonly text: string;
  readonly isAttack: boolean;
  readonly set: RowSet;
  readonly source: string;
};

type InjectionRow = { text: string; label: string; tier: string; source: string };
type NoteRow = { kind: string; title: string; body: string; source: string };
type CorpusRow = { text: string };

const OURS_ATTACKS = 1_500;
const OURS_BENIGN = 5_000;
/** Of the honest twins of acts, and of each family of acts. */
const OURS_HONEST = 2_500;
const OURS_PER_FAMILY = 150;

export function readPublicRows(data: string): Row[] {
  const attacks = readJsonl<InjectionRow>(join(data, "injection", "dev.jsonl")).flatMap(injectionRow);
  const notes = readJsonl<NoteRow>(join(data, "notes", "notes.jsonl")).map(({ kind, title, body, source }) =>
    createRow(`${title}\n${body}`, "notes", `${kind}:${source}`),
  );
  const corpus = (name: string, set: RowSet): Row[] =>
    readJsonl<CorpusRow>(join(data, "retrieval", name, "corpus.jsonl")).map(({ text }) =>
      createRow(text, set, name),
    );
  return [...attacks, ...notes, ...corpus("locomo-dev", "chat"), ...corpus("total-recall-eval", "memories")];
}

/** Never trained on: sources that came later and are only measured. */
export function readNewerRows(data: string): Row[] {
  return readJsonl<InjectionRow>(join(data, "injection", "dev2.jsonl")).map(({ text, label, source }) =>
    label === "injection" ? createRow(text, "core", source) : createRow(text, "benign", source),
  );
}

/** The semantic tier asks for harm in plain words; nothing here is meant to see that, so it is left out. */
function injectionRow({ text, tier, source }: InjectionRow): Row[] {
  if (tier === "core" || tier === "jailbreak") return [createRow(text, tier, source)];
  if (tier === "negative") return [createRow(text, "benign", source)];
  return tier.startsWith("hard-negative") ? [createRow(text, "hard-negative", source)] : [];
}

export function createOwnRows(): Row[] {
  const random = createRandom(1);
  const attacks = [...expandMany(ATTACK_GRAMMAR, OURS_ATTACKS, random), ...FOREIGN_ATTACKS];
  const honest = expandMany(HONEST_GRAMMAR, OURS_HONEST, random);
  const benign = [...expandMany(BENIGN_GRAMMAR, OURS_BENIGN, random), ...FOREIGN_BENIGN, ...honest];
  const acts = [...ACT_FAMILIES].flatMap(([family, grammar]) =>
    expandMany(grammar, OURS_PER_FAMILY, random).map((text) => createAttack(text, `ours:${family}`)),
  );
  return [
    ...attacks.map((text) => createAttack(text, "ours")),
    ...acts,
    ...benign.map((text) => createRow(text, "ours", "ours")),
  ];
}

function createAttack(text: string, source: string): Row {
  return { ...createRow(text, "ours", source), isAttack: true };
}

function createRow(original: string, set: RowSet, source: string): Row {
  const isAttack = set === "core" || set === "jailbreak";
  return { original, text: unwrapLines(normalizeForMatching(original)).text, isAttack, set, source };
}
