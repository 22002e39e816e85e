#!/usr/bin/env node
// `credence-hub`: reads its arguments, runs one command, reports failures.

import { parseArgs } from "node:util";
import { codeOf } from "./database/connect.ts";
import { HubFailure } from "./hub-failure.ts";
import { COMMANDS, OPTIONS } from "./operate/commands.ts";

const untilEnded = new Promise((resolve) => {
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, resolve);
});
try {
  const { values, positionals } = parseArgs({ options: OPTIONS, allowPositionals: true });
  const [name = "serve", ...rest] = positionals;
  const command = COMMANDS.get(name);
  if (command === undefined)
    throw new HubFailure("USAGE", `there is no command ${name}`, [...COMMANDS.keys()].join(", "));
  process.exitCode = await command({
    values,
    positionals: rest,
    env: process.env,
    say: (line) => process.stdout.write(`${line}\n`),
    log: (line) => process.stderr.write(`${line}\n`),
    untilEnded,
  });
} catch (error) {
  const isUsage =
    error instanceof TypeError && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS");
  // A defect of ours keeps its stack trace; failures of the system or the database have a code.
  const code = codeOf(error);
  if (!(error instanceof Error) || (!(error instanceof HubFailure) && code === "")) throw error;
  const hint = error instanceof HubFailure && error.hint !== null ? `hint: ${error.hint}\n` : "";
  process.stderr.write(`error: ${error.message}\n${hint}`);
  process.exitCode = isUsage || (error instanceof HubFailure && error.code === "USAGE") ? 64 : 1;
}
