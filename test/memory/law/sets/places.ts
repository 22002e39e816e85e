// Laws of names and directories: which file is called what, and where it lies.

import type { SetFile } from "../../../../src/memory/law/sets/view.ts";
import { digestOf, isAnswered, isByPerson, isWordAct, lifts } from "./history.ts";
import { heardOf, memoryOf, type Story, standsInPlace } from "./story.ts";
import { check, isFailing, type World } from "./world.ts";

const ORDER = ["verified", "inferred", "retired", "quarantined", "foreign"];
const OTHER = /_other_[0-9a-f]{16,}$/;
const isOtherName = (name: string): boolean => OTHER.test(name);
const isBeside = ({ standing, cause }: SetFile): boolean => standing === "waits" || cause === "hand-edited";

export function checkNames(world: World, files: readonly SetFile[]): void {
  const names = files.map(({ name }) => name);
  check(world, new Set(names).size === names.length, `names, two files are called alike: ${names.join(" ")}`);
  const long = names.find((name) => name.length > 97);
  check(world, long === undefined, `names, ${long} is too long for a file`);
}

/** Of two memories of one id the better has the name, and a stranger's never. */
export function checkPlaces(world: World, files: readonly SetFile[]): void {
  for (const first of files.filter((file) => !isOtherName(file.name) && !isBeside(file)))
    for (const other of files) {
      const isRival = isOtherName(other.name) && other.name.replace(OTHER, "") === first.name;
      if (!isRival || other.born === first.born || isBeside(other) || other.isForeign) continue;
      const isBetter = ORDER.indexOf(first.standing) <= ORDER.indexOf(other.standing);
      check(
        world,
        !first.isForeign && isBetter,
        `names, ${first.name} is ${first.standing}, ${other.name} is better`,
      );
    }
}

/** A memory that is in quarantine is there with all its texts, and so is any text that fails here. */
export function checkDirectories({ world, machine }: Story, files: readonly SetFile[]): void {
  const down = new Set(
    files.filter(({ standing, cause }) => standing === "quarantined" && cause !== "fails").map(memoryOf),
  );
  for (const file of files) {
    const { name, text, standing, directory, isForeign } = file;
    const isDown = down.has(memoryOf(file)) || isFailing(world.sources.get(text) ?? "", machine.version);
    check(world, isDown === (standing === "quarantined"), `names, ${name} is ${standing} beside its memory`);
    check(world, (directory === "quarantine") === isDown, `names, ${name} lies in ${directory}`);
    check(world, !isForeign || standing !== "waits", `names, ${name} of a stranger waits`);
  }
}

/** A machine's own hand edit stays where it was made. */
export function checkOwnDrafts(story: Story, files: readonly SetFile[]): void {
  const { world, machine } = story;
  for (const [memory, of] of Map.groupBy(files, memoryOf)) {
    const words = heardOf(story, memory).filter(isWordAct);
    const isOwnDraft = ({ digest, isForeign }: SetFile): boolean => {
      const heads = words.filter(
        (each) => digestOf(each.said) === digest && !words.some((by) => standsInPlace(by, each)),
      );
      const isMine = heads.some(({ said }) => said.signer === machine.key.signer);
      return !isForeign && isMine && heads.every(({ said }) => said.act === "draft");
    };
    const own = of.filter(isOwnDraft);
    const first = of.find(({ name }) => !isOtherName(name));
    const isInPlace = own.length === 0 || first === undefined || own.includes(first);
    check(world, isInPlace, `names, ${first?.name} took the place of an edit of ${machine.name}`);
  }
}

/** Archived is what somebody archived and nobody took out again; a machine takes out what machines archived. */
export function checkArchived(story: Story, files: readonly SetFile[]): void {
  const { world, machine } = story;
  for (const file of files) {
    const { digest, isArchived, isForeign, name } = file;
    const heard = heardOf(story, memoryOf(file));
    const wasApproved = heard.some(({ said }) => said.act === "approve");
    const archives = heard.filter(
      (each) => each.said.act === "archive" && (isByPerson(each) || !wasApproved),
    );
    const isSo = archives.some(
      (negative) => !isAnswered({ negative, digest, isAboutWords: false }, heard, lifts),
    );
    check(world, isForeign || isSo === isArchived, `archive, ${name} of ${machine.name}: ${isArchived}`);
  }
}
