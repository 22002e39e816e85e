// One trusted signer says more of a memory than may count. The excess is left out, and it is nobody else's loss.

import { sha256Hex } from "../../../../src/memory/file/sha256.ts";
import { admit } from "../../../../src/memory/law/sets/admit.ts";
import { listMemories, type SetMemory } from "../../../../src/memory/law/sets/memories.ts";
import { nameReplaced } from "../../../../src/memory/law/sets/next-word.ts";
import { selectCounted } from "../../../../src/memory/law/sets/sets.ts";
import { computeView } from "../../../../src/memory/law/sets/view.ts";
import { nameMemory, type Statement, type TextContent } from "../../../../src/memory/law/statement.ts";
import { mayOf } from "./history.ts";
import { renderFiles } from "./remote.ts";
import { check, checkSame, type Machine, pick, plainLaw, shuffle, tick, type World } from "./world.ts";

const STATEMENTS_MAX = 512;
const FLOODS: readonly (readonly TextContent["act"][])[] = [["wrote"], ["wrote", "lower", "retire"]];

type Flood = {
  readonly signer: string;
  readonly memory: SetMemory;
  readonly acts: readonly TextContent["act"][];
  readonly said: readonly Statement[];
};

/** @returns the machine as it is after a flood of one signer whom it trusts. */
export function checkFlood(
  world: World,
  machine: Machine,
): { readonly machine: Machine; readonly byMachine: boolean } | null {
  const flood = drawFlood(world, machine);
  if (flood === null) return null;
  const { sets } = machine;
  const all = shuffle(world, [...sets.statements.values(), ...flood.said]);
  const flooded = {
    ...machine,
    sets: { ...sets, statements: new Map(all.map((each) => [each.hash, each])) },
  };
  checkOthers(world, machine, { flooded, flood });
  checkNextStatement(world, flooded, flood);
  checkNotRaised(world, machine, { flooded, flood });
  const law = plainLaw(machine);
  const admission = { trust: machine.trust, strangersFirst: machine.strangers };
  const admitted = admit(sets, { statements: flood.said, texts: [] }, admission);
  const files = [admitted, flooded.sets].map((of) => renderFiles(computeView(of, law)));
  checkSame(world, [files[0] ?? "", files[1] ?? ""], `floods, ${machine.name} keeps other statements`);
  const kept = [...admitted.statements.values()].filter(isOfFlooded(flood));
  check(world, kept.length <= STATEMENTS_MAX, `floods, ${machine.name} keeps ${kept.length}`);
  tick(world, "floods of a trusted signer");
  return { machine: flooded, byMachine: flood.signer.startsWith("machine:") };
}

const isOfFlooded =
  ({ signer, memory }: Flood) =>
  (each: Statement): boolean =>
    each.signer === signer && each.born === memory.born;

function drawFlood(world: World, machine: Machine): Flood | null {
  const { trust, sets } = machine;
  const signers = [...trust.keys()].flatMap((signer) => (mayOf(trust, signer) === "ended" ? [] : [signer]));
  const memories = listMemories(sets, plainLaw(machine)).filter(({ isForeign }) => !isForeign);
  if (signers.length === 0 || memories.length === 0) return null;
  const [signer, memory, acts] = [pick(world, signers), pick(world, memories), pick(world, FLOODS)];
  const [{ heads }] = memory.groups;
  const names = [...sets.statements.keys()].slice(0, 4);
  const said = Array.from({ length: STATEMENTS_MAX + 90 }, (_, at) => {
    const named = world.chance() < 0.1 ? names : [];
    const about = { follows: named, lifts: named, acknowledged: [], act: pick(world, acts), signer };
    return { ...heads[0], ...about, hash: sha256Hex(`flood ${world.seed} ${at}`) };
  });
  return { signer, memory, acts, said };
}

type Flooded = { readonly flooded: Machine; readonly flood: Flood };

/** The bound belongs to who fills it. */
function checkOthers(world: World, { sets, trust }: Machine, { flooded, flood }: Flooded): void {
  const counted = selectCounted(flooded.sets.statements.values(), trust);
  const theirs = counted.filter(isOfFlooded(flood));
  check(world, theirs.length <= STATEMENTS_MAX, `floods, ${theirs.length} of one signer count`);
  const before = selectCounted(sets.statements.values(), trust).filter((each) => !isOfFlooded(flood)(each));
  const left = new Set(counted.map(({ hash }) => hash));
  check(
    world,
    before.every(({ hash }) => left.has(hash)),
    "floods, one signer's statements left out another's",
  );
}

/** Machines stop no statement of a person. */
function checkNextStatement(world: World, { sets, trust, person }: Machine, flood: Flood): void {
  if (!flood.signer.startsWith("machine:")) return;
  const name = nameMemory(flood.memory);
  const memory = listMemories(sets, plainLaw({ trust })).find((each) => nameMemory(each) === name);
  if (memory === undefined) return;
  const next = nameReplaced({ sets, trust, by: person.signer }, memory, memory.groups);
  check(world, next.kind === "names", `floods, a machine's stop a person's next statement about ${name}`);
}

/** More statements of one signer that vouch bring nothing back that the signer took out. */
function checkNotRaised(world: World, machine: Machine, { flooded, flood }: Flooded): void {
  const law = plainLaw(machine);
  if (flood.acts.length > 1) return;
  const isOut = ({ standing }: SetMemory): boolean => standing === "quarantined" || standing === "retired";
  const out = listMemories(machine.sets, law).filter(isOut).map(nameMemory);
  const after = new Map(listMemories(flooded.sets, law).map((each) => [nameMemory(each), each]));
  const raised = out.find((name) => {
    const now = after.get(name);
    return now !== undefined && !isOut(now);
  });
  check(world, raised === undefined, `floods, a flood brought ${raised} back`);
}
