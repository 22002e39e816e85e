import type { Command, Option } from "../call/command.ts";
import { REASON } from "../frames/id-command.ts";

const SELECTING: Readonly<Record<string, Option>> = {
  tag: { type: "string", value: "TAG", help: "those with this tag, of what waits or is observed" },
  type: { type: "string", value: "TYPE", help: "user, feedback, project or reference" },
  query: { type: "string", value: "WORDS", help: "those whose text has all of these words" },
  "older-than": { type: "string", value: "30d", help: "written longer ago: 2d, 4w" },
  by: { type: "string", value: "SIGNER", help: "signed by this name of credence trust list" },
};

const FILTERS = ["--tag TAG", "--type TYPE", "--query WORDS", "--older-than 30d", "--by SIGNER"];

/** Ids, or a selection. */
function usageOf(word: string, more = ""): string[] {
  const [tag, type, query, ...rest] = FILTERS.map((each) => ` [${each}]`);
  return [`${word} ID…${more}`, `${word}${tag}${type}${query}`, `${word}${rest.join("")}`];
}
const EXITS = { 0: "done, all of it", 1: "some were not changed, and are named" } as const;

const yes: Command = {
  name: "yes",
  summary: "Say yes: confirm, keep or bring back what waits",
  usage: usageOf("yes"),
  options: {
    ...SELECTING,
    acknowledge: { type: "boolean", help: "acknowledge the injection check's findings" },
  },
  exits: { ...EXITS, 2: "a validator fails it" },
  examples: ["yes project_deploy_window", "yes deploy_window release_day"],
  run: async (io, call) => (await import("../review/say-yes.ts")).sayYes(io, call),
};

const no: Command = {
  name: "no",
  summary: "Say no for good: quarantined, or hidden here",
  usage: usageOf("no", " [--for-all] [--reason TEXT]"),
  options: {
    ...SELECTING,
    "for-all": { type: "boolean", help: "another person's, too: signed, for everybody" },
    ...REASON,
  },
  exits: EXITS,
  examples: ["no project_old_server", "no --by Bo --older-than 12w"],
  run: async (io, call) => (await import("../review/say-no.ts")).sayNo(io, call),
};

const later: Command = {
  name: "later",
  summary: "Put a decision off for seven days, on this machine",
  usage: usageOf("later"),
  options: SELECTING,
  exits: EXITS,
  examples: ["later project_old_server", "later --tag billing"],
  run: async (io, call) => (await import("../review/say-no.ts")).sayLater(io, call),
};

export const plainWords: readonly Command[] = [yes, no, later];
