// Starts a process from its compiled code, if it was kept, because compiling takes longer than the rest of a recall or of a
// list. The compiled code covers only functions that ran, so the first process that gives an answer writes it once more.

import { readFileSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { Script } from "node:vm";
import { type Bundle, findCompiled, readCompiled, writeCompiled } from "../cli/call/compiled.ts";
import { noteCrash } from "../hooks/note-crash.ts";
import { hasAnswered, noteKept } from "./answered.ts";

/** The hash of the sources of the bundles; scripts/build.ts fills it in. */
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

type BundleStart = {
  readonly file: Bundle["file"];
  readonly filename: string;
  readonly place: string | null;
  readonly kept: ReturnType<typeof readCompiled>;
};

/** Tries help first when everything has to be compiled, because the tables of commands answer it. */
async function startCold(started: BundleStart, args: readonly string[]): Promise<void> {
  const { answerCall } = await import("./help.ts");
  if (answerCall(args)) return;
  if (started.place === null) await import("./cli.ts");
  else runScript(started);
}

function runScript({ file, filename, place, kept }: BundleStart): void {
  setFlags(file);
  // A function with these three parameters, in pure ASCII: see scripts/build.ts.
  const text = readFileSync(filename, "latin1");
  const script = new Script(text, { filename, ...(kept === null ? {} : { cachedData: kept.bytes }) });
  const isUsed = kept !== null && script.cachedDataRejected !== true;
  if (isUsed) noteKept();
  if (place !== null && !(isUsed && kept.isWhole)) {
    process.once("exit", (exit) => {
      const isWhole = hasAnswered();
      // A command may exit with failure and still have given an answer.
      if ((exit === 0 && !isUsed) || (isWhole && (exit === 0 || file === "cli"))) {
        writeCompiled(place, { bytes: script.createCachedData(), isWhole });
      }
    });
  }
  script.runInThisContext()(require, process, __dirname);
}

/** Node 22 reports SQLite as an experiment each time it is loaded, which means nothing to a user; every other warning is
 * shown. */
function hushExperiments(): void {
  const listeners = process.listeners("warning");
  process.removeAllListeners("warning");
  process.on("warning", (warning) => {
    if (warning.name !== "ExperimentalWarning") for (const say of listeners) say(warning);
  });
}

/** Keeps a hook from failing, because an agent stops at a hook that ends with 2, and complains about other failures. */
function goOnWhateverHappens(args: readonly string[]): void {
  process.on("uncaughtException", () => {
    tellAtStart(args, "credence: this session begins without memories (INTERNAL): credence doctor");
    noteCrash(args, Date.now()).finally(() => process.exit(0));
  });
  process.once("exit", () => {
    process.exitCode = 0;
  });
}

/** Tells the user at once about a failure that would persist, because no later start could. The launcher drops stderr. */
export function tellAtStart([command, , event = ""]: readonly string[], systemMessage: string): void {
  if (command === "hook" && ["SessionStart", "session.created"].includes(event))
    process.stdout.write(`${JSON.stringify({ systemMessage })}\n`);
}

// A server lives as long as its session, and a user may have many sessions. Its garbage is collected early, and its code is
// not optimised far, because SQLite does the search itself.

const SMALL_HEAP = ["--semi-space-growth-factor=1", "--heap-growing-percent=10", "--no-turbofan"];
/** A second safeguard besides the proof that every pattern is linear, as in cli.ts. */
const LINEAR = "--enable-experimental-regexp-engine-on-excessive-backtracks";

/** Must run before compilation, because code compiled with other flags would be rejected. */
function setFlags(file: Bundle["file"]): void {
  const flags = file === "mcp" ? [...SMALL_HEAP, LINEAR] : file === "cli" ? [LINEAR] : [];
  for (const flag of flags) process.getBuiltinModule("node:v8").setFlagsFromString(flag);
}
