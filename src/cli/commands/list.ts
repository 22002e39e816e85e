import type { DescribedMemory } from "../../app/memories/describe-memory.ts";
import { STANDINGS } from "../../memory/memory.ts";
import { pluralize } from "../../memory/pluralize.ts";
import { says } from "../../memory/text/render-terminal.ts";
import type { Command } from "../call/command.ts";
import { parseCount, wordOf } from "../call/values.ts";
import { answerIn } from "../frames/answer.ts";
import { type GridRow, grid, toned, tonedStanding } from "../report/report.ts";

/** More than this nobody reads on a screen. */
const LIMIT = 500;
const LIMIT_MAX = 1_000_000;

export const list: Command = {
  name: "list",
  summary: "List memories with their standing and its reason",
  usage: ["list [--standing STANDING] [--scope SCOPE] [--limit N]", "list --kept-out"],
  options: {
    standing: { type: "string", value: "STANDING", help: STANDINGS.join(", ") },
    "kept-out": { type: "boolean", help: "what a no or a strong finding keeps from models" },
    limit: { type: "string", value: "N", help: `at most N; ${LIMIT} unless it is said, with --json all` },
  },
  async run(io, call) {
    const standing = wordOf(call, "standing", STANDINGS);
    const limit = parseCount(call, "limit", { fallback: call.json ? LIMIT_MAX : LIMIT, max: LIMIT_MAX });
    const isOnlyKeptOut = call.values["kept-out"] === true;
    return answerIn({ io, call, needsRoot: true }, async (workspace) => {
      const { countTwice, walkStanding } = await import("../../app/index/walk-standing.ts");
      const { describeListed } = await import("../../app/memories/foreign-names.ts");
      const [memories, rows]: [DescribedMemory[], GridRow[]] = [[], []];
      const { walkLearned } = await import("../../app/index/judge-unknown.ts");
      const { isKeptOut } = await import("../../app/memories/review-mark.ts");
      const { isKnownHeldBack } = await import("../../app/memories/wordings.ts");
      for await (const loaded of walkLearned(workspace, walkStanding(workspace, standing))) {
        if (isOnlyKeptOut && !isKeptOut(loaded) && !isKnownHeldBack(loaded)) continue;
        if (memories.length === limit) {
          io.err(says`the first ${limit}; --limit N lists more\n`);
          break;
        }
        const memory = describeListed(workspace, loaded);
        memories.push(memory);
        if (!call.json) rows.push(...sayMemory(memory));
      }
      const twice = countTwice(workspace);
      const many = pluralize(twice, "memory is", "memories are");
      if (twice > 0)
        io.err(
          says`note: ${many} in both memories and quarantine, where the latter counts: credence doctor\n`,
        );
      const which = isOnlyKeptOut ? "kept out" : standing;
      const none = which === null ? "no memories yet" : `no memory is ${which}`;
      return { json: memories, says: rows.length === 0 ? [none] : [grid([11], rows)] };
    });
  },
};

/** Two lines per memory: what it is, then its standing and the reason. */
function sayMemory({ id, standing, scope, status, name, reason, flagged }: DescribedMemory): GridRow[] {
  const marks = `${scope === "user" ? " [user]" : ""}${status === "archived" ? " [archived]" : ""}`;
  return [
    [tonedStanding(standing), [toned("strong", id), marks]],
    ["", [name === null ? "" : `${name}: `, reason, flagged === null ? "" : `, flagged: ${flagged}`]],
  ];
}
