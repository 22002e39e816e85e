// A surface's view of a hub: the source of answers, the judgement of their evidence, and the signer.

import type { Confidence } from "../../memory/block/entry.ts";
import { CredenceError } from "../../memory/errors.ts";
import type { AppliedMemory } from "../../memory/law/sets/applying.ts";
import type { Category, MemoryType, Scope } from "../../memory/memory.ts";
import type { SigningKey } from "../../trust/key-file.ts";
import type { Evidence } from "../../trust/read-evidence.ts";
import { type HubMemory, judge } from "./describe.ts";

export type HubSigner = { readonly key: SigningKey; readonly now: () => number };

export type HubView = {
  readonly store: HubStore;
  /** As clients call it. */
  readonly host: string;
  /** The first line of a block, and a note in every answer. */
  readonly source: string;
  /** Computes the standings of the memories in the evidence; refuses an invalid chain of policies. */
  readonly apply: (evidence: RootEvidence, policies: readonly string[]) => readonly AppliedMemory[];
  readonly signer: HubSigner;
  readonly client: string;
  readonly session: string | null;
  /** Writes a receipt of the memories shown. */
  readonly onShown: (shown: readonly HubMemory[], session: string | null) => void;
};

export type MatchedHit<Hit> = { readonly memory: HubMemory; readonly hit: Hit };

/** More than any tool requests, including the extra hits that a hub sends. */
const HITS_MAX = 50;

/** Each hit once, with its memory; a hit without evidence is dropped, and hits beyond the limit are ignored. */
export async function applyTo<Hit extends HubHit | PlainHit>(
  { apply }: Pick<HubView, "apply">,
  { hits, evidence, policies }: HubAnswer<Hit>,
): Promise<MatchedHit<Hit>[]> {
  const wanted = new Map(hits.map((hit) => [`${hit.root} ${hit.born}`, hit]));
  const first = [...wanted].slice(0, HITS_MAX);
  const roots = new Set(first.map(([, { root }]) => root));
  const behind = new Map(evidence.filter(({ root }) => roots.has(root)).map((each) => [each.root, each]));
  const applied = new Map(
    [...behind.values()].flatMap((each) =>
      apply(each, policies)
        .toReversed()
        .map((memory) => [
          `${each.root} ${memory.file.born}`,
          { root: each.root, scope: each.scope, applied: memory },
        ]),
    ),
  );
  const found: MatchedHit<Hit>[] = [];
  for (const [name, hit] of first) {
    const of = applied.get(name);
    if (of !== undefined) found.push({ hit, memory: { ...of, judged: await judge(of.applied) } });
  }
  return found;
}

/** The memories of these names, without others that the hub sent. */
export async function getNamed(view: HubView, names: readonly string[]): Promise<HubMemory[]> {
  const found = (await applyTo(view, await view.store.get(names))).map(({ memory }) => memory);
  return found.filter(({ applied }) => names.includes(applied.file.name));
}

export async function findOne(view: HubView, id: string): Promise<HubMemory> {
  const [first, second] = await getNamed(view, [id]);
  if (first === undefined) throw new CredenceError("NOT_FOUND", "there is no such memory on the hub");
  if (second !== undefined) throw new CredenceError("NOT_FOUND", "several roots of the hub have this id");
  return first;
}

// The protocol of a hub's answers to agents: the hits, and the statements and texts behind them. Nothing in an answer is
// trusted by itself, because the standing of a memory is computed from the evidence by a policy.

export type HubHit = {
  readonly root: string;
  readonly born: string;
  readonly score: number;
  readonly wordScore: number;
  readonly confidence: Confidence | null;
};

export type RootEvidence = Evidence & { readonly root: string; readonly scope: Scope };

/** `policies`: the whole chain, oldest first. */
export type HubAnswer<Hit> = {
  readonly hits: readonly Hit[];
  readonly evidence: readonly RootEvidence[];
  readonly policies: readonly string[];
};

export type PlainHit = { readonly root: string; readonly born: string; readonly isCentre: boolean };

export type SearchAsked = {
  readonly prompt: string;
  readonly limit: number;
  readonly abstains: boolean;
  readonly type: MemoryType | null;
  readonly category: Category | null;
};

export type HubStatus = {
  readonly verified: number;
  readonly inferred: number;
  readonly withheld: number;
  readonly retired: number;
  readonly savesLeft: number | null;
};

export type Destination = { readonly root: string; readonly scope: Scope };

export type HubStore = {
  readonly search: (asked: SearchAsked) => Promise<HubAnswer<HubHit> & { readonly isList: boolean }>;
  /** Around an id, or around a day as a moment. */
  readonly around: (asked: {
    readonly around: string;
    readonly before: number;
    readonly after: number;
  }) => Promise<HubAnswer<PlainHit>>;
  readonly get: (ids: readonly string[]) => Promise<HubAnswer<PlainHit>>;
  readonly status: () => Promise<HubStatus>;
  readonly destinations: () => Promise<readonly Destination[]>;
  readonly save: (saved: {
    readonly root: string;
    readonly statement: string;
    readonly text: string;
  }) => Promise<void>;
};
