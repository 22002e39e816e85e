// An answer that somebody waits for, who may stop waiting at any moment: what is begun while there is time, and what counts only
// once they have the answer. Where nobody waits, everything is begun and counts at once.

export type Answering = {
  /** The time is up: no step that can block is begun. */
  readonly isOver?: () => boolean;
  /** What is to be done once the answer is given: that somebody was told of something, that something was shown. An answer that
   * is never given has told nobody. */
  readonly afterwards?: Afterwards;
};

export type Afterwards = (() => void | Promise<void>)[];

/** A workspace, as far as it matters here. */
type Asked = { readonly hints: Answering };

/** The time was up before the answer was there. */
export class TimeUp extends Error {}

/** To be called before each step that can block: a database, a large directory, one more of many files. */
export function checkTime({ hints }: Asked): void {
  if (hints.isOver?.() === true) throw new TimeUp("the time of this answer is up");
}

/** What the work gives where there is time for it, and otherwise what can be said at once. Of work that is broken off nothing
 * counts. */
export async function orWhenLate<Given extends Asked, Result>(
  given: Given,
  work: () => Result | Promise<Result>,
  late: (unlimited: Given) => Result | Promise<Result>,
): Promise<Result> {
  const { hints } = given;
  const before = hints.afterwards?.length ?? 0;
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof TimeUp)) throw error;
    hints.afterwards?.splice(before);
    return late({ ...given, hints: { ...hints, isOver: () => false } });
  }
}

export function afterwards({ hints }: Asked, work: () => void): void {
  if (hints.afterwards === undefined) work();
  else hints.afterwards.push(work);
}
