// The prompt hook beside a hostile clone, next to the same without it: the person's own memory is asked for each time. The
// first prompts may take all the time a hook has; what counts is the third and every one after it.

import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { memoryText } from "../test/fixture/memory-text.ts";
import { floodFiles, floodJunk, floodStatements, idsOf } from "./hostile-clone.ts";
import { renderMs } from "./measure.ts";

const ROUNDS = 9;
/** From the third prompt on it is as without the clone: so much more is what the machine did meanwhile. */
const AS_WITHOUT = 1.25;
/** By then no file is so new that another change could look the same. */
const SETTLE_MS = 2_100;
const PROMPT = "may I force push to the main branch of this repository?";
const SAVE = [
  ...["save", "--type", "user", "--id", "user_force_push", "--name", "No force push", "--description", "d"],
  ...[
    "--body",
    "The main branch is not to be force pushed: a force push to main breaks everybody's repository.",
  ],
];

type Project = { readonly root: string; readonly run: (args: readonly string[], input?: string) => string };

const CLONES: Readonly<Record<string, (root: string) => void>> = {
  "without it": () => undefined,
  "60 x 1 000 statements of strangers": (root) => {
    const rootId: string = JSON.parse(readFileSync(join(root, "root.json"), "utf8")).root;
    const ids = idsOf(60);
    floodFiles(root, ids, memoryText());
    floodStatements({ root, rootId, ids, perId: 1_000 });
  },
  "200 x 200 files of junk": (root) => {
    const ids = idsOf(200);
    floodFiles(root, ids, memoryText());
    floodJunk({ root, ids, perId: 200 });
  },
  "statements about 60 000 ids without a file": (root) => floodJunk({ root, ids: idsOf(60_000), perId: 1 }),
  "60 000 files": (root) => floodFiles(root, idsOf(60_000), memoryText()),
};

/** Rows of a table: the first prompts, then the middle of the ones after them, as ratios to the clean project. */
export function measureHostile(dist: string): string[][] {
  const rows = Object.entries(CLONES).map(([name, flood]) => ({ name, ...timePrompts(dist, flood) }));
  const [clean] = rows;
  const ratio = (ms: number, beside: number | undefined): string => (ms / (beside ?? ms)).toFixed(2);
  return [
    ["a prompt beside a hostile clone", "first", "second", "third on", "ratio", "verdict"],
    ...rows.map(({ name, first, second, later }) => [
      name,
      renderMs(first),
      renderMs(second),
      renderMs(later),
      ratio(later, clean?.later),
      later / (clean?.later ?? later) <= AS_WITHOUT ? "within" : "OVER",
    ]),
  ];
}

type Timed = { readonly first: number; readonly second: number; readonly later: number };

function timePrompts(dist: string, flood: (root: string) => void): Timed {
  const base = mkdtempSync(join(tmpdir(), "credence-hostile-"));
  try {
    const { root, run } = makeProject(dist, base);
    flood(root);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, SETTLE_MS);
    const times = Array.from({ length: ROUNDS + 2 }, () => timePrompt(base, run));
    const [first = Number.NaN, second = Number.NaN, ...rest] = times;
    const later = rest.toSorted((a, b) => a - b)[Math.floor(rest.length / 2)] ?? Number.NaN;
    return { first, second, later };
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
}

function timePrompt(base: string, run: Project["run"]): number {
  const event = { session_id: "s", cwd: join(base, "project"), hook_event_name: "UserPromptSubmit" };
  const places = ["--state", join(base, "credence", "state"), "--cache", join(base, "credence", "cache")];
  const began = performance.now();
  const said = run(
    ["hook", "claude-code", "UserPromptSubmit", ...places],
    JSON.stringify({ ...event, prompt: PROMPT }),
  );
  const ms = performance.now() - began;
  if (!said.includes("No force push")) throw new Error(`the person's own memory is missing: ${said}`);
  return ms;
}

function makeProject(dist: string, base: string): Project {
  for (const name of ["project", "home", "credence"]) mkdirSync(join(base, name));
  const env = {
    PATH: process.env["PATH"],
    HOME: join(base, "home"),
    CREDENCE_HOME: join(base, "credence"),
  };
  const run: Project["run"] = (args, input = "") => {
    const options = { env, cwd: join(base, "project"), input, encoding: "utf8" } as const;
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(dist, "credence.cjs"), ...args],
      options,
    );
    if (status !== 0) throw new Error(`${args.join(" ")}: ${stderr}`);
    return stdout;
  };
  run(["init", "--test-state"]);
  run(["init", "--scope", "user"]);
  run(SAVE);
  return { root: join(base, "project", ".claude", "memory"), run };
}
