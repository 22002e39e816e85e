// How a statement is made: what it names comes from the law under test, and what was really before the writer goes into the log. A
// writer names exactly what they had before them, held and counted.

import { type Group, listMemories, type SetMemory } from "../../../../src/memory/law/sets/memories.ts";
import { type Named, nameReplaced } from "../../../../src/memory/law/sets/next-word.ts";
import type { Statement, StatementContent, TextContent } from "../../../../src/memory/law/statement.ts";
import {
  digestOf,
  entriesOf,
  findSubject,
  historyOf,
  isAnswered,
  isByPerson,
  isHeard,
  isNegativeAct,
  isOfText,
  isWordAct,
  lifts,
  saw,
} from "./history.ts";
import { type Key, ROOT, signOwn } from "./keys.ts";
import { memoryOf } from "./story.ts";
import { take } from "./take.ts";
import {
  Broken,
  check,
  type Entry,
  factsOf,
  hexOf,
  lawOf,
  type Machine,
  subjectOf,
  textOf,
  tick,
  type World,
} from "./world.ts";

/** What was before the writer. */
export type Before = Pick<Entry, "shown" | "saw"> & { readonly isStolen?: boolean };
/** With the negative acts that a person who approves it takes back. */
type Due = Before & { readonly due: ReadonlySet<string> };
export const BEFORE_NOTHING: Before = { shown: new Set(), saw: new Set() };

type Part = Partial<TextContent> & Pick<TextContent, "act" | "born" | "id" | "digest" | "text">;
type Signing = { readonly key: Key; readonly before: Before; readonly sources?: readonly string[] };

type Place = { readonly world: World; readonly machine: Machine };

export function say({ world, machine }: Place, part: Part, signing: Signing): Statement {
  const word: TextContent = {
    ...signedBy(world, machine, signing.key),
    ...{ follows: [], lifts: [], acknowledged: [], source: null },
    ...part,
  };
  return publishOwn(world, machine, { statement: word, ...signing });
}

type Own = Signing & { readonly statement: StatementContent };

function publishOwn(
  world: World,
  machine: Machine,
  { statement, key, before, sources = [] }: Own,
): Statement {
  const { hash, text, said } = signOwn(statement, key);
  if (said === null) throw new Broken(`world ${world.seed}: what ${machine.name} signed cannot be read`);
  world.papers.set(hash, text);
  machine.seq += 1;
  machine.prev = said.hash;
  world.log.set(said.hash, { said, isStolen: false, ...before });
  take(world, machine, { read: [said], sources, isOwn: true });
  tick(world, said.act);
  return said;
}

function signedBy(world: World, machine: Machine, { signer }: Key) {
  // Clocks are off by days; nothing depends on them.
  const time = new Date(Date.UTC(2026, 4, 1) + Math.floor(world.chance() * 1e9)).toISOString();
  const { seq, prev, key } = machine;
  const chain = { device: key.signer, seq, prev, reason: null };
  return { v: 1, root: ROOT, scope: "user", time: `${time.slice(0, 19)}Z`, signer, ...chain } as const;
}

export const memoriesOf = (world: World, machine: Machine): SetMemory[] =>
  listMemories(machine.sets, lawOf(world, machine));

export function aboutText(source: string): { digest: string; text: string } {
  return { digest: factsOf(source).digest, text: textOf(source) };
}

/** The words of a group as they are written, and what names them. */
export function aboutGroup(memory: SetMemory, { heads: [{ text, digest }] }: Group) {
  return { born: memory.born, id: memory.id, digest, text };
}

export type Decision = { readonly memory: SetMemory; readonly replaced: readonly Group[] };

/** All that a person is shown with a memory: of its own, of its words, and of what it is a copy of. */
function seenWith(world: World, machine: Machine, memory: SetMemory): Set<string> {
  const [{ heads }] = memory.groups;
  const [{ text }] = heads;
  const subject = subjectOf(world.sources.get(text) ?? "");
  const isShown = (each: Entry): boolean => {
    const { said } = each;
    if (said.act === "forget") return isOfText(world, each, text);
    if (memoryOf(said) === memoryOf(memory)) return true;
    return isByPerson(each) && findSubject(world, said) === subject;
  };
  const history = historyOf(entriesOf(world, machine), machine.trust);
  return new Set(history.filter((each) => isNegativeAct(each) && isShown(each)).map(({ said }) => said.hash));
}

/** Of the memory itself, what nobody took back yet. */
function listOpen(world: World, machine: Machine, memory: SetMemory): string[] {
  const [{ digest }] = memory.groups;
  const of = historyOf(entriesOf(world, machine), machine.trust).filter(
    ({ said }) => memoryOf(said) === memoryOf(memory),
  );
  const heard = of.filter((each) => !isWordAct(each) || isHeard(world, machine, each));
  return of
    .filter((each) => isNegativeAct(each) && each.said.act !== "forget")
    .filter((negative) => {
      const isAboutWords =
        ["lower", "disown"].includes(negative.said.act) && digestOf(negative.said) === digest;
      return !isAnswered({ negative, digest, isAboutWords }, heard, lifts);
    })
    .map(({ said }) => said.hash);
}

function beforeOf(world: World, machine: Machine, { memory, replaced }: Decision): Due {
  const counted = new Set(historyOf(entriesOf(world, machine), machine.trust).map(({ said }) => said.hash));
  const heads = replaced.flatMap((group) => group.heads.map(({ hash }) => hash));
  // What a stranger claims to replace was not before this machine.
  const known = heads.filter((hash) => counted.has(hash));
  const further = known.flatMap((hash) => [...(world.log.get(hash)?.shown ?? [])]);
  const isOfMemory = (hash: string): boolean => {
    const entry = world.log.get(hash);
    const isOf = entry !== undefined && memoryOf(entry.said) === memoryOf(memory);
    return isOf && isWordAct(entry) && counted.has(hash);
  };
  const shown = new Set([...heads, ...further.filter(isOfMemory)]);
  const replacing = { shown, counted, memory };
  const saws = listAnswered(world, { ...replacing, names: saw });
  const due = [...listOpen(world, machine, memory), ...listAnswered(world, { ...replacing, names: lifts })];
  return { shown, saw: new Set([...seenWith(world, machine, memory), ...saws]), due: new Set(due) };
}

type Shown = {
  readonly shown: ReadonlySet<string>;
  readonly counted: ReadonlySet<string>;
  readonly memory: SetMemory;
  readonly names: (entry: Entry) => ReadonlySet<string>;
};

/** What people who approved what is replaced had answered to: of this memory, and tombstones. */
function listAnswered(world: World, { shown, counted, memory, names }: Shown): string[] {
  const approvals = [...shown]
    .flatMap((hash) => world.log.get(hash) ?? [])
    .filter(({ said }) => said.act === "approve");
  const answered = approvals.filter(isByPerson).flatMap((each) => [...names(each)]);
  const isOfIt = (entry: Entry | undefined): boolean =>
    entry !== undefined &&
    isNegativeAct(entry) &&
    (entry.said.act === "forget" || memoryOf(entry.said) === memoryOf(memory));
  return answered.filter((hash) => counted.has(hash) && isOfIt(world.log.get(hash)));
}

type Naming = Decision & { readonly key: Key };

/** @returns null if the list is full. */
export function nameFor(
  world: World,
  machine: Machine,
  { memory, replaced, key }: Naming,
): (Named & { before: Before }) | null {
  const { sets, trust } = machine;
  const before = beforeOf(world, machine, { memory, replaced });
  const writer = { sets, trust, by: key.signer, namesMax: world.namesMax };
  const named = nameReplaced(writer, memory, replaced);
  const counted = new Set(historyOf(entriesOf(world, machine), trust).map(({ said }) => said.hash));
  const toFill = (hashes: ReadonlySet<string>): number => listFirst(world, { key, counted }, hashes).length;
  if (named.kind === "full") {
    const isFull = toFill(before.shown) > world.namesMax || toFill(before.saw) > world.namesMax;
    check(world, isFull, `names, ${machine.name} is refused a word about ${memory.id} with few names`);
    return null;
  }
  const { follows, lifts: lifted } = named;
  const about = `of ${memory.born}`;
  checkNamed(world, { key, counted, named: follows, due: before.shown, most: before.shown, about });
  checkNamed(world, { key, counted, named: lifted, due: before.due, most: before.saw, about });
  return { ...named, before: { ...before, shown: new Set(follows) } };
}

type Namer = {
  readonly key: Key;
  /** Hashes of what counts on the writer's machine. */
  readonly counted: ReadonlySet<string>;
};

/** A person names what trusted people said before anything else. */
function listFirst({ log }: World, { key: { kind }, counted }: Namer, hashes: Iterable<string>): string[] {
  const isPersons = (hash: string): boolean =>
    counted.has(hash) && log.get(hash)?.said.signer.startsWith("person:") === true;
  return [...hashes].filter((hash) => kind === "machine" || isPersons(hash));
}

type NamedList = Namer & {
  readonly named: readonly string[];
  /** All of these are named, as far as they fit. */
  readonly due: ReadonlySet<string>;
  readonly most: ReadonlySet<string>;
  readonly about: string;
};

function checkNamed(world: World, { named, due, most, about, ...namer }: NamedList): void {
  const strange = named.find((each) => !most.has(each));
  check(world, strange === undefined, `names, nobody saw ${brief([strange ?? ""])} ${about}`);
  const isCut = named.length === world.namesMax;
  const missed = (isCut ? listFirst(world, namer, due) : [...due]).find((each) => !named.includes(each));
  check(world, missed === undefined, `names, ${brief([missed ?? ""])} is not among ${brief(named)} ${about}`);
  check(world, named.length <= world.namesMax, `names, ${named.length} ${about}`);
  if (isCut && due.size > named.length) tick(world, "machines left out of a person's list");
}

const brief = (hashes: Iterable<string>): string => [...hashes].map((hash) => hash.slice(0, 6)).join(" ");

/** A list is full: a new memory begins under the id, and the old one is retired. */
export function beginAnew(world: World, machine: Machine, { memory, source, key }: Anew): void {
  const born = hexOf(world, 32);
  const about = { born, id: memory.id, ...aboutText(source) };
  const act = key.kind === "person" ? "approve" : "wrote";
  say({ world, machine }, { act, ...about }, { key, before: BEFORE_NOTHING, sources: [source] });
  const old = aboutGroup(memory, memory.groups[0]);
  say({ world, machine }, { act: "retire", ...old }, { key, before: BEFORE_NOTHING });
  tick(world, "full");
}

type Anew = { readonly memory: SetMemory; readonly source: string; readonly key: Key };

type Burial = { readonly born: string; readonly digests: readonly string[] };

export function bury(world: World, machine: Machine, { born, digests }: Burial): void {
  const signed = signedBy(world, machine, machine.person);
  const of = { act: "forget", born, digests: [...new Set(digests)].sort(), source: null } as const;
  world.forgotten.add(born);
  const statement = { ...signed, ...of };
  publishOwn(world, machine, { statement, key: machine.person, before: BEFORE_NOTHING });
}
