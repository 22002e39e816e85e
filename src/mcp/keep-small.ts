// A server stays as long as its session, and a person may have many: what it holds while nobody asks is what counts. The engine
// gives memory back late and in part, so it is told to when calls pause, and now and then while they do not.

import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const PAUSE_MS = 2_000;
/** While calls follow each other: so many at most, or so much, but not at every call, unless one took far too much. */
const CALLS_MAX = 100;
const CALLS_MIN = 20;
const HEAP_BYTES_MAX = 24_000_000;
const HEAP_BYTES_FAR = 26_000_000;

type Collect = (how: { readonly type: "major"; readonly execution: "sync"; readonly flavor: string }) => void;

/** To be called after each answer. */
export function createCollector(): () => void {
  let collect: Collect | null = null;
  let calls = 0;
  const give = (): void => {
    calls = 0;
    collect ??= findCollect();
    collect({ type: "major", execution: "sync", flavor: "last-resort" });
  };
  let timer: NodeJS.Timeout | null = null;
  return () => {
    calls += 1;
    if (timer !== null) clearTimeout(timer);
    // Not before the answer is out.
    timer = setTimeout(give, isDue(calls) ? 0 : PAUSE_MS).unref();
  };
}

/** Not before it is needed: another context takes a while to make. */
function findCollect(): Collect {
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc");
}

function isDue(calls: number): boolean {
  if (calls >= CALLS_MAX) return true;
  return getHeapStatistics().total_physical_size > (calls < CALLS_MIN ? HEAP_BYTES_FAR : HEAP_BYTES_MAX);
}
