// The union, as a machine makes it: what is admitted is held against the log.

import { admit } from "../../../../src/memory/law/sets/admit.ts";
import type { Sets } from "../../../../src/memory/law/sets/sets.ts";
import type { Statement } from "../../../../src/memory/law/statement.ts";
import { entriesOf, historyOf, isEndedBy } from "./history.ts";
import { type Came, check, factsOf, isSecret, type Machine, textOf, type World } from "./world.ts";

type Erased = { readonly statements: readonly Statement[]; readonly sets: Sets };

/** Law 5: only a tombstone of its own memory takes a statement away from whoever trusts its signer. */
function checkErased(world: World, machine: Machine, { statements, sets }: Erased): void {
  const isGone = ({ hash, signer }: Statement): boolean =>
    machine.trust.has(signer) && !sets.statements.has(hash);
  const gone = statements.filter(isGone);
  if (gone.length === 0) return;
  const all = {
    ...machine,
    sets: { ...sets, statements: new Map(statements.map((each) => [each.hash, each])) },
  };
  const history = historyOf(entriesOf(world, all), machine.trust);
  for (const { hash } of gone) {
    const entry = world.log.get(hash);
    const isEnded = entry !== undefined && history.some((by) => isEndedBy(by, entry));
    check(
      world,
      entry === undefined || isEnded,
      `law 5, ${machine.name} has lost ${entry?.said.act} without a tombstone`,
    );
  }
}

/** What somebody trusted names. */
export function listNamed({ sets, trust }: Pick<Machine, "sets" | "trust">): string[] {
  return [...sets.statements.values()]
    .filter(({ signer }) => trust.has(signer))
    .flatMap((each) => ("follows" in each ? [...each.follows, ...each.lifts] : []));
}

/** What a carrier brought, or what was signed here. */
export function take(world: World, machine: Machine, { read, sources, isOwn = false }: Came): void {
  const { trust, strangers } = machine;
  const barred = new Set(isOwn ? [] : sources.filter(isSecret).map(textOf));
  // Whoever reads what came leaves a secret out.
  const texts = sources
    .map((source) => [textOf(source), factsOf(source)] as const)
    .filter(([hash]) => !barred.has(hash));
  const before = [...machine.sets.statements.values()];
  const sets = admit(machine.sets, { statements: read, texts }, { trust, strangersFirst: strangers });
  checkErased(world, machine, { statements: [...before, ...read], sets });
  machine.sets = sets;
  for (const source of sources) world.sources.set(textOf(source), source);
  // An untrusted signer whom somebody trusted answered to takes no room, and has none of their own by that.
  const named = new Set(listNamed({ sets, trust }));
  const strange = [...sets.statements.values()].filter(
    ({ signer, hash }) => !trust.has(signer) && !named.has(hash),
  );
  const here = new Set(strange.map(({ signer }) => signer));
  machine.strangers = [...new Set([...strangers.filter((each) => here.has(each)), ...[...here].sort()])];
}
