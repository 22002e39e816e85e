// Which branches of some sources were ever reached in this process, as V8 counts them: whether an input was worth keeping.

import { Session } from "node:inspector";

type Range = { readonly startOffset: number; readonly endOffset: number; readonly count: number };
type Taken = {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly { readonly ranges: readonly Range[] }[];
  }[];
};

export type Coverage = {
  /** How many branches were reached now for the first time. */
  readonly countNew: () => number;
  readonly countAll: () => number;
  readonly end: () => void;
};

export function watchCoverage(sources: RegExp): Coverage {
  const session = new Session();
  session.connect();
  session.post("Profiler.enable");
  session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  const reached = new Set<string>();
  const countNew = (): number => {
    const before = reached.size;
    let taken: Taken = { result: [] };
    session.post("Profiler.takePreciseCoverage", (error, result) => {
      if (error === null) taken = result;
    });
    for (const { url, functions } of taken.result)
      if (sources.test(url))
        for (const { ranges } of functions)
          for (const { startOffset, endOffset, count } of ranges)
            if (count > 0) reached.add(`${url} ${startOffset} ${endOffset}`);
    return reached.size - before;
  };
  return {
    countNew,
    countAll: () => reached.size,
    end: () => {
      session.post("Profiler.stopPreciseCoverage");
      session.disconnect();
    },
  };
}
