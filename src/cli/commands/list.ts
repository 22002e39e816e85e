import type { DescribedMemory } from "../../app/memories/describe-memory.ts";
import { STANDINGS } from "../../memory/memory.ts";
import { pluralize } from "../../memory/pluralize.ts";
import { renderTerminalLine } from "../../memory/text/render-terminal.ts";
import type { Command, Io } from "../call/command.ts";
import { openWorkspaceFor, requireRootFor } from "../call/open-workspace.ts";
import { renderJson } from "../call/render-json.ts";
import { parseCount, wordOf } from "../call/values.ts";
import { createPaint, fitText } from "../terminal/style.ts";

/** More than this nobody reads on a screen. */
const LIMIT = 500;
const LIMIT_MAX = 1_000_000;

export const list: Command = {
  name: "list",
  summary: "List memories with their standing and its reason",
  usage: ["list [--standing STANDING] [--scope SCOPE] [--limit N]"],
  options: {
    standing: { type: "string", value: "STANDING", help: STANDINGS.join(", ") },
    limit: { type: "string", value: "N", help: `at most N; ${LIMIT} unless it is said, with --json all` },
  },
  async run(io, call) {
    const standing = wordOf(call, "standing", STANDINGS);
    const limit = parseCount(call, "limit", { fallback: call.json ? LIMIT_MAX : LIMIT, max: LIMIT_MAX });
    const workspace = await openWorkspaceFor(io, call);
    try {
      await requireRootFor(workspace);
      const { countTwice, walkStanding } = await import("../../app/index/walk-standing.ts");
      const { describeListed } = await import("../../app/memories/foreign-names.ts");
      const [memories, rows]: [DescribedMemory[], string[]] = [[], []];
      for (const loaded of walkStanding(workspace, standing)) {
        const memory = describeListed(workspace, loaded);
        if (memories.length + rows.length === limit) {
          io.err(`the first ${limit}; --limit N lists more\n`);
          break;
        }
        if (call.json) memories.push(memory);
        else rows.push(renderRow(memory, io));
      }
      const none = standing === null ? "no memories yet\n" : `no memory is ${standing}\n`;
      io.out(call.json ? renderJson(memories) : rows.join("") || none);
      const twice = countTwice(workspace);
      if (twice > 0) io.err(sayTwice(twice));
      return 0;
    } finally {
      workspace.close();
    }
  },
};

function sayTwice(count: number): string {
  const many = pluralize(count, "memory is", "memories are");
  return `note: ${many} in both memories and quarantine, where the latter counts: credence doctor\n`;
}

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
