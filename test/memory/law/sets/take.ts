// The union, as a machine makes it: version 1 is read anew with all that is there, and what is admitted is held against the log.

import { type Admission, admit } from "../../../../src/memory/law/sets/admit.ts";
import { readVersion1 } from "../../../../src/memory/law/sets/read-version1.ts";
import type { Said } from "../../../../src/memory/law/sets/said.ts";
import type { Sets, TextFacts } from "../../../../src/memory/law/sets/sets.ts";
import { entriesOf, findEntry, historyOf, isEndedBy } from "./history.ts";
import {
  type Came,
  check,
  countsOld,
  factsOf,
  isSecret,
  type Machine,
  opaqueOf,
  textOf,
  type World,
} from "./world.ts";

type Erased = { readonly statements: readonly Said[]; readonly sets: Sets };

/** Law 5: only a tombstone of its own memory takes a statement away from whoever trusts its signer. */
function checkErased(world: World, machine: Machine, { statements, sets }: Erased): void {
  const isGone = ({ hash, signer }: Said): boolean => machine.trust.has(signer) && !sets.statements.has(hash);
  const gone = statements.filter(isGone);
  if (gone.length === 0) return;
  const all = {
    ...machine,
    sets: { ...sets, statements: new Map(statements.map((each) => [each.hash, each])) },
  };
  const history = historyOf(entriesOf(world, all), machine.trust);
  for (const { hash } of gone) {
    const entry = findEntry(world, all, hash);
    const isEnded = entry !== undefined && history.some((by) => isEndedBy(by, entry, history));
    check(
      world,
      entry === undefined || isEnded,
      `law 5, ${machine.name} has lost ${entry?.said.act} without a tombstone`,
    );
  }
}

/** What a carrier brought, or what was signed here: the union, with version 1 read anew. */
export function take(world: World, machine: Machine, { read, sources, isOwn = false }: Came): void {
  const barred = new Set(isOwn ? [] : sources.filter(isSecret).map(textOf));
  const old = new Map(machine.old);
  for (const each of read) if (each.kind === "old") old.set(each.said.hash, each.said);
  // Whoever reads what came leaves a secret out.
  const entering = sources
    .map((source) => [textOf(source), factsOf(source)] as const)
    .filter(([hash]) => !barred.has(hash));
  const texts = new Map([...machine.sets.texts, ...entering]);
  const now = [...machine.sets.statements.values()].filter(({ hash }) => !machine.old.has(hash));
  const news = read.flatMap((each) => (each.kind === "set" ? [each.said] : []));
  const versionOne = readVersion1([...old.values()], {
    counts: (said) => countsOld(machine, said),
    textOf: (digest) => findText(digest, { texts, named: [...now, ...news], machine }),
  });
  const mine = { statements: new Map(now.map((each) => [each.hash, each])), texts: machine.sets.texts };
  const arrivals = { statements: [...versionOne, ...news], texts: entering };
  const sets = admit(mine, arrivals, admissionOf(machine));
  checkErased(world, machine, { statements: [...mine.statements.values(), ...versionOne, ...news], sets });
  machine.sets = sets;
  machine.old = new Map([...old].filter(([hash]) => sets.statements.has(hash)));
  for (const source of sources) world.sources.set(textOf(source), source);
  const strange = [...sets.statements.values()].filter(({ signer }) => !machine.trust.has(signer));
  const here = new Set(strange.map(({ signer }) => signer));
  machine.strangers = [
    ...new Set([...machine.strangers.filter((each) => here.has(each)), ...[...here].sort()]),
  ];
}

type Texts = {
  readonly texts: ReadonlyMap<string, TextFacts>;
  readonly named: readonly Said[];
  readonly machine: Machine;
};

/** A text that somebody trusted signed comes first: anybody can add a comment to words of version 1. */
function findText(digest: string, { texts, named, machine }: Texts): string | null {
  const all = [...texts].flatMap(([hash, facts]) => (facts.digest === digest ? [hash] : [])).sort();
  const signed = new Set(
    named.flatMap((each) => ("text" in each && machine.trust.has(each.signer) ? [each.text] : [])),
  );
  return all.find((hash) => signed.has(hash)) ?? all[0] ?? null;
}

function admissionOf({ trust, strangers, unlearned }: Machine): Admission {
  const opaque = (id: string): string | null => (unlearned.has(id) ? null : opaqueOf(id));
  return { trust, opaque, strangersFirst: strangers };
}
