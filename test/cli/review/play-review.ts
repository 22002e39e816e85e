// A review in the sample project, by the test person: what they typed, and every screen that they saw.

import type { CallOptions } from "../../fixture/command-in-process.ts";
import type { InitProject } from "../../fixture/init-project.ts";
import { TODAY } from "../../fixture/review-project.ts";
import type { Outcome } from "../../fixture/scratch-project.ts";

export type PlayedReview = Outcome & { readonly screens: readonly string[] };

export type ReviewPlay = Omit<CallOptions, "onAsk"> & {
  readonly more?: readonly string[];
  /** Before the answer to this screen is given; the first is 0. */
  readonly during?: (screen: string, number: number) => unknown;
};

export async function playReview(
  project: InitProject,
  answers: readonly string[],
  { more = [], during, ...options }: ReviewPlay = {},
): Promise<PlayedReview> {
  const screens: string[] = [];
  const outcome = await project.call(["review", "--as-test-person", ...more], {
    now: TODAY,
    ...options,
    answers,
    onAsk: async (screen) => {
      screens.push(screen);
      await during?.(screen, screens.length - 1);
    },
  });
  return { ...outcome, screens };
}

/** The end of a screen, where the keys are, without how many lines it showed. */
export function keysOf(screen: string | undefined): string {
  const end = ((screen ?? "").split("\n\n").at(-1) ?? "").trimStart();
  return end.replace(/^[\d ]+ lines? shown.*\n/, "");
}

/** Which memory a screen is about. */
export function idOn(screen: string): string {
  return /^id {11}(\S+)$/m.exec(screen)?.[1] ?? "";
}
