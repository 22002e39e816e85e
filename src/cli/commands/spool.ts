import type { SpoolStatus } from "../../app/capture/spool.ts";
import { pluralize } from "../../memory/pluralize.ts";
import { textOf } from "../call/values.ts";
import { type Acting, type Answer, defineVerbCommand, LIMIT } from "../frames/verb-command.ts";

export const spool = defineVerbCommand(
  {
    name: "spool",
    summary: "Show or clear what was captured from sessions",
    usage: ["spool [status]", "spool show [--session NAME] [--limit N]", "spool clear [--session NAME]"],
    options: {
      session: { type: "string", value: "NAME", help: "only this session" },
      limit: { type: "string", value: "N", help: `show: how many, ${LIMIT.fallback} if absent` },
    },
    exits: { 1: "status: a line is damaged" },
    examples: ["spool status", "spool show --limit 5"],
  },
  {
    status: { act: status },
    show: { act: show },
    clear: { act: clear, purpose: "clear the spool" },
  },
);

async function status({ io, workspace, root }: Acting): Promise<Answer> {
  const { describeSpool } = await import("../../app/capture/spool.ts");
  const { renderSpoolStatus } = await import("../work/spool.ts");
  const report: SpoolStatus = describeSpool(workspace, root, io.home);
  return { json: report, text: renderSpoolStatus(report), exit: report.damaged.length > 0 ? 1 : 0 };
}

/** What was said is for a person's eyes; without one there are numbers. */
async function show({ call, workspace, root, limit }: Acting): Promise<Answer> {
  const { readCaptured } = await import("../../app/capture/spool.ts");
  const { countLine, renderCaptured } = await import("../work/spool.ts");
  const lines = readCaptured(workspace, root, textOf(call, "session")).slice(-limit);
  if (workspace.presence.kind !== "person") {
    const counted = lines.map(countLine);
    const rows = counted.map(
      ({ at, kind, chars }) => `${at} ${kind}: ${pluralize(chars, "character", "characters")}\n`,
    );
    return { json: counted, text: rows.join("") || "nothing was captured\n" };
  }
  const json = lines.map(({ id, record }) => ({ id, ...record }));
  return { json, text: lines.map(renderCaptured).join("") || "nothing was captured\n" };
}

async function clear({ call, workspace, root }: Acting): Promise<Answer> {
  const { clearSpool } = await import("../../app/observe/clear-spool.ts");
  const gone = clearSpool(workspace, root, textOf(call, "session"));
  const { renderGone } = await import("../work/spool.ts");
  return { json: gone, text: `removed ${renderGone(gone)}\n` };
}
