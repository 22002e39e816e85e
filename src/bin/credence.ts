#!/usr/bin/env node
// The command `credence`: a small process of its own for a program that wants a recall, cli.ts for everything else.

import { fstatSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { Script } from "node:vm";
import { findCompiled, isPlainRecall, writeCompiled } from "../cli/compiled.ts";

/** What recall.cjs was built from; scripts/build.ts fills it in. */
declare const BUILD: string;

const args = process.argv.slice(2);

if (isPlainRecall({ args }) && !fstatSync(1).isCharacterDevice()) startRecall(join(__dirname, "recall.cjs"));
else import("./cli.js");

/** Compiled code is read back instead of compiled again, which takes longer than the rest of a recall. */
function startRecall(filename: string): void {
  const start = { args, home: process.env["HOME"] || homedir(), env: process.env };
  const place = findCompiled(start, `${BUILD}-${process.version}-${process.arch}`);
  const cachedData = place === null ? null : readIfThere(place);
  const text = `(function (require, process) {${readFileSync(filename, "utf8")}\n})`;
  const script = new Script(text, { filename, ...(cachedData === null ? {} : { cachedData }) });
  if (place !== null && (cachedData === null || script.cachedDataRejected === true)) {
    process.once("exit", (exit) => exit === 0 && writeCompiled(place, script.createCachedData()));
  }
  script.runInThisContext()(require, process);
}

function readIfThere(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch (error) {
    // Not there yet, or not to be read: it is compiled.
    if (error instanceof Error && "code" in error) return null;
    throw error;
  }
}
