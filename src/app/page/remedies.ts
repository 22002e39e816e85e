// Advice on how to release a memory that is withheld from models, in a sentence. A key is named only if the offer contains
// its act: each sentence is built from the offer itself, so that the advice and the buttons cannot disagree.

import { CAUSES, type Cause } from "../../memory/law/causes.ts";
import type { Standing } from "../../memory/memory.ts";
import { REMEDIES } from "../../memory/remedies.ts";
import type { Judgement } from "../change/judge-text.ts";
import { type LoadedMemory, pathShown } from "../memories/load-memory.ts";
import type { ReviewSubject } from "../review/queue.ts";
import type { Offer } from "./acts.ts";

type KeptOut = {
  readonly id: string;
  readonly path: string;
  readonly standing: Standing;
  readonly cause: Cause;
  readonly judgement: Pick<Judgement, "hardFails" | "secrets"> | null;
  /** True when it has a finding that no user has acknowledged. */
  readonly isFlagged: boolean;
  /** True when a request for a change is pending, because the keys then decide about the request. */
  readonly isRequested: boolean;
};

type KeyOffer = Pick<Offer["acts"][number]["choice"], "act" | "key">;

/** The part of an offer on which advice depends. */
type AdviceSubject = {
  readonly subject: Pick<ReviewSubject, "flags" | "requests"> & {
    readonly target: Pick<LoadedMemory, "root" | "file" | "standing">;
  };
  readonly showing: { readonly judgement: KeptOut["judgement"] };
  readonly acts: readonly { readonly choice: KeyOffer }[];
};

/** @returns null when nothing withholds it. */
export function adviseAbout({ subject, showing, acts }: AdviceSubject): string | null {
  const { target, flags, requests } = subject;
  const { standing, cause } = target.standing;
  const kept: KeptOut = {
    ...{ id: target.file.id, path: pathShown(target), standing, cause },
    judgement: showing.judgement,
    isFlagged: flags.length > 0,
    isRequested: requests.length > 0,
  };
  return findRemedy(
    kept,
    acts.map(({ choice }) => choice),
  );
}

function findRemedy(kept: KeptOut, offered: readonly KeyOffer[]): string | null {
  const isOut = kept.standing === "foreign" || kept.standing === "quarantined";
  if (!isOut && !kept.isFlagged) return null;
  const outside = isOut ? sayOutside(kept) : null;
  const ways = listWays(kept, offered);
  const toRequest = kept.isRequested && ways.length === 0 ? ["answer the request first"] : [];
  const parts = [...toRequest, ...ways, ...(outside === null ? [] : [outside])];
  if (CAUSES[kept.cause].fault === "unreadable") parts.push(...sayKey(offered, "forget", "erase it"));
  return parts.length === 0 ? NOTHING : parts.join(", or ");
}

const BY_GIT = "bring the approved text back with git";
const NOTHING = "nothing on this page lets it in: credence doctor says what is wrong";

/** Remedies outside of the page, by the cause that withholds the memory; null when the page itself is the place. */
const OUTSIDE: Readonly<Record<Cause, ((kept: KeptOut) => string | null) | string | null>> = {
  approved: null,
  "approved-but-recorded-inferred": null,
  written: null,
  kept: null,
  "rolled-back": BY_GIT,
  superseded: BY_GIT,
  "changed-since-approval": BY_GIT,
  "changed-since-written": null,
  held: "credence sync says what others take out of use; credence sync --accept-changes takes it",
  contested: "credence review shows both texts",
  beside: "credence review shows both texts",
  "unknown-signer": REMEDIES["unknown-signer"],
  "never-seen": null,
  "second-location": "credence init uses this copy of the project's memories here",
  "hidden-here": null,
  "record-unreadable": "credence doctor --repair rebuilds this machine's record of the root",
  lowered: sayInQuarantine,
  forgotten: sayInQuarantine,
  disowned: sayInQuarantine,
  retired: null,
  "recorded-quarantined": sayInQuarantine,
  "recorded-retired": null,
  broken: ({ path }) => `correct ${path} in your editor`,
  conflict: "credence review asks which text holds; then commit it",
  unreadable: ({ path }) => `put a text of at most 64 kB at ${path}, or remove what is there`,
  unreliable: "credence doctor says which statements about it cannot be relied on",
};

function sayOutside(kept: KeptOut): string | null {
  const says = OUTSIDE[kept.cause];
  return typeof says === "function" ? says(kept) : says;
}

/** A broken memory in quarantine is not edited on the page: the trust rules require a repair of the file by hand, and then
 * a restore. */
function sayInQuarantine({ id, path, judgement }: KeptOut): string | null {
  if (judgement?.hardFails !== true) return null;
  if (judgement.secrets.exit === 0) return `correct ${path} in your editor, then it can be brought back here`;
  const wrapping = `credence approve ${id} --restore --redact brings it back with what was found in <redacted>`;
  return `take the secret out of ${path} in your editor and revoke it where it is valid; if it is none, ${wrapping}`;
}

/** The offered acts that release the memory or end its problem. */
function listWays(kept: KeptOut, offered: readonly KeyOffer[]): string[] {
  const isFlaggedOnly = kept.standing !== "foreign" && kept.standing !== "quarantined";
  const accept = isFlaggedOnly ? "accept its findings and " : "read it and ";
  const compare =
    kept.standing === "foreign" ? "compare it with the approved text and confirm it" : `${accept}confirm it`;
  return [
    ...sayKey(offered, "pair:this", "read both texts and keep this one"),
    ...sayKey(offered, "raise:restore", `${accept}bring it back as a fact`),
    ...sayKey(offered, "raise:reaffirm", compare),
    ...sayKey(offered, "raise:promote", `${accept}confirm it as a fact`),
    ...sayKey(offered, "raise:keep", `${accept}keep it as advice`),
    ...sayKey(offered, "show-again", "show it here again"),
    ...sayKey(offered, "edit", sayEdit(kept)),
    ...(isFlaggedOnly ? sayKey(offered, "demote", "send it to quarantine") : []),
  ];
}

function sayEdit({ judgement }: KeptOut): string {
  if (judgement?.hardFails !== true) return "make its wording your own";
  return judgement.secrets.exit === 0
    ? "put right what the checks name"
    : "take the secret out, revoke it where it is valid, and keep the rest";
}

function sayKey(offered: readonly KeyOffer[], act: string, says: string): string[] {
  const found = offered.find((each) => each.act === act);
  return found === undefined ? [] : [`${says} with ${found.key}`];
}
