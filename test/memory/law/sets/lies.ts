// What a trusted person can say that is not so, and what a thief says with the key of a machine. Both keys count; so a lie about what a
// person had before them is believed, and the laws say what it may not reach.

import type { SetMemory } from "../../../../src/memory/law/sets/memories.ts";
import type { Statement } from "../../../../src/memory/law/statement.ts";
import type { Key } from "./keys.ts";
import { aboutGroup, aboutText, type Before, bury, memoriesOf, say } from "./say.ts";
import { hexOf, type Machine, newWords, pick, tick, type World } from "./world.ts";

const LIES = ["digest", "tombstone", "follows", "padding", "born", "withdraw", "draft"] as const;

export function lie(world: World, machine: Machine, memory: SetMemory): void {
  const what = pick(world, LIES);
  tick(world, `lie about ${what}`);
  if (what === "tombstone") buryOthers(world, machine, memory);
  else if (what === "withdraw" || what === "digest") lieInPassing(world, machine, { memory, what });
  else replaceFalsely(world, machine, { memory, what });
}

type Lie = { readonly memory: SetMemory; readonly what: (typeof LIES)[number] };

/** Takes back what others said, or vouches for a text under a digest that is not its own. */
function lieInPassing(world: World, machine: Machine, { memory, what }: Lie): void {
  const about = aboutGroup(memory, pick(world, memory.groups));
  const before = claimed([], []);
  if (what === "withdraw") {
    // Also what they forgot themselves: a tombstone is not withdrawn.
    const own = [...world.log.values()].filter(
      ({ said }) => said.act === "forget" && said.signer === machine.person.signer,
    );
    const [tombstone] = own.length === 0 ? [] : [pick(world, own)];
    const lifts = namesOf(world, tombstone === undefined ? everything(world) : [tombstone.said]);
    const word = { act: "withdraw", lifts, ...about, born: tombstone?.said.born ?? about.born } as const;
    say({ world, machine }, word, { key: machine.person, before });
    return;
  }
  const { digest } = aboutText(newWords(world));
  say({ world, machine }, { act: "approve", ...about, digest }, { key: machine.person, before });
}

/** Names what was never before them, or what is not; under another id, or as a hand edit. */
function replaceFalsely(world: World, machine: Machine, { memory, what }: Lie): void {
  const about = aboutGroup(memory, pick(world, memory.groups));
  const source = newWords(world);
  const known = everything(world).filter((each) => each.born === memory.born || world.chance() < 0.2);
  const follows = what === "padding" ? fakes(world) : namesOf(world, known);
  const lifts = world.chance() < 0.5 ? namesOf(world, everything(world)) : [];
  const id = what === "born" ? "user_taken" : about.id;
  const act = what === "draft" ? "draft" : pick(world, ["approve", "approve", "keep"] as const);
  const word = { act, ...about, ...aboutText(source), follows, lifts, id } as const;
  const before = claimed(follows, lifts);
  say({ world, machine }, word, { key: machine.person, before, sources: [source] });
}

/** Whoever is trusted is believed to have had before them what they name. */
function claimed(follows: readonly string[], lifts: readonly string[]): Before {
  return { shown: new Set(follows), saw: new Set(lifts) };
}

function everything({ machines }: World): Statement[] {
  const all = new Map(machines.flatMap(({ sets }) => [...sets.statements]));
  return [...all.values()];
}

function namesOf(world: World, said: readonly Statement[]): string[] {
  const names = said.map(({ hash }) => hash).filter(() => world.chance() < 0.6);
  return [...new Set(names)].slice(0, world.namesMax).sort();
}

function fakes(world: World): string[] {
  return Array.from({ length: Math.min(world.namesMax, 40) }, () => hexOf(world, 64)).sort();
}

/** A tombstone of one's own memory that names the words of others. */
function buryOthers(world: World, machine: Machine, memory: SetMemory): void {
  const digests = [...machine.sets.texts.values()].flatMap(({ digest, folded }) => [digest, folded]);
  bury(world, machine, { born: memory.born, digests: digests.filter(() => world.chance() < 0.4) });
}

const STOLEN = ["wrote", "wrote", "approve", "lower", "retire", "archive", "keep", "unretire"] as const;

/** The thief has the key of a machine, and all that the remote has. */
export function steal(world: World, victim: Machine): Key {
  const thief: Machine = { ...victim, name: "thief", edits: [], backup: null };
  for (let left = 6; left > 0; left -= 1) {
    const here = memoriesOf(world, thief);
    if (here.length === 0) break;
    const memory = pick(world, here);
    const source = world.chance() < 0.5 ? newWords(world) : pick(world, [...world.sources.values()]);
    const known = everything(world).filter((each) => each.born === memory.born);
    const follows = world.chance() < 0.3 ? fakes(world) : namesOf(world, known);
    const lifts = namesOf(world, everything(world));
    const act = pick(world, [...STOLEN, "unarchive", "withdraw", "draft", "disown"] as const);
    const acknowledged = world.chance() < 0.5 ? ["rule"] : [];
    const about = { ...aboutGroup(memory, memory.groups[0]), ...(world.chance() < 0.7 && aboutText(source)) };
    const before = { ...claimed(follows, []), isStolen: true };
    const word = { act, ...about, follows, lifts, acknowledged };
    say({ world, machine: thief }, word, { key: victim.key, before, sources: [source] });
  }
  world.refs.set("thief", {
    statements: new Map(
      [...thief.sets.statements.keys()].map((hash) => [hash, world.papers.get(hash) ?? ""]),
    ),
    texts: new Map([...thief.sets.texts.keys()].map((hash) => [hash, world.sources.get(hash) ?? ""])),
  });
  tick(world, "stolen keys");
  return victim.key;
}
