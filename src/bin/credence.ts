#!/usr/bin/env node
// The command `credence`: a small separate process for a program's recall and for each hook of an agent, help.ts for calls
// that need no command, cli.ts for everything else.

import { existsSync, fstatSync } from "node:fs";
import { chooseProcess } from "../cli/call/compiled.ts";
import { startBundle, tellAtStart } from "./start-bundle.ts";

const args = process.argv.slice(2);
const isDevice = (descriptor: 0 | 1): boolean => fstatSync(descriptor).isCharacterDevice();
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);

if (major < 22 || major === 23 || (major === 22 && minor < 16)) {
  const why = `credence needs Node.js 22.16 or later, or 24 or later; this is ${process.version}`;
  const hint = "install a newer Node.js, or run credence with the one that it was installed with";
  process.stderr.write(`error: ${why}\nhint: ${hint}\n`);
  tellAtStart(args, `${why}: ${hint}, then run credence install`);
  // The agent continues without its memories, because a failing hook would stop it.
  process.exitCode = args[0] === "hook" ? 0 : 1;
} else startBundle(chooseProcess({ args, isDevice, isThere: existsSync }), args);
