// Starts a process. What the engine compiled of it is read back instead of compiled again, which takes longer than the rest of
// a recall, or of a list. Only what ran is in it, so it is made once more by the first process that has an answer.

import { readFileSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { Script } from "node:vm";
import { type Bundle, findCompiled, readCompiled, writeCompiled } from "../cli/call/compiled.ts";
import { noteCrash } from "../hooks/note-crash.ts";
import { hasAnswered, noteKept } from "./answered.ts";

/** What the processes were built from; scripts/build.ts fills it in. */
declare const BUILD: string;

export function startBundle({ file, form }: Bundle, args: readonly string[]): void {
  hushExperiments();
  if (file.startsWith("hook-")) goOnWhateverHappens(args);
  const filename = join(__dirname, `${file}.cjs`);
  const call = { args, home: process.env["HOME"] || userInfo().homedir, env: process.env };
  const build = `${form}-${BUILD}-${process.version}-${process.arch}`;
  const place = form === null ? null : findCompiled(call, build);
  const kept = place === null ? null : readCompiled(place);
  const started = { file, filename, place, kept };
  if (file === "cli" && kept === null) startCold(started, args);
  else runScript(started);
}

type Started = {
  readonly file: Bundle["file"];
  readonly filename: string;
  readonly place: string | null;
  readonly kept: ReturnType<typeof readCompiled>;
};

/** Where all of it has to be compiled, what the tables of commands answer comes first. */
async function startCold(started: Started, args: readonly string[]): Promise<void> {
  const { answerCall } = await import("./help.ts");
  if (answerCall(args)) return;
  if (started.place === null) await import("./cli.ts");
  else runScript(started);
}

function runScript({ file, filename, place, kept }: Started): void {
  setFlags(file);
  // A function of these three, in nothing but ASCII: see scripts/build.ts.
  const text = readFileSync(filename, "latin1");
  const script = new Script(text, { filename, ...(kept === null ? {} : { cachedData: kept.bytes }) });
  const isUsed = kept !== null && script.cachedDataRejected !== true;
  if (isUsed) noteKept();
  if (place !== null && !(isUsed && kept.isWhole)) {
    process.once("exit", (exit) => {
      const isWhole = hasAnswered();
      // What a command finds may be no success, and is an answer all the same.
      if ((exit === 0 && !isUsed) || (isWhole && (exit === 0 || file === "cli"))) {
        writeCompiled(place, { bytes: script.createCachedData(), isWhole });
      }
    });
  }
  script.runInThisContext()(require, process, __dirname);
}

/** Node 22 calls SQLite an experiment each time it is loaded, which tells a person nothing; any other warning is said. */
function hushExperiments(): void {
  const listeners = process.listeners("warning");
  process.removeAllListeners("warning");
  process.on("warning", (warning) => {
    if (warning.name !== "ExperimentalWarning") for (const say of listeners) say(warning);
  });
}

/** An agent stops at a hook that ends with 2, and complains about others. */
function goOnWhateverHappens(args: readonly string[]): void {
  process.on("uncaughtException", () => {
    tellAtStart(args, "credence: this session begins without memories (INTERNAL): credence doctor");
    noteCrash(args, Date.now()).finally(() => process.exit(0));
  });
  process.once("exit", () => {
    process.exitCode = 0;
  });
}

/** What the person is to know at once: if it persists, no later start could tell it. The launcher drops stderr. */
export function tellAtStart([command, , event = ""]: readonly string[], systemMessage: string): void {
  if (command === "hook" && ["SessionStart", "session.created"].includes(event))
    process.stdout.write(`${JSON.stringify({ systemMessage })}\n`);
}

// A server stays as long as its session, and a person may have many. Its garbage is collected early, and its code is compiled
// only so far: the search itself is SQLite's.

const SMALL_HEAP = ["--semi-space-growth-factor=1", "--heap-growing-percent=10", "--no-turbofan"];
/** A second net under the proof that every pattern is linear, as in cli.ts. */
const LINEAR = "--enable-experimental-regexp-engine-on-excessive-backtracks";

/** Before anything is compiled, or what was compiled by another start would not fit. */
function setFlags(file: Bundle["file"]): void {
  const flags = file === "mcp" ? [...SMALL_HEAP, LINEAR] : file === "cli" ? [LINEAR] : [];
  for (const flag of flags) process.getBuiltinModule("node:v8").setFlagsFromString(flag);
}
