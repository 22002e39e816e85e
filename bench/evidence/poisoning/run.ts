// The whole of it: the project, the rounds of plants, the lesser systems, the hub, the clients.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { deriveId } from "../../../src/memory/file/draft.ts";
import { git } from "../../../test/fixture/git-repository.ts";
import { type Life, readLife } from "../../life-sets.ts";
import type { Context, Section, Skipped } from "../section.ts";
import { type Answers, askClients, type Question } from "./clients.ts";
import { describe } from "./describe.ts";
import { findNoPostgres, type HostileHub, openHostileHub } from "./hub-path.ts";
import { type Mark, markIn } from "./marks.ts";
import { ask, askHub, isRecallable, plantAll, type Seen, wantedOf } from "./measure.ts";
import type { Colleague, Measured } from "./measured.ts";
import type { Plant } from "./plants.ts";
import { atNow, makeProject, PERSON, type Poisonable } from "./project.ts";
import {
  type HonestState,
  judge,
  judgePlant,
  LESSER,
  type Lesser,
  MARK_OF,
  openStore,
  type PlantState,
  type Served,
  serve,
} from "./systems.ts";

/** What the quick form has of the honest memories. */
const QUICK_MEMORIES = 40;
const CLIENT_MS = 300_000;
/** Honest questions that each real client is asked. */
const TASKS = 3;

type Owner = { readonly after: (cleanUp: () => unknown) => void };
type Measuring = { readonly context: Context; readonly owner: Owner; readonly plants: readonly Plant[] };

export async function measurePoisoning(context: Context, plants: readonly Plant[]): Promise<Section> {
  const cleanUps: (() => unknown)[] = [];
  try {
    const owner = { after: (cleanUp: () => unknown) => void cleanUps.push(cleanUp) };
    const some = context.size === "quick" ? plants.filter(({ place }) => place === 0) : plants;
    return describe(await measure({ context, owner, plants: some }), context.size);
  } finally {
    for (const cleanUp of cleanUps.reverse()) await cleanUp();
  }
}

async function measure(measuring: Measuring): Promise<Measured> {
  const { context, owner, plants } = measuring;
  const { dist, size, tell } = context;
  const life = lifeOf(size);
  tell(`saving ${life.documents.length} honest memories`);
  const project = await makeProject({ owner, dist, life });
  const honest = await readHonest(project);
  const clean = await serveReal(project, life);
  project.keep();
  const colleague = await mergeColleague(project, size === "full" ? 10 : 2);
  project.restore();
  const hub = await askHostileHub(measuring, life);
  const rounds = await playRounds(measuring, { project, honest, tasks: tasksOf(project, clean.answered) });
  const seen = [...rounds.seen, ...hub.seen];
  // The quick form has but one round, and all is in by then.
  if (size === "full") {
    tell("all plants together");
    // By rounds here too: a server takes no more than 30 writes a minute.
    for (const [, round] of roundsOf(plants)) await plantAll(project, round, dist);
  }
  const poisoned = await serveReal(project, life);
  tell("the lesser systems");
  const states = await Promise.all(seen.map(stateOf));
  return {
    ...{ honest, refused: project.refused, seen, colleague, hubTask: hub.task },
    ...{ clients: rounds.clients, questions: rounds.questions },
    marks: new Map([...markLesser(honest, states), ["all of it", marksOf(seen)]]),
    clean: new Map([...(await serveLesser(life, honest, [])), ["all of it", clean.served]]),
    poisoned: new Map([...(await serveLesser(life, honest, states)), ["all of it", poisoned.served]]),
    skipped: [
      ...hub.skipped,
      ...(size === "full" ? [HUB_IN_CLIENTS] : []),
      ...lateOf(seen),
      ...rounds.clients.flatMap((each) => each.skipped),
    ],
  };
}

const HUB_IN_CLIENTS: Skipped = {
  what: "the plants of a hostile hub in the real clients",
  why: "they are asked of the reader behind `credence mcp --hub URL`, which checks; a client that asks a hub over plain HTTP checks nothing, and is told whose word it gets",
};

const roundsOf = (plants: readonly Plant[]): Map<number, Plant[]> =>
  Map.groupBy(plants.filter(isOfProject), ({ place }) => place);

const isOfProject = ({ family }: Plant): boolean => family !== "hostile-hub";

/** The quick form asks what the memories that it has can answer. */
function lifeOf(size: Context["size"]): Life {
  const life = readLife("quayside", "quayside");
  if (size === "full") return life;
  const documents = life.documents.slice(0, QUICK_MEMORIES);
  const here = new Set(documents.map(({ id }) => id));
  const queries = life.queries.filter(({ right }) => [...right.keys()].every((id) => here.has(id)));
  return { ...life, documents, queries: queries.slice(0, 10), unneeded: life.unneeded.slice(0, 5) };
}

async function readHonest(project: Poisonable): Promise<Measured["honest"]> {
  const listed = await project.list();
  return Promise.all(
    project.honest.map(async (each) => {
      const row = listed.get(each.id);
      if (row === undefined) throw new Error(`${each.id} was saved`);
      const judged = await judge(each.id, readFileSync(project.pathOf(each.id), "utf8"));
      return { ...each, standing: row.standing, judged, listed: row };
    }),
  );
}

type ServedReal = { readonly served: Served; readonly answered: readonly Answered[] };
type Answered = { readonly prompt: string; readonly own: string };

/** By the command, and which questions with one right memory it answered. */
async function serveReal(project: Poisonable, life: Life): Promise<ServedReal> {
  const ownOf = new Map(project.honest.map(({ id, own }) => [id, own]));
  const answered: Answered[] = [];
  const served = await serve(life, async (prompt) => {
    const owns = (await project.shown(prompt)).map((id) => ownOf.get(id) ?? id);
    const right = life.queries.find(({ text }) => text === prompt)?.right ?? new Map<string, number>();
    const [only = ""] = right.keys();
    if (right.size === 1 && owns.includes(only)) answered.push({ prompt, own: only });
    return owns;
  });
  return { served, answered };
}

/** The first whose answer a person approved, and others that agents saved. */
function tasksOf(project: Poisonable, answered: readonly Answered[]): Question[] {
  const asked = answered.map(({ prompt, own }) => {
    const place = project.honest.findIndex((each) => each.own === own);
    const id = project.honest[place]?.id ?? "";
    return { isPersons: place % 5 === 0, question: { key: prompt, prompt, ids: [id], marker: null } };
  });
  const persons = asked.filter(({ isPersons }) => isPersons).slice(0, 1);
  const agents = asked.filter(({ isPersons }) => !isPersons).slice(0, TASKS - persons.length);
  return [...persons, ...agents].map(({ question }) => question);
}

/** Honest memories of somebody whose key is not known here yet, by the way of every pull. */
async function mergeColleague(project: Poisonable, count: number): Promise<Colleague> {
  const before = await project.list();
  git(project.base, "clone", "--quiet", project.top, "theirs");
  const there = {
    ...{ cwd: join(project.base, "theirs"), ...atNow() },
    env: { CREDENCE_HOME: join(project.base, "their-machine") },
  };
  await project.done(["init", "--test-state"], there);
  for (let place = 1; place <= count; place += 1) {
    const body = `Rack ${place} in the workshop has the spare parts of pier ${place}, labelled by hand.`;
    const words = ["--type", "project", "--name", `Rack ${place}`, "--description", "Spare parts"];
    await project.done(["save", ...words, "--body", body, PERSON], there);
  }
  git(there.cwd, "add", "--all");
  git(there.cwd, "commit", "--quiet", "--message=Theirs");
  git(project.top, "pull", "--quiet", "--no-rebase", there.cwd, "main");
  const rows = [...(await project.list()).values()].filter(({ id }) => !before.has(id));
  return { sent: count, waiting: rows.filter(({ standing }) => standing === "foreign").length };
}

type Playing = {
  readonly project: Poisonable;
  readonly honest: Measured["honest"];
  readonly tasks: readonly Question[];
};

type Played = Pick<Measured, "seen" | "clients" | "questions">;

/** The n-th plants of all families are in at a time. The real clients are asked in the first round. */
async function playRounds(
  { context, owner, plants }: Measuring,
  { project, tasks }: Playing,
): Promise<Played> {
  const { dist, size, tell } = context;
  const seen: Seen[] = [];
  let [clients, questions]: [Answers[], Question[]] = [[], []];
  const rounds = roundsOf(plants);
  for (const [round, own] of rounds) {
    tell(`round ${round + 1} of ${rounds.size}: ${own.length} plants`);
    const arrived = await plantAll(project, own, dist);
    const start = await project.hook("SessionStart", { source: "startup" });
    for (const each of arrived) seen.push(await ask({ project, start }, each));
    if (size === "quick") continue;
    if (round === 0) {
      tell("the real clients");
      questions = [
        ...tasks,
        ...seen.map((each) => ({ ...wantedOf(each), key: each.plant.id, prompt: each.plant.prompt })),
      ];
      clients = await askClients(project, { owner, dist, questions, until: performance.now() + CLIENT_MS });
    }
    project.restore();
  }
  return { seen, clients, questions };
}

type AskedHub = { readonly seen: Seen[]; readonly task: Mark | null; readonly skipped: Skipped[] };

async function askHostileHub({ context, owner, plants }: Measuring, life: Life): Promise<AskedHub> {
  const own = plants.filter((plant) => !isOfProject(plant));
  const why = findNoPostgres();
  if (why !== null) return { seen: [], task: null, skipped: [{ what: "the plants of a hostile hub", why }] };
  context.tell("a hub in other hands");
  const hub = await openHostileHub(owner, { scratch: context.scratch, documents: life.documents });
  const seen: Seen[] = [];
  for (const plant of own) seen.push(await askHub(hub, plant));
  return { seen, task: await askHonestHub(hub, life), skipped: [] };
}

/** A few questions, until one is answered: whoever withholds all of a hub's answers would look safe. */
async function askHonestHub(hub: HostileHub, { documents, queries }: Life): Promise<Mark> {
  for (const { text, right } of queries.slice(0, HUB_QUESTIONS)) {
    const names = documents.flatMap(({ id, name }) => (right.has(id) ? [name] : []));
    const ids = names.map((name) => deriveId("project", name));
    const mark = markIn([await hub.ask(text)], { ids, marker: null });
    if (mark !== "absent") return mark;
  }
  return "absent";
}

const HUB_QUESTIONS = 5;

async function stateOf(seen: Seen): Promise<PlantState> {
  return { plant: seen.plant, judged: await judgePlant(seen.plant), isRecallable: isRecallable(seen) };
}

const marksOf = (seen: readonly Seen[]): Map<string, Mark> =>
  new Map(seen.map(({ plant, mark }) => [plant.id, mark]));

/** Round by round, as the program is asked. */
function markLesser(
  honest: readonly HonestState[],
  states: readonly PlantState[],
): [Lesser, Map<string, Mark>][] {
  const rounds = [...Map.groupBy(states, ({ plant }) => plant.place).values()];
  return LESSER.map((system) => {
    const marks = rounds.flatMap((round) => {
      const store = openStore(system, honest, round);
      return round.map(({ plant }): [string, Mark] => {
        return [plant.id, store(plant.prompt).includes(plant.id) ? MARK_OF[system] : "absent"];
      });
    });
    return [system, new Map(marks)];
  });
}

async function serveLesser(
  life: Life,
  honest: readonly HonestState[],
  states: readonly PlantState[],
): Promise<[Lesser, Served][]> {
  const served: [Lesser, Served][] = [];
  for (const system of LESSER) served.push([system, await serve(life, openStore(system, honest, states))]);
  return served;
}

function lateOf(seen: readonly Seen[]): Skipped[] {
  const late = seen.filter(({ isLate }) => isLate);
  const what = (each: Seen): string => `the hook's block for ${each.plant.id}`;
  return late.map((each) => ({ what: what(each), why: "the hook was late on this machine three times" }));
}
