// What person statements say of keys, whoever is trusted, and which statements a machine keeps.
//
// Attack: a stolen key signs statements without end. A bound belongs to the signer who fills it, and cuts the same everywhere.

import { type Ends, nameKey, type Owns, type PersonStatement, subjectOf } from "./person-statement.ts";

/** So many person keys are looked at as keys of one person, besides those that were typed. */
const PERSON_KEYS_MAX = 64;
/** So many statements of one person key are kept. */
const KEPT_MAX = 256;

export type Claims = {
  /** By a person key, the machine keys that consented to it, with the first statement of each. */
  readonly machines: ReadonlyMap<string, ReadonlyMap<string, Owns>>;
  /** Person keys that claim each other. */
  readonly links: ReadonlyMap<string, ReadonlySet<string>>;
  readonly labels: ReadonlyMap<string, string>;
  readonly owns: readonly Owns[];
  readonly ends: readonly Ends[];
};

export function readClaims(statements: Iterable<PersonStatement>): Claims {
  const sorted = [...statements].sort((a, b) => (a.hash < b.hash ? -1 : 1));
  const owns = sorted.filter((each) => each.says === "owns");
  const machines = new Map<string, Map<string, Owns>>();
  const persons = new Map<string, Set<string>>();
  const labels = new Map<string, string>();
  for (const each of owns) {
    const isOwnWord = each.consent !== null || each.subject === each.key;
    if (isOwnWord && each.label !== null) labels.set(nameKey(subjectOf(each)), each.label);
    if (each.kind === "machine") {
      if (each.consent === null) continue;
      const known = machines.get(each.key) ?? new Map<string, Owns>();
      if (!known.has(each.subject)) known.set(each.subject, each);
      machines.set(each.key, known);
    } else persons.set(each.key, (persons.get(each.key) ?? new Set()).add(each.subject));
  }
  const links = new Map(
    [...persons].map(([by, subjects]) => [
      by,
      new Set([...subjects].filter((subject) => persons.get(subject)?.has(by) === true)),
    ]),
  );
  return { machines, links, labels, owns, ends: sorted.filter((each) => each.says === "ends") };
}

/** All person keys that lead to each other from these, smallest first, so that a bound cuts the same everywhere. */
export function reach(
  from: readonly string[],
  links: Claims["links"],
  mayPass: (key: string) => boolean,
): ReadonlySet<string> {
  const found = new Set(from.filter(mayPass));
  for (const key of found) {
    const next = [...(links.get(key) ?? [])].sort();
    for (const each of next) if (found.size < PERSON_KEYS_MAX + from.length && mayPass(each)) found.add(each);
  }
  return found;
}

/** Those that a machine keeps for good: of the person keys that count here, and of keys that these claim. */
export function selectKept(
  statements: Iterable<PersonStatement>,
  persons: readonly string[],
  keptMax: number = KEPT_MAX,
): PersonStatement[] {
  const bySigner = Map.groupBy(statements, ({ key }) => key);
  const keptOf = (key: string): PersonStatement[] =>
    [...(bySigner.get(key) ?? [])].sort(compareKept).slice(0, keptMax);
  const keys = new Set([...persons].sort());
  for (const key of keys)
    for (const { kind, subject } of keptOf(key).filter(({ says }) => says === "owns"))
      if (kind === "person" && keys.size < persons.length + PERSON_KEYS_MAX) keys.add(subject);
  return [...keys].flatMap(keptOf);
}

/** Revocations first: no claim pushes one out. */
function compareKept(a: PersonStatement, b: PersonStatement): number {
  return a.says === b.says ? (a.hash < b.hash ? -1 : 1) : a.says === "ends" ? -1 : 1;
}
