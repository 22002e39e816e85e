// One prompt to the real client with options made by hand, without the provider's checks: to see what an option does alone.

import { type ClientProcess, prepareClient } from "../../src/observer/client/client-process.ts";
import { buildContainment, type ContainedOptions, loadSdk } from "../../src/observer/client/containment.ts";
import type { HostilePlace } from "./hostile-place.ts";
import { loadSdk as loadInstalled } from "./load-sdk.ts";

export type Hands = { readonly client: ClientProcess; readonly options: ContainedOptions };

/** What the builder makes, for a directory and a home of the test's choice. */
export function optionsIn(place: HostilePlace, jail: string, home: string): Hands {
  const client = prepareClient();
  const options = buildContainment({
    ...{ system: "You do not have access to tools.", model: "haiku", outputTokensMax: 1_000, jail, home },
    access: { ANTHROPIC_API_KEY: "k".repeat(20), ANTHROPIC_BASE_URL: place.standIn.url },
    ...{ program: place.program, spawn: client.spawn, end: new AbortController() },
    onAttempt: () => {
      throw new Error("no tool was asked for");
    },
  });
  return { client, options };
}

/** Says what the model was sent. */
export async function queryOnce(
  place: HostilePlace,
  { client, options }: Hands,
  prompt: string,
): Promise<string> {
  const from = place.standIn.requests.length;
  const sdk = await loadSdk(loadInstalled);
  for await (const message of sdk.query({ prompt: oneMessage(prompt), options }))
    if (isResult(message)) break;
  client.end();
  return place.standIn.requests.slice(from).join("\n");
}

function isResult(message: unknown): boolean {
  return typeof message === "object" && message !== null && "type" in message && message.type === "result";
}

async function* oneMessage(content: string): AsyncGenerator<unknown> {
  yield { type: "user", message: { role: "user", content }, parent_tool_use_id: null };
}
