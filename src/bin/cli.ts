// The command `credence`. Exit codes: 0 done, 1 refused, 2 and 3 as a command defines them, 64 usage, 70 our own fault, 75
// try again. Only here are `process` and its streams used.

import { userInfo } from "node:os";
import { setFlagsFromString } from "node:v8";
import { runCli } from "../cli/run-cli.ts";
import { noteAnswer } from "./answered.ts";
import { endWith, endWithReader, terminal } from "./terminal.ts";

// A second safeguard besides the proof that every pattern is linear: the engine itself gives up backtracking.
setFlagsFromString("--enable-experimental-regexp-engine-on-excessive-backtracks");
endWithReader();

// A process that ends before its answer has a defect of ours.
process.exitCode = 70;
runCli(
  {
    // A getter, because in a removed directory the call fails, and only failures of the command are reported.
    get cwd() {
      return process.cwd();
    },
    // A getter, because the size of the terminal may change.
    get columns() {
      return process.stdout.columns || 80;
    },
    get rows() {
      return process.stdout.rows || 24;
    },
    env: process.env,
    home: process.env["HOME"] || userInfo().homedir,
    ...terminal,
    now: Date.now,
    parentProcess: process.ppid,
    program: { node: process.execPath, script: process.argv[1] ?? "" },
    onRan: noteAnswer,
  },
  process.argv.slice(2),
).then(endWith);
