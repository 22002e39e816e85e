// One word about several memories becomes a mark for each. Attack: among many that a person chose by a filter stands one that
// they never read, or one that was another text when they chose it. So each has the digest of when it was chosen and is held
// to everything that a mark of its own is: a yes wants its text seen to its end, and a text that is flagged, foreign or in
// quarantine, or that is decided about together with another, is no part of it: those are answered one at a time. Fails
// closed, each for itself: what is refused is named with its reason, and the rest is marked.

import { setImmediate as nextTurn } from "node:timers/promises";
import type { Offer, OfferedAct } from "../../app/page/acts.ts";
import { yesTo } from "../../app/review/words.ts";
import type { Workspace } from "../../app/workspace/workspace.ts";
import { CredenceError } from "../../memory/errors.ts";
import type { ManyRequest, ManyView } from "../protocol.ts";
import type { Decided, FindAct, Said } from "./make-mark.ts";
import { hintOnPage } from "./page-hints.ts";

export async function markMany(
  { word, reason, items }: ManyRequest,
  mark: (said: Said, findAct: FindAct) => Promise<Decided>,
): Promise<Pick<ManyView, "done" | "again">> {
  const done: ManyView["done"][number][] = [];
  const again: ManyView["again"][number][] = [];
  for (const item of items) {
    const { scope, id } = item;
    try {
      const said = { ...item, reason, acknowledged: [], word: null, text: null };
      const { says } = await mark(said, FINDERS[word]);
      done.push({ scope, id, says });
    } catch (error) {
      if (!(error instanceof CredenceError) || error.code === "INTERNAL") throw error;
      again.push({ scope, id, code: error.code, why: `${error.message}; ${hintOnPage(error)}` });
    }
    // Others are served in between.
    await nextTurn();
  }
  return { done, again };
}

const FINDERS: Readonly<Record<ManyRequest["word"], FindAct>> = {
  yes: findYes,
  no: (_, offer) => withKey(offer, "n", "is kept out already"),
  later: (_, offer) => withKey(offer, "l", "does not wait for you"),
};

/** The same choice as everywhere, or the law's own words for why there is none. */
function findYes(workspace: Workspace, offer: Offer): OfferedAct | undefined {
  const { acts, subject, showing } = offer;
  const offered = findKey(offer, "y") ?? findKey(offer, "a");
  if (offered === undefined) {
    const refused = acts.length === 0 ? undefined : yesTo(workspace, subject, showing.judgement);
    if (refused?.kind === "refused") throw new CredenceError(refused.code, refused.message, refused.hint);
    return undefined;
  }
  const { acknowledges, word, wantsSeen } = offered.choice;
  if (acknowledges.length === 0 && word === null && wantsSeen) return offered;
  const why = subject.disputes.length > 0 ? "is contradicted" : "is flagged, foreign or in quarantine";
  throw new CredenceError("DECLINED", `${idOf(offer)} ${why}`, "open it and answer it by itself");
}

/** @returns undefined where nothing at all can be decided about it. */
function withKey(offer: Offer, key: string, otherwise: string): OfferedAct | undefined {
  const offered = findKey(offer, key);
  if (offered !== undefined || offer.acts.length === 0) return offered;
  throw new CredenceError("WRONG_STANDING", `${idOf(offer)} ${otherwise}`);
}

function findKey({ acts }: Offer, key: string): OfferedAct | undefined {
  return acts.find(({ choice }) => choice.key === key);
}

function idOf({ subject }: Offer): string {
  return subject.target.file.id;
}
