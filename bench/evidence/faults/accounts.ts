// Another language, another umask, another account, a home that may only be read: what a process has and a call does not. Each
// subject that is a command is called in such a process.

import { chmodSync } from "node:fs";
import { join } from "node:path";
import { faultyCli, type Serve, serveFaulty } from "../../../test/faults/faulty-process.ts";
import { readSnapshot } from "../../../test/faults/snapshot.ts";
import { giveTo, NOBODY } from "../../../test/fixture/scratch-project.ts";
import type { Owner } from "../../../test/temp-dir.ts";
import type { Fault, Place } from "./faults.ts";
import { type Harm, judge, type Lane } from "./lane.ts";

const LANGUAGES = [
  { LC_ALL: "tr_TR.UTF-8", LANG: "tr_TR.UTF-8", TZ: "Pacific/Kiritimati" },
  { LC_ALL: "C", LANG: "C", TZ: "America/St_Johns" },
];
const UMASKS = [0, 0o77, 0o777];

const IS_ROOT = process.getuid?.() === 0;
export const NEEDS_ROOT = "only root can become another account";

export type Accounts = { readonly faults: readonly Fault[]; readonly skipped: readonly string[] };

export async function openAccounts(owner: Owner): Promise<Accounts> {
  const cli = await faultyCli();
  const ordinary = serveFaulty(owner, IS_ROOT ? { cli, uid: NOBODY } : { cli });
  const languages = LANGUAGES.map((env) => inLanguage(serveFaulty(owner, { cli, env }), env));
  const faults = [
    ofCommands("locale", languages),
    ofCommands(
      "umask",
      UMASKS.map((mask) => underUmask(ordinary, mask)),
    ),
    ofCommands(
      "read-only home",
      HOMES.map((parts) => readOnly(ordinary, parts)),
    ),
  ];
  const foreign = ofCommands(
    "another account",
    OWNED.map((parts) => asAnother(ordinary, parts)),
  );
  return IS_ROOT ? { faults: [...faults, foreign], skipped: [] } : { faults, skipped: [foreign.name] };
}

function ofCommands(name: string, places: Place[]): Fault {
  return { name, places: async ({ subject }) => (subject.act === undefined ? places : []) };
}

function inLanguage(serve: Serve, env: (typeof LANGUAGES)[number]): Place {
  return { at: `${env.LC_ALL}, ${env.TZ}`, disturb: (lane) => call(lane, { serve, env }) };
}

function underUmask(serve: Serve, umask: number): Place {
  return { at: `umask ${umask.toString(8)}`, disturb: (lane) => call(lane, { serve, umask, owned: ["."] }) };
}

/** Directories of the project that may only be read. */
const HOMES = [["home"], ["credence"], ["home", "credence"]];

function readOnly(serve: Serve, closed: readonly string[]): Place {
  return {
    at: `only reading in ${closed.join(", ")}`,
    disturb: (lane) => call(lane, { serve, owned: ["."], closed }),
  };
}

/** What belongs to the account, where the rest is somebody else's: nothing, and all but the project. */
const OWNED = [[], ["home", "credence"]];

function asAnother(serve: Serve, owned: readonly string[]): Place {
  const own = owned.length === 0 ? "nothing of it its own" : `with ${owned.join(", ")} of its own`;
  return { at: `another account, ${own}`, disturb: (lane) => call(lane, { serve, owned }) };
}

type Way = {
  readonly serve: Serve;
  readonly env?: Readonly<Record<string, string>>;
  readonly umask?: number;
  /** Directories that belong to the account of the process. */
  readonly owned?: readonly string[];
  readonly closed?: readonly string[];
};

async function call(
  lane: Lane,
  { serve, env = {}, owned = [], closed = [], ...how }: Way,
): Promise<Harm | null> {
  lane.rewind();
  const { project, subject } = lane;
  chmodSync(project.base, 0o755);
  if (IS_ROOT) for (const part of owned) giveTo(NOBODY, join(project.base, part));
  const open = closed.flatMap((part) => close(join(project.base, part)));
  try {
    const placed = { ...project, env: { ...project.env, ...env } };
    const outcome = await serve({ project: placed, args: subject.call, ...how });
    open.reverse().forEach((reopen) => void reopen());
    if (IS_ROOT) giveTo(0, project.base);
    return await judge(lane, { outcome: { ...outcome, exit: outcome.exit ?? 1 }, isExact: true });
  } finally {
    if (IS_ROOT) giveTo(0, project.base);
  }
}

/** @returns what opens each directory again. */
function close(path: string): (() => void)[] {
  const directories = [...readSnapshot(path)].filter(([name]) => name.endsWith("/"));
  return [["", { mode: 0o700 }] as const, ...directories].map(([name, { mode }]) => {
    // Open to no more people than before, or it would be refused for that.
    chmodSync(join(path, name), mode & 0o555);
    return () => chmodSync(join(path, name), mode);
  });
}
