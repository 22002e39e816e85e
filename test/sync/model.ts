// What must be true of several machines that sync, whatever they did and in whatever order, in a form that can be checked. It knows
// nothing of git, statements or merging: only who wrote which words where, and what a person said about them.
//
// Words. Each write has a body that no other has. A body is *replaced* when somebody who had it in front of them wrote another in its
// place, or when nobody had signed it and somebody without a key did so in the remote. What a person forgot is over, with every
// body of its id, and with the changes to it that nobody approved.
//
// Laws, once everybody has synced and nobody has anything to send:
//   1. All machines have the same files.
//   2. All machines whose people trust the same signers give each memory the same standing.
//   3. Every body that was neither replaced nor forgotten is in a file or in the archive of each machine: no content is lost.
//   4. What stands verified was approved by a person in exactly these words: no merge raises anything.
//   5. What was demoted and never restored, or retired and never brought back, is in use nowhere; what was forgotten is nowhere.
//   6. Every journal can be read to its end, and names each operation once.
//   7. Nothing unsigned takes a vouched memory out of use: whatever somebody without a key did to the remote, each memory that was in
//      use when all were alike has the same file and the same standing on each machine afterwards.

import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { filesOf, type Machine, rootId, standingsOf } from "./machines.ts";

export type Act =
  /** By somebody without a key, where nobody had signed it. */
  | { readonly kind: "overwritten"; readonly body: string }
  | { readonly kind: "write"; readonly id: string; readonly body: string; readonly replaced: string | null }
  | {
      readonly kind: "approve" | "demote" | "restore" | "retire" | "unretire" | "forget";
      readonly id: string;
      readonly body: string;
    };

type Files = Readonly<Record<string, string>>;

export class Model {
  readonly #bodies = new Map<string, string>();
  readonly #replaced = new Set<string>();
  readonly #approved = new Set<string>();
  readonly #restored = new Set<string>();
  readonly #lowered = new Set<string>();
  readonly #forgotten = new Map<string, string>();
  readonly #forgottenIds = new Set<string>();

  /** Was anything written under the id? */
  knows(id: string): boolean {
    return [...this.#bodies.values()].includes(id);
  }

  note(act: Act): void {
    switch (act.kind) {
      case "write":
        this.#bodies.set(act.body, act.id);
        if (act.replaced !== null) this.#replaced.add(act.replaced);
        return;
      case "overwritten":
        this.#replaced.add(act.body);
        return;
      case "approve":
        this.#approved.add(act.body);
        return;
      case "restore":
      case "unretire":
        this.#restored.add(act.id);
        this.#approved.add(act.body);
        return;
      case "demote":
      case "retire":
        this.#lowered.add(act.id);
        return;
      case "forget":
        this.#forgotten.set(act.body, act.id);
        this.#forgottenIds.add(act.id);
    }
  }

  async check(machines: readonly Machine[], where: string): Promise<void> {
    const [first, ...others] = machines;
    assert.ok(first !== undefined);
    const [files, standings] = [filesOf(first), await standingsOf(first)];
    for (const machine of others) {
      assertSame(filesOf(machine), files, `law 1, ${machine.name}: ${where}`);
      assert.deepEqual(await standingsOf(machine), standings, `law 2, ${machine.name}: ${where}`);
    }
    const bodies = bodiesIn(files);
    const present = new Set([...bodies.values(), ...archivedIn(first)]);
    for (const [body, id] of this.#bodies) {
      const isForgotten = this.#forgottenIds.has(id) || this.#forgotten.has(body);
      assert.ok(
        this.#replaced.has(body) || isForgotten || present.has(body),
        `law 3, ${id} lost "${body}": ${where}`,
      );
    }
    for (const [id, standing] of Object.entries(standings)) {
      const body = bodies.get(id) ?? "";
      if (standing === "verified") assert.ok(this.#approved.has(body), `law 4, ${id}: ${where}`);
      // Under the id of a forgotten memory a person may write anew.
      const isLifted = this.#restored.has(id) || this.#forgottenIds.has(id);
      const isOut = this.#lowered.has(id) && !isLifted;
      if (isOut)
        assert.ok(
          standing === "quarantined" || standing === "retired",
          `law 5, ${id} is ${standing}: ${where}`,
        );
    }
    // Another memory may hold the same words; whoever forgets is told so.
    for (const [body, id] of this.#forgotten) {
      assert.notEqual(bodies.get(id), body, `law 5, ${id} is back: ${where}`);
    }
    for (const machine of machines) checkJournal(machine, where);
  }
}

/** What law 7 is about: of the memories in use, file and standing. */
export async function inUseOn(machine: Machine): Promise<Record<string, readonly [string, string]>> {
  const [files, standings] = [filesOf(machine), await standingsOf(machine)];
  return Object.fromEntries(
    Object.entries(standings).flatMap(([id, standing]) => {
      const text = files[`memories/${id}.md`];
      const isUsed = standing === "verified" || standing === "inferred";
      return isUsed && text !== undefined ? [[id, [text, standing] as const]] : [];
    }),
  );
}

/** By id. */
function bodiesIn(files: Readonly<Record<string, string>>): Map<string, string> {
  return new Map(
    Object.entries(files).flatMap(([path, text]) => {
      const id = /^(?:memories|quarantine)\/(.+)\.md$/.exec(path)?.[1];
      return id === undefined ? [] : [[id, bodyIn(text)] as const];
    }),
  );
}

function archivedIn({ root }: Machine): string[] {
  if (!existsSync(join(root, "archive"))) return [];
  return readdirSync(join(root, "archive"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => bodyIn(readFileSync(join(root, "archive", name), "utf8")));
}

export function bodyIn(text: string): string {
  return text.slice(text.indexOf("\n---\n") + "\n---\n".length).trim();
}

function checkJournal(machine: Machine, where: string): void {
  const text = readFileSync(join(machine.state, "roots", rootId(machine), "journal.ndjson"), "utf8");
  const lines = text.split("\n").filter((line) => line !== "");
  const ops = lines.map((line): string => JSON.parse(line).op);
  assert.equal(new Set(ops).size, ops.length, `law 6, ${machine.name}: ${where}`);
}

/** What differs is told, and nothing else: there are hundreds. */
function assertSame(theirs: Files, files: Files, where: string): void {
  const paths = [...Object.keys(files), ...Object.keys(theirs)].filter(
    (path) => files[path] !== theirs[path],
  );
  const only = (of: Files): object => Object.fromEntries(paths.map((path) => [path, of[path]]));
  assert.deepEqual(only(theirs), only(files), where);
}
