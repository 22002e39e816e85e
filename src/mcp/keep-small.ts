// A server stays as long as its session, and a person may have many: what it holds while nobody asks is what counts. The engine
// gives memory back late and in part, so it is told to when calls pause, and now and then while they do not.

import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const PAUSE_MS = 2_000;
const CALLS_MAX = 100;

type Collect = (how: { readonly type: "major"; readonly execution: "sync"; readonly flavor: string }) => void;

/** To be called after each answer. */
export function createCollector(): () => void {
  setFlagsFromString("--expose-gc");
  const collect: Collect = runInNewContext("gc");
  let calls = 0;
  const give = (): void => {
    calls = 0;
    collect({ type: "major", execution: "sync", flavor: "last-resort" });
  };
  let timer: NodeJS.Timeout | null = null;
  return () => {
    calls += 1;
    if (timer !== null) clearTimeout(timer);
    // Not before the answer is out.
    timer = setTimeout(give, calls >= CALLS_MAX ? 0 : PAUSE_MS).unref();
  };
}
