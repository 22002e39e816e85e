// One real round trip: the command line that stands in the settings, started as the client would start it, with an event
// whose answer is known beforehand.

import { spawnSync } from "node:child_process";

const ANSWER_MS = 10_000;

export type Proof = { readonly works: boolean; readonly why: string };

export type SampleCall = {
  readonly words: readonly string[];
  readonly input: unknown;
  readonly isRight: (answer: unknown) => boolean;
};

export function proveHook(
  { words, input, isRight }: SampleCall,
  place: { readonly cwd: string; readonly env: Readonly<Record<string, string | undefined>> },
): Proof {
  const [program = "", ...args] = words;
  const { status, stdout, error } = spawnSync(program, args, {
    cwd: place.cwd,
    env: { ...place.env },
    input: JSON.stringify(input),
    encoding: "utf8",
    stdio: ["pipe", "pipe", "ignore"],
    timeout: ANSWER_MS,
  });
  if (error !== undefined) return { works: false, why: `the hook cannot be started (${error.message})` };
  if (status !== 0) return { works: false, why: `the hook ended with ${status ?? "a signal"}` };
  const answer = parse(stdout);
  if (answer === undefined) return { works: false, why: "the hook answered with something that is not JSON" };
  return isRight(answer)
    ? { works: true, why: "" }
    : { works: false, why: "the hook did not deny a write into machine state" };
}

/** Undefined where it is not JSON; no answer is null. */
function parse(text: string): unknown {
  try {
    return text === "" ? null : JSON.parse(text);
  } catch {
    return undefined;
  }
}
