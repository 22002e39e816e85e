// What one operation did to the disk, call by call and with its data, so that the disk can be built as it was after any of
// them. Node:fs is recorded, and the system's own sync; SQLite and git write by themselves, so their files are copied as they
// are at each call.

import assert from "node:assert/strict";
import { lstatSync } from "node:fs";
import { relative } from "node:path";
import { GONE } from "./end-process.ts";
import type { DoneCall } from "./fs-faults.ts";
import { readSnapshot, type Snapshot } from "./snapshot.ts";

/** One change of the disk. Paths are relative to the directory that is recorded. */
export type DiskCall =
  | { readonly kind: "open"; readonly path: string; readonly mode: number; readonly truncates: boolean }
  /** At a position, or at the end of what is there. */
  | { readonly kind: "write"; readonly path: string; readonly text: string; readonly at: number | "end" }
  | { readonly kind: "truncate"; readonly path: string; readonly size: number }
  /** A file's data, or a directory's names, are on disk. */
  | { readonly kind: "sync"; readonly path: string }
  /** The same of all that lies below. */
  | { readonly kind: "sync-below"; readonly path: string }
  | { readonly kind: "rename"; readonly path: string; readonly to: string }
  | { readonly kind: "link"; readonly path: string; readonly to: string }
  | { readonly kind: "mkdir"; readonly path: string; readonly mode: number }
  /** A name is taken away, with all that is below it. */
  | { readonly kind: "remove"; readonly path: string }
  | { readonly kind: "chmod"; readonly path: string; readonly mode: number };

export type Step = {
  /** One call of node:fs may be several changes. */
  readonly changes: readonly DiskCall[];
  /** The files of others, as they were when it began. */
  readonly others: Snapshot;
};

export type Recording = {
  readonly start: Snapshot;
  readonly steps: readonly Step[];
  /** The files of others when everything was done. */
  readonly others: Snapshot;
};

/** What other programs write: SQLite its databases and their journals, git its own directory. */
export function isOfOthers(name: string): boolean {
  return /\.sqlite(?:-\w+)?$|(?:^|\/)\.git\//.test(name);
}

export function readOthers(base: string): Snapshot {
  return readSnapshot(base, isOfOthers);
}

/** Names bear the number of this process, which must look as if it had ended. */
function renameMaker(name: string): string {
  return name.replace(MINE, `.${GONE}`);
}

const MINE = new RegExp(`\\.${process.pid}(?=[.-][^/]+(?:/|$))`, "g");

/** @returns the changes that the call made, none where it made no lasting one or set a time: times are not replayed. */
export function toChanges(base: string, done: DoneCall): DiskCall[] {
  const { name, args } = done;
  const path = toRelative(base, done.path);
  switch (name) {
    case "openSync":
      return [{ kind: "open", path, mode: modeOf(done.path), truncates: String(args[1]).startsWith("w") }];
    case "writeSync":
      return [toWrite(path, done)];
    case "writeFileSync":
    case "appendFileSync":
      return toWholeWrite(path, done);
    case "copyFileSync":
      return toCopy(base, path, done);
    case "fsyncSync":
    case "fdatasyncSync":
    case "spawnSync":
      return [{ kind: name === "spawnSync" ? "sync-below" : "sync", path }];
    case "ftruncateSync":
    case "truncateSync":
      return [{ kind: "truncate", path, size: Number(args[1] ?? 0) }];
    case "renameSync":
    case "linkSync":
      return [{ kind: name === "linkSync" ? "link" : "rename", path, to: toRelative(base, String(args[1])) }];
    case "mkdirSync":
      assert.ok(!hasOption(args[1], "recursive"), "mkdir makes one directory");
      return [{ kind: "mkdir", path, mode: modeOf(done.path) }];
    case "unlinkSync":
    case "rmdirSync":
    case "rmSync":
      return [{ kind: "remove", path }];
    case "chmodSync":
    case "fchmodSync":
      return [{ kind: "chmod", path, mode: Number(args[1]) }];
    case "utimesSync":
    case "futimesSync":
      return [];
    default:
      throw new Error(`the replay does not know ${name}`);
  }
}

/** Every file is written from its beginning or at its end, in one go, unless a place in it is given. */
function toWrite(path: string, { args: [, bytes, offset, , position], result }: DoneCall): DiskCall {
  assert.ok(bytes instanceof Uint8Array, "writes are of bytes");
  const from = Number(offset ?? 0);
  return {
    kind: "write",
    path,
    text: latin1(bytes.subarray(from, from + Number(result))),
    at: typeof position === "number" ? position : "end",
  };
}

function toWholeWrite(path: string, { name, path: full, args }: DoneCall): DiskCall[] {
  const [, content, options] = args;
  assert.ok(
    typeof content === "string" || content instanceof Uint8Array,
    "a file is written as text or bytes",
  );
  const text = latin1(typeof content === "string" ? Buffer.from(content, "utf8") : content);
  const flag = optionOf(options, "flag") ?? (name === "appendFileSync" ? "a" : "w");
  const at = String(flag).startsWith("a") ? "end" : 0;
  const changes: DiskCall[] = [
    { kind: "open", path, mode: modeOf(full), truncates: String(flag).startsWith("w") },
    { kind: "write", path, text, at },
  ];
  return hasOption(options, "flush") ? [...changes, { kind: "sync", path }] : changes;
}

function toCopy(base: string, path: string, { path: full }: DoneCall): DiskCall[] {
  const copied = readSnapshot(base).get(relative(base, full));
  return [
    { kind: "open", path, mode: modeOf(full), truncates: true },
    { kind: "write", path, text: copied?.text ?? "", at: 0 },
  ];
}

function toRelative(base: string, path: string): string {
  const name = relative(base, path);
  assert.ok(!name.startsWith(".."), `${path} lies outside of what is recorded`);
  return renameMaker(name);
}

function modeOf(path: string): number {
  return lstatSync(path).mode & 0o7777;
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("latin1");
}

function hasOption(options: unknown, key: string): boolean {
  return optionOf(options, key) === true;
}

function optionOf(options: unknown, key: string): unknown {
  return typeof options === "object" && options !== null ? Reflect.get(options, key) : undefined;
}
