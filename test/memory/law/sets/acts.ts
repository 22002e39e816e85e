// What honest people and machines do.

import type { Group, SetMemory } from "../../../../src/memory/law/sets/memories.ts";
import type { TrustedFor } from "../../../../src/memory/law/sets/sets.ts";
import { ENFORCE_LEVELS, nameMemory, type Statement } from "../../../../src/memory/law/statement.ts";
import { entriesOf, historyOf, isOfText, ownerOf } from "./history.ts";
import type { Key } from "./keys.ts";
import { lie } from "./lies.ts";
import { aboutGroup, aboutText, BEFORE_NOTHING, beginAnew, bury, memoriesOf, nameFor, say } from "./say.ts";
import { take } from "./take.ts";
import {
  hexOf,
  isFailing,
  type Machine,
  newWords,
  pick,
  textOf,
  tick,
  type World,
  withFields,
} from "./world.ts";

/** One looks almost like the name of a text that waits, and one is as long as a name may be. */
export const IDS = ["user_a", "user_b", "user_b_other_89abcdef", `user_${"l".repeat(92)}`, "project_d"];

type Actor = { readonly key: Key; readonly memory: SetMemory; readonly group: Group };
type Doing = (world: World, machine: Machine, actor: Actor) => void;

const ACTS: readonly (readonly [number, Doing])[] = [
  [24, edit],
  [6, editByHand],
  [15, approve],
  [5, keep],
  [10, lower],
  [6, retire],
  [5, unretire],
  [4, archive],
  [3, unarchive],
  [6, forget],
  [7, withdraw],
  [6, bringBack],
  [3, failHere],
  [3, hold],
  [3, enforce],
];
const DOINGS = ACTS.flatMap(([weight, doing]) => Array.from({ length: weight }, () => doing));

export function act(world: World, machine: Machine): void {
  const here = memoriesOf(world, machine);
  const key = world.chance() < 0.45 ? machine.person : machine.key;
  const dice = world.chance();
  if (dice < 0.05) backUp(world, machine);
  else if (dice < 0.09 && world.isMixed) changeTrust(world, machine);
  else if (here.length === 0 || dice < (here.length < (world.namesMax < 256 ? 2 : 3) ? 0.3 : 0.12))
    create(world, machine, key);
  else actOn(world, machine, { key, memory: pick(world, here) });
}

function actOn(world: World, machine: Machine, { key, memory }: Omit<Actor, "group">): void {
  if (machine.isLiar && world.chance() < 0.4) {
    lie(world, machine, memory);
    return;
  }
  const actor = { key, memory, group: pick(world, memory.groups) };
  pick(world, listDoings(memory))(world, machine, actor);
}

/** What is out of use is more often asked for than the rest. */
function listDoings({ isArchived, standing, cause }: SetMemory): readonly Doing[] {
  const isRetired = standing === "retired";
  return [
    ...DOINGS,
    ...Array.from({ length: isArchived ? 40 : 0 }, () => unarchive),
    ...Array.from({ length: cause === "words-forgotten" ? 40 : 0 }, () => approve),
    ...Array.from({ length: isRetired ? 15 : 0 }, () => unretire),
    ...Array.from({ length: isRetired ? 25 : 0 }, () => edit),
  ];
}

/** Sometimes words that somebody forgot or lowered, or nearly those: by a person who was told so, or by whoever does not know. */
function create(world: World, machine: Machine, key: Key): void {
  const id = pick(world, IDS);
  const all = [...world.sources.values()];
  const forgotten = all.filter((source) => listForgotten(world, machine, source).length > 0);
  const isOfForgotten = forgotten.length > 0 && world.chance() < 0.4;
  const old = isOfForgotten ? forgotten : all;
  const dice = world.chance();
  const again = (isOfForgotten || dice < 0.16) && old.length > 0 ? pick(world, old) : null;
  const [words = ""] = (again ?? "").split("\n");
  const alike = dice < 0.06 ? `${words}, nearly` : dice < 0.12 ? words.toUpperCase() : words;
  const source = withFields(world, again === null || words === "" ? newWords(world) : alike);
  if (key.kind === "machine") {
    write(world, machine, { key, id, source });
    return;
  }
  world.sources.set(textOf(source), source);
  const lifts = listForgotten(world, machine, source);
  if (lifts.length > world.namesMax) return;
  write(world, machine, { key, id, source, lifts });
}

/** Hashes of the tombstones that name these words. */
function listForgotten(world: World, machine: Machine, source: string): string[] {
  const history = historyOf(entriesOf(world, machine), machine.trust);
  return history.flatMap((each) => (isOfText(world, each, textOf(source)) ? [each.said.hash] : [])).sort();
}

type New = {
  readonly key: Key;
  readonly id: string;
  readonly source: string;
  readonly lifts?: readonly string[];
};

function write(world: World, machine: Machine, { key, id, source, lifts = [] }: New): void {
  const about = { born: hexOf(world, 32), id, ...aboutText(source) };
  const from = { source: { origin: "user", session: null, taint: [] } } as const;
  const before = { shown: new Set<string>(), saw: new Set(lifts) };
  const word = { act: key.kind === "person" ? "approve" : "wrote", lifts, ...from, ...about } as const;
  say({ world, machine }, word, { key, before, sources: [source] });
}

/** A person edits with everything about it on the screen; a machine what is in use. */
function edit(world: World, machine: Machine, { key, memory, group }: Actor): void {
  const isPerson = key.kind === "person";
  if (!isPerson && (memory.standing === "quarantined" || memory.isForeign)) return;
  replace(world, machine, {
    ...{ key, memory, source: withFields(world, newWords(world)) },
    replaced: isPerson && world.chance() < 0.5 ? memory.groups : [group],
  });
}

/** A text that was there before, by whoever finds it good again. */
function bringBack(world: World, machine: Machine, { key, memory, group }: Actor): void {
  if (memory.standing === "quarantined" || memory.isForeign) return;
  const known = [...machine.sets.statements.values()].flatMap((each) =>
    each.born === memory.born && "text" in each && machine.sets.texts.has(each.text) ? [each.text] : [],
  );
  const source = known.length === 0 ? undefined : world.sources.get(pick(world, known));
  if (source === undefined) return;
  // Sometimes with other fields.
  const [words = ""] = source.split("\n");
  const again = world.chance() < 0.4 ? withFields(world, words) : source;
  replace(world, machine, { key, memory, replaced: [group], source: again });
  tick(world, "brought back");
}

type Replacing = {
  readonly key: Key;
  readonly memory: SetMemory;
  readonly replaced: readonly Group[];
  readonly source: string;
};

function replace(world: World, machine: Machine, { key, memory, replaced, source }: Replacing): void {
  if (isFailing(source, machine.version)) return;
  const named = nameFor(world, machine, { memory, replaced, key });
  if (named === null) {
    beginAnew(world, machine, { memory, source, key });
    return;
  }
  const isPerson = key.kind === "person";
  const { follows, before } = named;
  const act = isPerson ? pick(world, ["approve", "approve", "keep", "wrote"] as const) : "wrote";
  const lifts = act === "approve" ? named.lifts : [];
  const about = { born: memory.born, id: memory.id, ...aboutText(source) };
  say({ world, machine }, { act, follows, lifts, ...about }, { key, before, sources: [source] });
}

function editByHand(world: World, machine: Machine, { memory, group }: Actor): void {
  const heads = group.heads.map(({ hash }) => hash);
  const source = withFields(world, newWords(world));
  machine.edits = [...machine.edits, { born: memory.born, id: memory.id, heads, source }];
}

/** Hand edits that were found on disk, before a sync. */
export function absorb(world: World, machine: Machine): void {
  const edits = machine.edits;
  machine.edits = [];
  for (const { born, id, heads, source } of edits) {
    const memory = memoriesOf(world, machine).find((each) => each.born === born);
    if (memory === undefined || memory.isForeign || isFailing(source, machine.version)) continue;
    const isOwnDraft = (each: Statement): boolean =>
      each.act === "draft" && each.signer === machine.key.signer;
    const own = [...machine.sets.statements.values()].filter(
      (each) => isOwnDraft(each) && each.born === born,
    );
    const held = [...own.map(({ hash }) => hash), ...heads].filter((hash) =>
      machine.sets.statements.has(hash),
    );
    const follows = [...new Set(held)].slice(0, world.namesMax).sort();
    const before = { shown: new Set(follows), saw: new Set<string>() };
    const word = { act: "draft", born, id, follows, ...aboutText(source) } as const;
    say({ world, machine }, word, { key: machine.key, before, sources: [source] });
  }
}

/** Approve, restore, choose: one decision about one text, in the place of all that were shown with it. */
function approve(world: World, machine: Machine, { memory, group }: Actor): void {
  const source = world.sources.get(group.heads[0].text) ?? "";
  if (isFailing(source, machine.version)) return;
  const key = machine.person;
  const named = nameFor(world, machine, { memory, replaced: memory.groups, key });
  if (named === null) {
    beginAnew(world, machine, { memory, source, key });
    return;
  }
  const { follows, lifts, before } = named;
  say({ world, machine }, { act: "approve", follows, lifts, ...aboutGroup(memory, group) }, { key, before });
}

function keep(world: World, machine: Machine, { memory, group }: Actor): void {
  if (memory.standing === "quarantined") return;
  const key = machine.person;
  const named = nameFor(world, machine, { memory, replaced: [group], key });
  if (named === null) return;
  const { follows, before } = named;
  say({ world, machine }, { act: "keep", follows, ...aboutGroup(memory, group) }, { key, before });
}

function lower(world: World, machine: Machine, { key, memory, group }: Actor): void {
  const act = key.kind === "person" && world.chance() < 0.2 ? "disown" : "lower";
  say({ world, machine }, { act, ...aboutGroup(memory, group) }, { key, before: BEFORE_NOTHING });
}

/** A text in use that this machine's validators fail. */
function failHere(world: World, machine: Machine, { memory }: Actor): void {
  const about = aboutGroup(memory, memory.groups[0]);
  if (!isFailing(world.sources.get(about.text) ?? "", machine.version) && world.chance() < 0.8) return;
  const word = { act: "lower", acknowledged: ["rule"], ...about } as const;
  say({ world, machine }, word, { key: machine.key, before: BEFORE_NOTHING });
  tick(world, "validator's lower");
}

function retire(world: World, machine: Machine, { key, memory, group }: Actor): void {
  say({ world, machine }, { act: "retire", ...aboutGroup(memory, group) }, { key, before: BEFORE_NOTHING });
}

function archive(world: World, machine: Machine, { key, memory, group }: Actor): void {
  say({ world, machine }, { act: "archive", ...aboutGroup(memory, group) }, { key, before: BEFORE_NOTHING });
}

function unretire(world: World, machine: Machine, { memory, group }: Actor): void {
  takeBack(world, machine, { act: "unretire", of: "retire", key: machine.person, memory, group });
}

function unarchive(world: World, machine: Machine, actor: Actor): void {
  takeBack(world, machine, { act: "unarchive", of: "archive", ...actor });
}

type Taking = Actor & { readonly act: "unretire" | "unarchive"; readonly of: "retire" | "archive" };

function takeBack(world: World, machine: Machine, { act, of, key, memory, group }: Taking): void {
  const lifts = memory.negatives.filter((each) => each.act === of).map(({ hash }) => hash);
  if (lifts.length === 0 || lifts.length > world.namesMax) return;
  const before = { shown: new Set<string>(), saw: new Set(lifts) };
  say({ world, machine }, { act, lifts: lifts.sort(), ...aboutGroup(memory, group) }, { key, before });
}

function forget(world: World, machine: Machine, { memory }: Actor): void {
  const texts = [...machine.sets.statements.values()].flatMap((each) =>
    each.born === memory.born && "text" in each ? [each.text] : [],
  );
  const facts = texts.flatMap((text) => machine.sets.texts.get(text) ?? []);
  bury(world, machine, {
    born: memory.born,
    digests: facts.flatMap(({ digest, folded }) => [digest, folded]),
  });
}

/** A person takes back what they said themselves, or what a machine of theirs did. */
function withdraw(world: World, machine: Machine, { memory, group }: Actor): void {
  const isOwn = ({ signer }: Statement): boolean => ownerOf(machine.trust, signer) === machine.person.signer;
  const own = [...machine.sets.statements.values()].filter(
    (each) => each.born === memory.born && isOwn(each) && each.act !== "withdraw",
  );
  if (own.length === 0) return;
  const lifts = [pick(world, own).hash];
  const word = { act: "withdraw", lifts, ...aboutGroup(memory, group) } as const;
  say({ world, machine }, word, { key: machine.person, before: BEFORE_NOTHING });
}

/** How it speaks at the act, which changes nothing else. */
function enforce(world: World, machine: Machine, { memory, group }: Actor): void {
  const word = { act: "enforce", level: pick(world, ENFORCE_LEVELS), ...aboutGroup(memory, group) } as const;
  say({ world, machine }, word, { key: machine.person, before: BEFORE_NOTHING });
}

function hold(_: World, machine: Machine, { memory }: Actor): void {
  const held = new Set(machine.held);
  const name = nameMemory(memory);
  if (!held.delete(name)) held.add(name);
  machine.held = held;
}

function backUp(world: World, machine: Machine): void {
  const { backup } = machine;
  if (backup === null || world.chance() < 0.2) {
    machine.backup = { ...machine, backup: null, edits: [] };
    return;
  }
  // Whom it trusts is what it is told today; what was not sent is gone.
  const { sets, seq, prev } = backup;
  Object.assign(machine, { sets, seq, prev, backup: null, edits: [] });
  take(world, machine, { read: [], sources: [] });
  world.hasLost = true;
  tick(world, "restored from a backup");
}

const TRUSTED: readonly (TrustedFor | null)[] = ["all", "all", "wrote", "ended", null];

function changeTrust(world: World, machine: Machine): void {
  const others = world.machines.filter(({ person }) => person !== machine.person);
  if (others.length === 0) return;
  const other = pick(world, others);
  const { signer } = pick(world, [other.person, other.key]);
  const trustedFor = pick(world, TRUSTED);
  const trust = new Map(machine.trust);
  if (trustedFor === null) trust.delete(signer);
  else trust.set(signer, { may: trustedFor, owner: other.person.signer });
  machine.trust = trust;
  take(world, machine, { read: [], sources: [] });
  tick(world, "trust changed");
}
