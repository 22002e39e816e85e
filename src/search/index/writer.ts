// Writes rows. The words of a memory, its passage and the totals change together, in the caller's transaction.

import type { IndexedText, NewRow } from "../row.ts";
import { analyzeMemory, joinWords } from "../words/words.ts";
import { prepareStatements, type Statements } from "./index-statements.ts";
import { keepsExact } from "./keep-exact.ts";
import type { SearchIndex } from "./open-index.ts";
import { encodePassage } from "./passage.ts";
import { transact } from "./transact.ts";

export type IndexWriter = {
  /** Adds a memory, or replaces the one of this id. */
  readonly put: (row: NewRow) => void;
  readonly remove: (id: string) => void;
};

/** Writes some rows, all of them or none. */
export function writeRows(index: SearchIndex, work: (writer: IndexWriter) => void): void {
  transact(index, () => {
    const statements = prepareStatements(index);
    const exact = keepsExact(index);
    const counts = [0, 0, 0, 0];
    const count = (change: readonly number[]): void => {
      for (const [place, each] of change.entries()) counts[place] = (counts[place] ?? 0) + each;
    };
    const clear = ({ row, searchable }: KnownRow): void => {
      if (searchable) count(clearText(statements, row, exact));
    };
    work({
      put: (memory) => {
        const columns = columnsOf(memory);
        const known = findKnown(statements, memory.id);
        if (known !== null) statements.change.run(...columns, known.row);
        // The same content has the same words: they are there already.
        if (known !== null && isSame(known, memory)) return;
        if (known !== null) clear(known);
        const row = known?.row ?? Number(statements.add.run(...columns).lastInsertRowid);
        if (memory.text !== null) count(writeText(statements, row, { text: memory.text, exact }));
      },
      remove: (id) => {
        const known = findKnown(statements, id);
        if (known === null) return;
        clear(known);
        statements.remove.run(known.row);
      },
    });
    statements.count.run(...counts);
  });
}

type KnownRow = { readonly row: number; readonly searchable: boolean; readonly digest: unknown };

function findKnown({ find }: Statements, id: string): KnownRow | null {
  const found = find.get(id);
  if (found === undefined) return null;
  return { row: Number(found["row"]), searchable: found["searchable"] === 1, digest: found["digest"] };
}

function isSame({ digest, searchable }: KnownRow, memory: NewRow): boolean {
  return memory.digest !== null && digest === memory.digest && searchable === (memory.text !== null);
}

function columnsOf(memory: NewRow): (string | number | null)[] {
  const { id, directory, digest, standing, status, type, category, tier, name, tags, time, identities } =
    memory;
  const { file, attest, young } = identities;
  const flags = [Number(young), Number(memory.text !== null)];
  const described = [type, category, tier, name, JSON.stringify(tags), time];
  return [
    id,
    directory,
    digest,
    standing,
    status,
    ...described,
    file,
    attest,
    ...flags,
    memory.line,
    memory.cause,
    memory.mark,
  ];
}

/** How the totals change by it. */
function writeText(
  statements: Statements,
  row: number,
  { text, exact }: { readonly text: IndexedText; readonly exact: boolean },
): number[] {
  const analyzed = analyzeMemory(text);
  const columns = [analyzed.name, analyzed.tags, analyzed.body];
  const lengths = columns.map((column) => column.length);
  const words = columns.map(joinWords);
  statements.addWords.run(row, ...words);
  statements.addPassage.run(row, encodePassage(analyzed), ...lengths);
  if (exact) {
    statements.addExact.run(row, text.name, text.tags.join(" "), text.body);
    statements.addParts.run(row, ...words);
  }
  return [1, ...lengths];
}

function clearText(statements: Statements, row: number, exact: boolean): number[] {
  const passage = statements.findPassage.get(row);
  statements.removePassage.run(row);
  statements.removeWords.run(row);
  if (exact) {
    statements.removeExact.run(row);
    statements.removeParts.run(row);
  }
  return [-1, ...["name_words", "tag_words", "body_words"].map((key) => -Number(passage?.[key] ?? 0))];
}
