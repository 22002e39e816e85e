import type { BackfillItem, BackfillReport, BackfillRequest } from "../../app/transfer/backfill-root.ts";
import type { Workspace } from "../../app/workspace/workspace.ts";
import { CredenceError } from "../../memory/errors.ts";
import { says } from "../../memory/text/render-terminal.ts";
import type { Call, Command, Io } from "../call/command.ts";
import { openAsWhoIsThere } from "../call/open-workspace.ts";
import { answerIn } from "../frames/answer.ts";
import { type GridRow, grid } from "../report/report.ts";

const QUESTION = {
  words: says`[y] it is right  [n] not now  [d] more  [q] stop asking:`,
  replies: { y: "yes", n: "no", q: "quit" },
} as const;

export const backfill: Command = {
  name: "backfill",
  summary: "Fill fields that older memory files lack",
  usage: ["backfill [--execute] [--confirm]"],
  options: {
    execute: { type: "boolean", help: "do it; the default is a dry run" },
    confirm: { type: "boolean", help: "ask about each text nobody vouched for" },
  },
  async run(io, call) {
    const execute = call.values["execute"] === true;
    if (call.values["confirm"] === true && !execute)
      throw new CredenceError("USAGE", "--confirm requires --execute");
    const asked = { act: "confirm memories", open: openAsWhoIsThere };
    const opening = call.values["confirm"] === true ? asked : {};
    return answerIn({ io, call, needsRoot: true, ...opening }, async (workspace) => {
      const { backfillRoot } = await import("../../app/transfer/backfill-root.ts");
      const confirm = confirmOf(io, call, workspace);
      const reports: BackfillReport[] = [];
      for (const root of workspace.roots) {
        reports.push(await backfillRoot(workspace, root, { execute, confirm }));
      }
      const items = reports.flatMap((report) => report.items);
      const backups = reports.flatMap((report) => report.backups);
      const shown = items.map(({ root, ...item }) => ({ ...item, scope: root.scope }));
      const saved = backups.map((path) => `backup: ${path}`);
      const end = execute ? [] : ["dry run, nothing was written; use --execute"];
      return {
        json: { dryRun: !execute, backups, items: shown },
        says:
          items.length === 0 ? ["nothing is missing"] : [grid([11], items.map(sayItem)), ...saved, ...end],
      };
    });
  },
};

function confirmOf(io: Io, call: Call, { keys }: Workspace): BackfillRequest["confirm"] {
  if (call.values["confirm"] !== true) return null;
  if (keys.person === null) throw new CredenceError("NEEDS_PERSON", "only a person can confirm memories");
  let isOver = false;
  return async (showing) => {
    if (isOver) return false;
    const { confirmMemory } = await import("../terminal/confirm-each.ts");
    const reply = await confirmMemory(io, showing, QUESTION);
    isOver = reply === "quit";
    return reply === "yes";
  };
}

function sayItem({ id, fills, becomes, reason }: BackfillItem): GridRow {
  if (reason !== null) return ["unchanged", `${id}: ${reason}`];
  const what = Object.entries(fills).map(([key, value]) => `${key}: ${String(value)}`);
  return [becomes ?? "", `${id}: ${what.join(", ")}`];
}
