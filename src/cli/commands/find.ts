import type { SearchHit } from "../../app/recall/search-memories.ts";
import { MATCH_STRATEGIES } from "../../memory/config/config-keys.ts";
import { CredenceError } from "../../memory/errors.ts";
import { CATEGORIES, MEMORY_TYPES, STATUSES, TIERS } from "../../memory/memory.ts";
import { renderTerminalLine, says } from "../../memory/text/render-terminal.ts";
import type { Call, Command } from "../call/command.ts";
import { RECALL_OPTIONS } from "../call/recall-options.ts";
import { parseCount, parseSince, textOf, wordOf } from "../call/values.ts";
import { answerIn } from "../frames/answer.ts";
import { isColoured } from "../report/render-terminal.ts";
import { type GridRow, grid, toned, tonedStanding } from "../report/report.ts";
import { createProgress } from "../terminal/progress.ts";

const HITS_LIMIT = { fallback: 10, max: 100 } as const;

const NARROWING = {
  type: { type: "string", value: "TYPE", help: MEMORY_TYPES.join(", ") },
  category: { type: "string", value: "CATEGORY", help: "decision, constraint, preference, runbook …" },
  tag: { type: "string", value: "TAG", help: "only memories with this tag" },
} as const satisfies Command["options"];

export const search: Command = {
  name: "search",
  summary: "Find memories by keywords",
  usage: ["search QUERY… [--limit N] [--type T] [--category C] [--tag T] …"],
  options: {
    limit: { type: "string", value: "N", help: `how many at most, ${HITS_LIMIT.fallback} if absent` },
    ...NARROWING,
    tier: { type: "string", value: "TIER", help: TIERS.join(", ") },
    status: { type: "string", value: "STATUS", help: `${STATUSES.join(", ")}; active if absent` },
    since: { type: "string", value: "DAY", help: "changed on or after YYYY-MM-DD" },
    strategy: { type: "string", value: "NAME", help: MATCH_STRATEGIES.join(", ") },
  },
  examples: ["credence search 'package manager'", "credence search migrations --category decision --json"],
  async run(io, call) {
    const query = call.positionals.join(" ").trim();
    if (query === "") throw new CredenceError("USAGE", "search takes one or more keywords");
    return answerIn({ io, call, needsRoot: true }, async (workspace) => {
      const { sayWithheldMatches, searchMemories } = await import("../../app/recall/search-memories.ts");
      const strategy =
        wordOf(call, "strategy", MATCH_STRATEGIES) ?? workspace.config.config["retrieval.match_strategy"];
      const asked = { query, strategy, filter: filterOf(call) };
      const { found, notice } = await searchMemories(workspace, {
        ...asked,
        status: wordOf(call, "status", STATUSES) ?? "active",
        limit: parseCount(call, "limit", HITS_LIMIT),
        onProgress: createProgress(io, "indexing"),
      });
      const hits = found.map(({ hit }) => hit);
      if (notice !== null) io.err(says`note: ${notice}\n`);
      for (const line of await sayWithheldMatches(workspace, asked)) io.err(says`${line}\n`);
      return {
        json: hits,
        says:
          hits.length === 0
            ? ["no memory matches"]
            : [
                grid(
                  [11],
                  hits.flatMap((hit) => sayHit(hit, isColoured(io))),
                ),
              ],
      };
    });
  },
};

function filterOf(
  call: Call,
): Parameters<typeof import("../../app/recall/search-memories.ts").searchMemories>[1]["filter"] {
  const type = wordOf(call, "type", MEMORY_TYPES);
  const category = wordOf(call, "category", CATEGORIES);
  const tier = wordOf(call, "tier", TIERS);
  const tag = textOf(call, "tag");
  const since = parseSince(call);
  return {
    ...(type === null ? {} : { type }),
    ...(category === null ? {} : { category }),
    ...(tier === null ? {} : { tier }),
    ...(tag === null ? {} : { tag: tag.toLowerCase() }),
    ...(since === null ? {} : { since }),
  };
}

/** Two lines: what it is, then the place where the words are: in bold where there are colours. */
function sayHit({ standing, id, scope, confidence, name, snippet }: SearchHit, bold: boolean): GridRow[] {
  const text = leaveTitle(renderTerminalLine(snippet), name);
  const parts = bold
    ? text.split(/«([^«»]*)»/).map((part, at) => (at % 2 === 0 ? part : toned("strong", part)))
    : [text];
  return [
    [
      tonedStanding(standing),
      [toned("strong", id), scope === "user" ? " [user] " : " ", toned("dim", confidence)],
    ],
    ["", [name === null ? "" : `${name}: `, ...parts]],
  ];
}

/** A text often begins with its title as a heading, which stands there already. */
function leaveTitle(snippet: string, name: string | null): string {
  const heading = /^#{1,6} +/.exec(snippet)?.[0] ?? "";
  let at = heading.length;
  if (name === null || heading === "") return snippet;
  for (const char of renderTerminalLine(name)) {
    while ("«»".includes(snippet[at] ?? " ")) at += 1;
    if (!snippet.startsWith(char, at)) return snippet;
    at += char.length;
  }
  const rest = snippet.slice(at);
  return /^»?\s/.test(rest) ? rest.replace(/^»?\s+/, "") : snippet;
}

export const recall: Command = {
  ...RECALL_OPTIONS,
  async run(io, call) {
    const { runRecall } = await import("../work/recall.ts");
    const exit = await runRecall(io, call);
    const prompt = textOf(call, "prompt") ?? "-";
    if (!io.terminal.out || call.json || prompt === "-") return exit;
    const { tellWithheld } = await import("../terminal/withheld-matches.ts");
    await tellWithheld(io, call, prompt);
    return exit;
  },
};

export const ask: Command = {
  name: "ask",
  summary: "Answer a question from your memories, and cite them",
  usage: ["ask [--tag T] [--type T] [--query TEXT] [--since DAY] QUESTION…"],
  options: {
    tag: NARROWING.tag,
    type: NARROWING.type,
    query: { type: "string", value: "TEXT", help: "only what a search for this finds" },
    since: { type: "string", value: "DAY", help: "changed on or after YYYY-MM-DD" },
  },
  exits: { 1: "no model answered, or its answer cannot be used" },
  examples: ["ask 'why do we deploy on Tuesdays?'", "ask --tag deploy 'what may break a release?'"],
  run: async (io, call) => (await import("../work/ask.ts")).answerQuestion(io, call),
};
