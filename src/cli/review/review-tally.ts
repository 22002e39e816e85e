// What became of the items of a review, for its last line.

import type { ReviewAct } from "../../app/review/choices.ts";

const ENDS = [
  "confirmed",
  "kept",
  "demoted",
  "edited",
  "archived",
  "granted",
  "declined",
  "skipped",
  "done elsewhere",
] as const;
export type ReviewEnd = (typeof ENDS)[number];

export type Tally = {
  readonly count: (end: ReviewEnd) => void;
  /** `7 reviewed: 6 confirmed, 1 skipped; 5 left`, of so many that waited. */
  readonly render: (waited: number) => string;
};

export function createTally(): Tally {
  const counts = new Map<ReviewEnd, number>();
  return {
    count: (end) => void counts.set(end, (counts.get(end) ?? 0) + 1),
    render: (waited) => {
      const parts = ENDS.flatMap((end) => (counts.has(end) ? [`${counts.get(end)} ${end}`] : []));
      const reviewed = [...counts.values()].reduce((sum, count) => sum + count, 0);
      const told = parts.length === 0 ? "" : `: ${parts.join(", ")}`;
      return `${reviewed} reviewed${told}; ${waited - reviewed} left\n`;
    },
  };
}

/** What a decision that was carried out counts as. */
export function endOf(act: ReviewAct): ReviewEnd {
  switch (act.kind) {
    case "raise":
      return act.action === "keep" ? "kept" : "confirmed";
    case "demote":
    case "sign-quarantine":
      return "demoted";
    case "record-archive":
      return "archived";
    case "status":
      return act.action === "archive" ? "archived" : "confirmed";
    case "grant":
      return "granted";
    case "decline":
      return "declined";
    case "edit":
      return "edited";
  }
}
