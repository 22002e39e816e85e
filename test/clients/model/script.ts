// What the model does, written into the prompt by a test, so that one script works through every client. Acts are named by what
// they do; which tool of a client does that is the client's own file's to say.

import { type Asked, type Block, listIn, type Said } from "./asked.ts";

/** What the model answers to the request of that number, from 1; null never answers. */
export type Script = (asked: Asked, place: number) => readonly Block[] | null;

export type Act =
  /** Writes a file with the client's own tool for it. */
  | { readonly write: string; readonly text: string }
  | { readonly shell: string }
  /** Calls a tool of our MCP server. */
  | { readonly mcp: string; readonly input: object }
  /** Starts a subagent. */
  | { readonly subagent: string }
  /** A tool by the name that the client gives it. */
  | { readonly call: string; readonly input: unknown };

export type Call = { readonly name: string; readonly input: unknown };

/** The tools of one client. */
export type Tools = {
  readonly write: (path: string, text: string) => Call;
  readonly shell: (command: string) => Call;
  readonly mcp: (tool: string, input: object) => Call;
  readonly subagent: (prompt: string) => Call;
};

const ACTS = /\[\[(?:do (\S+?)|then)\]\]/g;

/** A prompt that makes the model act: all of it in one answer. */
export function acting(...acts: readonly Act[]): string {
  // A client may read `@` as a file, quote quotes, or leave a prompt alone; of an encoded one nothing is anybody's to change.
  return `please [[do ${encodeURIComponent(JSON.stringify(acts))}]]`;
}

/** One after the other, each after the answer to the one before. */
export function actingInTurn(...acts: readonly Act[]): string {
  return acts.map((act) => acting(act)).join(" [[then]] ");
}

/** Acts as the last prompt says, and else answers `ok`, or `done` after a tool. */
export function playPrompts(tools: Tools): Script {
  return ({ said, body }) => {
    // A client that wants a title or a summary gives no tools.
    const acts = listIn(body, "tools").length === 0 ? [] : findActs(said);
    if (acts.length > 0)
      return acts.map((act, place) => blockOf(act, tools, `toolu_${said.length}_${place}`));
    return [{ type: "text", text: said.at(-1)?.by === "tool" ? "done" : "ok" }];
  };
}

function findActs(said: readonly Said[]): readonly Act[] {
  const from = said.findLastIndex(({ by, text }) => by === "person" && text.includes("[[do "));
  const since = said.slice(from + 1);
  const isOver = since.some(({ by, isCall }) => by === "model" && isCall !== true);
  return from === -1 || isOver ? [] : (readSteps(said[from]?.text ?? "")[countAnswers(since)] ?? []);
}

/** How often the model called tools: each of its calls may be a line of its own, and what tools said comes after them. */
function countAnswers(said: readonly Said[]): number {
  return said.filter(({ by }, place) => by === "tool" && said[place - 1]?.by !== "tool").length;
}

function readSteps(text: string): Act[][] {
  const steps: Act[][] = [[]];
  for (const [, acts] of text.matchAll(ACTS)) {
    if (acts === undefined) steps.push([]);
    else steps.at(-1)?.push(...JSON.parse(decodeURIComponent(acts)));
  }
  return steps;
}

function blockOf(act: Act, tools: Tools, id: string): Block {
  return { type: "tool_use", id, ...callOf(act, tools) };
}

function callOf(act: Act, tools: Tools): Call {
  if ("write" in act) return tools.write(act.write, act.text);
  if ("shell" in act) return tools.shell(act.shell);
  if ("mcp" in act) return tools.mcp(act.mcp, act.input);
  if ("subagent" in act) return tools.subagent(act.subagent);
  return { name: act.call, input: act.input };
}

// What the model was told.

/** Since it last spoke. */
export function newsOf({ said }: Asked): readonly Said[] {
  return said.slice(said.findLastIndex(({ by }) => by === "model") + 1);
}

/** By each tool of its last answer, in the order of the calls. */
export function resultsOf(asked: Asked): string[] {
  return newsOf(asked)
    .filter(({ by }) => by === "tool")
    .toSorted((a, b) => placeOf(a) - placeOf(b))
    .map(({ text }) => text);
}

/** The calls of an answer are counted in their ids; a client that makes ids of its own keeps their order. */
function placeOf({ call = "" }: Said): number {
  return Number(/^toolu_\d+_(\d+)$/.exec(call)?.[1] ?? 0);
}
