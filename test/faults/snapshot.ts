// What lies below a directory, byte for byte, and how to put it back.

import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Paths relative to the directory; a directory is there as its name and a slash. */
export type Snapshot = ReadonlyMap<string, { readonly text: string; readonly mode: number }>;

export function readSnapshot(directory: string, isWanted: (name: string) => boolean = () => true): Snapshot {
  const snapshot = new Map<string, { text: string; mode: number }>();
  const readBelow = (way: string): void => {
    for (const entry of readdirSync(`${directory}/${way}`, { withFileTypes: true })) {
      const name = `${way}${entry.name}${entry.isDirectory() ? "/" : ""}`;
      const path = `${directory}/${name}`;
      if (isWanted(name)) {
        const text = entry.isDirectory() ? "" : readFileSync(path, "latin1");
        snapshot.set(name, { text, mode: lstatSync(path).mode & 0o7777 });
      }
      if (entry.isDirectory()) readBelow(name);
    }
  };
  readBelow("");
  return snapshot;
}

/** Writes what differs and removes what is not in it. */
export function restoreSnapshot(directory: string, snapshot: Snapshot): void {
  const now = readSnapshot(directory);
  for (const name of now.keys()) {
    if (!snapshot.has(name)) rmSync(join(directory, name), { recursive: true, force: true });
  }
  for (const [name, { text, mode }] of snapshot) {
    const was = now.get(name);
    if (was?.text === text && was.mode === mode) continue;
    const path = join(directory, name);
    mkdirSync(name.endsWith("/") ? path : dirname(path), { recursive: true });
    if (!name.endsWith("/")) writeFileSync(path, text, "latin1");
    chmodSync(path, mode);
  }
}

/** The files alone: name and content. */
export function filesOf(snapshot: Snapshot): Map<string, string> {
  return new Map(
    [...snapshot].filter(([name]) => !name.endsWith("/")).map(([name, { text }]) => [name, text]),
  );
}

export function hasSameFiles(a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): boolean {
  return a.size === b.size && [...a].every(([name, text]) => b.get(name) === text);
}
