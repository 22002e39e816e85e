// The remote: a branch per machine, of which each reader takes the union. Whoever holds it has keys of their own and none that is
// trusted; they withhold, replay, swap, alter, move and add, and show every machine something else.

import { listMemories, type SetMemory } from "../../../../src/memory/law/sets/memories.ts";
import { listTakenByOthers } from "../../../../src/memory/law/sets/taken-by-others.ts";
import { computeView, type SetFile } from "../../../../src/memory/law/sets/view.ts";
import { nameMemory, type Statement, type TextContent } from "../../../../src/memory/law/statement.ts";
import { absorb, IDS } from "./acts.ts";
import { entriesOf, isHeard, isOfText, spokenOf } from "./history.ts";
import { type Carried, type Key, keyOf, ROOT, readCarried, signSet } from "./keys.ts";
import { aboutText } from "./say.ts";
import { memoryOf } from "./story.ts";
import { listNamed, take } from "./take.ts";
import {
  type Came,
  chanceOf,
  check,
  checkSame,
  type Entry,
  hexOf,
  isSecret,
  lawOf,
  type Machine,
  newWords,
  pick,
  plainLaw,
  readAll,
  shuffle,
  textOf,
  tick,
  type World,
} from "./world.ts";

/** What a carrier brings: names and bytes, nothing checked. */
export type Offer = {
  readonly statements: readonly Carried[];
  readonly texts: readonly (readonly [string, string])[];
};

export function sync(world: World, machine: Machine, isHonest: boolean): void {
  absorb(world, machine);
  const before = viewPlainly(machine);
  const known = countedOf(world, machine);
  const junk = isHonest ? { statements: [], texts: [] } : makeJunk(world);
  if (!isHonest) checkJunk(world, machine, { junk, before });
  const offered = offerTo(world, isHonest);
  const statements = shuffle(world, [...offered.statements, ...junk.statements]);
  const texts = shuffle(world, [...offered.texts, ...junk.texts]);
  const reversed = { ...machine };
  const secrets = listSecrets(world, machine);
  const { sets } = machine;
  take(world, machine, receive(world, { statements, texts }));
  if (!isHonest) {
    take(world, reversed, receive(world, { statements: statements.toReversed(), texts: texts.toReversed() }));
    checkSame(
      world,
      [renderSets(machine), renderSets(reversed)],
      `law 1, ${machine.name} depends on the order of arrival`,
    );
  }
  check(
    world,
    listSecrets(world, machine).every((text) => secrets.includes(text)),
    "a secret came in",
  );
  checkUntold(world, machine, { before, known });
  checkTakenByOthers(world, machine, { before: sets, known });
  publish(world, machine, isHonest);
}

const listSecrets = (world: World, { sets }: Machine): string[] =>
  [...sets.texts.keys()].filter((text) => isSecret(world.sources.get(text) ?? ""));

const renderSets = ({ sets }: Machine): string =>
  [...sets.statements.keys(), ...sets.texts.keys()].sort().join("\n");

/** A text that is not what its name says is nothing. */
export function receive(world: World, { statements, texts }: Offer): Came {
  const sources = texts.flatMap(([name, source]) => (textOf(source) === name ? [source] : []));
  return { read: readAll(world, statements), sources };
}

function offerTo(world: World, isHonest: boolean): Offer {
  const statements: Carried[] = [];
  const texts: (readonly [string, string])[] = [];
  const [keepsStatements, keepsTexts] = isHonest ? [1, 1] : [world.chance(), world.chance()];
  for (const [name, ref] of world.refs) {
    const of = isHonest || world.chance() < 0.7 ? ref : (world.olderRefs.get(name) ?? ref);
    for (const [hash, text] of of.statements)
      if (isHonest || world.chance() < keepsStatements) statements.push({ hash, text });
    for (const each of of.texts) if (isHonest || world.chance() < keepsTexts) texts.push(each);
  }
  return { statements, texts };
}

function publish(world: World, { name, sets }: Machine, isHonest: boolean): void {
  const arrives = (): boolean => isHonest || world.chance() < 0.9;
  const before = world.refs.get(name);
  if (before !== undefined && world.chance() < 0.2) world.olderRefs.set(name, before);
  const statements = [...sets.statements.keys()].filter(arrives);
  // Whoever has an older version, or is careless, sends a secret.
  const maySend = (hash: string): boolean => !isHonest || !isSecret(world.sources.get(hash) ?? "");
  const texts = [...sets.texts.keys()].filter((hash) => maySend(hash) && arrives());
  world.refs.set(name, {
    statements: new Map(statements.map((hash) => [hash, world.papers.get(hash) ?? ""])),
    texts: new Map(texts.map((hash) => [hash, world.sources.get(hash) ?? ""])),
  });
}

// Law 6: what nobody trusted signed changes nothing but strangers' files.

export const viewPlainly = (machine: Machine): SetFile[] => computeView(machine.sets, plainLaw(machine));

export function renderFiles(files: readonly SetFile[]): string {
  const rows = files
    .filter(({ isForeign }) => !isForeign)
    .map(({ by, ...file }) => JSON.stringify({ ...file, by: by?.hash ?? null }));
  return rows.sort().join("\n");
}

type Junk = { readonly junk: Offer; readonly before: readonly SetFile[] };

function checkJunk(world: World, machine: Machine, { junk, before }: Junk): void {
  const copy = { ...machine };
  take(world, copy, receive(world, junk));
  const completed = listCompleted(machine, copy);
  const awaiting = listTaken(world, copy, machine.sets).filter(({ born }) => !completed.has(born));
  check(
    world,
    awaiting.length === 0,
    `law 6, junk makes ${awaiting[0]?.id} of ${machine.name} await consent`,
  );
  const render = (files: readonly SetFile[]): string =>
    renderFiles(files.filter(({ born }) => !completed.has(born)));
  checkSame(world, [render(viewPlainly(copy)), render(before)], `law 6, junk changed ${machine.name}`);
  const view = (of: Machine): string => render(computeView(of.sets, lawOf(world, of)));
  checkSame(
    world,
    [view(copy), view(machine)],
    `law 6, junk changed ${machine.name} by what it says of texts`,
  );
  const signers = new Set([...copy.sets.statements.values()].map(({ signer }) => signer));
  const gone = [...machine.sets.statements.values()].find(({ signer }) => !signers.has(signer));
  check(world, gone === undefined, `law 6, junk hid a stranger whom ${machine.name} knew`);
  const speakers = new Set(receive(world, junk).read.map(({ signer }) => signer));
  const isSpeaking = (signer: string): boolean => speakers.has(signer);
  const left = new Set(viewPlainly(copy).map(({ born, digest }) => `${born} ${digest}`));
  const hidden = before.find(
    ({ born, digest, text }) =>
      !completed.has(born) && !left.has(`${born} ${digest}`) && !writersOf(machine, text).some(isSpeaking),
  );
  check(world, hidden === undefined, `law 6, a stranger hid ${hidden?.name} of another`);
  const answered = listNamed(machine).find(
    (hash) => machine.sets.statements.has(hash) && !copy.sets.statements.has(hash),
  );
  check(world, answered === undefined, `law 6, junk hid what somebody answered to on ${machine.name}`);
  checkShare(world, copy);
  tick(world, "junk");
}

/** Whoever has said anything of a text may replace it. */
function writersOf({ sets }: Machine, text: string): string[] {
  return [...sets.statements.values()].flatMap((each) =>
    "text" in each && each.text === text ? [each.signer] : [],
  );
}

/** Memories of which a word was here without its text: whoever repeats the very text, a stranger too, ends the withholding. */
function listCompleted(before: Machine, after: Machine): ReadonlySet<string> {
  const isCompleted = (said: Statement): boolean =>
    "text" in said &&
    before.trust.has(said.signer) &&
    !before.sets.texts.has(said.text) &&
    after.sets.texts.has(said.text);
  return new Set([...after.sets.statements.values()].filter(isCompleted).map(({ born }) => born));
}

/** At most 32 strangers are kept with at most 64 statements each, but for what somebody trusted named. */
function checkShare(world: World, machine: Machine): void {
  const { sets, trust } = machine;
  const said = [...sets.statements.values()];
  const named = new Set(listNamed(machine));
  const strange = said.filter(({ signer, hash }) => !trust.has(signer) && !named.has(hash));
  const bySigner = [...Map.groupBy(strange, ({ signer }) => signer).values()];
  check(world, bySigner.length <= 32, "law 6, more than 32 strangers are kept");
  check(
    world,
    bySigner.every((each) => each.length <= 64),
    "law 6, a stranger has more than 64 statements",
  );
}

type Told = { readonly before: readonly SetFile[]; readonly known: ReadonlySet<string> };

/** Statements that count, each as it is heard. */
function countedOf(world: World, machine: Machine): Set<string> {
  const history = spokenOf(entriesOf(world, machine), machine.trust);
  return new Set(history.map((each) => nameHeard(world, machine, each)));
}

function nameHeard(world: World, machine: Machine, entry: Entry): string {
  return `${entry.said.hash} ${isHeard(world, machine, entry)}`;
}

function checkUntold(world: World, machine: Machine, { before, known }: Told): void {
  const history = spokenOf(entriesOf(world, machine), machine.trust);
  const news = history.filter((each) => !known.has(nameHeard(world, machine, each)));
  const told = new Set(news.map(({ said }) => said.born));
  // A tombstone speaks of other memories, too: of those whose text it names.
  const isNamed = ({ text }: SetFile): boolean => news.some((each) => isOfText(world, each, text));
  const held = new Set(before.filter(isNamed).map(memoryOf));
  const after = viewPlainly(machine);
  for (const file of before) {
    const { born, id, digest, standing, isForeign, name } = file;
    if (isForeign || told.has(born) || held.has(memoryOf(file))) continue;
    const now = after.find((each) => each.born === born && each.id === id && each.digest === digest);
    check(
      world,
      now?.standing === standing,
      `law 6, ${name} of ${machine.name} was ${standing}, is ${now?.standing}, and nobody trusted said a word`,
    );
  }
}

// Law 7: what others take out of use is what their statements that count take out, and nothing else.

function isOwnKey({ machines }: World, { person }: Machine): (signer: string) => boolean {
  const own = machines.filter((each) => each.person === person);
  const signers = new Set(own.flatMap((each) => [each.person.signer, each.key.signer]));
  return (signer) => signers.has(signer);
}

function listTaken(world: World, machine: Machine, before: Machine["sets"]): SetMemory[] {
  const law = plainLaw(machine);
  return listTakenByOthers({ before, after: machine.sets }, { law, isOwn: isOwnKey(world, machine) });
}

function checkTakenByOthers(
  world: World,
  machine: Machine,
  { before, known }: { readonly before: Machine["sets"]; readonly known: ReadonlySet<string> },
): void {
  const isOwn = isOwnKey(world, machine);
  const history = spokenOf(entriesOf(world, machine), machine.trust);
  const news = history.filter((each) => !known.has(nameHeard(world, machine, each)));
  const others = news.filter(({ said }) => !isOwn(said.signer));
  const taken = new Map(
    listTaken(world, machine, before).map((memory) => [nameMemory(memory), memory] as const),
  );
  const isBy = (by: Entry, { born, groups }: SetMemory): boolean =>
    by.said.born === born || isOfText(world, by, groups[0].heads[0].text);
  for (const memory of taken.values()) {
    const isTheirs = others.some((by) => isBy(by, memory));
    check(world, isTheirs, `law 7, ${memory.id} of ${machine.name} awaits consent, and no other said a word`);
    tick(world, "taken by others");
  }
  const useOf = ({ standing, isArchived }: SetMemory): number =>
    isArchived ? 0 : ["inferred", "verified"].indexOf(standing) + 1;
  const law = plainLaw(machine);
  const left = new Map(listMemories(machine.sets, law).map((each) => [nameMemory(each), useOf(each)]));
  for (const memory of listMemories(before, law)) {
    const name = nameMemory(memory);
    if ((left.get(name) ?? 0) >= useOf(memory) || taken.has(name)) continue;
    const isMine = news.some((by) => isOwn(by.said.signer) && isBy(by, memory));
    check(world, isMine, `law 7, others took ${memory.id} of ${machine.name} unnoticed`);
  }
}

// What whoever holds the remote adds.

const STRANGERS = [keyOf("person", "mallory"), keyOf("machine", "mallory")];
const CROWD = Array.from({ length: 36 }, (_, at) =>
  keyOf(at % 2 === 0 ? "person" : "machine", `crowd ${at}`),
);
const STRANGE_ACTS = [
  ...["wrote", "approve", "lower", "retire", "draft", "unretire", "keep", "archive", "withdraw"],
] as readonly TextContent["act"][];

function makeJunk(world: World): Offer {
  const known = [...world.refs.values()].flatMap((ref) => [...ref.statements]);
  const statements: Carried[] = [];
  const texts: (readonly [string, string])[] = [];
  const add = ({ carried, source }: Forged): void => {
    statements.push(carried);
    texts.push([textOf(source), source]);
  };
  if (world.chance() < 0.02) for (const each of makeFlood(world)) add(each);
  for (let left = Math.floor(world.chance() * 6); left > 0; left -= 1) {
    const from = known.length === 0 ? null : pick(world, known);
    const dice = world.chance();
    const said = from === null ? null : readKnown(from);
    if (from === null || said === null || dice < 0.15) add(forge(world, null, pick(world, STRANGERS)));
    else if (dice < 0.5) add(forge(world, said, pick(world, STRANGERS)));
    else if (dice < 0.75) statements.push(alter(world, from, said));
    else texts.push(swapText(world, said));
  }
  return { statements, texts };
}

function readKnown([hash, text]: readonly [string, string]): Statement | null {
  return readCarried({ hash, text });
}

function swapText(world: World, said: Statement): readonly [string, string] {
  const text = "text" in said ? said.text : textOf("");
  const source = `${world.sources.get(text) ?? "words"}\nnobody signed this ${world.count}`;
  return [world.chance() < 0.5 ? text : textOf(source), source];
}

type Forged = { readonly carried: Carried; readonly source: string };

/** A stranger speaks about a memory of others, or about one of their own. */
function forge(world: World, from: Statement | null, key: Key): Forged {
  const source = newWords(world);
  const said = [...world.log.values()].filter((each) => each.said.born === from?.born);
  const all = said.map(({ said: { hash } }) => hash);
  const names = (): string[] =>
    world.chance() < 0.5
      ? []
      : [...new Set([...all, ...(from === null ? [] : [from.hash])])].slice(0, 256).sort();
  const own = world.chance() < 0.5 || from === null || !("text" in from) ? aboutText(source) : from;
  const { digest, text } = own;
  const signed = signedBy(world, key);
  const born = from?.born ?? hexOf(world, 32);
  if (world.chance() < 0.1) {
    const tombstone = { act: "forget", born, digests: [digest], source: null } as const;
    return { source, carried: signSet({ ...signed, ...tombstone }, key) };
  }
  const word = { act: pick(world, STRANGE_ACTS), born, id: nameOf(world, from), digest, text };
  const lists = { follows: names(), lifts: names(), acknowledged: [], source: null };
  return { source, carried: signSet({ ...signed, ...word, ...lists }, key) };
}

/** The name that a waiting text of the memory would get, if anybody might be called so. */
function nameOf(world: World, from: Statement | null): string {
  const id = from !== null && "text" in from ? from.id : pick(world, IDS);
  return world.chance() < 0.1 ? `user_a_other_${hexOf(world, 16)}` : id;
}

function signedBy(world: World, { signer }: Key) {
  const chain = { device: keyOf("machine", "mallory").signer, seq: world.count, prev: null, reason: null };
  return { v: 1, root: ROOT, scope: "user", time: "2026-05-01T09:30:00Z", signer, ...chain } as const;
}

/** A file of somebody trusted with something else in it, its name put right; or one of theirs that is about another root. */
function alter(world: World, [, text]: readonly [string, string], said: Statement): Carried {
  const { machines } = world;
  const change = pick(world, [
    { act: said.act === "forget" ? "approve" : said.act === "approve" ? "lower" : "approve" },
    { born: hexOf(world, 32) },
    { signer: said.signer.startsWith("person:") ? machines[0]?.key.signer : machines[0]?.person.signer },
    { root: "1".repeat(32) },
    { follows: [hexOf(world, 64)] },
    { lifts: [hexOf(world, 64)] },
    { digests: [hexOf(world, 64)] },
    { v: 2 },
  ]);
  const changed = `${JSON.stringify({ ...JSON.parse(text), ...change })}\n`;
  return { hash: textOf(changed), text: changed };
}

let floods: readonly (readonly Forged[])[] | null = null;

/** More strangers than have a share, or one who says more than theirs. Made once: both are the same in every world. */
function makeFlood(world: World): readonly Forged[] {
  const apart = { ...world, seed: 0, chance: chanceOf(0), count: 0, log: new Map() };
  floods ??= [
    CROWD.map((key) => forge(apart, null, key)),
    Array.from({ length: 66 }, () => forge(apart, null, keyOf("person", "loud"))),
  ];
  tick(world, "floods");
  return pick(world, floods);
}
