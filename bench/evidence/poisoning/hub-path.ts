// A hub in other hands: a true one, with the honest memories of a team, and somebody in front of it who puts into its answers what
// nobody of the team signed. The client checks every answer by the policy that it pinned.

import { mkdirSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { findPostgres } from "../../../hub/src/database/find-postgres.ts";
import { HubFailure } from "../../../hub/src/hub-failure.ts";
import { listPolicies } from "../../../hub/src/policy/policies.ts";
import type { Saved, Team } from "../../../hub/test/team.ts";
import { openCheckedHub } from "../../../src/app/hub/checked-hub.ts";
import { openHubMemories } from "../../../src/app/hub/hub-memories.ts";
import { deriveId } from "../../../src/memory/file/draft.ts";
import { parsePolicy } from "../../../src/memory/law/sets/policy.ts";
import type { Owner } from "../../../test/temp-dir.ts";
import type { RecallDocument } from "../../recall-sets.ts";
import type { Plant } from "./plants.ts";

const ROOT = "1".repeat(32);
/** As many are stored in one go. */
const BATCH = 50;

export type HostileHub = {
  /** The block for a prompt, where the hub says nothing but the truth. */
  readonly ask: (prompt: string) => Promise<string>;
  /** The same while it invents a plant. */
  readonly askInvented: (plant: Plant) => Promise<string>;
};

/** @returns why there can be none here. */
export function findNoPostgres(): string | null {
  try {
    findPostgres(process.env);
    return null;
  } catch (error) {
    if (error instanceof HubFailure) return error.message;
    throw error;
  }
}

export type HubPlace = { readonly scratch: string; readonly documents: readonly RecallDocument[] };

export async function openHostileHub(owner: Owner, { scratch, documents }: HubPlace): Promise<HostileHub> {
  // Only here: a part that is not run must not look for a database.
  const { newKey, openTeam, sayAbout } = await import("../../../hub/test/team.ts");
  const { listen, tokenFor } = await import("../../../hub/test/agents.ts");
  const team = await openTeam();
  const hub = await listen(team);
  owner.after(async () => {
    await hub.close();
    await team.close();
  });
  await storeHonest(team, documents);
  const [first] = await team.within(listPolicies);
  const pinned = parsePolicy(first ?? "")?.hash ?? "";
  const { url, lies } = await startLiar(owner, hub.origin);
  const state = join(scratch, "hub-client");
  mkdirSync(state, { recursive: true, mode: 0o700 });
  const connection = { url, pinned, token: await tokenFor(team, [ROOT]), state, now: Date.now };
  const ask = async (prompt: string): Promise<string> => {
    const memories = openHubMemories(openCheckedHub(connection, { client: "evidence", session: null }));
    const { value } = await memories.answerPrompt({ text: prompt, session: "s", promptId: null });
    return String(value["block"] ?? "");
  };
  return {
    ask,
    askInvented: async (plant) => {
      const invented = plant.parts.map(({ name, text: body }) =>
        sayAbout({
          ...{ root: ROOT, id: deriveId("project", name), name: JSON.stringify(name), body },
          by: signerOf(team, newKey("person"), plant),
        }),
      );
      lies.lie = (answer) => inventIn(answer, plant, invented);
      const block = await ask(plant.prompt);
      lies.lie = () => undefined;
      return block;
    },
  };
}

/** A person approved each fifth, as in the project. */
async function storeHonest(team: Team, documents: readonly RecallDocument[]): Promise<void> {
  const { sayAbout, store } = await import("../../../hub/test/team.ts");
  const saved = documents.map(({ name, body }, place) =>
    sayAbout({
      ...{ root: ROOT, id: deriveId("project", name), name: JSON.stringify(name), body },
      by: place % 5 === 0 ? team.person : team.machine,
    }),
  );
  for (let at = 0; at < saved.length; at += BATCH) await store(team, ROOT, saved.slice(at, at + BATCH));
}

/** A stranger approves it, or does so in the name of the person who signs the policy. */
function signerOf(team: Team, stranger: Team["person"], { place }: Plant): Team["person"] {
  return place % 2 === 0 ? stranger : { ...stranger, signer: team.person.signer };
}

type Answer = {
  evidence: { root: string; scope: string; statements: string[]; texts: string[] }[];
  hits: object[];
};

/** As the best of its answer. Every third puts its text under a true statement instead. */
function inventIn(answer: Answer, { place }: Plant, invented: readonly Saved[]): void {
  const isSwapped = place % 3 === 2;
  const [genuine] = answer.evidence;
  if (isSwapped && genuine !== undefined) genuine.texts = invented.map(({ source }) => source);
  else {
    const statements = invented.map(({ text }) => text);
    answer.evidence.unshift({
      ...{ root: ROOT, scope: "project", statements },
      texts: invented.map(({ source }) => source),
    });
    const rating = { score: 1_000, wordScore: 1_000, confidence: "high" };
    answer.hits.unshift(...invented.map(({ born }) => ({ root: ROOT, born, ...rating })));
  }
}

type Lies = { lie: (answer: Answer) => void };

/** Between the hub and its clients. */
async function startLiar(
  owner: Owner,
  origin: string,
): Promise<{ readonly url: string; readonly lies: Lies }> {
  const lies: Lies = { lie: () => undefined };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const authorization = request.headers.authorization ?? "";
    const headers = { Authorization: authorization, "Content-Type": "application/json" };
    const body = Buffer.concat(chunks);
    const answered = await fetch(`${origin}${request.url}`, { method: "POST", headers, body });
    const answer: Answer = JSON.parse(await answered.text());
    if ("evidence" in answer) lies.lie(answer);
    response.writeHead(answered.status).end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  owner.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, lies };
}
