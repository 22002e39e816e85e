// What is here and not on this machine's branch goes there, unless another machine has sent it. After something was forgotten the branch
// begins anew without it: then nothing there leads to it any more.

import type { ObjectName } from "../../git/carrier/layout.ts";
import type { Known } from "../../memory/carried.ts";
import { CredenceError } from "../../memory/errors.ts";
import { pluralize } from "../../memory/pluralize.ts";
import { hasPeople } from "../../trust/people-files.ts";
import { listHeldBack } from "./hold-back.ts";
import { gatherOffer, nameBuried, type Offer, readOffered, type Sendable } from "./offer.ts";
import { listPapers } from "./papers.ts";
import type { Sync } from "./sync-request.ts";
import type { SyncState } from "./sync-state.ts";

/** `isEmpty`: nobody has sent anything there. */
type Sending = { readonly state: SyncState; readonly isEmpty: boolean };

export type Sent = Sendable &
  Pick<Offer, "position"> & {
    readonly isPushed: boolean;
    readonly ids: readonly string[];
    /** Nothing is left for another sync. */
    readonly isWhole: boolean;
  };

export async function sendOffer(sync: Sync, { state, isEmpty }: Sending): Promise<Sent> {
  const { workspace, root, carrier, request } = sync;
  const { list, isBuriedNew, offer: offered } = listOffered(sync, state);
  const unsent = await carrier.findUnsent(list);
  const offer = offered();
  const others = unsent.filter((name) => offer.items.get(name)?.isOwn !== true);
  const elsewhere = await carrier.findElsewhere(others);
  const held = request.isUnattended === true ? listHeldBack(workspace, root, offer) : new Set<ObjectName>();
  const names = unsent.filter((name) => !elsewhere.has(name) && !held.has(name));
  const isHeld = unsent.some((name) => held.has(name));
  const { add, blocked } = await readOffered(workspace, root, { offer, names });
  const ids = [...new Set([...add.keys()].flatMap((name) => offer.items.get(name)?.id ?? []))];
  const isWhole = blocked.length === 0 && !isHeld;
  const sent = { add, blocked, ids, position: offer.position, isWhole };
  const hasCards = hasPeople(root.path);
  if (request.dryRun || (isEmpty && add.size === 0 && !hasCards)) return { ...sent, isPushed: false };
  request.onStage?.(`sending ${pluralize(add.size, "object", "objects")}`);
  // What a tombstone that is held back ends stays until the tombstone goes.
  const over =
    isBuriedNew && !isHeld ? (await carrier.listOwn()).filter((name) => !offer.items.has(name)) : [];
  return { ...sent, isPushed: await publish(sync, add, over) };
}

/** So many at a time: each goes through memory. */
const SENT_AT_ONCE = 20_000;

async function publish(
  { workspace, root, carrier }: Sync,
  add: Sendable["add"],
  drop: readonly ObjectName[],
): Promise<boolean> {
  const papers = listPapers(workspace, root);
  const all = [...add];
  let isPushed = false;
  for (let from = 0; from === 0 || from < all.length; from += SENT_AT_ONCE) {
    const isLast = from + SENT_AT_ONCE >= all.length;
    const piece = new Map(all.slice(from, from + SENT_AT_ONCE));
    const wanted = { add: piece, drop, papers, isCheckpoint: drop.length > 0 && isLast };
    const published = await carrier.put(wanted);
    if (published.kind === "rejected") throw new CredenceError("PUSH_FAILED", published.why);
    isPushed ||= published.kind === "published";
  }
  return isPushed;
}

type Knowing = {
  readonly list: Known["list"];
  readonly offer: () => Offer;
  /** Something was forgotten since the last time. */
  readonly isBuriedNew: boolean;
};

/** What is to be sent. After something was forgotten all of it is looked at: what is over leaves the branch. */
function listOffered({ workspace, root }: Sync, { position, buried }: SyncState): Knowing {
  const isBuriedNew = nameBuried(workspace, root) !== buried;
  let offer: Offer | null = null;
  const gather = (isAll: boolean): Offer => {
    const after = isAll || isBuriedNew ? 0 : position;
    offer = offer === null || (isAll && offer.after !== 0) ? gatherOffer(workspace, root, after) : offer;
    return offer;
  };
  return {
    list: (isAll) => gather(isAll).items.keys(),
    offer: () => gather(false),
    isBuriedNew,
  };
}
