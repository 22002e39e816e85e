import { CredenceError } from "../../memory/errors.ts";
import { CATEGORIES } from "../../memory/memory.ts";
import type { Command, Option } from "../call/command.ts";
import { parseCount, textOf, wordOf } from "../call/values.ts";
import { answerIn } from "../frames/answer.ts";
import { ACKNOWLEDGE, REASON } from "../frames/id-command.ts";
import { isPersonsCall } from "../frames/person-call.ts";

const QUEUE_MAX = 100_000;

export const review: Command = {
  name: "review",
  summary: "Decide pending memories, one by one",
  usage: [
    "review [--observed] [--category CATEGORY] [--limit N]",
    "review --web [--no-open]",
    "review --json",
  ],
  options: {
    category: { type: "string", value: "CATEGORY", help: "decision, constraint, preference, runbook …" },
    observed: { type: "boolean", help: "those still observed: drop, edit or leave them" },
    limit: { type: "string", value: "N", help: "at most N" },
    web: { type: "boolean", help: "on a page in your browser, as credence ui" },
    "no-open": { type: "boolean", help: "with --web: print the file to open, and open no browser" },
  },
  examples: ["review --limit 10", "review --json"],
  async run(io, call) {
    const category = wordOf(call, "category", CATEGORIES);
    const limit = parseCount(call, "limit", { fallback: QUEUE_MAX, max: QUEUE_MAX });
    const opens = call.values["no-open"] !== true;
    if (!opens && call.values["web"] !== true) throw new CredenceError("USAGE", "--no-open goes with --web");
    if (call.values["web"] === true) {
      if (call.json) throw new CredenceError("USAGE", "--web and --json exclude each other");
      const { runPage } = await import("../page/run-page.ts");
      return runPage(io, call, { opens, unlockedMinutes: null });
    }
    return answerIn({ io, call, act: "review memories", needsRoot: true }, async (workspace) => {
      const { refuseNobody, reviewAtTerminal } = await import("../review/at-terminal.ts");
      if (isPersonsCall("review", call)) refuseNobody(workspace);
      const { reviewQueue } = await import("../../app/review/queue.ts");
      const { describeItem } = await import("../../app/review/queue.ts");
      const options = { category, observing: call.values["observed"] === true };
      const queue = await reviewQueue(workspace, options);
      if (!call.json) await reviewAtTerminal({ io, call, workspace }, { waiting: queue, limit, options });
      return { json: queue.slice(0, limit).map((item) => describeItem(workspace, item)), says: [] };
    });
  },
};

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
    ...ACKNOWLEDGE,
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

const MINUTES_MAX = 10;

export const ui: Command = {
  name: "ui",
  summary: "See and decide your memories on a page in your browser",
  usage: ["ui [--no-open] [--unlocked MINUTES]"],
  options: {
    "no-open": { type: "boolean", help: "print the file to open, and open no browser" },
    unlocked: {
      type: "string",
      value: "MINUTES",
      help: "carry out decisions unasked, for at most 10 minutes",
    },
  },
  examples: ["ui", "ui --no-open"],
  async run(io, call) {
    if (call.json)
      throw new CredenceError("USAGE", "a page is no JSON", "credence review --json lists what waits");
    const isUnlocked = textOf(call, "unlocked") !== null;
    const minutes = parseCount(call, "unlocked", { fallback: MINUTES_MAX, max: MINUTES_MAX });
    const { runPage } = await import("../page/run-page.ts");
    const opens = call.values["no-open"] !== true;
    return runPage(io, call, { opens, unlockedMinutes: isUnlocked ? minutes : null });
  },
};
