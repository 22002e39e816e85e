// The rows a model is trained and judged on. Public data is read where it lies and never copied; what we add of our own is
// used for training only, so that no bar is measured on it.

import { join } from "node:path";
import { readJsonl } from "../../bench/read-data.ts";
import { normalizeForMatching } from "../../src/validate/injection/matching/normalize.ts";
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

/** The semantic tier asks for harm in plain words; nothing here is meant to see that, so it is left out. */
function injectionRow({ text, tier, source }: InjectionRow): Row[] {
  if (tier === "core" || tier === "jailbreak") return [createRow(text, tier, source)];
  if (tier === "negative") return [createRow(text, "benign", source)];
  return tier.startsWith("hard-negative") ? [createRow(text, "hard-negative", source)] : [];
}

export function createOwnRows(): Row[] {
  const random = createRandom(1);
  const attacks = [...expandMany(ATTACK_GRAMMAR, OURS_ATTACKS, random), ...FOREIGN_ATTACKS];
  const benign = [...expandMany(BENIGN_GRAMMAR, OURS_BENIGN, random), ...FOREIGN_BENIGN];
  return [
    ...attacks.map((text) => ({ ...createRow(text, "ours", "ours"), isAttack: true })),
    ...benign.map((text) => createRow(text, "ours", "ours")),
  ];
}

function createRow(original: string, set: RowSet, source: string): Row {
  const isAttack = set === "core" || set === "jailbreak";
  return { original, text: normalizeForMatching(original).text, isAttack, set, source };
}
