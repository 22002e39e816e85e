// Texts of our own that the injection check judges as a whole: attacks with a rule that must see each, the same in other languages, one
// order in twenty, and what people write in notes in the words that attacks use, all of which must stay clean.

import { join } from "node:path";
import { readRows } from "../../fixture/rows.ts";

type Kind = "attack" | "translated" | "order" | "benign";
type Row = { readonly kind: Kind; readonly text: string; readonly rule?: string };

const ROWS = readRows<Row>(join(import.meta.dirname, "texts.ndjson"));

export const textsOf = (wanted: Kind): Row[] => ROWS.filter(({ kind }) => kind === wanted);

export const BENIGN_SENTENCES: readonly string[] = textsOf("benign").map(({ text }) => text);
