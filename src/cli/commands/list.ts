import type { DescribedMemory } from "../../app/memories/describe-memory.ts";
import { CredenceError } from "../../memory/errors.ts";
import { STANDINGS } from "../../memory/memory.ts";
import { renderTerminalLine } from "../../memory/text/render-terminal.ts";
import type { Command, Io } from "../call/command.ts";
import { openWorkspaceFor, requireRootFor } from "../call/open-workspace.ts";
import { renderJson } from "../call/render-json.ts";
import { textOf } from "../call/values.ts";
import { createPaint, fitText } from "../terminal/style.ts";

export const list: Command = {
  name: "list",
  summary: "List memories with their standing and its reason",
  usage: ["list [--standing STANDING] [--scope SCOPE]"],
  options: { standing: { type: "string", value: "STANDING", help: STANDINGS.join(", ") } },
  async run(io, call) {
    const standing = textOf(call, "standing");
    if (standing !== null && !STANDINGS.some((each) => each === standing)) {
      throw new CredenceError("USAGE", `--standing is one of ${STANDINGS.join(", ")}`);
    }
    const workspace = await openWorkspaceFor(io, call);
    try {
      await requireRootFor(workspace);
      const { walkMemories } = await import("../../app/memories/list-memories.ts");
      const { describeListed } = await import("../../app/memories/foreign-names.ts");
      const [memories, rows]: [DescribedMemory[], string[]] = [[], []];
      for (const loaded of walkMemories(workspace, workspace.roots)) {
        const memory = describeListed(workspace, loaded);
        if (standing !== null && memory.standing !== standing) continue;
        if (call.json) memories.push(memory);
        else rows.push(renderRow(memory, io));
      }
      io.out(call.json ? renderJson(memories) : rows.join("") || "no memories yet\n");
      return 0;
    } finally {
      workspace.close();
    }
  },
};

const INDENT = " ".repeat(12);

/** Two lines per memory: what it is, then its standing and the reason. */
function renderRow(memory: DescribedMemory, io: Io): string {
  const paint = createPaint(io);
  const { id, standing, scope, status, name, reason } = memory;
  const colour = { verified: paint.good, inferred: paint.odd }[standing as "verified"] ?? paint.bad;
  const marks = [scope === "user" ? "user" : "", status === "archived" ? "archived" : ""].filter(Boolean);
  const first = [colour(standing.padEnd(11)), paint.strong(id), ...marks.map((mark) => `[${mark}]`)].join(
    " ",
  );
  const title = name === null ? "" : `${renderTerminalLine(name)}: `;
  return `${first}\n${INDENT}${fitText(`${title}${renderTerminalLine(reason)}`, INDENT, io)}\n`;
}
