// Starts a small process. What the engine compiled of it is read back instead of compiled again, which takes longer than the
// rest of a recall. Only what ran is in it, so it is made once more by the first process that has an answer.

import { readFileSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { Script } from "node:vm";
import { type Bundle, findCompiled, readCompiled, writeCompiled } from "../cli/call/compiled.ts";
import { hasAnswered } from "./answered.ts";

/** What the small processes were built from; scripts/build.ts fills it in. */
declare const BUILD: string;

export function startBundle({ file, form }: Bundle, args: readonly string[]): void {
  if (file.startsWith("hook-")) goOnWhateverHappens();
  if (file === "mcp") keepHeapSmall();
  const filename = join(__dirname, `${file}.cjs`);
  const call = { args, home: process.env["HOME"] || userInfo().homedir, env: process.env };
  const place = findCompiled(call, `${form}-${BUILD}-${process.version}-${process.arch}`);
  const kept = place === null ? null : readCompiled(place);
  // A function of these three, in nothing but ASCII: see scripts/build.ts.
  const text = readFileSync(filename, "latin1");
  const script = new Script(text, { filename, ...(kept === null ? {} : { cachedData: kept.bytes }) });
  const isUsed = kept !== null && script.cachedDataRejected !== true;
  if (place !== null && !(isUsed && kept.isWhole)) {
    process.once("exit", (exit) => {
      const isWhole = hasAnswered();
      if (exit === 0 && (isWhole || !isUsed)) {
        writeCompiled(place, { bytes: script.createCachedData(), isWhole });
      }
    });
  }
  script.runInThisContext()(require, process, __dirname);
}

/** An agent stops at a hook that ends with 2, and complains about others. */
function goOnWhateverHappens(): void {
  process.on("uncaughtException", () => process.exit(0));
  process.once("exit", () => {
    process.exitCode = 0;
  });
}

// A server stays as long as its session, and a person may have many. Its garbage is collected early, and its code is compiled
// only so far: the search itself is SQLite's.

const FLAGS = [
  "--semi-space-growth-factor=1",
  "--heap-growing-percent=10",
  "--no-turbofan",
  // A second net under the proof that every pattern is linear, as in cli.ts.
  "--enable-experimental-regexp-engine-on-excessive-backtracks",
];

/** Before anything is compiled, or what was compiled by another start would not fit. */
function keepHeapSmall(): void {
  for (const flag of FLAGS) process.getBuiltinModule("node:v8").setFlagsFromString(flag);
}
