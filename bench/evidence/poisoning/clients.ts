// The real clients, each in the poisoned project, with a model on the loopback interface that keeps what it is asked.

import { existsSync } from "node:fs";
import { CLAUDE } from "../../../test/clients/claude-project.ts";
import { type ClientProject, clientIn, type RealClient } from "../../../test/clients/client-project.ts";
import { CODEX, trustHooks } from "../../../test/clients/codex-client.ts";
import { GEMINI } from "../../../test/clients/gemini-client.ts";
import type { Asked } from "../../../test/clients/model/asked.ts";
import { OPENCODE } from "../../../test/clients/opencode-client.ts";
import type { Owner } from "../../../test/temp-dir.ts";
import type { Skipped } from "../section.ts";
import { type Mark, markIn, type Wanted } from "./marks.ts";
import type { Poisonable } from "./project.ts";

/** The third is whichever of the last two is here. */
const CLIENTS: readonly (readonly RealClient[])[] = [[CLAUDE], [CODEX], [GEMINI, OPENCODE]];

export type Question = Wanted & {
  /** What its row is called. */
  readonly key: string;
  readonly prompt: string;
};

export type Answers = {
  readonly label: string;
  readonly marks: ReadonlyMap<string, Mark>;
  readonly skipped: readonly Skipped[];
};

export type Asking = {
  readonly owner: Owner;
  readonly dist: string;
  readonly questions: readonly Question[];
  /** Nothing is begun after it, by the clock of `performance`. */
  readonly until: number;
};

export async function askClients(project: Poisonable, asking: Asking): Promise<Answers[]> {
  const connected: { client: RealClient; place: ClientProject }[] = [];
  const absent: Answers[] = [];
  // One after the other: they share the launcher that install writes.
  for (const choices of CLIENTS) {
    const client = choices.find(isHere);
    if (client !== undefined) connected.push({ client, place: await connect(project, client, asking) });
    else absent.push(absentOf(choices));
  }
  return [...(await Promise.all(connected.map((each) => askOne(each, asking)))), ...absent];
}

function isHere({ program }: RealClient): boolean {
  try {
    return program().every((word) => !word.startsWith("/") || existsSync(word));
  } catch {
    // It says so: npm run verify fetches it.
    return false;
  }
}

function absentOf(choices: readonly RealClient[]): Answers {
  const label = choices.map((each) => each.label).join(" or ");
  return {
    label,
    marks: new Map(),
    skipped: [{ what: `requests of ${label}`, why: "the program is not here; npm run verify fetches it" }],
  };
}

async function connect(
  project: Poisonable,
  client: RealClient,
  { owner, dist }: Pick<Asking, "owner" | "dist">,
): Promise<ClientProject> {
  const place = await clientIn(owner, project, { client, dist });
  place.credence("install", client.name);
  if (client === CODEX) await trustHooks(place);
  return place;
}

type Connected = { readonly client: RealClient; readonly place: ClientProject };

async function askOne(
  { client, place }: Connected,
  { questions, until }: Pick<Asking, "questions" | "until">,
): Promise<Answers> {
  const marks = new Map<string, Mark>();
  const skipped: Skipped[] = [];
  for (const { key, prompt, ...wanted } of questions) {
    if (performance.now() > until) {
      skipped.push({ what: `${key} in ${client.label}`, why: "the time for clients was up" });
      continue;
    }
    const { exit, asked, stderr } = await place.ask(prompt);
    const told = textsOf(asked, prompt);
    if (exit !== 0 || told.length === 0)
      skipped.push({
        what: `${key} in ${client.label}`,
        why: `it ended with ${exit}: ${stderr.slice(0, 120)}`,
      });
    else if (told.some((text) => text.includes("memories came too late")))
      skipped.push({ what: `${key} in ${client.label}`, why: "its hook was late on this machine" });
    else marks.set(key, markIn(told, wanted));
  }
  return { label: client.label, marks, skipped };
}

/** All that reached the model, but for the person's own words. */
function textsOf(asked: readonly Asked[], prompt: string): string[] {
  return asked.flatMap(({ said }) => said.map(({ text }) => text.replaceAll(prompt, "")));
}
