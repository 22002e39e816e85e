// An event with a known answer: a shell command that writes into machine state, which the guard denies in every project.

import { join } from "node:path";
import type { Client } from "./clients.ts";
import type { ClientCodec, HookEvent } from "./hook-event.ts";
import { hookWords, type Launch, quoteWords } from "./hook-words.ts";

export type KnownCall = {
  readonly words: readonly string[];
  readonly input: unknown;
  readonly isRight: (answer: unknown) => boolean;
};

export function sampleCall({ codec, settings }: Client, launch: Launch, cwd: string): KnownCall {
  const command = `touch ${quoteWords([join(launch.state, "written-by-an-agent")])}`;
  const { event, input } = settings.sample(command, cwd);
  return {
    words: hookWords(launch, codec.name, { event }),
    input,
    isRight: (answer) => isDenial(codec, answer),
  };
}

const ANY_TOOL: HookEvent = {
  kind: "before-tool",
  tool: "Bash",
  input: null,
  session: null,
  prompt: null,
  cwd: null,
  agent: null,
};

/** Compares with the codec's answer for a denial, in any words. */
function isDenial({ renderAnswer }: ClientCodec, answer: unknown): boolean {
  const wanted: unknown = JSON.parse(renderAnswer(ANY_TOOL, { denial: "x" }));
  return shapeOf(answer) === shapeOf(wanted);
}

/** Replaces the reasons of a denial, which differ, and keeps its keys and its verdict. */
function shapeOf(answer: unknown): string {
  return JSON.stringify(answer, (key, value: unknown) => (/reason|message|denial/i.test(key) ? "" : value));
}
