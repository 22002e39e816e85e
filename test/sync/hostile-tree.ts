// What somebody who can write to the remote puts there: trees of any bytes, made below git's own checks.

import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import { gitIn } from "./machines.ts";

/** A content, or a tree, or an object of another kind by its name. */
export type Planted = {
  readonly mode: string;
  readonly content?: string | Uint8Array;
  readonly oid?: string;
  readonly tree?: readonly (readonly [name: string, planted: Planted])[];
};

/** As a loose object, of any bytes. */
function writeObject(remote: string, kind: "blob" | "tree" | "commit", bytes: string | Uint8Array): string {
  const content = Buffer.from(bytes);
  const whole = Buffer.concat([Buffer.from(`${kind} ${content.length}\0`), content]);
  const oid = createHash("sha1").update(whole).digest("hex");
  const directory = join(remote, "objects", oid.slice(0, 2));
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, oid.slice(2)), deflateSync(whole));
  return oid;
}

function writePlanted(remote: string, { content, oid, tree }: Planted): string {
  if (tree !== undefined) return writeTree(remote, tree);
  return oid ?? writeObject(remote, "blob", content ?? "");
}

/** In the order given: git would sort, and refuse two of a name. */
export function writeTree(remote: string, entries: readonly (readonly [string, Planted])[]): string {
  const parts = entries.flatMap(([name, planted]) => [
    Buffer.from(`${planted.mode} `),
    Buffer.from(name, "latin1"),
    Buffer.from([0]),
    Buffer.from(writePlanted(remote, planted), "hex"),
  ]);
  return writeObject(remote, "tree", Buffer.concat(parts));
}

/** Sorted as git sorts: a directory as if its name ended in a slash. */
export function sorted(entries: readonly (readonly [string, Planted])[]): (readonly [string, Planted])[] {
  const key = ([name, { mode }]: readonly [string, Planted]): string =>
    mode === "40000" ? `${name}/` : name;
  return entries.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
}

/** A commit of this tree on top of the tip. */
export function plant(
  remote: string,
  tree: string,
  parent: string | null = gitIn(remote, "rev-parse", "main").trim(),
): void {
  const lines = [
    `tree ${tree}`,
    ...(parent === null ? [] : [`parent ${parent}`]),
    "author Mallory <m@example.invalid> 1700000000 +0000",
    "committer Mallory <m@example.invalid> 1700000000 +0000",
    "",
    "plant\n",
  ];
  const commit = writeObject(remote, "commit", lines.join("\n"));
  gitIn(remote, "update-ref", "refs/heads/main", commit);
}
