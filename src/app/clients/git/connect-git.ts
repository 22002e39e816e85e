// Connects one clone of a repository, or takes it out again: the merge driver in its own configuration, and three hooks. Both are
// this clone's alone; nothing that a repository brings along can name a program. All work trees of the clone share them.
//
// A hook that is not a plain shell script, one that another tool writes, and every hook where `core.hooksPath` leads elsewhere
// stay as they are: the person is told the line to add there.

import { basename, join } from "node:path";
import {
  type Launch,
  type LaunchPlaces,
  launcherIn,
  placeWords,
  quoteWords,
} from "../../../agents/hook-words.ts";
import { findHooksPath } from "../../../git/staged-files.ts";
import { CredenceError } from "../../../memory/errors.ts";
import { findWorkTree, type WorkTree } from "../../../store/work-tree.ts";
import { makeState } from "../../workspace/made-directories.ts";
import type { ConnectSetting } from "../client-files.ts";
import type { CallPlaces } from "../launch.ts";
import { renderLauncher } from "../launcher.ts";
import {
  isAsInstalled,
  listInstalled,
  originOf,
  planSettings,
  readOrigin,
  removeOrigin,
  type SettingsPlan,
  writeOrigin,
  writeSettings,
} from "../settings-file.ts";

export type GitSetting = Pick<ConnectSetting, "launch" | "dryRun" | "now" | "settle">;

export type GitFile = {
  readonly path: string;
  readonly outcome: "changed" | "unchanged" | "left";
  /** What a person adds by hand, where it is left. */
  readonly line: string | null;
  readonly why: string | null;
};

export function connectGit(places: CallPlaces, setting: GitSetting): GitFile[] {
  const { launch, dryRun } = setting;
  const tree = treeOf(places.cwd);
  const config = join(tree.commonDirectory, "config");
  const elsewhere = findHooksPath(tree.top, configsOf(places));
  const hooks = GIT_HOOKS.map((hook) => planHook(tree, { hook, launch, elsewhere }));
  const plans = [planConfig(config, launch), ...hooks.flatMap(({ plan }) => plan ?? [])];
  if (!dryRun) {
    writeLauncher(places.home, setting);
    for (const plan of plans) write(plan, setting);
  }
  return [
    ...plans.map(({ path, before, after }) => ({
      path,
      outcome: outcomeOf(before, after),
      line: null,
      why: null,
    })),
    ...hooks.flatMap(({ left }) => left ?? []),
  ];
}

/** What all of it starts; clients start the same one. */
export function writeLauncher(home: string, { launch, now, settle }: Omit<GitSetting, "dryRun">): void {
  makeState(launch);
  settle();
  const text = renderLauncher({ ...launch, home, own: launcherIn(launch.state) });
  const plan = planSettings(launcherIn(launch.state), () => ({ kind: "edited", text }));
  writeSettings({ ...plan, mode: 0o700 }, { state: launch.state, name: null, now });
}

function treeOf(cwd: string): WorkTree {
  const tree = findWorkTree(cwd);
  if (tree !== null) return tree;
  throw new CredenceError(
    "PATH_ERROR",
    "this is no work tree of git",
    "run it inside a clone of the repository",
  );
}

/** The person's own, where a place for all hooks may be named. */
function configsOf({ home, env }: CallPlaces): string[] {
  const configured = env["XDG_CONFIG_HOME"];
  return [join(home, ".gitconfig"), join(configured || join(home, ".config"), "git", "config")];
}

function outcomeOf(before: string | null, after: string | null): "changed" | "unchanged" {
  return before === after ? "unchanged" : "changed";
}

const HOOK_MODE = 0o755;

function planConfig(path: string, launch: Launch): SettingsPlan {
  return planSettings(path, (text) => ({ kind: "edited", text: addToConfig(text, renderDriver(launch)) }));
}

type WantedHook = { readonly hook: GitHook; readonly launch: Launch; readonly elsewhere: string | null };
type PlannedHook = { readonly plan?: SettingsPlan; readonly left?: GitFile };

function planHook({ commonDirectory }: WorkTree, { hook, launch, elsewhere }: WantedHook): PlannedHook {
  const line = `credence git-hook ${hook}`;
  if (elsewhere !== null) {
    const why = "core.hooksPath says that hooks are there";
    return { left: { path: join(elsewhere, hook), outcome: "left", line, why } };
  }
  const path = join(commonDirectory, "hooks", hook);
  let isOther = false;
  const plan = planSettings(path, (text) => {
    const added = addToHook(text, renderHook(hook, launch));
    isOther = added === null;
    return { kind: "edited", text: added ?? text ?? "" };
  });
  if (isOther) return { left: { path, outcome: "left", line, why: "it is not a shell script of your own" } };
  // One that is there keeps its mode: whoever took the right to run it away did so on purpose.
  return { plan: plan.before === null ? { ...plan, mode: HOOK_MODE } : plan };
}

function write(plan: SettingsPlan, { launch: { state }, now }: GitSetting): void {
  const place = { state, file: plan.path };
  const known = readOrigin(place);
  const isOurs = known !== null && plan.before !== null && isAsInstalled(known, plan.before);
  if (plan.before === plan.after || plan.after === null) return;
  // First: a process killed between the two leaves a record too many, not one too few.
  writeOrigin(place, originOf(isOurs ? known.before : plan.before, plan.after, []));
  writeSettings(plan, { state, name: null, now });
}

/** Takes it out of this clone, to the byte where nobody changed the file since; out of every clone where none is named. */
export function disconnectGit(cwd: string | null, { launch, dryRun, now }: GitSetting): GitFile[] {
  const { state } = launch;
  const tree = cwd === null ? null : treeOf(cwd);
  const here = tree === null ? [] : listFiles(tree.commonDirectory);
  const files = cwd === null ? listInstalled(state).filter(isOfGit) : here;
  return files.map((file) => {
    const place = { state, file };
    const origin = readOrigin(place);
    try {
      const plan = planSettings(file, (text) => ({ kind: "edited", text: takeOut(file, text, origin) }));
      if (!dryRun) {
        writeSettings(plan, { state, name: null, now });
        removeOrigin(place);
      }
      return { path: plan.path, outcome: outcomeOf(plan.before, plan.after), line: null, why: null };
    } catch (error) {
      // One that cannot be changed keeps no other from being left as it was.
      if (!(error instanceof CredenceError)) throw error;
      return { path: file, outcome: "left", line: null, why: `${error.message}: ${error.hint}` };
    }
  });
}

function listFiles(directory: string): string[] {
  return [join(directory, "config"), ...GIT_HOOKS.map((hook) => join(directory, "hooks", hook))];
}

function isOfGit(file: string): boolean {
  return basename(file) === "config" || GIT_HOOKS.some((hook) => file.endsWith(join("hooks", hook)));
}

function takeOut(file: string, text: string | null, origin: ReturnType<typeof readOrigin>): string | null {
  if (text === null) return null;
  if (origin !== null && isAsInstalled(origin, text)) return origin.before;
  return file.endsWith("config") ? takeBlockOut(text) : takeOutOfHook(text);
}

// What `credence install git` puts into a clone's own git directory: a block in its configuration that names the merge driver,
// and one in each of three hooks. Each is marked, so that it is known again; whatever else is in the file stays.
//
// A hook that has nothing to do costs one call of git and starts no program of ours. Where our program is gone, nothing is
// stopped: the driver does what git does without one, and the hooks say nothing.

const GIT_HOOKS = ["pre-commit", "post-merge", "post-checkout"] as const;
type GitHook = (typeof GIT_HOOKS)[number];

const BEGIN = "# >>> credence >>>";
const END = "# <<< credence <<<";
const NOTE = "`credence install git` wrote this, and `credence uninstall git` takes it out";
const BLOCK = new RegExp(`${BEGIN}[^]*?\\n${END}\\n`, "g");

/** Wherever in the work tree a root may be. */
const ROOTS = "':(glob)**/.claude/memory/**'";
const MEMORIES = "':(glob)**/.claude/memory/memories/*.md' ':(glob)**/.claude/memory/quarantine/*.md'";

function renderHook(hook: GitHook, launch: LaunchPlaces): string {
  const launcher = quoteWords([launcherIn(launch.state)]);
  const call = `${launcher} git-hook ${hook} ${quoteWords(placeWords(launch))}`;
  return `${BEGIN} ${NOTE}\n${LINES[hook]({ launcher, call })}${END}\n`;
}

type Words = { readonly launcher: string; readonly call: string };

const LINES: Readonly<Record<GitHook, (words: Words) => string>> = {
  // 2 is the answer of a check that found something; 1 is a program that is gone.
  "pre-commit": ({
    launcher,
    call,
  }) => `if [ -x ${launcher} ] && ! git diff --cached --quiet --diff-filter=AM -- ${MEMORIES}; then
  ${call} \${GIT_INDEX_FILE:+--index "$GIT_INDEX_FILE"} || case $? in 1) ;; *) exit 1 ;; esac
fi
`,
  "post-merge": ({
    launcher,
    call,
  }) => `if [ -x ${launcher} ] && ! git diff --quiet ORIG_HEAD HEAD -- ${ROOTS} 2>/dev/null; then
  ${call} || :
fi
`,
  "post-checkout": ({ launcher, call }) => `if [ "$3" = 1 ] && [ "$1" != "$2" ] && [ -x ${launcher} ]; then
  git diff --quiet "$1" "$2" -- ${ROOTS} 2>/dev/null
  [ $? -ne 1 ] || ${call} || :
fi
`,
};

function renderDriver({ state }: LaunchPlaces): string {
  const launcher = quoteWords([launcherIn(state)]);
  // 3 is a conflict that is left with its markers. Whatever else goes wrong, git merges as it would without us.
  const asText = "exec git merge-file -L ours -L base -L theirs %A %O %B";
  const driver = `${launcher} merge-file %O %A %B %P; s=$?; [ $s -eq 0 ] && exit 0; [ $s -eq 3 ] && exit 1; ${asText}`;
  const lines = [
    '[merge "credence"]',
    "\tname = memories, with both texts kept",
    `\tdriver = ${quoteValue(driver)}`,
    // Between several ancestors nothing is kept beside the file.
    "\trecursive = text",
  ];
  return `${BEGIN} ${NOTE}\n${lines.join("\n")}\n${END}\n`;
}

function quoteValue(value: string): string {
  return `"${value.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}

function takeBlockOut(text: string): string {
  return text.replace(BLOCK, "");
}

function addToConfig(text: string | null, block: string): string {
  const rest = takeBlockOut(text ?? "");
  return `${rest}${rest === "" || rest.endsWith("\n") ? "" : "\n"}${block}`;
}

const FRESH = "#!/bin/sh\n";
const SHELL = /^#! ?(?:\/usr\/bin\/env )?(?:\/[\w./-]*\/)?(?:ba|da|k|z)?sh(?: -[a-z]+)*\n/;
/** These write the hook again by themselves, and a block of ours would be gone. */
const MANAGED = /\b(?:lefthook|husky|overcommit)\b|File generated by pre-commit/;

/** First in the script, because the rest may end it. @returns null where it is not a plain script of the person's. */
function addToHook(text: string | null, block: string): string | null {
  if (text === null) return `${FRESH}${block}`;
  const rest = takeBlockOut(text);
  const first = SHELL.exec(rest)?.[0];
  if (first === undefined || MANAGED.test(rest)) return null;
  return `${first}${block}${rest.slice(first.length)}`;
}

/** @returns null where nothing but ours is left. */
function takeOutOfHook(text: string): string | null {
  const rest = takeBlockOut(text);
  return rest === FRESH && rest !== text ? null : rest;
}
