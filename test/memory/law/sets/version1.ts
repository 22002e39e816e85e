// Memories of version 1 that are there before the world begins: chains of statements with parents, signed as they were then.

import type { Act } from "../../../../src/memory/law/acts.ts";
import type { Statement } from "../../../../src/memory/law/attestation.ts";
import type { Said } from "../../../../src/memory/law/sets/said.ts";
import { bornOfVersion1 } from "../../../../src/memory/law/sets/sets.ts";
import { NO_TEXT } from "./history.ts";
import { type Key, ROOT, signOld } from "./keys.ts";
import { take } from "./take.ts";
import { type Entry, factsOf, newWords, opaqueOf, pick, readAll, tick, type World } from "./world.ts";

const IDS = ["user_a", "user_old", "user_b_other_89abcdef"];

type Chain = { readonly id: string; readonly entries: Entry[]; readonly sources: string[]; source: string };

/** Everybody has what was signed then. */
export function makeVersion1(world: World): void {
  for (const id of IDS.filter(() => world.chance() < 0.5)) {
    const chain: Chain = { id, entries: [], sources: [], source: newWords(world) };
    for (let left = 1 + Math.floor(world.chance() * 5); left > 0; left -= 1) extend(world, chain);
    if (world.chance() < 0.3) {
      extend(world, chain, "forget");
      if (world.chance() < 0.5) extend(world, chain, "approve");
    }
    const hashes = chain.entries.map(({ said }) => said.hash);
    const read = readAll(
      world,
      hashes.map((hash) => ({ hash, text: world.papers.get(hash) ?? "" })),
    );
    for (const machine of world.machines) take(world, machine, { read, sources: chain.sources });
    tick(world, "memories of version 1");
  }
}

const LATER: readonly Act[] = ["wrote", "wrote", "keep", "approve", "approve", "lower", "retire", "unretire"];

function extend(world: World, chain: Chain, forced?: Act): void {
  const machine = pick(world, world.machines);
  const act =
    forced ?? (chain.entries.length === 0 ? pick(world, ["wrote", "approve"] as const) : pick(world, LATER));
  const isWord = act === "wrote" || act === "keep" || act === "approve";
  const isMachines = act === "wrote" || (["lower", "retire"].includes(act) && world.chance() < 0.5);
  const key = isMachines ? machine.key : machine.person;
  if (isWord && world.chance() < 0.5) chain.source = newWords(world);
  if (isWord) chain.sources.push(chain.source);
  // The newest that they had seen; sometimes not the last one.
  const seen = chain.entries.slice(0, world.chance() < 0.8 ? undefined : -1);
  const isNamed = ({ said }: Entry, at: number): boolean =>
    at >= seen.length - 2 || !["wrote", "keep"].includes(said.act);
  sign(world, { chain, act, key, parents: act === "forget" ? seen : seen.filter(isNamed) });
}

type Signing = {
  readonly chain: Chain;
  readonly act: Act;
  readonly key: Key;
  readonly parents: readonly Entry[];
};

function sign(world: World, { chain, act, key, parents }: Signing): void {
  const { digest, folded } = factsOf(chain.source);
  const isTombstone = act === "forget";
  const statement: Omit<Statement, "signer"> = {
    ...{ v: isTombstone ? 2 : 1, root: ROOT, scope: "user", digest, act, acknowledged: [], reason: null },
    id: isTombstone ? opaqueOf(chain.id) : chain.id,
    time: "2026-01-01T09:30:00Z",
    parents: parents.map(({ said }) => said.hash).sort(),
    ...(isTombstone && { folded }),
  };
  const { hash, text } = signOld(statement, key);
  world.papers.set(hash, text);
  const entry = entryOf(chain, { statement, hash, key, parents });
  chain.entries.push(entry);
  world.log.set(hash, entry);
  if (isTombstone) world.forgotten.add(entry.born);
}

type Signed = Pick<Signing, "key" | "parents"> & {
  readonly statement: Omit<Statement, "signer">;
  readonly hash: string;
};

/** As the log has it: what was before whoever signed. */
function entryOf(chain: Chain, { statement, hash, key, parents }: Signed): Entry {
  const { root, scope, time, act, digest } = statement;
  const born = bornOfVersion1({ root, scope, id: chain.id });
  const signed = {
    v: 3,
    root,
    scope,
    time,
    signer: key.signer,
    device: key.signer,
    seq: 0,
    prev: null,
    reason: null,
    hash,
  } as const;
  const names = parents.map((each) => each.said.hash);
  // Only a validator lowered what a person had approved.
  const isValidators =
    act === "lower" && key.kind === "machine" && parents.some((each) => each.said.act === "approve");
  const lists = { follows: [], lifts: [], acknowledged: isValidators ? ["validator"] : [], source: null };
  const said: Said =
    act === "forget"
      ? {
          ...signed,
          act,
          born: null,
          id: statement.id,
          digests: [digest, statement.folded ?? digest],
          ends: names,
        }
      : { ...signed, act, born, id: chain.id, digest, text: NO_TEXT, ...lists };
  return { said, born, shown: new Set(), saw: new Set(), isStolen: false, parents: names };
}
