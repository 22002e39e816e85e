// A disk with a cache that can be lost, after ALICE (Pillai et al., OSDI 2014). Data is on disk when its file was synced, a
// name when its directory was; whatever no sync has covered may or may not have arrived, in any order. A name and the
// data of its file are independent: a rename may arrive before the text of the file that it renames.
//
// Modes count as arrived: each is set again right after the call that made the entry, so what is lost is never a tighter one.

import assert from "node:assert/strict";
import { basename, dirname } from "node:path";
import type { DiskCall } from "./recording.ts";
import type { Snapshot } from "./snapshot.ts";

type Names = Map<string, Entry>;
type File = { readonly kind: "file"; mode: number; text: string; synced: string };
type Directory = { readonly kind: "directory"; mode: number; names: Names; synced: Names };
type Entry = File | Directory;

export type Loss = {
  readonly data:
    | "kept"
    /** As it was when the file was synced last; of a new file nothing. */
    | "lost"
    /** Half of what came since. */
    | "torn";
  readonly names:
    | "kept"
    /** Each directory is as it was when it was synced last. */
    | "lost"
    /** Only the last of the changes that wait arrived, before all the others. */
    | "last";
};

export type Disk = {
  readonly apply: (call: DiskCall) => void;
  /** What is there after the power failed. */
  readonly lose: (loss: Loss) => Snapshot;
};

/** What is not synced on purpose, and why losing it does no harm. It arrives at once in this model. */
const SPARED: readonly { readonly names: RegExp; readonly why: string }[] = [
  {
    names: /^\.index\.lockdir/,
    why: "a lock says who writes now; after a power loss nobody does, and whatever is left of it goes stale by itself",
  },
];

export function createDisk(start: Snapshot): Disk {
  const top: Directory = { kind: "directory", mode: 0o700, names: new Map(), synced: new Map() };
  for (const [name, { text, mode }] of start) {
    const path = name.replace(/\/$/, "");
    const entry: Entry = name.endsWith("/")
      ? { kind: "directory", mode, names: new Map(), synced: new Map() }
      : { kind: "file", mode, text, synced: text };
    const parent = directoryAt(top, dirname(path));
    parent.names.set(basename(path), entry);
    parent.synced.set(basename(path), entry);
  }
  let last: readonly Directory[] = [];
  return {
    apply: (call) => {
      const changed = change(top, call);
      if (changed.length > 0) last = changed;
    },
    lose: (loss) => {
      const left = new Map<string, { text: string; mode: number }>();
      const isKept = (directory: Directory): boolean =>
        loss.names === "kept" || (loss.names === "last" && last.includes(directory));
      collect(top, "", { data: loss.data, isKept, left });
      return left;
    },
  };
}

/** @returns the directories whose names it changed. */
function change(top: Directory, call: DiskCall): Directory[] {
  const parent = directoryAt(top, dirname(call.path));
  const name = basename(call.path);
  switch (call.kind) {
    case "open":
      return open(parent, name, call);
    case "write": {
      const file = fileAt(top, call.path);
      const at = call.at === "end" ? file.text.length : call.at;
      file.text = file.text.slice(0, at) + call.text + file.text.slice(at + call.text.length);
      return [];
    }
    case "truncate":
      cut(fileAt(top, call.path), call.size);
      return [];
    case "sync":
    case "sync-below":
      sync(entryAt(top, call.path), call.kind === "sync-below");
      return [];
    case "rename":
    case "link": {
      const target = directoryAt(top, dirname(call.to));
      const entry = entryAt(top, call.path);
      if (call.kind === "rename") remove(parent, name);
      put(target, basename(call.to), entry);
      return call.kind === "rename" ? [parent, target] : [target];
    }
    case "mkdir":
      put(parent, name, { kind: "directory", mode: call.mode, names: new Map(), synced: new Map() });
      return [parent];
    case "remove":
      remove(parent, name);
      return [parent];
    case "chmod":
      entryAt(top, call.path).mode = call.mode;
      return [];
  }
}

function open(
  parent: Directory,
  name: string,
  { mode, truncates }: { readonly mode: number; readonly truncates: boolean },
): Directory[] {
  const there = parent.names.get(name);
  if (there?.kind === "file") {
    if (truncates) there.text = "";
    return [];
  }
  put(parent, name, { kind: "file", mode, text: "", synced: "" });
  return [parent];
}

function cut(file: File, size: number): void {
  file.text = file.text.slice(0, size);
}

function put(directory: Directory, name: string, entry: Entry): void {
  directory.names.set(name, entry);
  if (isSpared(name)) directory.synced.set(name, entry);
}

function remove(directory: Directory, name: string): void {
  directory.names.delete(name);
  if (isSpared(name)) directory.synced.delete(name);
}

function sync(entry: Entry, withAllBelow: boolean): void {
  if (entry.kind === "file") entry.synced = entry.text;
  else entry.synced = new Map(entry.names);
  if (entry.kind === "directory" && withAllBelow) for (const each of entry.names.values()) sync(each, true);
}

function isSpared(name: string): boolean {
  return SPARED.some(({ names }) => names.test(name));
}

type Collecting = {
  readonly data: Loss["data"];
  readonly isKept: (directory: Directory) => boolean;
  readonly left: Map<string, { text: string; mode: number }>;
};

function collect(directory: Directory, way: string, how: Collecting): void {
  for (const [name, entry] of how.isKept(directory) ? directory.names : directory.synced) {
    const path = `${way}${name}`;
    const inner = isSpared(name) ? { ...how, data: "kept" as const, isKept: () => true } : how;
    if (entry.kind === "file") how.left.set(path, { text: textOf(entry, inner.data), mode: entry.mode });
    else {
      how.left.set(`${path}/`, { text: "", mode: entry.mode });
      collect(entry, `${path}/`, inner);
    }
  }
}

function textOf({ text, synced }: File, data: Loss["data"]): string {
  if (data === "kept" || text === synced) return text;
  if (data === "lost") return synced;
  const arrived = text.startsWith(synced) ? synced.length : 0;
  return text.slice(0, arrived + Math.floor((text.length - arrived) / 2));
}

function entryAt(top: Directory, path: string): Entry {
  if (path === "." || path === "") return top;
  const entry = directoryAt(top, dirname(path)).names.get(basename(path));
  assert.ok(entry !== undefined, `nothing is at ${path}`);
  return entry;
}

function directoryAt(top: Directory, path: string): Directory {
  const entry = entryAt(top, path);
  assert.ok(entry.kind === "directory", `${path} is no directory`);
  return entry;
}

function fileAt(top: Directory, path: string): File {
  const entry = entryAt(top, path);
  assert.ok(entry.kind === "file", `${path} is no file`);
  return entry;
}
