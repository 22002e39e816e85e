// Forged histories: what was true once is put back, and what was said since is taken away.

import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { StatementKind } from "../../src/memory/law/kinds.ts";
import * as signing from "./forged-signature.ts";
import * as forge from "./forgery-sample.ts";
import { type Forgery, type ForgeryCase, ID } from "./forgery-sample.ts";

function removeActs(project: Forgery, id: string, act?: StatementKind): void {
  for (const { path } of signing.statementsOf(project, id, act)) rmSync(path);
}

export const FORGED_HISTORIES: Readonly<Record<string, ForgeryCase>> = {
  "an approval is replayed after a demotion": {
    id: ID.lowered,
    does: (project) => forge.revive(project, ID.lowered),
    standing: forge.LOWERED,
  },
  "the demotion is deleted": {
    id: ID.lowered,
    does: (project) => {
      forge.revive(project, ID.lowered);
      removeActs(project, ID.lowered, "lower");
    },
    standing: forge.LOWERED,
  },
  "an approval is replayed after a retirement, which is deleted": {
    id: ID.retired,
    does: (project) => {
      forge.revive(project, ID.retired);
      removeActs(project, ID.retired, "retire");
    },
    standing: forge.RETIRED,
  },
  "a forgotten memory comes back with its approval, and without the forgetting": {
    id: ID.forgotten,
    does: (project) => {
      forge.revive(project, ID.forgotten);
      rmSync(join(project.root, "attest", "forgotten"), { recursive: true });
      cpSync(join(project.earlier, "attest", ID.forgotten), join(project.root, "attest", ID.forgotten), {
        recursive: true,
      });
    },
    standing: "quarantined: forgotten by you on 2026-05-01",
  },
  "the history is cut off": {
    id: ID.approved,
    does: (project) => removeActs(project, ID.approved),
    standing: "foreign: history rolled back: the approval by you on 2026-05-01 is gone",
  },
  "the history is cut back to an older approval": {
    id: ID.twice,
    does: (project) => {
      forge.revive(project, ID.twice);
      rmSync(join(project.root, "attest", ID.twice), { recursive: true });
      cpSync(join(project.earlier, "attest", ID.twice), join(project.root, "attest", ID.twice), {
        recursive: true,
      });
    },
    standing: "foreign: changed back to a text that a later approval replaced",
  },
};
