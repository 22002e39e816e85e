// `npm run quickstart`: builds, plays a short story with the real command on a scratch project, and says how to go on.
//
// The scratch project has a state of its own that no other trusts: there a flag plays the person, who elsewhere types a passphrase.

import { spawnSync } from "node:child_process";
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Draft } from "../src/memory/file/draft.ts";
import { buildPackage } from "./build.ts";
import * as samples from "./quickstart-samples.ts";

const ROOT = join(import.meta.dirname, "..");

const { version: VERSION }: { version: string } = JSON.parse(
  readFileSync(join(ROOT, "package.json"), "utf8"),
);
const PROGRAM = join(ROOT, "dist/credence.cjs");
const AS_PERSON = "--as-test-person";
const MEMORIES = join(".claude", "memory", "memories");
const RULE = "feedback_merge_only_after_ci_is_green";

type Scratch = { readonly project: string; readonly env: Readonly<Record<string, string>> };

/** `exit` is what the command ends with when the story is true. */
type Step = { readonly tells: string; readonly words: readonly string[]; readonly exit?: number };

function saving({ type, name, description, body }: Draft): string[] {
  return ["save", "--type", type, "--name", name, "--description", description, "--body", body];
}

const ASKING = ["recall", "--prompt", samples.QUESTION];

const BEGINNING: readonly Step[] = [
  {
    tells: "You tell an agent a rule, and it stores your words, with the reason for them.",
    words: [...saving(samples.CLEAN), "--dictated"],
  },
  { tells: "It pastes a token into a note. Nothing is stored.", words: saving(samples.WITH_SECRET), exit: 1 },
  {
    tells: "It repeats orders from a README. They are stored for you to see, and no model is shown them.",
    words: saving(samples.WITH_INJECTION),
  },
  { tells: "Later another agent asks. It gets the rule, marked as unconfirmed.", words: ASKING },
  {
    tells: "You read the rule at a terminal of your own and say yes, under your passphrase.",
    words: ["yes", RULE, AS_PERSON],
  },
  { tells: "From now on the rule is a fact.", words: ASKING },
  {
    tells: "Most prompts need no memory, and get none.",
    words: ["recall", "--prompt", "write a haiku about the sea"],
  },
];

const END: readonly Step[] = [
  {
    tells: `A script writes a password into ${RULE}.md, and a clone brings ${samples.FOREIGN_ID}.md,\nwhich claims to be verified. No model sees a byte of either.`,
    words: ASKING,
  },
  { tells: "You see what happened, and decide.", words: ["list", AS_PERSON] },
];

function tellStory(): boolean {
  const base = mkdtempSync(join(tmpdir(), "credence-quickstart-"));
  try {
    const [project, home] = [join(base, "project"), join(base, "home")];
    for (const path of [project, home]) mkdirSync(path);
    const env = { PATH: process.env["PATH"] ?? "", HOME: home, CREDENCE_HOME: join(base, "credence") };
    const scratch = { project, env };
    if (start(scratch, ["init", "--test-state"]).status !== 0) return false;
    console.log("A scratch project, agents with a memory, and what can go wrong.");
    if (!BEGINNING.every((step) => play(scratch, step))) return false;
    appendFileSync(join(project, MEMORIES, `${RULE}.md`), samples.TAMPERING);
    writeFileSync(join(project, MEMORIES, `${samples.FOREIGN_ID}.md`), samples.FOREIGN);
    return END.every((step) => play(scratch, step));
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
}

function start({ project, env }: Scratch, words: readonly string[]) {
  return spawnSync(process.execPath, [PROGRAM, ...words], { cwd: project, env, encoding: "utf8" });
}

/** @returns whether it ended as the story says. */
function play(scratch: Scratch, { tells, words, exit = 0 }: Step): boolean {
  const { status, stdout, stderr } = start(scratch, words);
  const said = `${stdout}${stderr}`.trimEnd() || "(nothing)";
  const hidden = words.indexOf("--description");
  const isShown = (word: string, at: number): boolean =>
    word !== AS_PERSON && (hidden === -1 || (at !== hidden && at !== hidden + 1));
  const shown = words.filter(isShown).map(quote);
  console.log(`\n${tells}\n\n  $ credence ${shown.join(" ")}\n${said.replaceAll(/^/gm, "  | ")}`);
  return status === exit;
}

/** As it would be typed; of a long text its first words. */
function quote(word: string): string {
  const [first = ""] = word.split("\n");
  const short = first.length > 60 || first !== word ? `${first.slice(0, 48)}…` : word;
  return /^[\w@./:-]+$/.test(short) ? short : `"${short}"`;
}

function renderNextSteps(): string {
  return `
Nothing was installed outside this folder, and the scratch project is gone.

Now go to a project of your own and connect your coding agents there:
  cd your-project
  ${process.execPath} ${PROGRAM}

It finds them, asks before each step, and copies the program to a place of its own, so
that this folder may go; its last lines say how to type credence anywhere. Or first:
  npm pack && npm install -g ./credence-${VERSION}.tgz

From then on:
  credence save "Deploys happen on Tuesdays"
  credence search WORDS                    find memories, and why each is trusted
  credence review                          decide what waits
  credence status                          one screen; credence doctor checks everything
  credence uninstall                       leaves the settings of your agents as they were

README.md says why to trust it; docs/ has one page per topic.`;
}

await buildPackage(join(ROOT, "dist"));
if (tellStory()) console.log(renderNextSteps());
else process.exitCode = 1;
