// A memory as it is given to whoever answers a question.

import type { Scope } from "../../memory/memory.ts";
import { hideRedactedIn } from "../../memory/text/redacted.ts";
import { isRecallable } from "../index/index-row.ts";
import type { LoadedMemory } from "../memories/load-memory.ts";
import { blockEntryOf } from "../recall/block-entry-of.ts";
import type { CorpusStanding } from "./corpus.ts";

export type GivenMemory = {
  readonly id: string;
  readonly scope: Scope;
  readonly path: string;
  readonly standing: CorpusStanding;
  readonly date: string | null;
  readonly label: string;
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
  /** Without what a person redacted in it. */
  readonly text: string;
  /** It has words of the question. */
  readonly matches: boolean;
};

/** Nothing for a memory that may not be shown. */
export function giveMemory(loaded: LoadedMemory, matches: boolean): GivenMemory[] {
  const entry = blockEntryOf(loaded, { confidence: null, excerptOf: ({ body }) => body });
  if (entry === null || loaded.memory === null || !isRecallable(loaded)) return [];
  const { label, name, path, tags, date, excerpt, scope } = entry;
  const { description } = hideRedactedIn(loaded.memory);
  // Whatever is not verified says so.
  const standing = entry.inferred ? "inferred" : "verified";
  return [
    {
      id: loaded.file.id,
      scope,
      path,
      standing,
      date,
      label,
      name,
      description,
      tags,
      text: excerpt,
      matches,
    },
  ];
}
