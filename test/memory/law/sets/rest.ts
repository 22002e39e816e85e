// The laws that hold once everybody has synced with a remote that shows them everything.

import { computeView } from "../../../../src/memory/law/sets/view.ts";
import { digestOf, historyOf, isHeard, isWordAct, ownerOf } from "./history.ts";
import { receive, renderFiles, sync, viewPlainly } from "./remote.ts";
import { memoryOf, standsInPlace, tellStory } from "./story.ts";
import { take } from "./take.ts";
import {
  type Came,
  check,
  checkSame,
  type Entry,
  factsOf,
  isSecret,
  lawOf,
  type Machine,
  NOTHING,
  plainLaw,
  textOf,
  tick,
  type World,
} from "./world.ts";

export function settle(world: World): void {
  for (const machine of world.machines) machine.held = new Set();
  for (let round = 0; round < 3; round += 1) for (const machine of world.machines) sync(world, machine, true);
  for (const machine of world.machines) {
    checkAllAtOnce(world, machine);
    for (const other of world.machines) if (other.name < machine.name) checkEqual(world, machine, other);
    checkKept(world, machine);
  }
}

const hasSecret = (world: World, { sets }: Machine): boolean =>
  [...sets.texts.keys()].some((text) => isSecret(world.sources.get(text) ?? ""));

const trustOf = ({ trust }: Machine): string => JSON.stringify([...trust].sort());

/** Law 2: equal trust, sets and verdicts give equal files, but for strangers'. */
function checkEqual(world: World, one: Machine, other: Machine): void {
  if (trustOf(one) !== trustOf(other) || hasSecret(world, one) || hasSecret(world, other)) return;
  const view = (machine: Machine, law: Machine): string =>
    renderFiles(computeView(machine.sets, { ...lawOf(world, { ...law, sets: machine.sets }), me: null }));
  checkSame(world, [view(one, one), view(other, one)], `law 2, ${one.name} and ${other.name} differ`);
  tick(world, "pairs compared");
}

/** Law 6: as if the remote had never tampered, and all that exists came at once. */
function checkAllAtOnce(world: World, machine: Machine): void {
  const all = world.machines.flatMap(({ sets }) => [...sets.statements.keys()]);
  const refs = [...world.refs.values()];
  const statements = [...new Set([...all, ...refs.flatMap((ref) => [...ref.statements.keys()])])];
  const texts = new Map([
    ...world.machines.flatMap(({ sets }) =>
      [...sets.texts.keys()].map((hash) => [hash, world.sources.get(hash) ?? ""] as const),
    ),
    ...refs.flatMap((ref) => [...ref.texts]),
  ]);
  const papers = statements.map((hash) => ({ hash, text: world.papers.get(hash) ?? "" }));
  const ideal = { ...machine, sets: NOTHING };
  take(world, ideal, receive(world, { statements: papers, texts: [...texts] }));
  const own = { ...machine, sets: withoutSecrets(world, machine) };
  take(world, own, { read: [], sources: [] });
  const files = renderFiles(viewPlainly(ideal));
  checkSame(world, [renderFiles(viewPlainly(own)), files], `law 6, at rest, ${machine.name}`);
  checkUnfiltered(world, ideal, receive(world, { statements: papers, texts: [...texts] }));
}

/** Admission makes room and erases; what is in use is the same without it. */
function checkUnfiltered(world: World, { sets, trust }: Machine, { read, sources }: Came): void {
  const statements = new Map(sets.statements);
  for (const each of read) statements.set(each.hash, each);
  const texts = new Map(sets.texts);
  for (const source of sources) if (!isSecret(source)) texts.set(textOf(source), factsOf(source));
  const [few, all] = [sets, { statements, texts }].map((of) =>
    renderFiles(computeView(of, plainLaw({ trust }))),
  );
  checkSame(world, [few ?? "", all ?? ""], "law 5, what admission leaves out would be seen");
}

function withoutSecrets(world: World, { sets }: Machine): Machine["sets"] {
  const texts = [...sets.texts].filter(([hash]) => !isSecret(world.sources.get(hash) ?? ""));
  return { ...sets, texts: new Map(texts) };
}

/** Law 3: what was written is in a file, or was replaced by somebody who had it before them, or forgotten. */
function checkKept(world: World, machine: Machine): void {
  const files = new Set(viewPlainly(machine).map((file) => `${memoryOf(file)} ${file.digest}`));
  const existing = [...world.log.values()].filter(({ said }) =>
    world.machines.some(({ sets }) => sets.statements.has(said.hash)),
  );
  const history = historyOf(existing, machine.trust);
  const { live } = tellStory(world, machine);
  const isLive = (entry: Entry): boolean =>
    live.get(memoryOf(entry.said))?.some(({ said }) => said.hash === entry.said.hash) === true;
  const buried = new Set(history.filter(({ said }) => said.act === "forget").map(({ said }) => said.born));
  for (const entry of history) {
    if (!isWordAct(entry) || !("text" in entry.said)) continue;
    const { said } = entry;
    if (files.has(`${memoryOf(said)} ${said.digest}`) || (buried.has(said.born) && !isLive(entry))) continue;
    if (!isHeard(world, machine, entry)) {
      checkGone(world, machine, entry);
      continue;
    }
    const of = live.get(memoryOf(said)) ?? [];
    const isReplaced = of.some(
      (by) => isWordAct(by) && isHeard(world, machine, by) && standsInPlace(by, entry),
    );
    check(
      world,
      isReplaced,
      `law 3, ${machine.name} lost ${said.act} ${said.hash.slice(0, 8)} of ${said.id}`,
    );
    tick(world, "replaced texts");
  }
}

/** A text that is not here: a secret, one that its words do not fit, or erased everywhere by whoever forgot it, or by a loss. */
function checkGone(world: World, machine: Machine, { said }: Entry): void {
  if (!("text" in said)) return;
  const source = world.sources.get(said.text);
  const isExcused =
    world.hasLost ||
    world.forgotten.has(said.born) ||
    source === undefined ||
    isSecret(source) ||
    machine.sets.texts.has(said.text);
  check(world, isExcused, `law 3, ${machine.name} has no text of ${said.act} ${said.hash.slice(0, 8)}`);
}

/** The key of a machine was stolen, and everybody ends their trust in it. */
export function endTrust(world: World, signer: string): void {
  const how = world.chance() < 0.5 ? "ended" : null;
  for (const machine of world.machines) {
    const trust = new Map(machine.trust);
    if (how === null) trust.delete(signer);
    else if (trust.has(signer)) trust.set(signer, { may: how, owner: ownerOf(trust, signer) });
    machine.trust = trust;
    take(world, machine, { read: [], sources: [] });
  }
  settle(world);
  const stolen = [...world.log.values()].filter(({ isStolen }) => isStolen);
  for (const machine of world.machines)
    for (const { born, digest, standing, name } of computeView(machine.sets, plainLaw(machine))) {
      const isInUse = standing === "verified" || standing === "inferred";
      const isThiefs = stolen.some(
        ({ said }) => said.born === born && digestOf(said) === digest && said.act === "wrote",
      );
      const isOthers = [...world.log.values()].some(
        (each) => !each.isStolen && each.said.born === born && digestOf(each.said) === digest,
      );
      check(world, !(isInUse && isThiefs && !isOthers), `trust, the thief's ${name} is in use`);
    }
}
