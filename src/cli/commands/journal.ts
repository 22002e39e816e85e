import type { SettingEntry } from "../../app/memories/journal.ts";
import type { Command } from "../call/command.ts";
import { parseCount } from "../call/values.ts";
import { answerIn } from "../frames/answer.ts";
import { grid } from "../report/report.ts";

const LIMIT = { fallback: 20, max: 1_000_000 } as const;

export const journal: Command = {
  name: "journal",
  summary: "Show changes to memories and settings, newest last",
  usage: ["journal [--limit N]"],
  options: { limit: { type: "string", value: "N", help: `how many, ${LIMIT.fallback} if absent` } },
  async run(io, call) {
    const limit = parseCount(call, "limit", LIMIT);
    return answerIn({ io, call }, async (workspace) => {
      const { readOperations } = await import("../../app/memories/journal.ts");
      const { nameSomewhere } = await import("../../app/memories/foreign-names.ts");
      const { hideInReasons } = await import("../../app/memories/hide-secrets.ts");
      const entries = hideInReasons(readOperations(workspace).slice(-limit)).map((entry) =>
        "after" in entry ? entry : { ...entry, id: nameSomewhere(workspace, entry.id) },
      );
      const rows = entries.map((entry) => {
        const { at, command, id, actor, reason, recovered } = entry;
        const place = "scope" in entry && entry.scope !== null ? ` [${entry.scope}]` : "";
        const said = "after" in entry ? sayChange(entry) : reason;
        const why = said === null ? "" : `: ${said}`;
        return [at, command, `${id}${place} by ${actor}${why}${recovered ? " (recovered)" : ""}`];
      });
      return { json: entries, says: rows.length === 0 ? ["no changes yet"] : [grid([0, 10], rows)] };
    });
  },
};

function sayChange({ before, after }: SettingEntry): string {
  return `${JSON.stringify(before)} -> ${JSON.stringify(after)}`;
}
