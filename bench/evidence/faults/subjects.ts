// What is disturbed: every operation that the tests kill, in a project that also holds what must never change, and the paths
// that change no root: hooks, an install, the index, a sync.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DENIES, standIn } from "../../../test/cli/connect/connect-project.ts";
import { define, OPERATIONS, type Operation } from "../../../test/faults/operations.ts";
import { saving } from "../../../test/faults/sample-calls.ts";
import { inProcess } from "../../../test/fixture/command-in-process.ts";
import { hookByClock } from "../../../test/fixture/hook-in-process.ts";
import { CAPTURED } from "../../../test/fixture/hook-project.ts";
import { expectDone, type Outcome, type ScratchProject } from "../../../test/fixture/scratch-project.ts";
import { gitIn, joinRoot, machineAt, newMachine, PERSON, trust } from "../../../test/sync/machines.ts";
import type { Owner } from "../../../test/temp-dir.ts";

export type Subject = Operation & {
  /** Does this end say that all of it is done? */
  readonly acknowledges: (outcome: Outcome) => boolean;
  /** Its answer goes to a model. */
  readonly shows: boolean;
  /** It starts git, which takes a hundred times as long as a call: some places of each fault are drawn. */
  readonly isSlow: boolean;
  /** What else it must leave as it was; null where nothing is lost. */
  readonly keeps: ((project: ScratchProject) => Promise<string | null>) | null;
};

const EARLIER = ["--now", "2026-05-01T12:00:00Z"];
const [A, B] = ["project_alpha", "project_beta"];
const SAVED = [...saving(A, "Alpha"), ...EARLIER];

/** Words that nothing else has, so that none of them is near another. */
const FACT = "The pager of the harbour crew rings at noon on weekdays.";
const LOWERED = "Lighthouse lamps are exchanged by whoever notices smoke.";
const FORGOTTEN = "Umbrellas borrowed from reception must return before winter.";

/** A text that is nearer to its own words than Alpha's, which it shares some with. */
const NEARER = "Releases ship on Thursdays; deployments happen on fridays after the review of every release.";

/** A memory that a person approved, one that was taken out of use and one that was forgotten. */
const PAST: Operation["before"] = [
  [...saving("project_past", "Past", FACT), PERSON, ...EARLIER],
  [...saving("project_low", "Low", LOWERED), ...EARLIER],
  ["demote", "project_low", "--reason", "wrong", ...EARLIER],
  [...saving("project_gone", "Gone", FORGOTTEN), ...EARLIER],
  ["forget", "project_gone", "--reason", "private", PERSON, ...EARLIER],
];

/** The same text under another id: its tombstone refuses it. */
export const REFUSED: readonly string[] = saving("project_again", "Gone", FORGOTTEN);

/** A prompt that is about all of them. */
const PROMPT =
  "when does the pager of the harbour crew ring, do deployments happen on fridays, who exchanges lighthouse lamps, which umbrellas return?";

/** @returns what an answer shows that it may not, or as more than it is. */
export function findRaised(answer: string): string | null {
  if (/notices smoke|before winter/.test(answer)) return "it shows what was taken out of use or forgotten";
  const isMarked =
    /^- \[\w+\] \(inferred\) .* project_alpha\.md|\\n- \[\w+\] \(inferred\) .*? project_alpha\.md/m.test(
      answer,
    );
  return answer.includes("project_alpha.md") && !isMarked ? "it shows an unconfirmed memory as a fact" : null;
}

const endsWell = ({ exit }: Outcome): boolean => exit === 0;
const saysNothing = (): boolean => false;

/** What cannot be read is kept rather than deleted, and not named. */
const deletesBoth = ({ exit, stdout }: Outcome): boolean =>
  exit === 0 && [A, B].every((id) => stdout.includes(`deleted ${id}\n`));

type More = Omit<Parameters<typeof define>[0], "before" | "call"> &
  Partial<Pick<Subject, "before" | "call" | "acknowledges" | "shows" | "isSlow" | "keeps">>;

function more({
  call = [],
  acknowledges = endsWell,
  shows = false,
  isSlow = false,
  keeps = null,
  before = [],
  ...words
}: More): Subject {
  return { ...define({ ...words, before, call }), acknowledges, shows, isSlow, keeps };
}

const MORE: readonly Subject[] = [
  more({
    name: "save, approved at once",
    call: [...saving(A, "Alpha"), PERSON],
  }),
  more({
    name: "forget, what was recalled",
    // In the receipt it comes second.
    before: [SAVED, saving("project_beta", "Beta", NEARER), ["recall", "--prompt", NEARER]],
    call: ["forget", A, "--reason", "private", PERSON],
    erases: true,
    gone: [A, "About Alpha"],
  }),
  more({
    name: "edit by hand, absorbed",
    before: [SAVED],
    prepare: async ({ root }) => {
      const path = join(root, "memories", `${A}.md`);
      writeFileSync(path, readFileSync(path, "utf8").replace("before noon", "before dusk"));
    },
    call: ["doctor", "--repair"],
    acknowledges: saysNothing,
  }),
  more({
    name: "sync, taking and sending",
    before: [["init", "--scope", "user", ...EARLIER]],
    prepare: shareWithAnother,
    call: ["sync", "--scope", "user"],
    isSlow: true,
  }),
  more({
    name: "install of Claude Code",
    prepare: async ({ home, base }) => {
      standIn(join(base, "bin"), DENIES);
      mkdirSync(join(home, ".claude"), { recursive: true });
      writeFileSync(join(home, ".claude/settings.json"), SETTINGS);
    },
    act: async (project) => {
      const script = join(project.base, "bin/credence.cjs");
      return inProcess(project)(["install", "claude-code"], { program: { node: process.execPath, script } });
    },
    keeps: takeBackInstall,
    acknowledges: saysNothing,
  }),
  more({
    name: "hook, session start",
    before: [SAVED],
    prepare: capture,
    act: hook("SessionStart", { source: "startup" }),
    shows: true,
  }),
  more({
    name: "hook, prompt",
    before: [SAVED],
    prepare: capture,
    act: hook("UserPromptSubmit", { prompt: PROMPT }),
    shows: true,
  }),
  more({
    name: "hook, end of a turn",
    prepare: capture,
    act: hook("Stop", { last_assistant_message: "The crew was told." }),
  }),
  more({ name: "recall", before: [SAVED], call: ["recall", "--prompt", PROMPT], shows: true }),
  more({ name: "index, rebuilt", call: ["index", "--rebuild"] }),
];

export const SUBJECTS: readonly Subject[] = [
  ...OPERATIONS.map(
    (operation): Subject => ({
      ...operation,
      acknowledges: operation.name === "gc" ? deletesBoth : endsWell,
      shows: false,
      isSlow: false,
      keeps: null,
    }),
  ),
  ...MORE,
].map((subject) => ({ ...subject, before: [...PAST, ...subject.before] }));

/** Somebody whom this machine trusts has sent an approved memory, and here is one to send. */
async function shareWithAnother(project: ScratchProject, owner: Owner): Promise<void> {
  const remote = join(project.base, "remote.git");
  gitIn(undefined, "init", "--quiet", "--bare", "--initial-branch=main", remote);
  const ana = machineAt("ana", project);
  const bo = newMachine(owner, "bo");
  await ana.sync(["--remote", remote, PERSON]);
  joinRoot(ana, bo);
  await bo.sync(["--remote", remote, PERSON]);
  trust(ana, [bo]);
  trust(bo, [ana]);
  await bo.save("user_from_bo", { more: [PERSON] });
  expectDone(await bo.sync());
  await ana.save("user_from_ana");
}

const SETTINGS = '{ "permissions": { "deny": ["Edit(//**/.claude/memory/**)"] } }\n';

async function takeBackInstall(project: ScratchProject): Promise<string | null> {
  const { exit, stderr } = await inProcess(project)(["uninstall", "claude-code"]);
  if (exit !== 0) return `uninstall ended with ${exit}: ${stderr}`;
  const settings = readFileSync(join(project.home, ".claude/settings.json"), "utf8");
  return settings === SETTINGS ? null : "the settings of the client are not what they were";
}

async function capture({ state, base }: ScratchProject): Promise<void> {
  writeFileSync(join(state, "config.json"), JSON.stringify(CAPTURED));
  // What a hook starts beside itself would write when the next case has begun.
  standIn(join(base, "bin"), "");
}

function hook(event: string, input: object): NonNullable<Operation["act"]> {
  return async (project, clock): Promise<Outcome> => {
    const command = join(project.base, "bin/credence.cjs");
    const { exit, ...said } = await hookByClock({ ...project, command }, clock)(event, {
      prompt_id: "p1",
      ...input,
    });
    return { exit: exit ?? 1, ...said };
  };
}
