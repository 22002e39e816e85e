// An item of the review as an answer. Attack: an agent reads what is withheld, or what another agent wrote about it. Without
// a person it gets what a list gives, why the memory waits, and of a wish what for and when, but not one word of it.

import type { DescribedMemory } from "../memories/describe-memory.ts";
import { describeListed } from "../memories/foreign-names.ts";
import type { ReviewReason } from "../survey/reasons.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { ReviewItem } from "./queue.ts";

export type DescribedItem = Omit<DescribedMemory, "body"> & {
  /** The most urgent first. */
  readonly waits: readonly ReviewReason[];
  readonly requests: readonly {
    readonly at: string;
    readonly command: string;
    readonly reason: string | null;
  }[];
  readonly flags: readonly string[];
};

export function describeItem(workspace: Workspace, item: ReviewItem): DescribedItem {
  const { body: _, ...memory } = describeListed(workspace, item.target);
  const isPerson = workspace.presence.kind === "person";
  return {
    ...memory,
    waits: item.reasons,
    requests: item.requests.map(({ at, command, reason }) => ({
      at,
      command,
      reason: isPerson ? reason : null,
    })),
    flags: item.flags,
  };
}
