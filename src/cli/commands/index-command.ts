import type { IndexReport } from "../../app/index/examine-index.ts";
import type { OpenRoot, Workspace } from "../../app/workspace/workspace.ts";
import { CredenceError } from "../../memory/errors.ts";
import type { Call, Command, Io } from "../call/command.ts";
import { openWorkspaceFor, requireRootFor } from "../call/open-workspace.ts";
import { renderJson } from "../call/render-json.ts";
import { textOf } from "../call/values.ts";
import { createProgress } from "../terminal/progress.ts";

const ACTIONS = ["rebuild", "validate", "query", "health", "cited", "gc"] as const;

export const index: Command = {
  name: "index",
  summary: "Rebuild, check and query the search index",
  usage: [
    "index --rebuild",
    "index --validate",
    "index --query WORDS",
    "index [--health]",
    "index --cited",
    "index --gc",
  ],
  options: {
    rebuild: { type: "boolean", help: "rebuild the index and index.md" },
    validate: { type: "boolean", help: "compare the index with every file" },
    query: { type: "string", value: "WORDS", help: "print the lines of index.md that match" },
    health: { type: "boolean", help: "count memories and check that the index is current" },
    cited: { type: "boolean", help: "look in git for changes of the files that memories cite" },
    gc: { type: "boolean", help: "remove indexes of missing roots, compact the others" },
  },
  exits: { 1: "--validate: the index differs from the files" },
  async run(io, call) {
    const given = ACTIONS.filter((action) => call.values[action] !== undefined);
    const [action = "health"] = given;
    if (given.length > 1) {
      throw new CredenceError("USAGE", `index takes one of --${ACTIONS.join(", --")}`);
    }
    const workspace = await openWorkspaceFor(io, call);
    try {
      await requireRootFor(workspace);
      const answer = await act(io, call, { workspace, action });
      io.out(call.json ? renderJson(answer.json) : answer.text);
      return answer.exit;
    } finally {
      workspace.close();
    }
  },
};

type Answer = { readonly json: unknown; readonly text: string; readonly exit: number };
type Acting = { readonly workspace: Workspace; readonly action: (typeof ACTIONS)[number] };

async function act(io: Io, call: Call, { workspace, action }: Acting): Promise<Answer> {
  switch (action) {
    case "rebuild":
      return rebuild(io, workspace);
    case "query":
      return query(io, workspace, textOf(call, "query") ?? "");
    case "cited":
      return (await import("../work/cited.ts")).lookAtCited(io, workspace);
    case "gc": {
      const { collectIndexes } = await import("../../app/health/rebuild-index.ts");
      const collected = collectIndexes(workspace);
      const { removed, bytesBefore, bytesAfter } = collected;
      return {
        json: collected,
        text: `removed ${removed} indexes, ${bytesBefore} bytes before, ${bytesAfter} after\n`,
        exit: 0,
      };
    }
    case "validate":
    case "health": {
      const { examineIndex } = await import("../../app/index/examine-index.ts");
      const reports = workspace.roots.map((root) => ({ root, report: examineIndex(workspace, root) }));
      const isSame = reports.every(
        ({ report }) => report.different.length === 0 && report.indexMd !== "different",
      );
      const render = action === "validate" ? renderDifferences : renderHealth;
      return {
        json: reports.map(({ root, report }) => ({ scope: root.scope, ...report })),
        text: reports.map(({ root, report }) => render(root, report)).join(""),
        exit: action === "validate" && !isSame ? 1 : 0,
      };
    }
  }
}

async function rebuild(io: Io, workspace: Workspace): Promise<Answer> {
  const { rebuildIndex } = await import("../../app/health/rebuild-index.ts");
  const rebuilt = workspace.roots.map((root) => {
    const onProgress = createProgress(io, "indexing");
    return { root, ...rebuildIndex(workspace, root, { onProgress }) };
  });
  const lines = rebuilt.map(({ root, memories, kept, listed }) => {
    const where = kept ? "" : " (the cache is not writable, so each search builds its own)";
    const list = listed ? "" : `; ${root.shown}index.md is not writable`;
    return `indexed ${memories} memories of ${root.shown}${where}${list}\n`;
  });
  const json = rebuilt.map(({ root, ...rest }) => ({ scope: root.scope, ...rest }));
  return { json, text: lines.join(""), exit: 0 };
}

async function query(io: Io, workspace: Workspace, words: string): Promise<Answer> {
  const { findLines } = await import("../../app/recall/search-memories.ts");
  const lines = findLines(workspace, words, createProgress(io, "indexing"));
  return { json: lines, text: lines.map((line) => `${line}\n`).join("") || "no memory matches\n", exit: 0 };
}

function renderDifferences(root: OpenRoot, { path, different, files, indexMd }: IndexReport): string {
  const none = `${root.shown} has no index: the cache is not writable, so each search builds its own\n`;
  const lines = different.map((id) => `${id}: the index differs from the file\n`);
  if (indexMd === "different") lines.push(`${root.shown}index.md differs from the index\n`);
  if (lines.length > 0) lines.push("credence index --rebuild repairs it\n");
  if (path === null) lines.unshift(none);
  return lines.join("") || `the index of ${root.shown} matches its ${files} files\n`;
}

function renderHealth(root: OpenRoot, report: IndexReport): string {
  const counts = Object.entries(report.standings).filter(([, count]) => count > 0);
  const isWell = report.different.length === 0 && report.path !== null;
  const where = `${report.path}${report.current ? "" : ", behind the files"}`;
  return [
    `${root.shown}: ${isWell ? "good" : "needs attention"}`,
    `  memories    ${report.files}${counts.map(([standing, count]) => `, ${count} ${standing}`).join("")}`,
    `  searchable  ${report.searchable}`,
    `  index       ${report.path === null ? "none: the cache is not writable" : where}`,
    `  index.md    ${report.indexMd}`,
    "",
  ].join("\n");
}
