// Waiting takes no time: where the code under test sleeps, its clock jumps.

const BARE = {
  wait: Atomics.wait,
  now: performance.now.bind(performance),
  setTimeout: globalThis.setTimeout,
};

/** A longer timer ends something else. */
const POLL_MS_MAX = 100;

/** From now on. @returns what ends it. */
export function skipWaits(): () => void {
  let skippedMs = 0;
  performance.now = () => BARE.now() + skippedMs;
  Atomics.wait = (...args: readonly unknown[]) => {
    const [, , , ms] = args;
    // Whoever waits for ever waits to be killed.
    if (typeof ms !== "number") Reflect.apply(BARE.wait, Atomics, args);
    else skippedMs += ms;
    return "timed-out";
  };
  const skipTimer = (work: () => void, ms = 0): NodeJS.Timeout => {
    if (ms > POLL_MS_MAX) return BARE.setTimeout(work, ms);
    return BARE.setTimeout(() => {
      skippedMs += ms;
      work();
    }, 0);
  };
  globalThis.setTimeout = Object.assign(skipTimer, BARE.setTimeout);
  return () => {
    Atomics.wait = BARE.wait;
    performance.now = BARE.now;
    globalThis.setTimeout = BARE.setTimeout;
  };
}

/** In this process, while it runs. */
export async function withoutWaits<Result>(work: () => Promise<Result>): Promise<Result> {
  const end = skipWaits();
  try {
    return await work();
  } finally {
    end();
  }
}
