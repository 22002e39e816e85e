// What `credence index` does, by its options.

import type { IndexReport } from "../../app/index/examine-index.ts";
import { queueChanged } from "../../app/index/index-row.ts";
import { listMoved, type MovedFiles } from "../../app/index/look-at-cited.ts";
import { withIndexes } from "../../app/index/open-index.ts";
import type { RefreshOptions } from "../../app/index/refresh-index.ts";
import { ASIDE_JUDGED_MAX, judgeRest } from "../../app/survey/look-closely.ts";
import type { OpenRoot, Workspace } from "../../app/workspace/workspace.ts";
import { pluralize } from "../../memory/pluralize.ts";
import type { Io } from "../call/command.ts";
import type { Answer } from "../frames/answer.ts";
import { labelled, type Report } from "../report/report.ts";
import { createProgress } from "../terminal/progress.ts";

export type IndexAction = "rebuild" | "validate" | "query" | "health" | "cited" | "gc";

type Acting = {
  readonly workspace: Workspace;
  readonly action: IndexAction;
  /** Of a query. */
  readonly words: string;
};

export async function act(io: Io, { workspace, action, words }: Acting): Promise<Answer> {
  switch (action) {
    case "rebuild":
      return rebuild(io, workspace);
    case "query":
      return query(io, workspace, words);
    case "cited":
      return lookAtCited(io, workspace);
    case "gc": {
      const { collectIndexes } = await import("../../app/health/rebuild-index.ts");
      const collected = collectIndexes(workspace);
      const { removed, bytesBefore, bytesAfter } = collected;
      return {
        json: collected,
        says: [`removed ${removed} indexes, ${bytesBefore} bytes before, ${bytesAfter} after`],
      };
    }
    case "validate":
    case "health": {
      const { examineIndex } = await import("../../app/index/examine-index.ts");
      const reports = workspace.roots.map((root) => ({ root, report: examineIndex(workspace, root) }));
      const isSame = reports.every(
        ({ report }) => report.different.length === 0 && report.indexMd !== "different",
      );
      const say = action === "validate" ? sayDifferences : sayHealth;
      return {
        json: reports.map(({ root, report }) => ({ scope: root.scope, ...report })),
        says: reports.flatMap(({ root, report }) => say(root, report)),
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
    return `indexed ${pluralize(memories, "memory", "memories")} of ${root.shown}${where}${list}`;
  });
  const json = rebuilt.map(({ root, ...rest }) => ({ scope: root.scope, ...rest }));
  return { json, says: lines };
}

async function query(io: Io, workspace: Workspace, words: string): Promise<Answer> {
  const { findLines } = await import("../../app/recall/search-memories.ts");
  const lines = await findLines(workspace, words, createProgress(io, "indexing"));
  return { json: lines, says: lines.length === 0 ? ["no memory matches"] : lines };
}

function sayDifferences(root: OpenRoot, { path, different, files, indexMd }: IndexReport): string[] {
  const none = `${root.shown} has no index: the cache is not writable, so each search builds its own`;
  const lines = different.map((id) => `${id}: the index differs from the file`);
  if (indexMd === "different") lines.push(`${root.shown}index.md differs from the index`);
  if (lines.length > 0) lines.push("credence index --rebuild repairs it");
  if (path === null) lines.unshift(none);
  const same = `the index of ${root.shown} matches its ${pluralize(files, "file", "files")}`;
  return lines.length === 0 ? [same] : lines;
}

function sayHealth(root: OpenRoot, report: IndexReport): Report {
  const counts = Object.entries(report.standings).filter(([, count]) => count > 0);
  const isWell = report.different.length === 0 && report.path !== null;
  const where = `${report.path}${report.current ? "" : ", behind the files"}`;
  return [
    `${root.shown}: ${isWell ? "good" : "needs attention"}`,
    labelled(14, [
      [
        "  memories",
        `${report.files}${counts.map(([standing, count]) => `, ${count} ${standing}`).join("")}`,
      ],
      ["  searchable", String(report.searchable)],
      ["  index", report.path === null ? "none: the cache is not writable" : where],
      ["  index.md", report.indexMd],
    ]),
  ];
}

// A look at the files that memories cite, and how many of them are not as they were. Started aside, it also reads what prompts
// had no time for, judges what new rules have not judged yet, and writes while they and others want to.

/** In the first quarter of a second SQLite looks every 50 ms at least whether it may write. */
const [PIECE_MS, REST_MS] = [150, 60];

function openPace(progress: (done: number, total: number) => void): RefreshOptions {
  let began: number | null = null;
  return {
    // From the first row on: to be the one who writes may have taken a while.
    isPieceOver: () => {
      began ??= performance.now();
      return performance.now() - began > PIECE_MS;
    },
    onProgress: (done, total) => {
      progress(done, total);
      if (done > 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, REST_MS);
      began = null;
    },
  };
}

async function lookAtCited(io: Io, workspace: Workspace): Promise<Answer> {
  const looked = workspace.roots.map((root) => {
    const options = openPace(createProgress(io, "indexing"));
    // Also where nothing can be cited.
    withIndexes(workspace, { ...options, compare: queueChanged, roots: [root] }, () => undefined);
    const fates = listMoved(workspace, root, options);
    return {
      root,
      isKnown: fates !== null,
      gone: countFates(fates, "gone"),
      changed: countFates(fates, "changed"),
    };
  });
  for (const root of workspace.roots) await judgeRest(workspace, root, { judgedMax: ASIDE_JUDGED_MAX });
  const lines = looked.map(({ root, isKnown, gone, changed }) =>
    isKnown
      ? `${root.shown}: of the files that memories cite, ${changed} changed and ${gone} are gone since`
      : `${root.shown}: nothing is known of cited files, without a work tree of git that has a commit`,
  );
  const json = looked.map(({ root, isKnown, ...counts }) => ({
    scope: root.scope,
    known: isKnown,
    ...counts,
  }));
  return { json, says: lines };
}

function countFates(fates: MovedFiles | null, kind: "gone" | "changed"): number {
  return [...(fates?.values() ?? [])].flat().filter(({ fate }) => fate.kind === kind).length;
}
