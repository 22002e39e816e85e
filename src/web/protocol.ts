// What travels between the page and its server beside the views (app/page/views.ts). Every request but the exchange carries
// the secret in a header; nothing is a cookie.

import type { MemoryRef } from "../app/page/views.ts";

/** Carries the secret of this launch. */
export const SECRET_HEADER = "credence-secret";
/** Names the tab: its marks are its own, and end with it. */
export const TAB_HEADER = "credence-tab";

/** `POST /api/exchange`: the token of the redirect file, once, for the secret. */
export type Exchange = { readonly token: string };
export type Exchanged = { readonly secret: string };

/** `POST /api/marks`: a decision about what was on the screen. Nothing is signed by it. */
export type MarkRequest = MemoryRef & {
  readonly act: string;
  /** As the screen had it; the server compares, and the terminal shows its first eight. */
  readonly digest: string | null;
  /** What stood on this screen to its last line: texts by their digest, changes by their name. Where the act vouches for a
   * text, the server demands everything that is decided about. The browser says so, and a process that got into the page can
   * say it too: the terminal is therefore the second place where a long text is shown. */
  readonly seen: readonly string[];
  readonly acknowledged: readonly string[];
  readonly word: string | null;
  readonly reason: string | null;
  /** Of an edit: the whole new file. */
  readonly text: string | null;
};

export type MarkView = MemoryRef & {
  readonly mark: string;
  readonly act: string;
  readonly says: string;
  readonly name: string;
  /** The first eight of the digest that will be signed. */
  readonly digest: string;
  readonly at: string;
};

/** Who holds what: this tab's marks, and how many another tab has. */
export type MarksView = {
  readonly marks: readonly MarkView[];
  readonly elsewhere: readonly MemoryRef[];
  /** Decisions that an earlier page, tab or terminal left unsigned: they were dropped, and this says so until it is heard. */
  readonly dropped: readonly { readonly id: string; readonly says: string }[];
  readonly unlockedUntil: string | null;
  /** Whether the terminal is asking right now. */
  readonly isSigning: boolean;
};

/** `POST /api/sign`: what became of each mark of this tab. */
export type SignedView = {
  readonly done: readonly (MemoryRef & { readonly says: string })[];
  readonly again: readonly (MemoryRef & { readonly why: string })[];
  /** Nobody signed: the marks stay. */
  readonly declined: string | null;
};

/** `POST /api/marks/many`: one plain word about each of these, as they were when they were chosen. */
export const WORDS = ["yes", "no", "later"] as const;
export type ManyRequest = {
  readonly word: (typeof WORDS)[number];
  /** One for all of those that want one. */
  readonly reason: string | null;
  readonly items: readonly (MemoryRef & Pick<MarkRequest, "digest" | "seen">)[];
};

/** What is marked now, and what is not and why: one that is refused leaves the others as they are. */
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
 * POST /api/exchange Exchange → Exchanged
 * GET  /api/overview → OverviewView             GET  /api/queue → QueueView
 * GET  /api/memory?scope&id → MemoryView        GET  /api/memories?… (ListQuery) → ListView
 * POST /api/recall {prompt} → RecallView        GET  /api/kept-out → KeptOutView
 * GET  /api/sessions → SessionsView             GET  /api/health → HealthView
 * POST /api/check {scope,id,text} → CheckView   GET  /api/audit?format=html|json|markdown → a file
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
