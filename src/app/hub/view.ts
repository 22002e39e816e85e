// What a surface sees of a hub: where answers come from, how what lies behind them is judged, and who signs.

import { CredenceError } from "../../memory/errors.ts";
import type { AppliedMemory } from "../../memory/law/sets/applying.ts";
import type { SigningKey } from "../../trust/key-file.ts";
import { type HubMemory, judge } from "./describe.ts";
import type { Answered, HubHit, HubStore, PlainHit, RootEvidence } from "./hub-store.ts";

export type HubSigner = { readonly key: SigningKey; readonly now: () => number };

export type HubView = {
  readonly store: HubStore;
  /** As clients call it. */
  readonly host: string;
  /** The first line of a block, and a note of every answer. */
  readonly source: string;
  /** How the memories behind an answer stand; refuses what is no chain of policies. */
  readonly apply: (evidence: RootEvidence, policies: readonly string[]) => readonly AppliedMemory[];
  readonly signer: HubSigner;
  readonly client: string;
  readonly session: string | null;
  /** A receipt of what was shown. */
  readonly onShown: (shown: readonly HubMemory[], session: string | null) => void;
};

export type Found<Hit> = { readonly memory: HubMemory; readonly hit: Hit };

/** More than any tool asks for, with what a hub sends to spare. */
const HITS_MAX = 50;

/** Each hit once, with what applies of it; one that nothing lies behind is no hit. What is more than that is not looked at. */
export async function applyTo<Hit extends HubHit | PlainHit>(
  { apply }: Pick<HubView, "apply">,
  { hits, evidence, policies }: Answered<Hit>,
): Promise<Found<Hit>[]> {
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
  const found: Found<Hit>[] = [];
  for (const [name, hit] of first) {
    const of = applied.get(name);
    if (of !== undefined) found.push({ hit, memory: { ...of, judged: await judge(of.applied) } });
  }
  return found;
}

/** Those that these names mean, whatever the hub sent besides. */
export async function getNamed(view: HubView, names: readonly string[]): Promise<HubMemory[]> {
  const found = (await applyTo(view, await view.store.get(names))).map(({ memory }) => memory);
  return found.filter(({ applied }) => names.includes(applied.file.name));
}

/** The one memory that an id means. */
export async function findOne(view: HubView, id: string): Promise<HubMemory> {
  const [first, second] = await getNamed(view, [id]);
  if (first === undefined) throw new CredenceError("NOT_FOUND", "there is no such memory on the hub");
  if (second !== undefined) throw new CredenceError("NOT_FOUND", "several roots of the hub have this id");
  return first;
}
