// What the page is shown, view by view: plain data, made for a person. Everything in here may be hostile text; the page
// renders each value as text and nothing else. No view holds a key, a passphrase or a secret that a check has found masked.

import type { Confidence } from "../../memory/block/entry.ts";
import type { EventKind } from "../../memory/law/events.ts";
import type { Category, MemoryType, Origin, Scope, Standing, Status } from "../../memory/memory.ts";
import type { Finding, ToolName } from "../../validate/verdict.ts";
import type { Request } from "../change/requests.ts";
import type { DescribedMemory } from "../memories/describe-memory.ts";
import type { RefusedText } from "../memories/refused.ts";
import type { Cut } from "../recall/find-memories.ts";
import type { Recalled } from "../recall/recall-memories.ts";
import type { Receipt, ShownForm } from "../recall/receipts.ts";
import type { StatusReport } from "../status/status.ts";
import type { ReviewReason } from "../survey/reasons.ts";

/** What names a memory on the page: an id may be in both scopes. */
export type MemoryRef = { readonly scope: Scope; readonly id: string };

/** One line of a list. */
export type MemoryRow = MemoryRef &
  Pick<
    DescribedMemory,
    "standing" | "flagged" | "tier" | "type" | "category" | "tags" | "status" | "createdAt"
  > & {
    readonly name: string;
    readonly description: string;
    /** What a decision about it is bound to; null for a file that is no memory. */
    readonly digest: string | null;
    /** Who vouched for it last, by this machine's name for them; null where nobody did. */
    readonly author: string | null;
    /** Of its last approval, or null. */
    readonly verifiedAt: string | null;
  };

/** A finding with its place in the text that is shown, in UTF-16 units, so that it is marked there. */
export type FindingView = Omit<Finding, "column"> & {
  readonly tool: ToolName;
  readonly start: number;
  readonly end: number;
  readonly isAcknowledged: boolean;
};

/** A line of a comparison. Parts that only look alike are marked: `x` written with another alphabet's letter. A gap is no line
 * of either text, but our own words for those that are left out: `120 unchanged lines`. */
export type DiffLine = {
  readonly kind: "same" | "added" | "removed" | "gap";
  readonly parts: readonly { readonly text: string; readonly isLookAlike: boolean }[];
};

/** From one text to another, under a name that fits no other two. */
type Change = { readonly name: string; readonly lines: readonly DiffLine[] };

type Relation = "disagrees" | "duplicate" | "supersedes" | "superseded-by" | "may-update" | "proposed-for";

export type NeighbourView = MemoryRef & {
  readonly name: string;
  readonly standing: Standing;
  readonly relation: Relation;
  /** In words: `6 words of its description are the same`. */
  readonly why: string;
};

/** One act that a person may take now, by its key. */
export type ChoiceView = {
  readonly key: string;
  /** Names the act to the server; the page never makes one up. */
  readonly act: string;
  /** `promote to verified`. */
  readonly says: string;
  /** Asked for before it counts: findings to acknowledge, one by one. */
  readonly acknowledges: readonly string[];
  /** A word to type, because a key pressed by habit is not enough; null where the key is. */
  readonly word: string | null;
  readonly wantsReason: boolean;
  /** Closed until its text, and every change that is shown with it, was shown to its end. */
  readonly wantsSeen: boolean;
  /** What a person should know before they do it, or null. */
  readonly note: string | null;
};

/** A moment in a memory's life, oldest first. */
export type LifeEvent = {
  readonly at: string;
  /** The page has fewer marks than the log has words. */
  readonly kind: Exclude<EventKind, "moved" | "merged" | "deleted" | "forgotten"> | "recalled";
  readonly by: string | null;
  /** `sent to quarantine`, `recalled 14 times in 3 sessions until 2026-03-04`. */
  readonly says: string;
  /** Why, in the words of whoever did it. */
  readonly reason: string | null;
};

/** One memory in full, as it is on disk at this moment. */
export type MemoryView = MemoryRow & {
  /** The whole file as text, hidden characters revealed; findings and differences point into `text`. */
  readonly text: string;
  /** The body alone, the same way; null where the rest of what is signed has no room beside it. */
  readonly body: string | null;
  /** Where `body` begins in `text`. */
  readonly bodyStart: number;
  /** The file as it would be edited, unchanged. */
  readonly source: string | null;
  readonly path: string;
  readonly reason: string;
  readonly origin: Origin | null;
  readonly session: string | null;
  readonly machine: string | null;
  readonly taint: readonly string[];
  readonly relatedFiles: readonly string[];
  readonly findings: readonly FindingView[];
  /** Against the text that was approved last; null where none was, or it is the same. */
  readonly difference: (Change & { readonly since: string }) | null;
  /** The other text of a pair that a merge kept, and what differs from it to this one. */
  readonly pair: (Change & { readonly id: string }) | null;
  readonly neighbours: readonly NeighbourView[];
  readonly life: readonly LifeEvent[];
  readonly choices: readonly ChoiceView[];
  /** Why it cannot be confirmed, where a person would look for that. */
  readonly refusal: { readonly message: string; readonly hint: string } | null;
  /** What would let it in, for one that is kept out; a sentence with a command or a key. */
  readonly remedy: string | null;
};

export type QueueItem = MemoryRow & {
  /** The first of those that say nearly the same; null where none does. */
  readonly alike: string | null;
  readonly waits: readonly ReviewReason[];
  readonly requests: readonly Pick<Request, "at" | "command" | "reason">[];
};

export type QueueView = {
  /** How many wait, listed or not. */
  readonly waiting: number;
  readonly items: readonly QueueItem[];
  /** Still observed, with until when in `waits`. */
  readonly observed: readonly QueueItem[];
  /** How many more wait or are observed than are listed: the first 1 000 of each are. */
  readonly more: number;
};

export type ListQuery = {
  readonly query: string;
  readonly standing: Standing | null;
  readonly type: MemoryType | null;
  readonly category: Category | null;
  readonly tag: string | null;
  readonly author: string | null;
  /** Not older than so many days, or older. */
  readonly days: number | null;
  readonly older: number | null;
  /** `yes` for those in which a check found something. */
  readonly flagged: string | null;
  /** The first of those that say nearly the same. */
  readonly alike: string | null;
  readonly status: Status;
  readonly sort: "relevance" | "newest" | "oldest" | "name" | "verified";
  readonly offset: number;
  readonly limit: number;
};

export type ListView = {
  readonly total: number;
  readonly offset: number;
  readonly rows: readonly (MemoryRow & { readonly snippet: string | null })[];
  /** How many there are of each value among all that match, the most frequent first. */
  readonly facets: Readonly<
    Record<
      "standing" | "type" | "category" | "tag" | "author" | "flagged" | "alike",
      readonly { readonly value: string; readonly count: number }[]
    >
  >;
};

export type RecallView = Pick<Recalled, "outcome"> & {
  /** The block an agent would get, or null. */
  readonly block: string | null;
  readonly tokens: number;
  readonly entries: readonly (MemoryRow & {
    readonly isShown: boolean;
    readonly cut: Cut | null;
    readonly why: string;
    readonly score: number;
    readonly confidence: Confidence | null;
    /** The words that counted, the heaviest first. */
    readonly terms: readonly { readonly word: string; readonly points: number }[];
  })[];
};

export type KeptOutView = {
  /** Files that are kept from models, each with its reason and what would let it in. */
  readonly memories: readonly (MemoryRow & {
    readonly kind: "foreign" | "quarantined" | "flagged" | "unreadable" | "declined";
    readonly reason: string;
    /** Null until it was looked at for that. */
    readonly remedy: string | null;
  })[];
  readonly strangers: readonly { readonly path: string; readonly remedy: string }[];
  /** Texts that were refused and never stored: when, by which rule, where from; not one word of them. */
  readonly refused: readonly (Pick<RefusedText, "at" | "rule" | "command"> & { readonly by: string })[];
  /** How many more are kept out than are listed: the first 1 000 are. */
  readonly more: number;
};

export type SessionsView = {
  readonly sessions: readonly {
    readonly id: string | null;
    readonly from: string;
    readonly to: string;
    /** Estimated from the characters shown. */
    readonly tokens: number | null;
    readonly receipts: readonly (Pick<Receipt, "at" | "kind" | "outcome"> & {
      readonly shown: readonly (MemoryRef & {
        readonly name: string | null;
        readonly score: number;
        readonly confidence: Confidence | null;
        readonly form: ShownForm | null;
      })[];
      readonly left: readonly (MemoryRef & { readonly name: string | null; readonly cut: Cut })[];
    })[];
    readonly observed: {
      readonly proposed: number;
      readonly inputTokens: number;
      readonly outputTokens: number;
      readonly calls: number;
    } | null;
  }[];
  /** How many older ones there are than are listed. */
  readonly more: number;
};

/** A series for a chart: one number per label. */
export type Series = {
  readonly title: string;
  readonly unit: string;
  readonly points: readonly { readonly label: string; readonly value: number }[];
};

export type HealthState = "well" | "waits" | "broken";

export type HealthView = {
  readonly state: HealthState;
  readonly sentences: readonly {
    readonly state: HealthState;
    readonly says: string;
    readonly remedy: string | null;
  }[];
  readonly clients: readonly {
    readonly label: string;
    readonly version: string | null;
    readonly state: "connected" | "not connected" | "broken" | "waits";
    readonly says: string;
  }[];
  readonly signers: readonly {
    readonly petname: string;
    readonly fingerprint: string;
    readonly kind: string;
    readonly isOwn: boolean;
  }[];
  readonly keys: StatusReport["keys"];
  readonly index: readonly { readonly whose: string; readonly state: string; readonly bytes: number }[];
  readonly disk: readonly { readonly what: string; readonly path: string; readonly bytes: number }[];
  readonly charts: readonly Series[];
};

/** What stands at the top of every view. */
export type OverviewView = {
  readonly program: string;
  readonly roots: StatusReport["roots"];
  readonly standings: Readonly<Record<Standing, number>>;
  readonly waiting: number;
  readonly observed: number;
  readonly keptOut: number;
  readonly health: HealthState;
  /** Ten seconds: two or three sentences. */
  readonly says: readonly string[];
};

export type CheckView = {
  readonly findings: readonly FindingView[];
  /** Findings to accept before it can be signed, by their rules. */
  readonly acknowledges: readonly string[];
  readonly hardFails: boolean;
  readonly digest: string | null;
  readonly lines: readonly DiffLine[];
};
