// A real home with a real project in it: a root with a quarantined memory, a user root, state, cache, links, and every client
// connected.

import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { CLIENTS } from "../../../src/agents/clients.ts";
import { judgeTool } from "../../../src/hooks/guard/judge-tool.ts";
import type { Denial } from "../../../src/hooks/guard/places/denials.ts";
import type { GuardedPlaces } from "../../../src/hooks/guard/places/fence.ts";
import { findRealPlace } from "../../../src/store/paths.ts";
import { tablesOf } from "../../fixture/rows.ts";
import { freshDir, type Owner } from "../../temp-dir.ts";

const { texts } = tablesOf(import.meta.filename);

export type Judge = (
  tool: string,
  input: unknown,
  place?: { readonly cwd?: string; readonly places?: GuardedPlaces },
) => Denial | null;

export type GuardedProject = {
  readonly home: string;
  readonly top: string;
  /** A project whose quarantine is empty. */
  readonly calm: string;
  readonly places: GuardedPlaces;
  readonly judge: Judge;
  readonly judgeBash: (command: string, cwd?: string) => Denial | null;
};

const DIRECTORIES = texts("directories");

const FILES = texts("files");

export function guardedProject(owner: Owner): GuardedProject {
  const home = join(freshDir(owner), "alice");
  for (const directory of DIRECTORIES) mkdirSync(join(home, directory), { recursive: true });
  for (const file of FILES) writeFileSync(join(home, file), "x\n");
  const top = join(home, "proj");
  symlinkSync(".claude/memory", join(top, "notes"));
  symlinkSync(".claude", join(top, "config"));
  symlinkSync("../.claude/memory/memories", join(top, "src", "deep"));
  symlinkSync("proj", join(home, "alias"));
  const places = placesOf(home, top);
  connectAll(places);
  const judge: Judge = (tool, input, { cwd = top, places: given = places } = {}) =>
    judgeTool({ tool, input, cwd }, given);
  const judgeBash = (command: string, cwd = top): Denial | null => judge("Bash", { command }, { cwd });
  return { home, top, calm: join(home, "calm"), places, judge, judgeBash };
}

function placesOf(home: string, top: string): GuardedPlaces {
  return {
    home,
    env: { HOME: home, XDG_STATE_HOME: join(home, ".local/state") },
    roots: [
      { path: join(top, ".claude/memory"), shown: ".claude/memory/", scope: "project" },
      { path: join(home, ".claude/claude-memory"), shown: "~/.claude/claude-memory/", scope: "user" },
    ],
    state: join(home, ".local/state/credence"),
    cache: join(home, ".cache/credence"),
    settings: CLIENTS.flatMap(({ codec: { settingsPaths } }) => [
      ...settingsPaths.user.map((path) => join(home, path)),
      ...settingsPaths.project.map((path) => join(top, path)),
    ]),
    program: join(home, "lib/node_modules/credence/dist"),
    interpreter: join(home, ".nvm/v24/bin/node"),
    read: (path) => {
      try {
        return readFileSync(path, "utf8");
      } catch {
        // Nothing there.
        return null;
      }
    },
    realpath: findRealPlace,
    list: (path) => {
      try {
        return readdirSync(path);
      } catch {
        // Nothing there, or no directory.
        return null;
      }
    },
    caseInsensitive: false,
  };
}

/** With what install writes. */
function connectAll({ home, state, cache }: GuardedPlaces): void {
  const launch = {
    node: "/n",
    script: join(home, "lib/node_modules/credence/dist/credence.cjs"),
    state,
    cache,
  };
  const request = { launch, userRoot: join(home, ".claude/claude-memory"), version: null };
  for (const { settings } of CLIENTS) {
    const path = settings.file({ home, env: {}, project: null });
    const made = settings.merge(null, request);
    if (made.kind !== "edited" || made.text === null) throw new Error(settings.name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, made.text);
  }
}
