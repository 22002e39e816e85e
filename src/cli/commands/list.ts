import type { DescribedMemory } from "../../app/memories/describe-memory.ts";
import { STANDINGS } from "../../memory/memory.ts";
import { pluralize } from "../../memory/pluralize.ts";
import { says } from "../../memory/text/render-terminal.ts";
import type { Command } from "../call/command.ts";
import { parseCount, wordOf } from "../call/values.ts";
import { answerIn } from "../frames/answer.ts";
import { type Line, line, toned } from "../terminal/lines.ts";

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
    return answerIn({ io, call, needsRoot: true }, async (workspace) => {
      const { countTwice, walkStanding } = await import("../../app/index/walk-standing.ts");
      const { describeListed } = await import("../../app/memories/foreign-names.ts");
      const [memories, lines]: [DescribedMemory[], Line[]] = [[], []];
      for (const loaded of walkStanding(workspace, standing)) {
        if (memories.length === limit) {
          io.err(says`the first ${limit}; --limit N lists more\n`);
          break;
        }
        const memory = describeListed(workspace, loaded);
        memories.push(memory);
        if (!call.json) lines.push(...sayMemory(memory));
      }
      const twice = countTwice(workspace);
      const many = pluralize(twice, "memory is", "memories are");
      if (twice > 0)
        io.err(
          says`note: ${many} in both memories and quarantine, where the latter counts: credence doctor\n`,
        );
      const none = standing === null ? "no memories yet" : `no memory is ${standing}`;
      return { json: memories, says: lines.length === 0 ? [none] : lines };
    });
  },
};

/** Two lines per memory: what it is, then its standing and the reason. */
function sayMemory({ id, standing, scope, status, name, reason }: DescribedMemory): Line[] {
  const tone = standing === "verified" ? "good" : standing === "inferred" ? "odd" : "bad";
  const marks = `${scope === "user" ? " [user]" : ""}${status === "archived" ? " [archived]" : ""}`;
  return [
    line(12, toned(tone, standing.padEnd(11)), " ", toned("strong", id), marks),
    line(12, " ".repeat(12), name === null ? "" : `${name}: `, reason),
  ];
}
