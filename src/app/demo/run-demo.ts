// What `credence demo` shows: the real store, on a scratch project that is gone afterwards.

import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CredenceError } from "../../memory/errors.ts";
import type { Draft } from "../../memory/file/draft.ts";
import type { Instant } from "../../memory/instant.ts";
import { revalidateMemory } from "../change/demote-memory.ts";
import { saveMemory } from "../change/save-memory.ts";
import { learnWordings } from "../index/judge-unknown.ts";
import { type DescribedMemory, describeMemory } from "../memories/describe-memory.ts";
import { findMemory } from "../memories/find-memory.ts";
import { listMemories } from "../memories/list-memories.ts";
import { recallMemories } from "../recall/recall-memories.ts";
import { initRoot } from "../workspace/init-root.ts";
import { openWorkspace, rootOf, type Workspace, type WorkspaceHints } from "../workspace/workspace.ts";
import * as samples from "./samples.ts";

export type { DemoStep };

export async function runDemo(now: Instant): Promise<Demo> {
  const directory = mkdtempSync(join(tmpdir(), "credence-demo-"));
  try {
    return await play(directory, now);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

async function play(directory: string, now: Instant): Promise<Demo> {
  const hints = makeHints(directory, now);
  initRoot(hints, { kind: "shared", testState: true });
  const workspace = openWorkspace(hints);
  try {
    const steps = [
      await save(
        workspace,
        samples.CLEAN,
        "An agent stores a rule, with the reason for it and how to apply it.",
      ),
      await save(workspace, samples.WITH_SECRET, "It pastes a token into a note. Nothing is stored."),
      await save(
        workspace,
        samples.WITH_INJECTION,
        "It repeats instructions from a README. They are stored, but flagged: they count as fact only if a person reads and approves them.",
      ),
      await save(
        workspace,
        samples.WITH_HIDDEN_TEXT,
        "It copies a line with characters that are invisible to you but not to a model. They are removed before anything is signed.",
      ),
      await recallForDemo(workspace, samples.QUESTION, samples.FIRST_ANSWER),
      await recallForDemo(
        workspace,
        "write a haiku about the sea",
        "Most prompts need no memory, and get none.",
      ),
      await tamper(workspace),
      plantForeign(workspace),
      await recallForDemo(workspace, samples.QUESTION, samples.SECOND_ANSWER),
    ];
    return { steps, listed: await listAll(workspace) };
  } finally {
    workspace.close();
  }
}

function makeHints(directory: string, now: Instant): WorkspaceHints {
  const [cwd, home] = [join(directory, "project"), join(directory, "home")];
  for (const path of [cwd, home]) mkdirSync(path);
  return {
    cwd,
    home,
    env: { CREDENCE_HOME: join(directory, "credence") },
    state: null,
    cache: null,
    root: null,
    scope: "project",
    presence: { kind: "nobody", why: "this is a demo" },
    now,
  };
}

async function save(workspace: Workspace, draft: Draft, story: string): Promise<DemoStep> {
  const base = { title: `save "${draft.name}"`, story };
  try {
    const outcome = await saveMemory(workspace, { root: rootOf(workspace, "project"), draft, id: null });
    if (outcome.kind === "unchanged") return { ...base, outcome: outcome.why, mood: "odd", file: null };
    const { flags } = outcome.judgement;
    const isFlagged = flags.length > 0;
    const said = isFlagged ? `stored as inferred, flagged: ${flags.join(", ")}` : "stored as inferred";
    return { ...base, outcome: said, mood: isFlagged ? "odd" : "good", file: outcome.path };
  } catch (error) {
    if (!(error instanceof CredenceError)) throw error;
    return { ...base, outcome: `refused: ${error.code}: ${error.message}`, mood: "bad", file: null };
  }
}

async function tamper(workspace: Workspace): Promise<DemoStep> {
  const target = findMemory(workspace, "feedback_merge_only_after_ci_is_green");
  appendFileSync(target.file.path, samples.TAMPERING);
  const outcome = await revalidateMemory(workspace, findMemory(workspace, target.file.id));
  return {
    title: `somebody edits ${target.file.id}.md`,
    story:
      "A script appends a password to the first memory without using Credence. The next check moves the memory to quarantine.",
    outcome: outcome.kind === "passes" ? "nothing happened" : `quarantined: ${outcome.reason}`,
    mood: "bad",
    file: outcome.kind === "passes" ? null : outcome.path,
  };
}

function plantForeign(workspace: Workspace): DemoStep {
  const root = rootOf(workspace, "project");
  writeFileSync(join(root.path, "memories", `${samples.FOREIGN_ID}.md`), samples.FOREIGN);
  const { standing, reason, path } = describeMemory(workspace, findMemory(workspace, samples.FOREIGN_ID));
  return {
    title: `a clone brings ${samples.FOREIGN_ID}.md`,
    story: "The file claims to be verified. Nobody you trust signed it, so no agent ever sees a byte of it.",
    outcome: `${standing}: ${reason}; its text is withheld`,
    mood: "bad",
    file: path,
  };
}

async function listAll(workspace: Workspace): Promise<DescribedMemory[]> {
  const all = listMemories(workspace, workspace.roots);
  await learnWordings(workspace, all);
  return all.map((loaded) => describeMemory(workspace, loaded));
}

/** What an agent would get, told in one line. */
async function recallForDemo(workspace: Workspace, prompt: string, story: string): Promise<DemoStep> {
  const { shown } = await recallMemories(workspace, { prompt });
  const names = shown.map(({ loaded }) => `${loaded.file.id} (${loaded.standing.standing})`);
  return {
    title: `recall for "${prompt}"`,
    story,
    outcome: names.length === 0 ? "nothing is shown" : `shown: ${names.join(", ")}`,
    mood: "good",
    file: null,
  };
}

/** What happened, and the memories that are left. */
export type Demo = { readonly steps: readonly DemoStep[]; readonly listed: readonly DescribedMemory[] };

type DemoStep = {
  readonly title: string;
  readonly story: string;
  /** What became of it, and the file it touched. */
  readonly outcome: string;
  readonly mood: "good" | "odd" | "bad";
  readonly file: string | null;
};
