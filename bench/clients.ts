// How long a person waits for the real clients with Credence and without it: whole runs that ask one prompt each, by turns in
// the same run, against a model that answers at once. `npm run bench:clients -- [PROMPTS] [CLIENT…]`.

import { clientProject, type RealClient } from "../test/clients/client-project.ts";
import { trustHooks } from "../test/clients/codex-client.ts";
import { REAL_CLIENTS } from "../test/clients/real-clients.ts";
import { connectedProject } from "../test/clients/walk.ts";
import { renderMs, renderTable } from "./measure.ts";

const asked = process.argv.slice(2);
const wanted = asked.filter((word) => !/^\d+$/.test(word));
const PROMPTS = Number(asked.find((word) => !wanted.includes(word)) ?? 20);
const ASKED = ["when does the kiwi sleep by day?", "please run the tests again and fix what fails"];

type Times = { readonly client: RealClient; readonly without: number[]; readonly with: number[] };

async function measureClient(client: RealClient): Promise<Times> {
  const ends: (() => unknown)[] = [];
  const owner = { after: (end: () => unknown): void => void ends.push(end) };
  const bare = await clientProject(owner, client);
  const connected = await connectedProject(owner, client);
  if (client.name === "codex") await trustHooks(connected);
  const times: Times = { client, without: [], with: [] };
  // The first start of each fills caches.
  for (let round = 0; round <= PROMPTS; round += 1)
    for (const [project, into] of [
      [bare, times.without],
      [connected, times.with],
    ] as const) {
      const start = performance.now();
      const { exit } = await project.ask(ASKED[round % ASKED.length] ?? "");
      if (exit !== 0) throw new Error(`${client.label} ended with ${exit}`);
      if (round > 0) into.push(performance.now() - start);
    }
  for (const end of ends) await end();
  return times;
}

function rowOf({ client, without, with: connected }: Times): string[] {
  const [bare, ours] = [medianOf(without), medianOf(connected)];
  const sum = (list: readonly number[]): string => renderMs(list.reduce((total, each) => total + each, 0));
  return [`${client.label} ${client.version}`, renderMs(bare), renderMs(ours), renderMs(ours - bare)].concat(
    sum(without),
    sum(connected),
  );
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

const clients = REAL_CLIENTS.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
const heads = ["client", "without", "with", "difference", `${PROMPTS} without`, `${PROMPTS} with`];
// Each as soon as it is known: all of them take a quarter of an hour.
for (const client of clients) process.stdout.write(renderTable([heads, rowOf(await measureClient(client))]));
