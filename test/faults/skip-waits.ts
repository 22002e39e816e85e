// Waiting takes no time: where the code under test sleeps, its clock jumps.

const BARE = { wait: Atomics.wait, now: performance.now.bind(performance) };

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
  return () => {
    Atomics.wait = BARE.wait;
    performance.now = BARE.now;
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
