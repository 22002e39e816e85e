// The list of commands, in the order in which help shows them. A new command is one file and one line here.

import type { Command } from "./call/command.ts";
import { approve } from "./commands/approve.ts";
import { ask } from "./commands/ask.ts";
import { audit } from "./commands/audit.ts";
import { backfill } from "./commands/backfill.ts";
import { check, injectionCheck, secretCheck, validate } from "./commands/checks.ts";
import { completion } from "./commands/completion.ts";
import { config } from "./commands/config.ts";
import { corpus } from "./commands/corpus.ts";
import { demo } from "./commands/demo.ts";
import { doctor } from "./commands/doctor.ts";
import { edit } from "./commands/edit.ts";
import { exportCommand } from "./commands/export.ts";
import { forget } from "./commands/forget.ts";
import { gc } from "./commands/gc.ts";
import { hook } from "./commands/hook.ts";
import { importCommand } from "./commands/import.ts";
import { index } from "./commands/index-command.ts";
import { init } from "./commands/init.ts";
import { install, uninstall } from "./commands/install.ts";
import { journal } from "./commands/journal.ts";
import { key } from "./commands/key.ts";
import { list } from "./commands/list.ts";
import { log } from "./commands/log.ts";
import { machine } from "./commands/machine.ts";
import { mcp } from "./commands/mcp.ts";
import { merge } from "./commands/merge.ts";
import { gitHook, mergeFile } from "./commands/merge-file.ts";
import { move } from "./commands/move.ts";
import { observe } from "./commands/observe.ts";
import { observer } from "./commands/observer.ts";
import { pause, resume } from "./commands/pause.ts";
import { recall } from "./commands/recall.ts";
import { receipts } from "./commands/receipts.ts";
import { review } from "./commands/review.ts";
import { save } from "./commands/save.ts";
import { search } from "./commands/search.ts";
import { setup } from "./commands/setup.ts";
import { show } from "./commands/show.ts";
import { spool } from "./commands/spool.ts";
import { statusCommands, transitionCommands } from "./commands/standing.ts";
import { status } from "./commands/status.ts";
import { statusline } from "./commands/statusline.ts";
import { sync } from "./commands/sync.ts";
import { team } from "./commands/team.ts";
import { trust } from "./commands/trust.ts";
import { ui } from "./commands/ui.ts";
import { undo } from "./commands/undo.ts";
import { update } from "./commands/update.ts";
import { rollback, upgrade } from "./commands/upgrade.ts";
import { why } from "./commands/why.ts";
import { plainWords } from "./commands/words.ts";

export const COMMANDS: readonly Command[] = [
  setup,
  init,
  save,
  list,
  show,
  search,
  recall,
  why,
  receipts,
  spool,
  observe,
  observer,
  corpus,
  ask,
  update,
  edit,
  ...statusCommands,
  review,
  ui,
  ...plainWords,
  approve,
  ...transitionCommands(),
  undo,
  forget,
  move,
  merge,
  mergeFile,
  gc,
  index,
  importCommand,
  backfill,
  exportCommand,
  sync,
  check,
  validate,
  secretCheck,
  injectionCheck,
  trust,
  team,
  machine,
  key,
  journal,
  log,
  config,
  status,
  audit,
  doctor,
  install,
  uninstall,
  upgrade,
  rollback,
  hook,
  statusline,
  gitHook,
  mcp,
  pause,
  resume,
  demo,
  completion,
];
