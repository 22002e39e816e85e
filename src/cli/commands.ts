// The list of commands, in the order in which help shows them. A new command is one file and one line here.

import { archive } from "./archive.ts";
import { ask } from "./ask.ts";
import { audit } from "./audit.ts";
import { backfill } from "./backfill.ts";
import type { Command } from "./command.ts";
import { completion } from "./completion.ts";
import { config } from "./config.ts";
import { corpus } from "./corpus.ts";
import { demo } from "./demo.ts";
import { demote } from "./demote.ts";
import { doctor } from "./doctor.ts";
import { edit } from "./edit.ts";
import { exportCommand } from "./export-command.ts";
import { forget } from "./forget.ts";
import { gc } from "./gc.ts";
import { hook } from "./hook.ts";
import { importCommand } from "./import-command.ts";
import { index } from "./index-command.ts";
import { init } from "./init.ts";
import { injectionCheck } from "./injection-check.ts";
import { install, uninstall } from "./install.ts";
import { journal } from "./journal.ts";
import { keep } from "./keep.ts";
import { key } from "./key.ts";
import { list } from "./list.ts";
import { mcp } from "./mcp.ts";
import { merge } from "./merge.ts";
import { move } from "./move.ts";
import { observe } from "./observe.ts";
import { observer } from "./observer.ts";
import { pause, resume } from "./pause.ts";
import { promote } from "./promote.ts";
import { reaffirm } from "./reaffirm.ts";
import { recall } from "./recall.ts";
import { receipts } from "./receipts.ts";
import { restore } from "./restore.ts";
import { retire } from "./retire.ts";
import { review } from "./review.ts";
import { save } from "./save.ts";
import { search } from "./search.ts";
import { secretCheck } from "./secret-check.ts";
import { show } from "./show.ts";
import { spool } from "./spool.ts";
import { status } from "./status.ts";
import { trust } from "./trust.ts";
import { unarchive } from "./unarchive.ts";
import { unretire } from "./unretire.ts";
import { update } from "./update.ts";
import { validate } from "./validate.ts";
import { why } from "./why.ts";

export const COMMANDS: readonly Command[] = [
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
  retire,
  unretire,
  archive,
  unarchive,
  review,
  promote,
  reaffirm,
  keep,
  demote,
  restore,
  forget,
  move,
  merge,
  gc,
  index,
  importCommand,
  backfill,
  exportCommand,
  validate,
  secretCheck,
  injectionCheck,
  trust,
  key,
  journal,
  config,
  status,
  audit,
  doctor,
  install,
  uninstall,
  hook,
  mcp,
  pause,
  resume,
  demo,
  completion,
];
