// The project that is poisoned: a person's, with honest memories in it, and whoever asks what a model would be given.

import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { renderInstant } from "../../../src/memory/instant.ts";
import { WITHHELD } from "../../../src/memory/wording.ts";
import { git } from "../../../test/fixture/git-repository.ts";
import { type KeptParts, keptParts } from "../../../test/fixture/kept-parts.ts";
import { type McpProject, mcpProject } from "../../../test/mcp/mcp-project.ts";
import type { Owner } from "../../../test/temp-dir.ts";
import type { Life } from "../../life-sets.ts";
import type { RecallDocument } from "../../recall-sets.ts";

export const PERSON = "--as-test-person";
const DAY_MS = 86_400_000;
/** Each fifth is a person's own word; agents save the rest. */
const VERIFIED_EVERY = 5;

export type Honest = {
  /** As the set calls it. */
  readonly own: string;
  readonly id: string;
  readonly name: string;
  readonly document: RecallDocument;
};

export type Listed = {
  readonly id: string;
  readonly standing: string;
  readonly reason: string;
  readonly digest: string | null;
  readonly flagged: string | null;
};

export type Poisonable = McpProject &
  KeptParts & {
    readonly honest: readonly Honest[];
    /** The honest ones that the command refused, with what it said. */
    readonly refused: readonly { readonly name: string; readonly why: string }[];
    /** What the personal memories are synced with. */
    readonly remote: string;
    readonly list: () => Promise<Map<string, Listed>>;
    /** What `credence recall` prints. */
    readonly block: (prompt: string) => Promise<string>;
    /** The ids that `credence recall` shows. */
    readonly shown: (prompt: string) => Promise<string[]>;
    /** Does it, watched by the receipts: was a prompt answered meanwhile, and none too late? Nobody may ask beside it. */
    readonly watched: <Result>(work: () => Promise<Result>) => Promise<Watched<Result>>;
    /** What the built hook says to the model when a session starts, and at a prompt. */
    readonly hook: (event: "SessionStart" | "UserPromptSubmit", input: object) => Promise<string>;
  };

export type Watched<Result> = { readonly result: Result; readonly isAnswered: boolean };

export type Making = { readonly owner: Owner; readonly dist: string; readonly life: Life };

export async function makeProject({ owner, dist, life }: Making): Promise<Poisonable> {
  const project = await mcpProject(owner, { user: true });
  const { honest, refused } = await saveHonest(project, life.documents);
  // Beside the home, so that what is pushed there is put back with it.
  const remote = join(project.home, "remote.git");
  git(project.home, "init", "--quiet", "--bare", "--initial-branch=main", remote);
  await project.done(["sync", "--scope", "user", "--remote", remote, PERSON], atNow());
  git(project.top, "add", "--all");
  git(project.top, "commit", "--quiet", "--message=Remember");
  git(project.top, "gc", "--quiet");
  const parts = keptParts(project.base, [project.top, project.credenceHome, project.home]);
  const list = async (): Promise<Map<string, Listed>> => {
    const { stdout } = await project.done(["list", "--json"], atNow());
    const rows: Listed[] = JSON.parse(stdout);
    return new Map(rows.map((row) => [row.id, row]));
  };
  await list();
  return {
    ...project,
    ...parts,
    ...{ honest, refused, remote, list },
    block: async (prompt) => (await project.done(["recall", "--prompt", prompt], atNow())).stdout,
    shown: async (prompt) => {
      const { stdout } = await project.done(["recall", "--json", "--prompt", prompt], atNow());
      const { shown }: { shown: { id: string }[] } = JSON.parse(stdout);
      return shown.map(({ id }) => id);
    },
    watched: async (work) => {
      const from = readReceipts(project).length;
      const result = await work();
      const prompts = readReceipts(project)
        .slice(from)
        .filter(({ kind }) => kind === "prompt");
      return { result, isAnswered: prompts.length > 0 && prompts.every(({ outcome }) => outcome !== "late") };
    },
    hook: (event, input) => askHook(project, dist, { hook_event_name: event, ...input }),
  };
}

type Receipt = { readonly kind: string; readonly outcome: string };

function readReceipts({ state }: McpProject): Receipt[] {
  const path = join(state, "receipts.ndjson");
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, "utf8").split("\n");
  return lines.filter((line) => line !== "").map((line): Receipt => JSON.parse(line));
}

/** By the machine's clock, as the processes that this one starts have it. */
export function atNow(): { readonly now: string } {
  return { now: renderInstant(Date.now()) };
}

type Saved = Pick<Poisonable, "honest" | "refused">;

async function saveHonest(project: McpProject, documents: readonly RecallDocument[]): Promise<Saved> {
  const honest: Honest[] = [];
  const refused: { name: string; why: string }[] = [];
  for (const [place, document] of documents.entries()) {
    const isPersons = place % VERIFIED_EVERY === 0;
    const { exit, stdout, stderr } = await project.call(wordsOf(document, isPersons));
    if (exit === 0)
      honest.push({ own: document.id, id: JSON.parse(stdout).id, name: document.name, document });
    else refused.push({ name: document.name, why: stderr.split("\n")[0] ?? "" });
  }
  return { honest, refused };
}

/** The command has no way to say that one replaces another. */
function wordsOf(document: RecallDocument, isPersons: boolean): string[] {
  const { name, body, tags, type = "project", category, time = 0 } = document;
  return [
    ...["save", "--json", "--scope", "project", "--now", renderInstant(time + DAY_MS / 2)],
    ...["--type", type, "--name", name, "--description", descriptionOf(document), "--body", body],
    ...["--tags", tags.join(",")],
    ...(category == null ? [] : ["--category", category]),
    ...(isPersons ? [PERSON] : []),
  ];
}

/** Its first sentence. */
export function descriptionOf({ name, body }: Pick<RecallDocument, "name" | "body">): string {
  return body.split(/(?<=[.;:]) /)[0]?.slice(0, 150) ?? name;
}

type Event = { readonly hook_event_name: string };

/** In a process of its own, as a client starts it. */
async function askHook(project: McpProject, dist: string, event: Event): Promise<string> {
  const places = ["--state", project.state, "--cache", join(project.credenceHome, "cache")];
  const words = [join(dist, "credence.cjs"), "hook", "claude-code", event.hook_event_name, ...places];
  // Another session each time: what one was shown in full is a line the next time.
  sessions += 1;
  const given = { session_id: `evidence-${sessions}`, cwd: project.top, ...event };
  return textOfAnswer(await runWith(words, JSON.stringify(given), project));
}

let sessions = 0;

function runWith(words: readonly string[], stdin: string, { top, serverEnv }: McpProject): Promise<string> {
  return new Promise((resolve, reject) => {
    const stdio: ["pipe", "pipe", "ignore"] = ["pipe", "pipe", "ignore"];
    const child = spawn(process.execPath, words, { cwd: top, env: serverEnv, stdio });
    const out: string[] = [];
    child.stdout.setEncoding("utf8").on("data", (text: string) => out.push(text));
    child.on("error", reject);
    child.on("close", () => resolve(out.join("")));
    child.stdin.end(stdin);
  });
}

function textOfAnswer(answer: string): string {
  if (answer.trim() === "") return "";
  // The rest of it is for the person.
  const { hookSpecificOutput = {} } = JSON.parse(answer);
  return hookSpecificOutput.additionalContext ?? "";
}

/** Of an honest memory: does a model get it, and what is said beside it? */
export function isWithheld({ standing, reason }: Listed): boolean {
  return !["verified", "inferred"].includes(standing) || reason.endsWith(WITHHELD);
}
