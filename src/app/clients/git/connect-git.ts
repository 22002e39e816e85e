// Connects one clone of a repository, or takes it out again: the merge driver in its own configuration, and three hooks. Both are
// this clone's alone; nothing that a repository brings along can name a program. All work trees of the clone share them.
//
// A hook that is not a plain shell script, one that another tool writes, and every hook where `core.hooksPath` leads elsewhere
// stay as they are: the person is told the line to add there.

import { basename, join } from "node:path";
import { type Launch, launcherIn } from "../../../agents/hook-words.ts";
import { findHooksPath } from "../../../git/staged-files.ts";
import { CredenceError } from "../../../memory/errors.ts";
import type { Instant } from "../../../memory/instant.ts";
import { findWorkTree, type WorkTree } from "../../../store/work-tree.ts";
import { makeState } from "../../workspace/made-directories.ts";
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
import {
  addToConfig,
  addToHook,
  GIT_HOOKS,
  type GitHook,
  renderDriver,
  renderHook,
  takeBlockOut,
  takeOutOfHook,
} from "./hook-texts.ts";

export type GitSetting = { readonly launch: Launch; readonly dryRun: boolean; readonly now: Instant };

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
export function writeLauncher(home: string, { launch, now }: Pick<GitSetting, "launch" | "now">): void {
  makeState(launch);
  const text = renderLauncher({ ...launch, home });
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
