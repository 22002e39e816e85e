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
  return [...(await askInTurn(project, connected, asking)), ...absent];
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

/** One question after the other, each to all clients, so that what there is no time for are the last questions. */
async function askInTurn(
  project: Poisonable,
  connected: readonly Connected[],
  { questions, until }: Pick<Asking, "questions" | "until">,
): Promise<Answers[]> {
  const asked = connected.map(({ client: { label }, place }) => {
    const [marks, skipped]: [Map<string, Mark>, Skipped[]] = [new Map(), []];
    return { label, place, marks, skipped };
  });
  for (const question of questions)
    for (const { label, place, marks, skipped } of asked) {
      const what = `${question.key} in ${label}`;
      const isOver = performance.now() > until;
      const answer = isOver ? "the time for clients was up" : await askOnce(project, place, question);
      if (typeof answer === "string") skipped.push({ what, why: answer });
      else marks.set(question.key, answer.mark);
    }
  return asked;
}

const TRIES = 3;

/** @returns why it could not be asked, or what its requests had. */
async function askOnce(
  project: Poisonable,
  place: ClientProject,
  { prompt, ...wanted }: Question,
): Promise<{ readonly mark: Mark } | string> {
  let why = "";
  for (let left = TRIES; left > 0; left -= 1) {
    const { result, isAnswered } = await project.watched(() => place.ask(prompt));
    const { exit, asked, stderr } = result;
    const told = textsOf(asked, prompt);
    if (exit === 0 && told.length > 0 && isAnswered) return { mark: markIn(told, wanted) };
    why = isAnswered ? `it ended with ${exit}: ${stderr.slice(0, 120)}` : "its hook was late on this machine";
  }
  return why;
}

/** All that reached the model, but for the person's own words. */
function textsOf(asked: readonly Asked[], prompt: string): string[] {
  return asked.flatMap(({ said }) => said.map(({ text }) => text.replaceAll(prompt, "")));
}
