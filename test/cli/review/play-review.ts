// A review in the sample project, by the test person: what they typed, and every screen that they saw. They begin where an
// overview is shown and sign what they marked, unless told otherwise; neither of these screens is among the screens, nor is the
// question whether they leave without signing, to which they say yes.

import type { InitProject } from "../../fixture/init-project.ts";
import { TODAY } from "../../fixture/review-project.ts";
import type { Outcome } from "../../fixture/scratch-project.ts";
import type { CallOptions } from "../../fixture/scripted-io.ts";

export type PlayedReview = Outcome & {
  readonly screens: readonly string[];
  readonly overview: string;
  /** The lists of what was marked, before it was signed. */
  readonly lists: readonly string[];
};

export type ReviewPlay = Omit<CallOptions, "onAsk" | "answers"> & {
  readonly more?: readonly string[];
  /** What is typed under the lists of what was marked; after these, the word. */
  readonly words?: readonly string[];
  /** Before the answer to this screen is given; the first is 0. */
  readonly during?: (screen: string, number: number) => unknown;
};

const BEGIN = /Enter to begin, q to quit: $/;
const SIGN = /type sign to carry out .+; Enter alone signs nothing: $/;
const LEAVE = /leave without signing\? .+ \[y\/N\] $/;

export async function playReview(
  project: InitProject,
  answers: readonly string[],
  { more = [], during, words = [], ...options }: ReviewPlay = {},
): Promise<PlayedReview> {
  const [screens, lists, waiting, signing]: string[][] = [[], [], [...answers], [...words]];
  let overview = "";
  const outcome = await project.call(["review", "--as-test-person", ...more], {
    now: TODAY,
    ...options,
    answers: (screen) => {
      if (BEGIN.test(screen)) return "";
      if (LEAVE.test(screen)) return "y";
      return SIGN.test(screen) ? (signing?.shift() ?? "sign") : waiting?.shift();
    },
    onAsk: async (screen) => {
      if (BEGIN.test(screen)) overview = screen;
      else if (SIGN.test(screen)) lists?.push(screen);
      else if (!LEAVE.test(screen)) {
        screens?.push(screen);
        await during?.(screen, (screens?.length ?? 0) - 1);
      }
    },
  });
  return { ...outcome, screens: screens ?? [], lists: lists ?? [], overview };
}

/** The end of a screen, where the keys are, without how many lines it showed. */
export function keysOf(screen: string | undefined): string {
  const end = (screen ?? "").split(/^[\d ]+ lines? shown.*\n/m).at(-1) ?? "";
  return end.replaceAll(/\n(?=\[[lsdq]\])/g, "  ");
}

/** Which memory a screen is about. */
export function idOn(screen: string): string {
  return /^\d+ of \d+ · (\S+)(?: \[user\])? · \w+/m.exec(screen)?.[1] ?? "";
}

/** Why a screen says that the memory waits. */
export function whyOn(screen: string): string {
  return (/^waits {8}((?:.+\n)(?: {13}.+\n)*)/m.exec(screen)?.[1] ?? "").replaceAll(/\s+/g, " ").trim();
}
