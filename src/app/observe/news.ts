// News about the Observer for the user, shown once at the next session start. The file holds names of ours and numbers, and
// no words of a session or a provider, so that a program that writes to it can put no words into the line.

import { join } from "node:path";
import { isRecord, parseJson } from "../../memory/json.ts";
import { appendLine } from "../../store/durable.ts";
import { writing } from "../../store/fs-failure.ts";
import { readQuietly, takeOnce } from "../../store/log-file.ts";

const FILE = "observer-news.ndjson";

export const STOPS = {
  auth: "the Observer stopped: its provider refuses the key, or there is none",
  quota: "the Observer stopped: the quota of its provider is used up",
  unsafe: "the Observer stopped: its provider, or the address of it, is not safe",
  final: "the Observer stopped: its provider refuses what it is asked",
} as const;

export type Stop = keyof typeof STOPS;
export type News =
  | { readonly kind: "stopped"; readonly stop: Stop }
  | { readonly kind: "aside"; readonly batches: number };

export function isStop(end: string): end is Stop {
  return Object.hasOwn(STOPS, end);
}

export function leaveNews(state: string, news: News): void {
  writing("machine state", () => appendLine(join(state, FILE), JSON.stringify({ v: 1, ...news }), 0o600));
}

/** Lines for the user, which stay until `later` reports their delivery. Fails open: usually there are none. */
export function takeObserverNews(state: string, later = (told: () => void): void => told()): string[] {
  const path = join(state, FILE);
  const text = readQuietly(path);
  if (text === "") return [];
  later(() => {
    // News that arrived meanwhile is shown the next time.
    const rest = (takeOnce(path) ?? "").slice(text.length).trim();
    if (rest !== "") writing("machine state", () => appendLine(path, rest, 0o600));
  });
  return renderNews(text.split("\n").filter(Boolean).map(parseJson));
}

function renderNews(news: readonly unknown[]): string[] {
  const stops = new Set<string>();
  let aside = 0;
  for (const each of news) {
    if (!isRecord(each)) continue;
    const { kind, stop, batches } = each;
    if (kind === "stopped" && typeof stop === "string" && isStop(stop)) stops.add(STOPS[stop]);
    if (kind === "aside" && typeof batches === "number" && Number.isSafeInteger(batches)) aside += batches;
  }
  const parts = aside === 1 ? "1 part of a session was" : `${aside} parts of sessions were`;
  return [
    ...[...stops].map((line) => `${line}: credence observer status`),
    ...(aside > 0
      ? [`${parts} set aside, because the Observer could not read them: credence observer status`]
      : []),
  ];
}
