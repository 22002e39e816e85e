// Rivals, really run: other memory servers for coding agents that npm has, in the best form that needs no download of a model, beside
// ours in the same run.

import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe } from "../rivals/describe.ts";
import { install, sizeMb } from "../rivals/install.ts";
import type { Measured, Measuring, Sizes } from "../rivals/measure.ts";
import { killAll, markOf } from "../rivals/processes.ts";
import type { Rival } from "../rivals/rival.ts";
import type { Subject } from "../rivals/subject.ts";
import type { Context, Part, Section, Skipped } from "./section.ts";

const SIZES: Readonly<Record<Context["size"], Sizes>> = {
  full: { memories: 500, unasked: 25, queries: 41, saves: 12, hooks: 11, plants: 500, kills: 20 },
  quick: { memories: 30, unasked: 5, queries: 6, saves: 3, hooks: 2, plants: 10, kills: 2 },
};
const RIVAL_MS = 400_000;
const INSTALL_MS: Readonly<Record<Context["size"], number>> = { full: 300_000, quick: 12_000 };

export const RIVALS_PART: Part = {
  name: "rivals",
  run: async (context) => {
    const missing = findMissing();
    if (missing === null) return run(context);
    const nothing = { says: [], tables: [], charts: [], broken: [] };
    return { title: "Rivals", ...nothing, skipped: [{ what: "all of it", why: missing }] };
  },
};

function findMissing(): string | null {
  if (!existsSync("/proc/self/environ")) return "the processes of a rival are found by /proc";
  if (!existsSync(join(import.meta.dirname, "../life/quayside.txt")))
    return "the honest memories are not here";
  return null;
}

async function run(context: Context): Promise<Section> {
  const cleanUps: (() => unknown)[] = [];
  try {
    return await measureAll(context, { after: (cleanUp) => void cleanUps.push(cleanUp) });
  } finally {
    for (const cleanUp of cleanUps.reverse()) await cleanUp();
  }
}

type Owner = { readonly after: (cleanUp: () => unknown) => void };

async function measureAll({ size, dist, scratch, tell }: Context, owner: Owner): Promise<Section> {
  // Only here: the other parts do not wait for what these load.
  const { readHonest } = await import("../rivals/recall.ts");
  const { measureSubject } = await import("../rivals/measure.ts");
  const { NOT_RUN, QUICK_RIVALS, RIVALS } = await import("../rivals/rivals.ts");
  const measuring = { life: readHonest(SIZES[size].memories), sizes: SIZES[size], ours: null };
  tell("Credence");
  const own = await openOurs(owner, dist);
  const ours = await measureSubject(own, measuring);
  const measured: Measured[] = [];
  const skipped: Skipped[] = [];
  for (const rival of size === "quick" ? QUICK_RIVALS : RIVALS) {
    tell(rival.name);
    const outcome = await measureRival(
      rival,
      { own, scratch, measuring, limitMs: INSTALL_MS[size] },
      measureSubject,
    );
    if ("why" in outcome) skipped.push(outcome);
    else measured.push(outcome);
  }
  if (size === "full") skipped.push(...NOT_RUN);
  return describe({ ours, rivals: measured, skipped, size });
}

type Beside = {
  readonly own: Subject;
  readonly scratch: string;
  readonly measuring: Measuring;
  readonly limitMs: number;
};

type Measure = (subject: Subject, measuring: Measuring) => Promise<Measured>;

async function measureRival(rival: Rival, beside: Beside, measure: Measure): Promise<Measured | Skipped> {
  const { own, scratch, measuring, limitMs } = beside;
  const base = join(scratch, rival.name);
  const installed = install(rival, join(base, "package"), limitMs);
  if (typeof installed === "string") return { what: rival.name, why: installed };
  const [home, top] = [join(base, "home"), join(base, "project")];
  for (const directory of [home, top]) mkdirSync(directory);
  const run = randomUUID();
  const subject: Subject = {
    ...{ rival, run, size: installed },
    place: { modules: installed.modules, home, top, env: envOf(run, home) },
  };
  const opened = await own.rival.start(own.place);
  try {
    const late = wait(RIVAL_MS).then(() =>
      Promise.reject(new Error(`it took longer than ${RIVAL_MS / 1000} s`)),
    );
    return await Promise.race([measure(subject, { ...measuring, ours: { subject: own, opened } }), late]);
  } catch (error) {
    return { what: rival.name, why: `it failed: ${error instanceof Error ? error.message : String(error)}` };
  } finally {
    await killAll(run);
    await opened.stop();
  }
}

/** Does not keep the process. */
function wait(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, ms).unref());
}

async function openOurs(owner: Owner, dist: string): Promise<Subject> {
  const { openOwn } = await import("../rivals/credence.ts");
  const run = randomUUID();
  const { rival, place } = await openOwn(owner, dist, envOf(run, "/"));
  const shipped = ["docs", "plugin"].map((name) => join(import.meta.dirname, "../..", name));
  const mb = [dist, ...shipped].reduce((sum, directory) => sum + sizeMb(directory), 0);
  return { rival, place, run, size: { mb, packages: 1 } };
}

/** Nothing else of the environment: no key, no proxy, no setting of this machine. */
function envOf(run: string, home: string): Record<string, string> {
  return { PATH: process.env["PATH"] ?? "", HOME: home, ...markOf(run) };
}
