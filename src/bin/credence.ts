#!/usr/bin/env node
// The command `credence`: a small process of its own for a program that wants a recall and for each hook of an agent, cli.ts
// for everything else.

import { fstatSync } from "node:fs";
import { chooseProcess } from "../cli/call/compiled.ts";
import { startBundle } from "./start-bundle.ts";

const args = process.argv.slice(2);
const small = chooseProcess({ args });

if (small === null || (small.file === "recall" && fstatSync(1).isCharacterDevice())) import("./cli.js");
else startBundle(small, args);
