// The list of commands, in the order in which help shows them. A new command is one file and one line here.

import { archive } from "./archive.ts";
import type { Command } from "./command.ts";
import { completion } from "./completion.ts";
import { config } from "./config.ts";
import { demo } from "./demo.ts";
import { demote } from "./demote.ts";
import { doctor } from "./doctor.ts";
import { edit } from "./edit.ts";
import { forget } from "./forget.ts";
import { gc } from "./gc.ts";
import { init } from "./init.ts";
import { injectionCheck } from "./injection-check.ts";
import { journal } from "./journal.ts";
import { list } from "./list.ts";
import { merge } from "./merge.ts";
import { move } from "./move.ts";
import { retire } from "./retire.ts";
import { save } from "./save.ts";
import { secretCheck } from "./secret-check.ts";
import { show } from "./show.ts";
import { unarchive } from "./unarchive.ts";
import { unretire } from "./unretire.ts";
import { update } from "./update.ts";
import { validate } from "./validate.ts";

export const COMMANDS: readonly Command[] = [
  init,
  save,
  list,
  show,
  update,
  edit,
  retire,
  unretire,
  archive,
  unarchive,
  demote,
  forget,
  move,
  merge,
  gc,
  validate,
  secretCheck,
  injectionCheck,
  journal,
  config,
  doctor,
  demo,
  completion,
];
