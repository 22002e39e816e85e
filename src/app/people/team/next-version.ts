// What the next version of one's own card says: with this machine on it, with another one beside it, or with everything over.
// Nothing is published here: a person sees the plan first.
//
// A key that is over stays on the card and says so, because a version that leaves it out could not be told from one that never
// knew it. Names of machines are each other's neighbours on screens and in commands, so no two in use are the same.

import { CredenceError } from "../../../memory/errors.ts";
import { renderInstant } from "../../../memory/instant.ts";
import { sanitizeLine } from "../../../memory/text/sanitize.ts";
import { readTeamFiles } from "../../../trust/card-files.ts";
import {
  CARD_MACHINES_MAX,
  CARD_NAME_CHARS_MAX,
  CARD_PERSONS_MAX,
  type Card,
  type CardContent,
  type CardMachine,
  type CardPerson,
  currentMachines,
} from "../../../trust/cards.ts";
import { fingerprintKey, purposeOf } from "../../../trust/fingerprint.ts";
import { scanSecrets } from "../../../validate/secrets/scan-secrets.ts";
import type { OpenRoot, Workspace } from "../../workspace/workspace.ts";
import { listWithdrawn } from "../signers.ts";
import { readEndedCards } from "./kept-card.ts";
import { followOn, labelHere, requireOwnCard, requirePerson } from "./own-card.ts";
import { findOwnCard, isOwnElsewhere } from "./own-versions.ts";

const LABEL_CHARS_MAX = 63;

/** The name that one's card has, or had before its key was distrusted. @returns null when there was none. */
export function findCardName(workspace: Workspace, root: OpenRoot): string | null {
  return findOwnCard(workspace, root)?.name ?? readEndedCards(workspace).at(-1)?.name ?? null;
}

/** What would be published, before anybody is asked. */
export function planJoin(workspace: Workspace, root: OpenRoot, name: string | null): CardContent {
  const base = findOwnCard(workspace, root);
  const { key } = requirePerson(workspace);
  const time = renderInstant(workspace.now);
  const machineKey = workspace.keys.machine.key;
  const before = base?.machines.find((each) => each.key === machineKey);
  const taken = [...currentMachines(base ?? { machines: [] }), ...listOtherMachines(workspace, root)];
  const label = before?.label ?? chooseLabel(labelHere(workspace), taken);
  // Whoever left and comes back has their old place, with all that left together: the first key names the card.
  const left = base?.persons.find((each) => each.key === key)?.until;
  const revive = <Item extends CardPerson | CardMachine>(each: Item): Item =>
    left !== undefined && each.until === left ? { ...withoutEnd(each), from: time } : each;
  const persons = (base?.persons ?? []).map(revive);
  const machines = (base?.machines ?? []).map(revive).filter((each) => each.key !== machineKey);
  const machine =
    before === undefined
      ? { key: machineKey, label }
      : before.until === undefined
        ? before
        : { ...withoutEnd(before), from: time };
  return complete(workspace, {
    v: 1,
    owner: base?.owner ?? fingerprintKey("person", key, purposeOf(workspace.state)),
    name: cleanCardName(name ?? findCardName(workspace, root) ?? ""),
    persons: persons.length > 0 ? persons : [{ key, from: time, label }],
    machines: [...machines, machine],
    ...followOn(workspace, base, [root]),
    time,
  });
}

function cleanCardName(given: string): string {
  const name = sanitizeLine(given, CARD_NAME_CHARS_MAX);
  if (name === "") throw new CredenceError("USAGE", "give the name that your team knows you by, with --name");
  if (scanSecrets(name).length > 0)
    throw new CredenceError(
      "SECRET_DETECTED",
      "this name looks like a secret, and everybody who has the root reads it",
    );
  if (name === given.normalize("NFC").trim().replaceAll(/ +/g, " ")) return name;
  throw new CredenceError(
    "USAGE",
    `a name is one line of at most ${CARD_NAME_CHARS_MAX} visible characters, and this one would be shown otherwise`,
    `as it would be shown: credence team join --name ${JSON.stringify(name)}`,
  );
}

/** On cards of this person's other machines, which one day are on one card with this one. */
function listOtherMachines(workspace: Workspace, root: OpenRoot): CardMachine[] {
  const own = workspace.keys.machine.key;
  return readTeamFiles(root.path)
    .cards.filter((card) => isOwnElsewhere(workspace, card.key))
    .flatMap(currentMachines)
    .filter(({ key }) => key !== own);
}

function chooseLabel(wanted: string, taken: readonly Pick<CardMachine, "label">[]): string {
  const isTaken = (label: string): boolean =>
    taken.some((each) => each.label.toLowerCase() === label.toLowerCase());
  for (let number = 1; ; number += 1) {
    const end = number === 1 ? "" : `-${number}`;
    const label = `${wanted.slice(0, LABEL_CHARS_MAX - end.length)}${end}`;
    if (!isTaken(label)) return label;
  }
}

/** With everything in it over. */
export function planLeave(workspace: Workspace, root: OpenRoot): CardContent {
  const base = requireOwnCard(workspace, root);
  const time = renderInstant(workspace.now);
  const end = <Item extends CardPerson | CardMachine>(each: Item): Item => ({
    ...each,
    until: each.until ?? time,
  });
  const { owner, name, persons, machines } = base;
  const next = followOn(workspace, base, [root]);
  return { v: 1, owner, name, persons: persons.map(end), machines: machines.map(end), ...next, time };
}

/** With the keys of another card in use on it. A key that was over before is in use again: a person compared it. */
export function planUnion(workspace: Workspace, root: OpenRoot, other: Card): CardContent {
  const base = requireOwnCard(workspace, root);
  const time = renderInstant(workspace.now);
  const names = renameMachines(base, other);
  const rename = <Item extends CardPerson | CardMachine>(each: Item): Item =>
    each.label === undefined ? each : { ...each, label: names.get(each.label) ?? each.label };
  const { owner, name } = base;
  const united: CardContent = {
    ...{ v: 1, owner, name, ...followOn(workspace, base, [root]), time },
    persons: unite(base.persons, other.persons.map(rename), time),
    machines: unite(base.machines, other.machines.map(rename), time),
  };
  return complete(workspace, united, [...other.persons, ...other.machines]);
}

export function renameMachines(
  base: Pick<CardContent, "machines">,
  other: Card,
): ReadonlyMap<string, string> {
  const theirs = currentMachines(other);
  const taken: Pick<CardMachine, "label">[] = currentMachines(base).filter(
    ({ key }) => !theirs.some((each) => each.key === key),
  );
  const names = new Map<string, string>();
  for (const { label } of theirs) {
    const chosen = chooseLabel(label, taken);
    names.set(label, chosen);
    taken.push({ label: chosen });
  }
  return names;
}

function unite<Item extends CardPerson | CardMachine>(
  ours: readonly Item[],
  theirs: readonly Item[],
  time: string,
): Item[] {
  const inUse = theirs.filter(({ until }) => until === undefined);
  const isBack = ({ key, until }: Item): boolean =>
    until !== undefined && inUse.some((each) => each.key === key);
  const known = ours.map((each): Item => {
    if (!isBack(each)) return each;
    return { ...withoutEnd(each), from: time };
  });
  return [...known, ...inUse.filter(({ key }) => !ours.some((each) => each.key === key))];
}

export function withoutEnd<Item extends CardPerson | CardMachine>(each: Item): Item {
  const { until: _, ...rest } = each;
  // Nothing but its end is missing, which no key needs.
  return rest as Item;
}

/** What this machine knows to be over is over on every version that is made here, but for what was compared just now. */
export function complete(
  { keys, state }: Workspace,
  content: CardContent,
  compared: readonly { readonly key: string }[] = [],
): CardContent {
  const over = new Set(listWithdrawn({ state }).map(({ key }) => key));
  for (const key of [keys.personFile?.key ?? "", keys.machine.key, ...compared.map((each) => each.key)])
    over.delete(key);
  const end = <Item extends CardPerson | CardMachine>(each: Item): Item =>
    over.has(each.key) && each.until === undefined ? { ...each, until: content.time } : each;
  return refuseFull({
    ...content,
    persons: content.persons.map(end),
    machines: content.machines.map(end),
  });
}

function refuseFull(content: CardContent): CardContent {
  const { persons, machines } = content;
  if (persons.length <= CARD_PERSONS_MAX && machines.length <= CARD_MACHINES_MAX) return content;
  throw new CredenceError(
    "USAGE",
    `a card lists at most ${CARD_PERSONS_MAX} person keys and ${CARD_MACHINES_MAX} machines, with those that are over`,
    "credence key rotate --distrust begins a new card",
  );
}
