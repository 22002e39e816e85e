// How tests start the built command. The command keeps what the engine compiled of it in machine state, and not where a person may
// sit at a terminal; a test has a new state each time. Here the first process that runs a command keeps it for all others.

import { readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { Script } from "node:vm";

const file = join(__dirname, "dist/cli.cjs");
const command = process.argv.slice(2).find((word) => word !== "--json") ?? "";
const place = join(__dirname, "compiled", /^[a-z-]{1,30}$/.test(command) ? command : "other");

function readKept(): Buffer | undefined {
  try {
    return readFileSync(place);
  } catch {
    return undefined;
  }
}

function keep(script: Script): void {
  const mine = `${place}.${process.pid}`;
  writeFileSync(mine, script.createCachedData());
  renameSync(mine, place);
}

process.argv[1] = file;
// As the command does, but before it is compiled: code is kept for the flags that it was compiled with.
setFlagsFromString("--enable-experimental-regexp-engine-on-excessive-backtracks");
const cachedData = readKept();
const script = new Script(readFileSync(file, "latin1"), { filename: file, cachedData });
// Some tests run it as another account, which may write nothing here.
const isOwn = process.getuid?.() === statSync(__dirname).uid;
if (cachedData === undefined && isOwn) {
  process.once("exit", (exit) => {
    if (exit === 0) keep(script);
  });
}
script.runInThisContext()(createRequire(file), process, dirname(file));
