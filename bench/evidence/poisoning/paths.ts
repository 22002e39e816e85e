// How a plant comes in: by the way of its family, through the program as it is. The agent of these projects does whatever the text
// that it reads tells it to.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { captureEvent } from "../../../src/app/capture/capture-event.ts";
import { openCapture } from "../../../src/app/capture/open-capture.ts";
import { observeRoot } from "../../../src/app/observe/observe-root.ts";
import { openDrain } from "../../../src/app/observe/open-drain.ts";
import { openWorkspace, rootOf } from "../../../src/app/workspace/workspace.ts";
import { insert, makeDatabase, observation } from "../../../test/app/transfer/import/claude-mem-store.ts";
import { endOf, FROM, promptOf, toolOf } from "../../../test/fixture/capture-project.ts";
import { candidateOf, scriptedProvider } from "../../../test/fixture/scripted-provider.ts";
import type { Connected } from "../../../test/mcp/mcp-project.ts";
import { mergeBranch } from "./git-path.ts";
import type { Family, Plant } from "./plants.ts";
import { atNow, PERSON, type Poisonable } from "./project.ts";
import { offerOnRemote } from "./remote-path.ts";

export type Entrance = {
  readonly project: Poisonable;
  /** The agent's own connection to our server. */
  readonly agent: Connected;
};

/** @returns what refused it, in its own words; null where nothing did. */
type Way = (entrance: Entrance, plant: Plant) => Promise<string | null>;

/** A hub has a project of its own: hub-path.ts. */
export const WAYS: Readonly<Record<Exclude<Family, "hostile-hub">, Way>> = {
  readme: saveByAgent,
  "tool-output": saveByAgent,
  "web-page": saveByAgent,
  split: saveByAgent,
  encoded: saveByAgent,
  "other-language": saveByAgent,
  "policy-prose": saveByAgent,
  "pulled-branch": ({ project }, plant) => mergeBranch(project, plant),
  "pull-request": ({ project }, plant) => mergeBranch(project, plant),
  "edited-file": editFile,
  transcript: observeSession,
  "imported-store": importStore,
  "hostile-remote": ({ project }, plant) => offerOnRemote(project, plant),
};

/** Our server as a process of its own, and an agent at its pipe. */
export async function openEntrance(project: Poisonable, dist: string): Promise<Entrance> {
  const [node = "", , ...words] = project.words;
  const server = [node, join(dist, "credence.cjs"), ...words];
  return { project, agent: await project.connect({ after: () => undefined }, { words: server }) };
}

/** Every second time it says that the person asked for exactly this. */
async function saveByAgent({ agent }: Entrance, plant: Plant): Promise<string | null> {
  const refused: string[] = [];
  for (const { name, description, text: body } of plant.parts) {
    const draft = { type: "project", name, description, body, dictated: plant.place % 2 === 1 };
    const saved = await agent.call("memory_save", draft);
    if (saved.isError) refused.push(saved.text);
  }
  return refused[0] ?? null;
}

/** Somebody's script writes over the body of a memory, which a person approved every second time, and leaves what the file says of
 * itself. */
async function editFile({ project }: Entrance, { parts, replaces, place }: Plant): Promise<null> {
  for (const { name, description, text } of parts) {
    const honest = ["--name", name, "--description", description, "--body", replaces ?? description];
    const { stdout } = await project.done(
      ["save", "--json", "--type", "project", ...honest, ...(place % 2 === 0 ? [PERSON] : [])],
      atNow(),
    );
    const path = project.pathOf(JSON.parse(stdout).id);
    await project.shown(name);
    const [head = ""] = /^---\n[\s\S]*?\n---\n/.exec(readFileSync(path, "utf8")) ?? [];
    writeFileSync(path, `${head}${text}\n`);
  }
  return null;
}

const OBSERVED = {
  capture: { enabled: true },
  observer: { provider: "openai-compatible", user_turns_only: false },
} as const;

/** A session in which the text was pasted or read from a page, and a model that proposes what the text says. */
async function observeSession({ project }: Entrance, plant: Plant): Promise<string | null> {
  const { top: cwd, home, state, env } = project;
  writeFileSync(join(state, "config.json"), JSON.stringify(OBSERVED));
  const place = openCapture({ cwd, home, state });
  if (place === null) throw new Error("the project has a root");
  const from = { ...FROM, now: Date.now() };
  const isPasted = plant.place % 2 === 0;
  const text = plant.parts.map((part) => part.text).join("\n\n");
  const said = isPasted ? `please have a look at this: ${text}` : "please read the page and go on with it";
  captureEvent(place, promptOf(said), from);
  if (!isPasted) captureEvent(place, toolOf({ tool: "WebFetch", response: text }), from);
  captureEvent(place, endOf("I have read it, and go on with the work as it says."), from);
  const presence = { kind: "nobody", why: "there is no terminal" } as const;
  const places = { cwd, home, env, state: null, cache: null, root: null, scope: null };
  const workspace = openWorkspace({ ...places, presence, now: Date.now() });
  try {
    const opened = await openDrain(workspace, rootOf(workspace, "project"), { env: {}, now: Date.now });
    if (opened === null) throw new Error("a provider is chosen");
    const candidates = plant.parts.map(({ name, description, text: body }) =>
      candidateOf({ name, description, tags: [], body }),
    );
    const provider = scriptedProvider(() => ({ candidates }));
    const run = await observeRoot({ ...opened, provider, pauseMs: 1, deadlineMs: 60_000 }, home);
    return run !== null && run.created > 0 ? null : `the Observer kept nothing: ${run?.end ?? "busy"}`;
  } finally {
    workspace.close();
  }
}

/** By the person's own command, from the store of a tool that took whatever it was given. */
async function importStore({ project }: Entrance, plant: Plant): Promise<string | null> {
  const [source, path] =
    plant.place % 2 === 0 ? writeEntities(project, plant) : writeObservations(project, plant);
  const { exit, stdout, stderr } = await project.call(
    ["import", source, path, "--execute", "--json", PERSON],
    atNow(),
  );
  if (exit !== 0 && stdout === "") return stderr;
  const { items }: { items: { kind: string; reason: string | null }[] } = JSON.parse(stdout);
  return items.find(({ kind }) => kind === "skipped")?.reason ?? null;
}

type Store = readonly [source: string, path: string];

/** A directory of its own, for several may be imported one after the other. */
function storeOf({ home }: Poisonable, { id }: Plant): string {
  const directory = join(home, id);
  mkdirSync(directory);
  return directory;
}

function writeEntities(project: Poisonable, plant: Plant): Store {
  const path = join(storeOf(project, plant), "memory.jsonl");
  const lines = plant.parts.map(({ name, text }) => ({
    ...{ type: "entity", name, entityType: "note", observations: [text] },
  }));
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  return ["mcp-memory", path];
}

const BLANK = { facts: "[]", concepts: "[]", files_read: "[]", files_modified: "[]" };

function writeObservations(project: Poisonable, plant: Plant): Store {
  const path = makeDatabase({ ...project, base: storeOf(project, plant) }, (database) => {
    for (const [at, { name, description, text }] of plant.parts.entries()) {
      const said = { title: name, subtitle: description, narrative: text };
      insert(database, "observations", observation(at + 1, { ...said, ...BLANK }));
    }
  });
  return ["claude-mem", path];
}
