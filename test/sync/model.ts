// What must be true of several machines that sync, whatever they did and in whatever order, in a form that can be checked. It knows
// nothing of git, statements or views: only who wrote which words where, and what a person said about them.
//
// Words. Each write has a body that no other has, and belongs to a line: a save begins one, an update or an edit by hand continues the
// one of the words it was made from. A body is *replaced* when an act on a machine took it out of that machine's files.
//
// Laws, once everybody has synced round and round:
//   1. Machines that trust each other have the same files, but for the names that a machine's own edit by hand gives, and for files
//      out of use, or beside another, that somebody took away or wrote over by hand.
//   2. They give the same words the same standing, what waits for a decision apart.
//   3. What a person forgot is nowhere: in no root, in no machine's state, and in nothing that the remote's branches reach.
//   4. What a person approved, and nobody replaced, lowered or forgot, is in use wherever they are trusted; it is a fact there unless
//      other words of its line were approved, too.
//   5. What stands verified was approved by a trusted person in exactly these words: no sync raises anything.
//   6. What a person lowered and nobody brought back is in use nowhere where they are trusted.
//   7. Every journal can be read to its end, and names each operation once.

import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Machine, readableIn, rootId } from "./machines.ts";

export type Writing = {
  readonly id: string;
  readonly body: string;
  readonly isPerson: boolean;
  /** The words it was made from. */
  readonly from: string | null;
};

type Line = {
  readonly id: string;
  readonly bodies: Set<string>;
  /** Names of machines whose person said so. */
  readonly lowered: Set<string>;
  readonly forgotten: Set<string>;
  /** Somebody, or a machine, took it out of use, or away. */
  isTouched: boolean;
  isRaised: boolean;
};

/** Words in use or not, by their path. */
export type Held = ReadonlyMap<string, { readonly path: string; readonly text: string }>;

export class Model {
  readonly #lines = new Map<string, Line>();
  readonly #replaced = new Set<string>();
  /** By body: the machines whose person approved it. */
  readonly #approved = new Map<string, Set<string>>();
  readonly #forgottenIds = new Set<string>();
  /** Ids, and by body what it was made from. */
  readonly #byHand = new Set<string>();
  readonly #edits = new Map<string, string>();
  readonly #takenAway = new Set<string>();
  readonly #removed = new Set<string>();
  readonly #trusts: (machine: Machine, other: string) => boolean;

  constructor(trusts: (machine: Machine, other: string) => boolean) {
    this.#trusts = trusts;
  }

  wrote({ id, body, from, isPerson }: Writing): void {
    const line = (from === null ? undefined : this.#lines.get(from)) ?? {
      id,
      bodies: new Set(),
      lowered: new Set(),
      forgotten: new Set(),
      isTouched: false,
      isRaised: false,
    };
    line.bodies.add(body);
    this.#lines.set(body, line);
    // Whoever saves under an id whose file they deleted replaces what it said, and what it had said before it was edited.
    if (from === null)
      for (const each of this.#removed)
        if (this.#lineOf(each).id === id) {
          this.#replaced.add(each);
          if (isPerson) this.#replaceEdited(each);
        }
  }

  edited(writing: Omit<Writing, "isPerson">): void {
    this.wrote({ ...writing, isPerson: false });
    const { id } = this.#lineOf(writing.body);
    this.#byHand.add(id);
    this.#takenAway.add(id);
    if (writing.from !== null) this.#edits.set(writing.body, writing.from);
  }

  /** Of two that are the same words, each machine's person says so. */
  approved(body: string, by: string): void {
    this.#approved.set(body, (this.#approved.get(body) ?? new Set()).add(by));
    this.#lineOf(body).isRaised = true;
    this.#replaceEdited(body);
  }

  /** Whoever approves an edit by hand, or writes over one, replaces what was edited. */
  #replaceEdited(body: string): void {
    for (let from = this.#edits.get(body); from !== undefined; from = this.#edits.get(from))
      this.#replaced.add(from);
  }

  lowered(body: string, by: string | null): void {
    const line = this.#lineOf(body);
    line.isTouched = true;
    line.isRaised = false;
    if (by !== null) line.lowered.add(by);
  }

  raised(body: string): void {
    this.#lineOf(body).isRaised = true;
  }

  forgot(body: string, by: string): void {
    const line = this.#lineOf(body);
    line.forgotten.add(by);
    this.#forgottenIds.add(line.id);
  }

  /** Out of quarantine into an archive, which is a machine's own. */
  putAway(body: string): void {
    this.#takenAway.add(this.#lineOf(body).id);
  }

  tookAway(body: string): void {
    this.#takenAway.add(this.#lineOf(body).id);
    this.#removed.add(body);
  }

  /** What an act took out of a machine's files. A machine's own word replaces nothing that a person approved. */
  replaced(body: string, { isPerson, where }: { readonly isPerson: boolean; readonly where: string }): void {
    assert.ok(isPerson || !this.#approved.has(body), `a machine replaced what a person approved: ${where}`);
    this.#replaced.add(body);
    if (isPerson) this.#replaceEdited(body);
  }

  isForgotten(body: string): boolean {
    return (this.#lines.get(body)?.forgotten.size ?? 0) > 0;
  }

  #lineOf(body: string): Line {
    const line = this.#lines.get(body);
    if (line === undefined) throw new Error(`nobody wrote "${body}"`);
    return line;
  }

  async check(machines: readonly Machine[], { remote, where }: Where): Promise<void> {
    const seen = await Promise.all(
      machines.map(async (machine) => ({ machine, ...(await lookAt(machine)) })),
    );
    const isMutual = (a: Machine, b: Machine): boolean => this.#trusts(a, b.name) && this.#trusts(b, a.name);
    for (const [at, one] of seen.entries()) {
      for (const other of seen.slice(at + 1)) {
        // Whom the two trust beside each other has to be the same.
        const isAlike = machines.every(
          (each) => this.#trusts(one.machine, each.name) === this.#trusts(other.machine, each.name),
        );
        if (isMutual(one.machine, other.machine) && isAlike) this.#compare(one, other, where);
      }
      this.#checkForgotten(one.machine, where);
      this.#checkStandings(one, where);
      checkJournal(one.machine, where);
    }
    if (machines.every((a) => machines.every((b) => this.#trusts(a, b.name))))
      this.#checkRemote(remote, where);
  }

  #compare(one: Seen, other: Seen, where: string): void {
    const pair = `${one.machine.name} and ${other.machine.name}`;
    const [mine, theirs] = [this.#keyed(one, other), this.#keyed(other, one)];
    const paths = [...new Set([...mine.keys(), ...theirs.keys()])].filter(
      (path) => mine.get(path) !== theirs.get(path),
    );
    const only = (of: ReadonlyMap<string, string>): object =>
      Object.fromEntries(paths.map((path) => [path, of.get(path)]));
    assert.deepEqual(only(theirs), only(mine), `law 1, ${pair}: ${where}`);
    const standings = (seen: Seen, than: Seen): object =>
      Object.fromEntries(
        [...seen.words]
          .filter(([body, word]) => word.standing !== "foreign" && !this.#isAway(body, word, than))
          .map(([body, { standing }]) => [body, standing])
          .sort(),
      );
    assert.deepEqual(standings(other, one), standings(one, other), `law 2, ${pair}: ${where}`);
  }

  /** By path; where an edit by hand has the name, by what is in them. */
  #keyed({ words }: Seen, than: Seen): ReadonlyMap<string, string> {
    return new Map(
      [...words].flatMap(([body, word]) => {
        const id = this.#lines.get(body)?.id ?? "";
        if (this.#isAway(body, word, than)) return [];
        return [[this.#byHand.has(id) ? body : word.path, word.text] as const];
      }),
    );
  }

  /** Taken away by hand on the other machine, and in need of no file there. */
  #isAway(body: string, { path, standing }: Word, than: Seen): boolean {
    const id = this.#lines.get(body)?.id ?? "";
    const isNeeded = isInUse(standing) && !path.includes("_other_");
    return this.#takenAway.has(id) && !than.words.has(body) && !isNeeded;
  }

  #checkForgotten(machine: Machine, where: string): void {
    const everything = everythingUnder([machine.root, join(machine.state, "roots")]);
    for (const [body, { forgotten, id }] of this.#lines)
      if ([...forgotten].some((by) => this.#trusts(machine, by)))
        for (const [path, text] of everything)
          assert.ok(!text.includes(body), `law 3, ${id} is in ${path} of ${machine.name}: ${where}`);
  }

  #checkRemote(remote: string, where: string): void {
    const readable = readableIn(remote);
    for (const [body, { forgotten, id }] of this.#lines)
      if (forgotten.size > 0)
        assert.ok(!readable.includes(body), `law 3, ${id} is still in the remote: ${where}`);
  }

  #checkStandings({ machine, words }: Seen, where: string): void {
    const trusted = (names: Iterable<string>): boolean => [...names].some((by) => this.#trusts(machine, by));
    for (const [body, line] of this.#lines) {
      const name = `${line.id} on ${machine.name}, "${body}"`;
      const standing = words.get(body)?.standing ?? "absent";
      const approved = trusted(this.#approved.get(body) ?? []);
      if (standing === "verified") assert.ok(approved, `law 5, ${name}: ${where}`);
      const isLow = trusted(line.lowered) && !line.isRaised;
      if (isLow) assert.ok(!isInUse(standing), `law 6, ${name} is ${standing}: ${where}`);
      const isOver = line.isTouched || line.forgotten.size > 0 || this.#forgottenIds.has(line.id);
      if (!approved || isOver || this.#replaced.has(body)) continue;
      const rivals = [...line.bodies].filter((each) => each !== body && this.#approved.has(each));
      const allowed = rivals.length === 0 ? ["verified"] : ["verified", "inferred", "foreign"];
      assert.ok(allowed.includes(standing), `law 4, ${name} is ${standing}: ${where}`);
    }
  }
}

type Where = { readonly remote: string; readonly where: string };

type Word = { readonly path: string; readonly text: string; readonly standing: string };
type Seen = { readonly machine: Machine; readonly words: ReadonlyMap<string, Word> };

function isInUse(standing: string): boolean {
  return standing === "verified" || standing === "inferred";
}

async function lookAt(machine: Machine): Promise<Pick<Seen, "words">> {
  const { stdout } = await machine.done(["list", "--scope", "user", "--json"]);
  const rows: { id: string; standing: string }[] = JSON.parse(stdout);
  const standings = new Map(rows.map(({ id, standing }) => [id, standing]));
  const held = heldBy(machine);
  const words = [...held].map(([body, file]) => {
    const standing = standings.get(idAt(file.path)) ?? "not listed";
    return [body, { ...file, standing }] as const;
  });
  return { words: new Map(words) };
}

export function idAt(path: string): string {
  return path.slice(path.indexOf("/") + 1, -".md".length);
}

/** By body, the files in `memories/` and `quarantine/`. */
export function heldBy({ root }: Machine): Held {
  return new Map(
    ["memories", "quarantine"].flatMap((directory) => {
      const place = join(root, directory);
      const names = existsSync(place) ? readdirSync(place).filter((name) => name.endsWith(".md")) : [];
      return names.map((name) => {
        const text = readFileSync(join(place, name), "utf8");
        return [bodyIn(text), { path: `${directory}/${name}`, text }] as const;
      });
    }),
  );
}

export function bodyIn(text: string): string {
  return text.slice(text.indexOf("\n---\n") + "\n---\n".length).trim();
}

function everythingUnder(places: readonly string[]): (readonly [string, string])[] {
  return places.flatMap((place) =>
    readdirSync(place, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path, readFileSync(path, "latin1")] as const),
  );
}

function checkJournal(machine: Machine, where: string): void {
  const text = readFileSync(join(machine.state, "roots", rootId(machine), "journal.ndjson"), "utf8");
  const lines = text.split("\n").filter((line) => line !== "");
  const ops = lines.map((line): string => JSON.parse(line).op);
  assert.equal(new Set(ops).size, ops.length, `law 7, ${machine.name}: ${where}`);
}
