// `npm run bench:given`: what an agent has of the memories that a prompt needs, without a model: as text, as gist or as a title, in
// the block of the session's start, in the prompt's, and in both; beside the block of before. Each project was invented by itself;
// what a title may be was fitted on the first two, and the others are reported only. `-- --sizes 45,400` asks fewer sizes.

import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { rebuildIndex } from "../src/app/health/rebuild-index.ts";
import { recallAtStart } from "../src/app/recall/recall-at-start.ts";
import { recallWithoutReceipt } from "../src/app/recall/recall-memories.ts";
import { rootOf } from "../src/app/workspace/workspace.ts";
import { parseBlock } from "../test/fixture/parse-block.ts";
import {
  type Given,
  type GivenBlock,
  type PreviousEntry,
  renderPreviousPrompt,
  renderPreviousStart,
} from "./given/previous-block.ts";
import { type Stored, type StoredDraft, storeLife } from "./given/store.ts";
import { type Life, readLife } from "./life-sets.ts";
import { renderTable } from "./measure.ts";

export const GIVEN_PROJECTS = {
  fitted: ["ferry", "kiln"],
  reported: ["museum", "orchard"],
} as const;
const SIZES = [45, 400, 4_000] as const;

/** Of the memories that prompts need, which share is there in which form; and what it costs. */
export type GivenRow = {
  readonly size: number;
  readonly format: "now" | "before";
  readonly shares: Readonly<Record<"start" | "prompt" | "both", Shares>>;
  /** Of prompts that need nothing, how many get nothing. */
  readonly silent: number;
  readonly startChars: number;
  readonly promptChars: number;
};

type Shares = Readonly<Record<Given, number>>;

/** Both formats in one store. */
export async function measureGiven(project: string, size: number): Promise<GivenRow[]> {
  const base = mkdtempSync(join(tmpdir(), "credence-given-"));
  mkdirSync(join(base, "store"));
  const life = readLife(project, project);
  const stored = storeLife(join(base, "store"), life, size);
  try {
    await rebuildIndex(stored.workspace, rootOf(stored.workspace, "project"));
    return [await measureNow(life, stored, size), await measureBefore(life, stored, size)];
  } finally {
    stored.workspace.close();
    rmSync(base, { recursive: true, force: true });
  }
}

type Asked = { readonly text: string; readonly right: ReadonlyMap<string, number> };

function listPrompts({ queries, unneeded }: Life): Asked[] {
  return [...queries, ...unneeded.map((text) => ({ text, right: new Map<string, number>() }))];
}

async function measureNow(life: Life, stored: Stored, size: number): Promise<GivenRow> {
  const { workspace } = stored;
  const start = readGiven((await recallAtStart(workspace)).text, stored);
  const prompts: GivenBlock[] = [];
  for (const { text } of listPrompts(life))
    prompts.push(readGiven((await recallWithoutReceipt(workspace, { prompt: text })).text, stored));
  return count(life, stored, { size, format: "now", start, prompts });
}

async function measureBefore(life: Life, stored: Stored, size: number): Promise<GivenRow> {
  const { workspace, drafts } = stored;
  const start = renderPreviousStart(drafts.map(toPrevious).sort(comparePrevious));
  const byId = new Map(drafts.map((each) => [each.id, each]));
  const prompts: GivenBlock[] = [];
  for (const { text } of listPrompts(life)) {
    const { shown } = await recallWithoutReceipt(workspace, { prompt: text });
    const entries = shown.flatMap(({ hit }) => byId.get(hit.row.id) ?? []);
    prompts.push(renderPreviousPrompt(entries.map(toPrevious), text));
  }
  return count(life, stored, { size, format: "before", start, prompts });
}

function toPrevious({ id, draft }: StoredDraft): PreviousEntry {
  const { name, tags, description, body, category, type } = draft;
  return {
    ...{ id, name, tags, description, body },
    label: category ?? type,
    isFact: false,
    day: "2026-05-01",
  };
}

/** Rules before the rest; the previous start knew no finer order. */
function comparePrevious(a: PreviousEntry, b: PreviousEntry): number {
  const kindOf = ({ label }: PreviousEntry): number => {
    if (["user", "feedback", "preference"].includes(label)) return 0;
    return label === "constraint" || label === "decision" ? 1 : 2;
  };
  return kindOf(a) - kindOf(b) || (a.id < b.id ? -1 : 1);
}

function readGiven(text: string, { drafts }: Stored): GivenBlock {
  if (text === "") return { chars: 0, given: new Map() };
  const block = parseBlock(text.trimEnd());
  if (block.kind !== "block") throw new Error(`line ${block.line}: ${block.reason}`);
  const bodies = new Map(drafts.map(({ id, draft }) => [id, fold(draft.body)]));
  const given = new Map<string, Given>(block.titles.map(({ id }) => [id, "title"]));
  for (const { path, excerpt } of block.entries) {
    const id = path.slice(path.lastIndexOf("/") + 1).replace(/\.md$/, "");
    const isWhole = fold(excerpt.join(" ")) === bodies.get(id);
    given.set(id, excerpt.length === 0 ? "title" : isWhole ? "text" : "gist");
  }
  return { chars: text.length, given };
}

function fold(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}

type Measured = Pick<GivenRow, "size" | "format"> & {
  readonly start: GivenBlock;
  readonly prompts: readonly GivenBlock[];
};

const BEST = ["text", "gist", "title"] as const;

function count(life: Life, { idOf }: Stored, { size, format, start, prompts }: Measured): GivenRow {
  const asked = listPrompts(life);
  const wanted = asked.flatMap(({ right }, place) =>
    [...right.keys()].map((own) => ({ id: idOf.get(own) ?? own, prompt: prompts[place]?.given })),
  );
  const sharesOf = (formsOf: (each: (typeof wanted)[number]) => (Given | undefined)[]): Shares => {
    const best = wanted.map((each) => {
      const forms = formsOf(each);
      return BEST.find((form) => forms.includes(form));
    });
    const share = (form: Given): number => best.filter((each) => each === form).length / wanted.length;
    return { text: share("text"), gist: share("gist"), title: share("title") };
  };
  const unneeded = prompts.filter((_, place) => asked[place]?.right.size === 0);
  return {
    ...{ size, format },
    shares: {
      start: sharesOf(({ id }) => [start.given.get(id)]),
      prompt: sharesOf(({ id, prompt }) => [prompt?.get(id)]),
      both: sharesOf(({ id, prompt }) => [start.given.get(id), prompt?.get(id)]),
    },
    silent: unneeded.filter(({ chars }) => chars === 0).length / Math.max(1, unneeded.length),
    startChars: start.chars,
    promptChars: Math.round(prompts.reduce((sum, { chars }) => sum + chars, 0) / prompts.length),
  };
}

function renderShares({ text, gist, title }: Shares): string {
  return [text, gist, title].map((share) => share.toFixed(2).replace(/^0/, "")).join(" ");
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { sizes: { type: "string" }, projects: { type: "string" } } });
  const sizes = values.sizes?.split(",").map(Number) ?? SIZES;
  const header = ["text gist title", "start", "prompt", "both", "silent", "start chars", "prompt chars"];
  const rows: string[][] = [];
  for (const [kind, projects] of Object.entries(GIVEN_PROJECTS))
    for (const project of projects.filter((name) => values.projects?.split(",").includes(name) ?? true))
      for (const size of sizes)
        for (const row of await measureGiven(project, size))
          rows.push([
            `${project}, ${kind}, ${size}, ${row.format}`,
            ...[row.shares.start, row.shares.prompt, row.shares.both].map(renderShares),
            row.silent.toFixed(2),
            String(row.startChars),
            String(row.promptChars),
          ]);
  console.log(renderTable([header, ...rows]));
}
