// `npm run bench:life`: what recall serves in the first year of a project. Each project was invented by somebody who saw neither
// the ranking nor the other projects; the ranking was fitted on some of them and never on the others. Memories are saved by the
// command and prompts asked of `recall`; `--quick` asks the ranking itself, without files, `--verified` has a person save them.

import { renderInstant } from "../src/memory/instant.ts";
import { type InitProject, initProject } from "../test/fixture/init-project.ts";
import { type Life, readLife } from "./life-sets.ts";
import { renderTable } from "./measure.ts";
import { openRatedRecall, type Rated } from "./recall-engines.ts";

const PROJECTS = { fitted: ["vets", "tracks"], reported: ["bakery", "wind", "library", "podcast"] } as const;

type AskLife = (prompt: string) => Promise<readonly Rated[]>;

async function main(flags: ReadonlySet<string>): Promise<void> {
  const header = ["", "right", "of several", "wrong a prompt", "silent", "high", "medium", "low"];
  const rows: string[][] = [];
  for (const [kind, names] of Object.entries(PROJECTS)) {
    for (const name of names) {
      const life = readLife(name, name);
      const counts = await measureLife(life, flags);
      rows.push([`${name}, ${kind}`, ...renderCounts(counts)]);
    }
  }
  console.log(renderTable([header, ...rows]));
}

async function measureLife(life: Life, flags: ReadonlySet<string>): Promise<LifeCounts> {
  const { standing, more } = flags.has("--verified")
    ? ({ standing: "verified", more: ["--as-test-person"] } as const)
    : ({ standing: "inferred", more: [] } as const);
  if (flags.has("--quick")) {
    const ask = openRatedRecall(life.documents.map((document) => ({ ...document, standing })));
    return countLife(life, async (prompt) => ask(prompt));
  }
  const cleanUps: (() => void)[] = [];
  try {
    return await countLife(
      life,
      await saveLife(life, { after: (cleanUp) => void cleanUps.push(cleanUp) }, more),
    );
  } finally {
    for (const cleanUp of cleanUps) cleanUp();
  }
}

/** A day after the last memory. */
const DAY_MS = 86_400_000;

async function saveLife(
  { documents }: Life,
  owner: Parameters<typeof initProject>[0],
  more: readonly string[],
): Promise<AskLife> {
  const project = await initProject(owner);
  const idOf = new Map<string, string>();
  for (const document of documents) {
    idOf.set(document.id, await saveDocument(project, { ...document, more }));
  }
  const ownId = new Map([...idOf].map(([own, id]) => [id, own]));
  const now = renderDay(Math.max(...documents.map(({ time = 0 }) => time)) + DAY_MS);
  return async (prompt) => {
    const { stdout } = await project.done(["recall", "--json", "--now", now, "--prompt", prompt]);
    const { shown }: { shown: { id: string; confidence: Rated["confidence"] }[] } = JSON.parse(stdout);
    return shown.map(({ id, confidence }) => ({ id: ownId.get(id) ?? id, confidence }));
  };
}

type Saving = Life["documents"][number] & { readonly more: readonly string[] };

/** The command has no way to say that one replaces another. */
async function saveDocument(project: InitProject, saving: Saving): Promise<string> {
  const { name, body, tags, type = "project", category, time = 0, more } = saving;
  const { stdout } = await project.done([
    ...["save", "--json", "--scope", "project", "--now", renderDay(time), "--type", type, "--name", name],
    ...["--description", body.split(/(?<=[.;:]) /)[0]?.slice(0, 150) ?? name, "--body", body],
    ...["--tags", tags.join(",")],
    ...(category == null ? [] : ["--category", category]),
    ...more,
  ]);
  const { id }: { id: string } = JSON.parse(stdout);
  return id;
}

function renderDay(time: number): string {
  return renderInstant(time + DAY_MS / 2);
}

// What is counted.

type Count = readonly [number, number];
type LifeCounts = Readonly<
  Record<"right" | "several" | "wrong" | "silent" | "high" | "medium" | "low", Count>
>;

async function countLife({ queries, unneeded }: Life, ask: AskLife): Promise<LifeCounts> {
  const answers = await Promise.all(
    [...queries, ...unneeded.map((text) => ({ text, right: new Map<string, number>() }))].map(
      async ({ text, right }) => ({ right, shown: await ask(text) }),
    ),
  );
  const found = answers.flatMap(({ right, shown }) =>
    shown.map(({ id, confidence }) => ({ isRight: right.has(id), confidence })),
  );
  const ofSize = (isCounted: (size: number) => boolean): typeof answers =>
    answers.filter(({ right }) => isCounted(right.size));
  const foundOf = (some: typeof answers): number =>
    some.reduce((sum, { right, shown }) => sum + shown.filter(({ id }) => right.has(id)).length, 0);
  const rated = (confidence: string): Count => {
    const some = found.filter((each) => each.confidence === confidence);
    return [some.filter(({ isRight }) => isRight).length, some.length];
  };
  const several = ofSize((size) => size > 1);
  const none = ofSize((size) => size === 0);
  return {
    right: [foundOf(ofSize((size) => size === 1)), ofSize((size) => size === 1).length],
    several: [foundOf(several), several.reduce((sum, { right }) => sum + right.size, 0)],
    wrong: [found.filter(({ isRight }) => !isRight).length, answers.length],
    silent: [none.filter(({ shown }) => shown.length === 0).length, none.length],
    high: rated("high"),
    medium: rated("medium"),
    low: rated("low"),
  };
}

function renderCounts(counts: LifeCounts): string[] {
  return Object.values(counts).map(([some, all]) =>
    all === 0 ? "–" : `${(some / all).toFixed(2)} (${some} of ${all})`,
  );
}

if (import.meta.main) await main(new Set(process.argv.slice(2)));
