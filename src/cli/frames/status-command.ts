// retire, unretire, archive, unarchive: one frame, four words.

import type { StatusAction } from "../../memory/law/status.ts";
import type { Command } from "../call/command.ts";
import { textOf } from "../call/values.ts";
import { confirmShowing } from "../terminal/confirm.ts";
import { defineIdCommand, IF_DIGEST, ifDigestOf, REASON } from "./id-command.ts";

const PAST: Readonly<Record<StatusAction, string>> = {
  retire: "retired",
  unretire: "in use again",
  archive: "archived",
  unarchive: "in use again",
};

export function defineStatusCommand(action: StatusAction, summary: string): Command {
  return defineIdCommand({
    name: action,
    summary,
    form: "ID [--reason TEXT] [--if-digest SHA256]",
    options: { ...REASON, ...IF_DIGEST },
    personOnly: action === "unretire",
    personIfApproved: true,
    async act({ io, call, workspace, target }) {
      if (action === "unretire") {
        const { showTarget } = await import("../../app/change/showing.ts");
        const confirm = confirmShowing({ io, call, workspace }, "bring exactly this text back into use?");
        await confirm(await showTarget(workspace, target));
      }
      const { changeStatus } = await import("../../app/change/change-status.ts");
      const outcome = changeStatus(workspace, target, {
        action,
        reason: textOf(call, "reason"),
        ifDigest: ifDigestOf(call),
      });
      const said = {
        changed: `${outcome.id} is ${PAST[action]}`,
        unchanged: `${outcome.id} is ${PAST[action]} already`,
        requested: `nothing changed: ${outcome.kind === "requested" ? outcome.why : ""}; the wish waits in review`,
      }[outcome.kind];
      return { json: outcome, text: `${said}\n` };
    },
  });
}
