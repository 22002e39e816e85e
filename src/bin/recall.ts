// `credence recall` for a program: the same command as in cli.ts, without the parts for a terminal. Hooks wait for it on
// every prompt, so it loads nothing else, answers in one write and exits.

import { userInfo } from "node:os";
import type { Io } from "../cli/call/command.ts";
import { parseCall } from "../cli/call/parse-call.ts";
import { RECALL_OPTIONS } from "../cli/call/recall-options.ts";
import { reportWithoutRules } from "../cli/call/report-failure.ts";
import { runRecall } from "../cli/work/recall.ts";
import { readAll, writeAll } from "./streams.ts";

const io: Io = {
  get cwd() {
    return process.cwd();
  },
  env: process.env,
  home: process.env["HOME"] || userInfo().homedir,
  columns: 80,
  rows: 24,
  terminal: { in: false, out: false },
  now: Date.now,
  parentProcess: process.ppid,
  program: { node: process.execPath, script: process.argv[1] ?? "" },
  askSecret: () => Promise.reject(new Error("there is no terminal")),
  ask: () => Promise.reject(new Error("there is no terminal")),
  readStdin: (bytesMax: number) => Promise.resolve(readAll(bytesMax)),
  out: (text: string) => writeAll(1, text),
  err: (text: string) => writeAll(2, text),
};

async function run(args: readonly string[]): Promise<number> {
  try {
    return await runRecall(io, parseCall(RECALL_OPTIONS, args));
  } catch (error) {
    return reportWithoutRules(io, error, args.includes("--json"));
  }
}

// Everything is done: the answer is written and every file is closed.
run(process.argv.slice(3)).then((exit) => process.exit(exit));
