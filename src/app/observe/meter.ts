// What a call has cost so far, held against the three limits. The ledger is read again at each report, because another
// process may be spending for another root. Fails closed: what cannot be written down ends the call.

import { randomBytes } from "node:crypto";
import {
  addUsage,
  cleanUsage,
  countCall,
  countOverTime,
  type Excess,
  findExcess,
  limitsOf,
  NO_USAGE,
  type Tokens,
  usageSince,
} from "../../observer/model/budget.ts";
import { noteSpending, readDaySpent, readSessionSpent } from "../../observer/model/ledger.ts";
import type { Usage } from "../../observer/model/provider.ts";
import { writing } from "../../store/fs-failure.ts";
import type { Drain } from "./drain.ts";

type Metering = Pick<Drain, "place" | "config" | "now">;

export type Meter = {
  /** Takes what the call has used so far. */
  readonly report: (usage: Usage) => void;
  /** The limit that was exceeded; fails where the ledger did. */
  readonly settle: () => Excess | null;
};

export function openMeter(
  { place, config, now }: Metering,
  { key, end }: { readonly key: string; readonly end: () => void },
): Meter {
  const call = randomBytes(8).toString("hex");
  const limits = limitsOf(config);
  let used: Usage = NO_USAGE;
  let excess: Excess | null = null;
  let failure: unknown = null;
  const note = (usage: Usage): void => {
    const fresh = usageSince(used, cleanUsage(usage));
    if (countCall(fresh) === 0) return;
    used = addUsage(used, fresh);
    const spending = { call, root: place.rootId, session: key, ...fresh };
    writing("machine state", () => noteSpending(place.state, spending, now()));
    excess ??= findExcess({ ...measureCalls({ place, now }, key), invocation: countCall(used) }, limits);
  };
  return {
    report: (usage) => {
      try {
        note(usage);
      } catch (error) {
        failure = error;
      }
      if (excess !== null || failure !== null) end();
    },
    settle: () => {
      if (failure !== null) throw failure;
      return excess;
    },
  };
}

/** What was spent on a session, and today. */
export function measureCalls(
  { place, now }: Pick<Drain, "place" | "now">,
  key: string,
): Omit<Tokens, "invocation"> {
  return {
    session: countOverTime(readSessionSpent(place.state, key, now())),
    day: countOverTime(readDaySpent(place.state, now()).usage),
  };
}
