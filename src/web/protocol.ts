// Messages between the page and its server, besides the views (app/page/views.ts). Every request but the exchange carries
// the secret in a header; there are no cookies.

import type { MemoryRef } from "../app/page/views.ts";

/** Carries the secret of this launch. */
export const SECRET_HEADER = "credence-secret";
/** Names the tab: its marks belong to it and end with it. */
export const TAB_HEADER = "credence-tab";

/** `POST /api/exchange`: the token of the redirect file, once, for the secret. */
export type Exchange = { readonly token: string };
export type ExchangeReply = { readonly secret: string };

/** `POST /api/marks`: a decision about what was on the screen. It signs nothing. */
export type MarkRequest = MemoryRef & {
  readonly act: string;
  /** The digest of the text on the screen; the server compares it, and the terminal shows its first eight characters. */
  readonly digest: string | null;
  /** The parts shown on this screen to their last line: texts by digest, changes by name. If the act vouches for a text,
   * the server demands every part of the decision. The claim is the browser's, and a process that got into the page can
   * make it too; therefore the terminal shows a long text a second time. */
  readonly seen: readonly string[];
  readonly acknowledged: readonly string[];
  readonly word: string | null;
  readonly reason: string | null;
  /** For an edit, the whole new file. */
  readonly text: string | null;
};

export type MarkView = MemoryRef & {
  readonly mark: string;
  readonly act: string;
  readonly says: string;
  readonly name: string;
  /** The first eight characters of the digest that will be signed. */
  readonly digest: string;
  readonly at: string;
};

/** The marks of this tab, and the memories marked in other tabs. */
export type MarksView = {
  readonly marks: readonly MarkView[];
  readonly elsewhere: readonly MemoryRef[];
  /** Decisions that an earlier page, tab or terminal left unsigned: they were dropped, and are listed until the user
   * confirms having read this. */
  readonly dropped: readonly { readonly id: string; readonly says: string }[];
  readonly unlockedUntil: string | null;
  /** True while the terminal is asking. */
  readonly isSigning: boolean;
};

/** `POST /api/sign`: the result for each mark of this tab. */
export type SignedView = {
  readonly done: readonly (MemoryRef & { readonly says: string })[];
  readonly again: readonly (MemoryRef & { readonly why: string })[];
  /** The user declined to sign; the marks stay. */
  readonly declined: string | null;
};

/** `POST /api/marks/many`: one plain decision about each of the items, as they were when they were selected. */
export const WORDS = ["yes", "no", "later"] as const;
export type ManyRequest = {
  readonly word: (typeof WORDS)[number];
  /** One reason for all items that need one. */
  readonly reason: string | null;
  readonly items: readonly (MemoryRef & Pick<MarkRequest, "digest" | "seen">)[];
};

/** The present marks, and the items that were not marked with the reason. A refused item does not affect the others. */
export type ManyView = {
  readonly marks: MarksView;
  readonly done: SignedView["done"];
  readonly again: readonly (SignedView["again"][number] & { readonly code: string })[];
};

/** Lines of `GET /api/live`, one JSON object each. */
export type LiveEvent =
  | { readonly kind: "hello" }
  | {
      readonly kind: "changed";
      readonly what: readonly ("queue" | "memories" | "sessions" | "health" | "marks")[];
    }
  | { readonly kind: "news"; readonly at: string; readonly says: string; readonly ref: MemoryRef | null }
  | { readonly kind: "ending"; readonly why: string };

export type Failure = {
  readonly error: { readonly code: string; readonly message: string; readonly hint: string };
};

/**
 * The routes. A GET changes nothing.
 *
 * POST /api/exchange Exchange → ExchangeReply
 * GET  /api/overview → OverviewView             GET  /api/queue → QueueView
 * GET  /api/memory?scope&id → MemoryView        GET  /api/memories?… (ListQuery) → ListView
 * POST /api/recall {prompt} → RecallView        GET  /api/kept-out → KeptOutView
 * GET  /api/sessions → SessionsView             GET  /api/health → HealthView
 * POST /api/check {scope,id,text} → CheckView   GET  /api/audit?format=json|markdown → a file
 * GET  /api/marks → MarksView                   POST /api/marks MarkRequest → MarksView
 * POST /api/marks/undo {mark} → MarksView       POST /api/marks/heard {} → MarksView, with nothing dropped any more
 * POST /api/marks/many ManyRequest → ManyView   POST /api/sign {} → SignedView
 * POST /api/end {} → {}                         GET  /api/live → LiveEvent lines, until it ends
 *
 * Every request but the exchange names its tab. A tab opens its live stream first: without one its marks last ten seconds.
 * A failure is a status of 400 and above with a Failure: 401 the secret is not this launch's (open the page anew), 403 the
 * gate, 404, 409 a conflict (the memory changed, or another tab holds it), 413 too large, 422 refused, 429 too many tries,
 * 501 not built in, 503 too many at once.
 */
export const API = "/api";
