// The laws that hold on every machine at every moment. They are held against the log (history.ts), or say that two views are equal.

import { sha256Hex } from "../../../../src/memory/file/sha256.ts";
import { selectCounted } from "../../../../src/memory/law/sets/sets.ts";
import { computeView, type SetFile } from "../../../../src/memory/law/sets/view.ts";
import type { Statement } from "../../../../src/memory/law/statement.ts";
import { checkFlood } from "./floods.ts";
import {
  digestOf,
  entriesOf,
  findSubject,
  isAnswered,
  isByPerson,
  isDecision,
  isEndedBy,
  isNegativeAct,
  isOfText,
  isWordAct,
  lifts,
  listInForce,
  mayOf,
  ownerOf,
  saw,
} from "./history.ts";
import { checkArchived, checkDirectories, checkNames, checkOwnDrafts, checkPlaces } from "./places.ts";
import { viewPlainly } from "./remote.ts";
import { heardOf, memoryOf, type Story, standsInPlace, tellStory } from "./story.ts";
import {
  check,
  checkSame,
  type Entry,
  factsOf,
  isFailing,
  lawOf,
  type Machine,
  pick,
  plainLaw,
  shuffle,
  subjectOf,
  tick,
  type World,
} from "./world.ts";

export function checkLaws(world: World, machine: Machine): void {
  const story = tellStory(world, machine);
  const files = computeView(machine.sets, lawOf(world, machine));
  checkNames(world, files);
  checkForgotten(story, files);
  checkDirectories(story, files);
  for (const file of files) {
    checkText(story, file);
    if (file.standing === "verified" || file.standing === "inferred") checkUse(story, file);
  }
  const plain = viewPlainly(machine);
  checkVerified(story, plain);
  checkMachines(story, plain);
  checkOwn(story, { plain, files });
  checkArchived(story, plain);
  checkPlaces(world, plain);
  checkOwnDrafts(story, files);
  // These three compute several views more.
  if (world.chance() < 0.3) checkOrder(world, machine, files);
  if (world.chance() < 0.3) checkWithdrawal(world, machine);
  if (world.chance() < 0.7) checkTombstone(story, plain);
  if (world.chance() < 0.3) checkShrinking(world, machine);
  checkEnforced(world, machine, plain);
  const flooded = world.chance() < 0.05 ? checkFlood(world, machine) : null;
  // Of a person's flood anything may follow that the person might say.
  if (flooded?.byMachine === true)
    checkMachines({ ...story, machine: flooded.machine }, viewPlainly(flooded.machine));
}

function renderAll(files: readonly SetFile[]): string {
  return files
    .map(({ by, ...file }) => JSON.stringify({ ...file, by: by?.hash ?? null }))
    .sort()
    .join("\n");
}

/** Law 1. */
function checkOrder(world: World, machine: Machine, files: readonly SetFile[]): void {
  const statements = new Map(shuffle(world, [...machine.sets.statements]));
  const texts = new Map(shuffle(world, [...machine.sets.texts]));
  const other = computeView({ statements, texts }, lawOf(world, { ...machine, sets: { statements, texts } }));
  check(
    world,
    renderAll(other) === renderAll(files),
    `law 1, ${machine.name} depends on the order of arrival`,
  );
}

/** A file has the text that it says, and one that nobody replaced. */
function checkText(story: Story, file: SetFile): void {
  const { world, machine } = story;
  const { text, digest, name } = file;
  const source = world.sources.get(text);
  check(world, source !== undefined && machine.sets.texts.has(text), `law 4, ${name} has no text`);
  check(world, factsOf(source ?? "").digest === digest, `law 4, ${name} has a text of another digest`);
  const heard = heardOf(story, memoryOf(file)).filter(isWordAct);
  const isHead = (each: Entry): boolean => !heard.some((by) => standsInPlace(by, each));
  check(world, file.isForeign || wordsOf(story, file).some(isHead), `law 4, ${name} was replaced`);
}

/** Law 5: of what was forgotten nothing is left. */
function checkForgotten(story: Story, files: readonly SetFile[]): void {
  const { world, machine, tombstones } = story;
  const ended = entriesOf(world, machine).find((each) => tombstones.some((by) => isEndedBy(by, each)));
  check(world, ended === undefined, `law 5, ${machine.name} has ${ended?.said.act} of what was forgotten`);
  const borns = new Set(tombstones.map(({ said }) => said.born));
  const back = files.find(({ born }) => borns.has(born));
  check(world, back === undefined, `law 5, ${back?.name} of ${machine.name} was forgotten`);
  const named = new Set(
    [...machine.sets.statements.values()].flatMap((each) => ("text" in each ? [each.text] : [])),
  );
  const waste = [...machine.sets.texts.keys()].find((text) => !named.has(text));
  check(world, waste === undefined, `law 5, ${machine.name} has a text that nothing names`);
}

/** Law 5: of other memories a tombstone takes out of use those whose text it names, and changes nothing else. */
function checkTombstone({ world, machine, tombstones }: Story, files: readonly SetFile[]): void {
  if (tombstones.length === 0) return;
  const tombstone = pick(world, tombstones);
  const without = new Map(machine.sets.statements);
  without.delete(tombstone.said.hash);
  const before = computeView({ ...machine.sets, statements: without }, plainLaw(machine));
  const named = before.filter(({ text }) => isOfText(world, tombstone, text));
  const held = new Set(named.map(memoryOf));
  // Which of two memories has the name of their id depends on how both stand.
  const render = (all: readonly SetFile[]): string => {
    const others = all.filter((file) => !held.has(memoryOf(file)));
    return renderAll(others.map((file) => ({ ...file, name: "" })));
  };
  const what = `law 5, a tombstone changes on ${machine.name} what it does not name`;
  checkSame(world, [render(files), render(before)], what);
  if (named.length > 0) tick(world, "forgotten words held elsewhere");
}

/** Was the memory that it ended called so? */
const isIdOf = ({ log }: World, { said: { born } }: Entry, id: string): boolean =>
  [...log.values()].some(({ said }) => said.born === born && "id" in said && said.id === id);

const wordsOf = (story: Story, file: Pick<SetFile, "born" | "id" | "digest">): Entry[] =>
  heardOf(story, memoryOf(file)).filter((each) => isWordAct(each) && digestOf(each.said) === file.digest);

/** Law 4, of whatever is in use. */
function checkUse(story: Story, file: SetFile): void {
  const { world, machine } = story;
  const { name, standing, text } = file;
  const where = `law 4, ${name} of ${machine.name} is ${standing}`;
  const heard = heardOf(story, memoryOf(file));
  const words = wordsOf(story, file).filter(({ said }) => said.act !== "draft");
  check(world, words.length > 0, `${where}, and nobody vouches for it`);
  check(world, !machine.held.has(memoryOf(file)), `${where}, and waits for the person`);
  check(world, !isFailing(world.sources.get(text) ?? "", machine.version), `${where}, and fails here`);
  for (const negative of [...listNegatives(story, file), ...listCopied(story, file)])
    check(
      world,
      isAnswered({ negative, digest: file.digest, isAboutWords: isAbout(story, negative, file) }, heard, saw),
      `${where} against ${negative.said.act} ${negative.said.hash.slice(0, 8)}`,
    );
  const { tombstones } = story;
  if (tombstones.some((by) => isOfText(world, by, text))) tick(world, "forgotten words approved by name");
  if (tombstones.some((by) => isIdOf(world, by, file.id))) tick(world, "forgotten ids in use");
}

function isAbout({ world }: Story, negative: Entry, { digest, text }: SetFile): boolean {
  const { said } = negative;
  if (said.act === "forget") return isOfText(world, negative, text);
  return (said.act === "lower" || said.act === "disown") && digestOf(said) === digest;
}

/** What holds a memory down, but for archives. A machine's does not, once a person approved it; its own validators' does. */
function listNegatives(story: Story, file: SetFile, me: string | null = story.machine.key.signer): Entry[] {
  const { world, tombstones } = story;
  const heard = heardOf(story, memoryOf(file));
  const wasApproved = heard.some(({ said }) => said.act === "approve");
  const isOwn = ({ said }: Entry): boolean =>
    said.signer === me && said.act === "lower" && said.acknowledged.length > 0;
  return [
    ...heard.filter(
      (each) =>
        isNegativeAct(each) &&
        each.said.act !== "archive" &&
        (isByPerson(each) || !wasApproved || isOwn(each)),
    ),
    ...tombstones.filter((each) => isOfText(world, each, file.text)),
  ];
}

/** Of words that no person vouches for: what people lowered and they are a copy of. */
function listCopied(story: Story, file: SetFile): Entry[] {
  const { world, live } = story;
  if (wordsOf(story, file).some(isDecision)) return [];
  const subject = subjectOf(world.sources.get(file.text) ?? "");
  return [...live.values()].flat().filter(({ said }) => {
    if (!said.signer.startsWith("person:") || !(said.act === "lower" || said.act === "disown")) return false;
    return findSubject(world, said) === subject;
  });
}

/** Law 4, of facts: verified is what a trusted person approved and nobody replaced, alone, and all of that is. */
function checkVerified(story: Story, files: readonly SetFile[]): void {
  const { world, machine, live } = story;
  for (const memory of new Set([...live.keys(), ...files.map(memoryOf)])) {
    const heard = heardOf(story, memory);
    const approved = new Set(listInForce(heard).map(({ said }) => digestOf(said)));
    const verified = files.filter((file) => memoryOf(file) === memory && file.standing === "verified");
    const where = `law 4, ${machine.name} has ${verified.length} facts of ${memory.slice(0, 8)}`;
    check(world, verified.length <= (approved.size === 1 ? 1 : 0), `${where} for ${approved.size} approved`);
    check(
      world,
      verified.every(({ digest }) => approved.has(digest)),
      `${where} that nobody approved`,
    );
    checkKept(story, { memory, files });
    const [least] = [...approved].sort();
    const first = files.find((file) => memoryOf(file) === memory && file.cause === "contested");
    check(world, first === undefined || first.digest === least, `${where}, of which not the least is first`);
    for (const digest of approved) {
      const file = files.find((each) => memoryOf(each) === memory && each.digest === digest);
      check(
        world,
        file !== undefined,
        `law 3, ${machine.name} has lost an approved text of ${memory.slice(0, 8)}`,
      );
      if (file === undefined || approved.size > 1) continue;
      const open = listNegatives(story, file, null).filter(
        (negative) =>
          !isAnswered({ negative, digest, isAboutWords: isAbout(story, negative, file) }, heard, lifts),
      );
      check(
        world,
        open.length > 0 || file.standing === "verified",
        `${where}: ${file.name} is ${file.standing}`,
      );
    }
  }
}

type Of = { readonly memory: string; readonly files: readonly SetFile[] };

/** What a person keeps is not pushed aside by what a machine wrote. */
function checkKept(story: Story, { memory, files }: Of): void {
  const { world, machine } = story;
  const words = heardOf(story, memory).filter(isWordAct);
  const heads = words.filter((each) => !words.some((by) => standsInPlace(by, each)));
  const isKept = (file: SetFile): boolean =>
    heads.some(
      ({ said }) => digestOf(said) === file.digest && (said.act === "keep" || said.act === "approve"),
    );
  const of = files.filter(
    (file) => memoryOf(file) === memory && file.standing !== "quarantined" && !file.isForeign,
  );
  const first = of.find(({ standing, cause }) => standing !== "waits" && cause !== "hand-edited");
  const isPushed = first !== undefined && !isKept(first) && of.some(isKept);
  check(world, !isPushed, `law 4, ${first?.name} of ${machine.name} stands before what a person keeps`);
}

type Views = { readonly plain: readonly SetFile[]; readonly files: readonly SetFile[] };

/** What is a fact everywhere is one here, unless this machine itself has something against it. */
function checkOwn(story: Story, { plain, files }: Views): void {
  const { world, machine } = story;
  for (const file of plain.filter(({ standing }) => standing === "verified")) {
    const { digest, text } = file;
    const heard = heardOf(story, memoryOf(file));
    const isLowered = listNegatives(story, file)
      .filter(({ said }) => said.signer === machine.key.signer)
      .some(
        (negative) =>
          !isAnswered({ negative, digest, isAboutWords: isAbout(story, negative, file) }, heard, lifts),
      );
    if (isLowered || machine.held.has(memoryOf(file))) continue;
    if (isFailing(world.sources.get(text) ?? "", machine.version)) continue;
    const own = files.find((each) => memoryOf(each) === memoryOf(file) && each.digest === digest);
    check(
      world,
      own?.standing === "verified",
      `law 4, ${file.name} is a fact, and ${own?.standing} on ${machine.name}`,
    );
  }
}

/** A machine's key makes no fact, and neither takes away nor lowers one. */
function checkMachines({ world, machine, live }: Story, files: readonly SetFile[]): void {
  const { texts, statements } = machine.sets;
  const people = [...statements].filter(([, { signer }]) => signer.startsWith("person:"));
  const alone = computeView({ texts, statements: new Map(people) }, plainLaw(machine));
  const show = (all: readonly SetFile[]): string[] => {
    const heard = (file: SetFile): Entry[] =>
      heardOf({ world, machine, live, tombstones: [] }, memoryOf(file));
    const isApproved = (file: SetFile): boolean =>
      listInForce(heard(file)).some(({ said }) => digestOf(said) === file.digest);
    return all
      .filter((file) => file.standing === "verified" || isApproved(file))
      .map(({ born, id, digest, text, standing, cause, isArchived }) =>
        [born, id, digest, text, standing, cause, isArchived].join(" "),
      )
      .sort();
  };
  checkSame(
    world,
    [show(files).join("\n"), show(alone).join("\n")],
    `machines, a machine's key changes what people approved on ${machine.name}`,
  );
}

/** A person who withdraws a statement of their own keys or machines leaves what there would be without it; of others' they cannot. */
function checkWithdrawal(world: World, machine: Machine): void {
  const { statements, texts } = machine.sets;
  const own = selectCounted(statements.values(), machine.trust).filter(
    (each) => "text" in each && each.act !== "withdraw" && mayOf(machine.trust, each.signer) === "all",
  );
  if (own.length === 0) return;
  const said = pick(world, own);
  const owner = ownerOf(machine.trust, said.signer);
  const view = (all: ReadonlyMap<string, Statement>): string =>
    renderAll(computeView({ statements: all, texts }, plainLaw(machine)));
  const without = new Map(statements);
  without.delete(said.hash);
  const by = (signer: string): Map<string, Statement> => {
    const hash = sha256Hex("withdrawal");
    const withdrawal = {
      ...said,
      act: "withdraw",
      follows: [],
      lifts: [said.hash],
      signer,
      hash,
    } as Statement;
    return new Map([...statements, [hash, withdrawal]]);
  };
  check(
    world,
    mayOf(machine.trust, owner) !== "all" || view(by(owner)) === view(without),
    `withdraw, ${machine.name} has more than before ${said.act}`,
  );
  const other = world.machines.find(({ person }) => person.signer !== owner)?.person.signer;
  if (other !== undefined)
    check(world, view(by(other)) === view(statements), "withdraw, somebody withdrew what others said");
}

/** How a memory speaks at the act changes no standing. */
function checkEnforced(world: World, { sets, trust }: Machine, files: readonly SetFile[]): void {
  const left = [...sets.statements].filter(([, { act }]) => act !== "enforce");
  if (left.length === sets.statements.size) return;
  const without = computeView({ ...sets, statements: new Map(left) }, plainLaw({ trust }));
  checkSame(world, [renderAll(files), renderAll(without)], "enforce, a level changes how a memory stands");
}

/** Less trust in one signer, or none in a person and their machines, makes no statement count that did not count before. */
function checkShrinking(world: World, { sets, trust, name }: Machine): void {
  if (trust.size === 0) return;
  const signer = pick(world, [...trust.keys()]);
  const owner = ownerOf(trust, signer);
  const less = new Map(trust);
  // No source of trust makes of a key that may only write one that ended.
  const may = pick(world, mayOf(trust, signer) === "all" ? (["wrote", "ended", null] as const) : [null]);
  if (may !== null && (may === "ended" || signer.startsWith("machine:"))) less.set(signer, { may, owner });
  else for (const each of trust.keys()) if (ownerOf(trust, each) === owner) less.delete(each);
  const countedBy = (of: Machine["trust"]): Set<string> =>
    new Set(selectCounted(sets.statements.values(), of).map(({ hash }) => hash));
  const before = countedBy(trust);
  const added = [...countedBy(less)].find((hash) => !before.has(hash));
  check(world, added === undefined, `trust, less of it makes ${added} count on ${name}`);
  tick(world, "trust shrunk");
}
