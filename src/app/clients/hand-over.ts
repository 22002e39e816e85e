// Another package than the one that runs: found by the path that a person names, kept whole, and started to go on.

import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { gunzipSync } from "node:zlib";
import { CredenceError } from "../../memory/errors.ts";
import { removeTree } from "../../store/durable.ts";
import type { KeptProgram } from "../workspace/version-record.ts";
import type { CallPlaces, RunningProgram } from "./launch.ts";
import { findPackage, keepProgram, type Package } from "./program-home.ts";
import { isThere } from "./started-program.ts";

const GIVE = "give a tarball made by npm pack, or a directory that npm installed";

/** For as long as somebody looks at it. */
export async function withNamedPackage<Result>(
  path: string,
  look: (found: Package) => Promise<Result>,
): Promise<Result> {
  if (!existsSync(path)) throw new CredenceError("NOT_FOUND", `there is no ${path}`, GIVE);
  const unpacked = statSync(path).isFile() ? mkdtempSync(join(tmpdir(), "credence-upgrade-")) : null;
  try {
    if (unpacked !== null) unpackPackage(path, unpacked);
    const found = findNamedPackage(unpacked ?? path);
    if (found === null) throw new CredenceError("PATH_ERROR", `${path} is not a package of Credence`, GIVE);
    return await look(found);
  } finally {
    if (unpacked !== null) removeTree(unpacked);
  }
}

/** The directory of a package, or one that npm installed into. */
function findNamedPackage(path: string): Package | null {
  const candidates = [path, join(path, "lib/node_modules/credence"), join(path, "node_modules/credence")];
  const script = candidates
    .map((each) => join(each, "dist", "credence.cjs"))
    .find((each) => existsSync(each));
  return script === undefined ? null : findPackage(realpathSync(script));
}

export function isRunning({ path }: Package, { script }: RunningProgram, cwd: string): boolean {
  return dirname(dirname(realpathSync(resolve(cwd, script)))) === path;
}

/** @returns its exit code. */
export function startKept(
  { path }: Package,
  words: readonly string[],
  { node, ...places }: CallPlaces & Pick<RunningProgram, "node">,
): number {
  const kept = keepProgram({ node, script: join(path, "dist", "credence.cjs") }, places);
  if (kept === null) throw new CredenceError("PATH_ERROR", `${path} is not a package of Credence`, GIVE);
  const { status, error } = spawnSync(kept.node, [kept.script, ...words], {
    cwd: places.cwd,
    env: { ...places.env },
    stdio: "inherit",
  });
  if (error === undefined) return status ?? 1;
  throw new CredenceError("NOT_READABLE", `${kept.script} cannot be started (${error.message})`);
}

/** Where a rollback goes. */
export function requireKept(before: KeptProgram | null): KeptProgram {
  const again = (version: string): string =>
    `to go back: npm install -g credence-${version}.tgz, then credence install`;
  if (before === null)
    throw new CredenceError("NOT_FOUND", "no earlier version is kept here", again("VERSION"));
  if (isThere(before)) return before;
  const gone = `Credence ${before.version} is no longer at ${before.script}`;
  throw new CredenceError("NOT_FOUND", gone, again(before.version));
}

// A package as `npm pack` makes it, unpacked without npm: nothing in it is run, and nothing is written outside of one directory.
//
// Attack: a tarball that somebody handed over, with a path that leads out of the directory, a link to write through, a name
// twice, or gigabytes behind a few bytes. Only plain files below `package/` are taken; whatever else is in it refuses the whole.

const TARBALL_BYTES_MAX = 64 * 1024 * 1024;
const UNPACKED_BYTES_MAX = 256 * 1024 * 1024;
const BLOCK = 512;
/** Neither `.` nor `..` is a name on the way: a path goes down, and only down. */
const NAME = /^package(?:\/(?!\.{1,2}(?:\/|$))[\w.@+-]+)+$/;
const NAME_CHARS_SHOWN_MAX = 120;

function unpackPackage(tarball: string, target: string): void {
  for (const { name, bytes } of readTarball(tarball)) {
    const path = join(target, name.slice("package/".length));
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    // A second file of the same name is refused by the disk.
    writeFileSync(path, bytes, { flag: "wx", mode: 0o600 });
  }
}

type Packed = { readonly name: string; readonly bytes: Uint8Array };

function readTarball(path: string): Packed[] {
  if (statSync(path).size > TARBALL_BYTES_MAX) throw refusal(path, "is too large");
  const bytes = gunzip(path);
  const files: Packed[] = [];
  let longName: string | null = null;
  for (let at = 0; at + BLOCK <= bytes.length && bytes[at] !== 0; ) {
    const header = bytes.subarray(at, at + BLOCK);
    const size = Number.parseInt(textOf(header, 124, 12), 8);
    const end = at + BLOCK + size;
    if (!Number.isSafeInteger(size) || end > bytes.length || !isSummed(header))
      throw refusal(path, "is damaged");
    const body = bytes.subarray(at + BLOCK, end);
    const kind = textOf(header, 156, 1);
    const name: string = longName ?? nameOf(header);
    longName = kind === "x" ? pathIn(body) : null;
    if (kind === "0" || kind === "") {
      if (!NAME.test(name))
        throw refusal(path, `contains a file outside of its package: ${name.slice(0, NAME_CHARS_SHOWN_MAX)}`);
      files.push({ name, bytes: body });
    } else if (!["x", "g", "5"].includes(kind)) throw refusal(path, "contains a link or a device");
    at = end + ((BLOCK - (size % BLOCK)) % BLOCK);
  }
  return files;
}

function gunzip(path: string): Uint8Array {
  try {
    return gunzipSync(readFileSync(path), { maxOutputLength: UNPACKED_BYTES_MAX });
  } catch {
    // Whatever zlib says: it is not what `npm pack` makes.
    throw refusal(path, "is not a package that npm packed");
  }
}

function isSummed(header: Uint8Array): boolean {
  const sum = header.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 32 : byte), 0);
  return sum === Number.parseInt(textOf(header, 148, 8), 8);
}

function nameOf(header: Uint8Array): string {
  const [name, prefix] = [textOf(header, 0, 100), textOf(header, 345, 155)];
  return prefix === "" ? name : `${prefix}/${name}`;
}

/** Of an extended header, for a name that is too long for the plain one. */
function pathIn(body: Uint8Array): string | null {
  return /^\d+ path=(.*)$/m.exec(Buffer.from(body).toString("utf8"))?.[1] ?? null;
}

function textOf(bytes: Uint8Array, at: number, length: number): string {
  const text = Buffer.from(bytes.subarray(at, at + length)).toString("latin1");
  return text.slice(0, text.includes("\0") ? text.indexOf("\0") : undefined).trim();
}

function refusal(path: string, why: string): CredenceError {
  return new CredenceError("PATH_ERROR", `${path} ${why}`, "give a tarball made by npm pack, or a directory");
}
