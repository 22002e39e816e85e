// The list of commands, in the order in which help shows them. A new command is one row of commands/ and one name here.

import type { Command } from "./call/command.ts";
import { audit, check, injectionCheck, secretCheck, validate } from "./commands/checks.ts";
import { completion } from "./commands/completion.ts";
import { doctor } from "./commands/doctor.ts";
import { ask, recall, search } from "./commands/find.ts";
import { hook, install, setup, statusline, uninstall } from "./commands/install.ts";
import { journal, list, log, receipts, show, status, why } from "./commands/look.ts";
import { mcp } from "./commands/mcp.ts";
import { observe, observer, pause, resume, spool } from "./commands/observe.ts";
import { plainWords, review, ui } from "./commands/review.ts";
import { config, index, init } from "./commands/roots.ts";
import {
  approve,
  forget,
  gc,
  merge,
  move,
  statusCommands,
  transitionCommands,
  undo,
} from "./commands/standing.ts";
import { backfill, exportCommand, importCommand, sync } from "./commands/transfer.ts";
import { key, machine, team, trust } from "./commands/trust.ts";
import { edit, save, update } from "./commands/write.ts";

export const COMMANDS: readonly Command[] = [
  ...[setup, init],
  ...[save, list, show, search, recall, why, receipts],
  ...[spool, observe, observer, ask],
  ...[update, edit, ...statusCommands],
  ...[review, ui, ...plainWords, approve, ...transitionCommands()],
  ...[undo, forget, move, merge, gc, index],
  ...[importCommand, backfill, exportCommand, sync],
  ...[check, validate, secretCheck, injectionCheck],
  ...[trust, team, machine, key],
  ...[journal, log, config, status, audit, doctor],
  ...[install, uninstall],
  ...[hook, statusline, mcp],
  ...[pause, resume, completion],
];
