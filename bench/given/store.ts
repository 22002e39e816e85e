// A store of one project's memories among others', as a person has it who works on several things: other invented projects first,
// then the notes of the shared data, then made-up ones.

import { join } from "node:path";
import { openWorkspace, type Workspace } from "../../src/app/workspace/workspace.ts";
import type { Draft } from "../../src/memory/file/draft.ts";
import { deriveId } from "../../src/memory/file/draft.ts";
import type { Life } from "../life-sets.ts";
import { readLife } from "../life-sets.ts";
import { findData, readJsonl } from "../read-data.ts";
import type { RecallDocument } from "../recall-sets.ts";
import { noteDraft } from "../speed-samples.ts";
import { hintsIn, makeStore, sampleDraft } from "../store-samples.ts";

const OTHERS = ["quayside", "bakery", "wind", "library", "podcast", "vets", "tracks", "parcels", "bikes"];
const DAY_MS = 86_400_000;

export type Stored = {
  readonly workspace: Workspace;
  /** The project's own ids by the ids of its file. */
  readonly idOf: ReadonlyMap<string, string>;
  readonly drafts: readonly StoredDraft[];
};

export type StoredDraft = { readonly id: string; readonly draft: Draft };

/** `size` memories in all, the project's among them. */
export function storeLife(base: string, life: Life, size: number): Stored {
  const own = life.documents.map(toDraft);
  const known = new Set(own.map(nameOf));
  const drafts = [...own];
  for (const draft of listOthers(life)) {
    if (drafts.length >= Math.max(size, own.length)) break;
    if (!known.has(nameOf(draft))) drafts.push(draft);
    known.add(nameOf(draft));
  }
  for (let number = 0; drafts.length < size; number += 1) drafts.push(noteDraft(number));
  makeStore(base, drafts.length, { draftOf: (number) => drafts[number] ?? sampleDraft(number) });
  const hints = hintsIn(base);
  const workspace = openWorkspace({ ...hints, now: (hints.now ?? 0) + DAY_MS });
  return {
    workspace,
    idOf: new Map(life.documents.map(({ id }, place) => [id, nameOf(own[place] ?? sampleDraft(place))])),
    drafts: drafts.map((draft) => ({ id: nameOf(draft), draft })),
  };
}

function nameOf({ type, name }: Draft): string {
  return deriveId(type, name);
}

function* listOthers(life: Life): Generator<Draft> {
  for (const name of OTHERS) {
    if (name === life.name) continue;
    for (const document of readLife(name, name).documents) yield toDraft(document);
  }
  const data = findData();
  if (data === null) return;
  type Row = { readonly title?: string; readonly tags?: string | readonly string[]; readonly text?: string };
  for (const { title = "", tags = [], text = "" } of readJsonl<Row>(
    join(data, "retrieval", "til-knownitem-dev", "corpus.jsonl"),
  )) {
    const list = typeof tags === "string" ? tags.split(" ") : tags;
    if (title !== "" && text.length >= 30)
      yield toDraft({ id: "", group: "", name: title.slice(0, 110), tags: list.slice(0, 4), body: text });
  }
}

/** Described as a save describes it: by the first sentence. */
function toDraft({ name, body, tags, cues = [], type = "project", category = null }: RecallDocument): Draft {
  const description = body.split(/(?<=[.;:]) /)[0]?.slice(0, 150) ?? name;
  return {
    ...sampleDraft(0),
    type,
    name,
    category,
    tags: [...tags],
    cues: [...cues],
    body: body.slice(0, 20_000),
    description,
  };
}
