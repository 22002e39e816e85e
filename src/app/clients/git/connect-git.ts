// Connects one clone of a repository, or takes it out again: the merge driver in its own configuration, and three hooks. Both are
// this clone's alone; nothing that a repository brings along can name a program. All work trees of the clone share them.
//
// A hook that is not a plain shell script, one that another tool writes, and every hook where `core.hooksPath` leads elsewhere
// stay as they are: the person is told the line to add there.

import { basename, join } from "node:path";
import { type LaunchPlaces, launcherIn, placeWords, quoteWords } from "../../../agents/hook-words.ts";
import { findHooksPath } from "../../../git/staged-files.ts";
import { CredenceError } from "../../../memory/errors.ts";
import { findWorkTree, type WorkTree } from "../../../store/work-tree.ts";
import {
  type Artefact,
  type Change,
  type Changing,
  isChange,
  launcherOf,
  putAll,
  takeAll,
} from "../artefacts.ts";
import type { CallPlaces } from "../launch.ts";
import { listInstalled, readSettings } from "../settings-file.ts";

export type GitFile = {
  readonly path: string;
  readonly outcome: "changed" | "unchanged" | "left";
  /** What a person adds by hand, where it is left. */
  readonly line: string | null;
  readonly why: string | null;
};

export function connectGit(places: CallPlaces, setting: Changing): GitFile[] {
  const { launch } = setting;
  const { commonDirectory, top } = treeOf(places.cwd);
  const elsewhere = findHooksPath(top, configsOf(places));
  const hooks = GIT_HOOKS.map((hook) => {
    const path = join(elsewhere ?? join(commonDirectory, "hooks"), hook);
    return { hook, path, why: whyLeft(path, elsewhere) };
  });
  const wanted = [
    join(commonDirectory, "config"),
    ...hooks.flatMap(({ path, why }) => (why === null ? path : [])),
  ];
  const artefacts = wanted.map((path) => artefactAt(path, launch));
  const changes = putAll([launcherOf(launch, places.home), ...artefacts], setting);
  return [
    ...changes.filter(({ artefact }) => artefact.role === "git").map(sayChange),
    ...hooks.flatMap(({ hook, path, why }): GitFile[] =>
      why === null ? [] : [{ path, outcome: "left", line: `credence git-hook ${hook}`, why }],
    ),
  ];
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

function whyLeft(path: string, elsewhere: string | null): string | null {
  if (elsewhere !== null) return "core.hooksPath says that hooks are there";
  return addToHook(readSettings(path), "") === null ? "it is not a shell script of your own" : null;
}

function sayChange(change: Change): GitFile {
  const outcome = isChange(change) ? "changed" : "unchanged";
  return { path: change.plan.path, outcome, line: null, why: null };
}

const HOOK_MODE = 0o755;

function artefactAt(path: string, launch: LaunchPlaces): Artefact {
  const own = { role: "git", path, backupName: null, noted: [] } as const;
  const hook = GIT_HOOKS.find((each) => path.endsWith(join("hooks", each)));
  if (hook === undefined)
    return {
      ...own,
      put: (text) => ({ kind: "edited", text: addToConfig(text, renderDriver(launch)) }),
      take: (text) => ({ kind: "edited", text: text === null ? null : takeBlockOut(text) }),
    };
  return {
    ...own,
    // One that is there keeps its mode: whoever took the right to run it away did so on purpose.
    freshMode: HOOK_MODE,
    put: (text) => ({ kind: "edited", text: addToHook(text, renderHook(hook, launch)) ?? text }),
    take: (text) => ({ kind: "edited", text: text === null ? null : takeOutOfHook(text) }),
  };
}

/** Takes it out of this clone, to the byte where nobody changed the file since; out of every clone where none is named. */
export function disconnectGit(cwd: string | null, setting: Omit<Changing, "settle">): GitFile[] {
  const { launch } = setting;
  const here = cwd === null ? null : treeOf(cwd).commonDirectory;
  const hooks = GIT_HOOKS.map((hook) => join("hooks", hook));
  const files =
    here === null
      ? listInstalled(launch.state).filter(isOfGit)
      : ["config", ...hooks].map((name) => join(here, name));
  const artefacts = files.map((path) => artefactAt(path, launch)).toReversed();
  const { changes, failures } = takeAll(artefacts, setting);
  return [
    ...changes.map(sayChange),
    ...failures.map(({ path, error }): GitFile => {
      return { path, outcome: "left", line: null, why: `${error.message}: ${error.hint}` };
    }),
  ];
}

function isOfGit(file: string): boolean {
  return basename(file) === "config" || GIT_HOOKS.some((hook) => file.endsWith(join("hooks", hook)));
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
