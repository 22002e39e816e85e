import type { BackfillItem, BackfillReport, BackfillRequest } from "../../app/transfer/backfill-root.ts";
import type { Workspace } from "../../app/workspace/workspace.ts";
import { CredenceError } from "../../memory/errors.ts";
import { renderTerminalLine } from "../../memory/text/render-terminal.ts";
import type { Call, Command, Io } from "../call/command.ts";
import { openAsWhoIsThere, openWorkspaceFor, requireRootFor } from "../call/open-workspace.ts";
import { renderJson } from "../call/render-json.ts";

const QUESTION = {
  words: "[y] it is right  [n] not now  [d] more  [q] stop asking:",
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
    const workspace = await (call.values["confirm"] === true
      ? openAsWhoIsThere(io, call, "confirm memories")
      : openWorkspaceFor(io, call));
    try {
      await requireRootFor(workspace);
      const { backfillRoot } = await import("../../app/transfer/backfill-root.ts");
      const confirm = confirmOf(io, call, workspace);
      const reports: BackfillReport[] = [];
      for (const root of workspace.roots) {
        reports.push(await backfillRoot(workspace, root, { execute, confirm }));
      }
      const items = reports.flatMap((report) => report.items);
      const backups = reports.flatMap((report) => report.backups);
      io.out(call.json ? toJson(items, backups, execute) : renderItems(items, backups, execute));
      return 0;
    } finally {
      workspace.close();
    }
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

function toJson(items: readonly BackfillItem[], backups: readonly string[], execute: boolean): string {
  const shown = items.map(({ root, ...item }) => ({ ...item, scope: root.scope }));
  return renderJson({ dryRun: !execute, backups, items: shown });
}

function renderItems(items: readonly BackfillItem[], backups: readonly string[], execute: boolean): string {
  if (items.length === 0) return "nothing is missing\n";
  const rows = items.map(({ id, fills, becomes, reason }) => {
    if (reason !== null) return `unchanged ${id}: ${reason}\n`;
    const what = Object.entries(fills).map(([key, value]) => `${key}: ${String(value)}`);
    return `${(becomes ?? "").padEnd(11)} ${id}: ${what.join(", ")}\n`;
  });
  const saved = backups.map((path) => `backup: ${renderTerminalLine(path)}\n`);
  return `${rows.join("")}${saved.join("")}${execute ? "" : "dry run, nothing was written; use --execute\n"}`;
}
