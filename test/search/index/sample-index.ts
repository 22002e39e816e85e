// A search index in memory with the rows that a test wants.

import { createHash } from "node:crypto";
import { openMemoryIndex, type SearchIndex } from "../../../src/search/index/open-index.ts";
import { keepExact } from "../../../src/search/index/stale-rows.ts";
import { writeRows } from "../../../src/search/index/writer.ts";
import type { NewRow } from "../../../src/search/row.ts";
import { findHits, type Hit } from "../../../src/search/strategies/find-hits.ts";
import type { Owner } from "../../temp-dir.ts";

export type SampleRow = Partial<Omit<NewRow, "text" | "identities">> & {
  readonly id: string;
  readonly body?: string;
  readonly cues?: readonly string[];
  /** False for a memory that recall may not show. */
  readonly searchable?: boolean;
};

export function sampleRow(row: SampleRow): NewRow {
  const { body = "", cues = [], searchable = true, ...given } = row;
  const { name = "", tags = [] } = row;
  return {
    directory: "memories",
    digest: createHash("sha256")
      .update(JSON.stringify([name, tags, body, cues]))
      .digest("hex"),
    standing: "inferred",
    status: "active",
    type: "project",
    category: null,
    tier: "inferred",
    name,
    tags,
    time: 0,
    line: null,
    cause: "written",
    mark: null,
    supersedes: null,
    ...{ cites: { paths: [], since: 0 }, waits: null, doubt: false, fault: null },
    ...given,
    identities: { file: "", attest: "", young: false },
    text: searchable ? { name, tags, description: "", cues, body } : null,
  };
}

export function sampleIndex(owner: Owner, rows: readonly SampleRow[]): SearchIndex {
  const index = openMemoryIndex();
  owner.after(() => index.database.close());
  keepExact(index);
  putRows(index, rows);
  return index;
}

export function putRows(index: SearchIndex, rows: readonly SampleRow[]): void {
  writeRows(index, (writer) => {
    for (const row of rows) writer.put(sampleRow(row));
  });
}

/** What a recall finds in them; what else is asked of it, or of a search, is given with the prompt. */
export function hitsOf(
  indexes: SearchIndex | readonly SearchIndex[],
  prompt: string,
  more: Partial<Parameters<typeof findHits>[0]> = {},
): readonly Hit[] {
  const query = { strategy: "credence", filter: {}, now: 0, abstains: true, prompt } as const;
  return findHits({ ...query, indexes: [indexes].flat(), ...more }).kept;
}

export function idsOf(...asked: Parameters<typeof hitsOf>): string[] {
  return hitsOf(...asked).map(({ row }) => row.id);
}
