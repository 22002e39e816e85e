import type { DescribedCorpus } from "../../app/knowledge/build-corpus.ts";
import type { CorpusFilter } from "../../app/knowledge/corpus.ts";
import type { Workspace } from "../../app/workspace/workspace.ts";
import { CredenceError } from "../../memory/errors.ts";
import { renderInstant } from "../../memory/instant.ts";
import { CATEGORIES, MEMORY_TYPES } from "../../memory/memory.ts";
import { pluralize } from "../../memory/pluralize.ts";
import type { Call, Command, Io } from "../call/command.ts";
import { parseSince, scopeOf, textOf, wordOf } from "../call/values.ts";
import { type Answer, answerIn } from "../frames/answer.ts";
import { createProgress } from "../terminal/progress.ts";

const STANDINGS = ["verified", "inferred"] as const;

export const corpus: Command = {
  name: "corpus",
  summary: "Name a selection of memories to ask questions about",
  usage: [
    "corpus build NAME [--query TEXT] [--type T] [--category C] …",
    "corpus [list]",
    "corpus rebuild NAME",
    "corpus delete NAME",
  ],
  options: {
    query: { type: "string", value: "TEXT", help: "build: the results of a search for this" },
    type: { type: "string", value: "TYPE", help: MEMORY_TYPES.join(", ") },
    category: { type: "string", value: "CATEGORY", help: "decision, constraint, preference, runbook …" },
    tag: { type: "string", value: "TAG", help: "only memories with this tag" },
    standing: { type: "string", value: "STANDING", help: "verified or inferred; both by default" },
    since: { type: "string", value: "DAY", help: "changed on or after YYYY-MM-DD" },
  },
  examples: ["corpus build deploys --query 'deploy release' --standing verified", "corpus list"],
  async run(io, call) {
    const [verb = "list", name, ...more] = call.positionals;
    const act = ACTS.find(([each]) => each === verb)?.[1];
    const takesName = verb !== "list";
    if (act === undefined || more.length > 0 || (name !== undefined) !== takesName) {
      throw new CredenceError("USAGE", "corpus takes build NAME, list, rebuild NAME or delete NAME");
    }
    return answerIn({ io, call, needsRoot: true }, (workspace) =>
      act({ io, call, workspace, name: name ?? "" }),
    );
  },
};

type Acting = {
  readonly io: Io;
  readonly call: Call;
  readonly workspace: Workspace;
  readonly name: string;
};

const ACTS: readonly (readonly [string, (acting: Acting) => Promise<Answer>])[] = [
  ["build", build],
  ["list", list],
  ["rebuild", rebuild],
  ["delete", remove],
];

async function build({ io, call, workspace, name }: Acting): Promise<Answer> {
  const { buildCorpus } = await import("../../app/knowledge/build-corpus.ts");
  const onProgress = createProgress(io, "indexing");
  const json = await buildCorpus(workspace, { name, filter: filterOf(call), onProgress });
  return { json, says: [`built ${name}: ${sayMemories(json.memories)}`] };
}

async function rebuild({ io, workspace, name }: Acting): Promise<Answer> {
  const { rebuildCorpus } = await import("../../app/knowledge/build-corpus.ts");
  const json = await rebuildCorpus(workspace, name, createProgress(io, "indexing"));
  const { memories, added, removed, changed } = json;
  const changes = `${added} new, ${removed} removed, ${changed} changed`;
  return { json, says: [`rebuilt ${name}: ${sayMemories(memories)}, ${changes}`] };
}

async function list({ workspace }: Acting): Promise<Answer> {
  const { describeCorpora } = await import("../../app/knowledge/build-corpus.ts");
  const json = await describeCorpora(workspace);
  return { json, says: json.length === 0 ? ["no corpus yet"] : json.flatMap(sayCorpus) };
}

async function remove({ workspace, name }: Acting): Promise<Answer> {
  const { deleteCorpus } = await import("../../app/knowledge/corpus.ts");
  deleteCorpus(workspace, name);
  return { json: { name }, says: [`deleted ${name}; its memories stay`] };
}

function filterOf(call: Call): CorpusFilter {
  const since = parseSince(call);
  return {
    query: textOf(call, "query"),
    type: wordOf(call, "type", MEMORY_TYPES),
    category: wordOf(call, "category", CATEGORIES),
    tag: textOf(call, "tag"),
    standing: wordOf(call, "standing", STANDINGS),
    since: since === null ? null : renderInstant(since),
    scope: scopeOf(call),
  };
}

function sayCorpus({ name, scope, memories, ageDays, changed, filter }: DescribedCorpus): string[] {
  const age = ageDays === 0 ? "built today" : `${pluralize(ageDays, "day", "days")} old`;
  const marks = scope === "user" ? " [user]" : "";
  const chosen = Object.entries(filter).flatMap(([key, value]) =>
    value === null ? [] : [`${key} ${value}`],
  );
  const by = chosen.length === 0 ? "every usable memory" : chosen.join(", ");
  return [`${name}${marks}: ${sayMemories(memories)}, ${age}, ${changed} changed since`, `            ${by}`];
}

function sayMemories(count: number): string {
  return pluralize(count, "memory", "memories");
}
