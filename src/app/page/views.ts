// The data of the page, view by view: plain data for a person. Any value may be hostile text, so the page renders each
// value as text. No view holds a key, a passphrase, or an unmasked secret that a check has found.

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

/** Names a memory on the page, because one id may exist in both scopes. */
export type MemoryRef = { readonly scope: Scope; readonly id: string };

/** One line of a list. */
export type MemoryRow = MemoryRef &
  Pick<
    DescribedMemory,
    "standing" | "flagged" | "tier" | "type" | "category" | "tags" | "status" | "createdAt"
  > & {
    readonly name: string;
    readonly description: string;
    /** The digest to which a decision is bound; null for a file that is not a memory. */
    readonly digest: string | null;
    /** The petname of the last signer who vouched for it; null without a trusted one. */
    readonly author: string | null;
    /** The date of its last approval; null without one. */
    readonly verifiedAt: string | null;
  };

/** A finding with its position in the shown text, in UTF-16 units, at which it is marked. */
export type FindingView = Omit<Finding, "column"> & {
  readonly tool: ToolName;
  readonly start: number;
  readonly end: number;
  readonly isAcknowledged: boolean;
};

/** A line of a comparison. Parts that look alike but differ are marked, such as an `x` of another alphabet. A gap is a line
 * of our own for omitted lines: `120 unchanged lines`. */
export type DiffLine = {
  readonly kind: "same" | "added" | "removed" | "gap";
  readonly parts: readonly { readonly text: string; readonly isLookAlike: boolean }[];
};

/** The change between two texts, with a name that is unique to the pair. */
type Change = { readonly name: string; readonly lines: readonly DiffLine[] };

type Relation = "disagrees" | "duplicate" | "supersedes" | "superseded-by" | "may-update" | "proposed-for";

export type NeighbourView = MemoryRef & {
  readonly name: string;
  readonly standing: Standing;
  readonly relation: Relation;
  /** In words: `6 words of its description are the same`. */
  readonly why: string;
};

/** One act that the user may take now, by its key. */
export type ChoiceView = {
  readonly key: string;
  /** Names the act for the server; the page never invents a name. */
  readonly act: string;
  /** `promote to verified`. */
  readonly says: string;
  /** Findings to acknowledge, one by one, before the act counts. */
  readonly acknowledges: readonly string[];
  /** A word to type, because a key pressed by habit is not enough; null when the key is enough. */
  readonly word: string | null;
  readonly wantsReason: boolean;
  /** Disabled until the text, and every change shown with it, was shown to its end. */
  readonly wantsSeen: boolean;
  /** A warning to read before the act; null without one. */
  readonly note: string | null;
};

/** An event of a memory's life. */
export type LifeEvent = {
  readonly at: string;
  /** The page has fewer marks than the log has words. */
  readonly kind: Exclude<EventKind, "moved" | "merged" | "deleted" | "forgotten"> | "recalled";
  readonly by: string | null;
  /** `sent to quarantine`, `recalled 14 times in 3 sessions until 2026-03-04`. */
  readonly says: string;
  /** The reason in the actor's own words. */
  readonly reason: string | null;
};

/** One memory in full, as it is on disk at this moment. */
export type MemoryView = MemoryRow & {
  /** The whole file as text, with hidden characters revealed; findings and differences point into `text`. */
  readonly text: string;
  /** The body alone, in the same form; null when the other signed fields do not fit beside it. */
  readonly body: string | null;
  /** The offset of `body` in `text`. */
  readonly bodyStart: number;
  /** The text for the editor. */
  readonly source: string | null;
  readonly path: string;
  readonly reason: string;
  readonly origin: Origin | null;
  readonly session: string | null;
  readonly machine: string | null;
  readonly taint: readonly string[];
  readonly relatedFiles: readonly string[];
  readonly findings: readonly FindingView[];
  /** The change since the last approved text; null without an approval or a change. */
  readonly difference: (Change & { readonly since: string }) | null;
  /** The other text of a conflict, and the change from it to this one. */
  readonly pair: (Change & { readonly id: string }) | null;
  readonly neighbours: readonly NeighbourView[];
  readonly life: readonly LifeEvent[];
  readonly choices: readonly ChoiceView[];
  /** Why it cannot be confirmed, if a user would expect that choice. */
  readonly refusal: { readonly message: string; readonly hint: string } | null;
  /** How to release a withheld memory: a sentence with a command or a key. */
  readonly remedy: string | null;
};

export type QueueItem = MemoryRow & {
  /** The first of the memories that say nearly the same; null when it has none. */
  readonly alike: string | null;
  readonly waits: readonly ReviewReason[];
  readonly requests: readonly Pick<Request, "at" | "command" | "reason">[];
};

export type QueueView = {
  /** The number of waiting memories, listed or not. */
  readonly waiting: number;
  readonly items: readonly QueueItem[];
  /** Memories under observation, with its end in `waits`. */
  readonly observed: readonly QueueItem[];
  /** How many waiting or observed memories are not listed: the first 1 000 of each are. */
  readonly more: number;
};

export type ListQuery = {
  readonly query: string;
  readonly standing: Standing | null;
  readonly type: MemoryType | null;
  readonly category: Category | null;
  readonly tag: string | null;
  readonly author: string | null;
  /** At most this many days old, or, in `older`, at least. */
  readonly days: number | null;
  readonly older: number | null;
  /** `yes` for memories with a finding. */
  readonly flagged: string | null;
  /** The first of the memories that say nearly the same. */
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
  /** The number of matching memories per value, the most frequent value first. */
  readonly facets: Readonly<
    Record<
      "standing" | "type" | "category" | "tag" | "author" | "flagged" | "alike",
      readonly { readonly value: string; readonly count: number }[]
    >
  >;
};

export type RecallView = Pick<Recalled, "outcome"> & {
  /** The block that an agent would get; null without one. */
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
  /** Files withheld from models, each with the reason and the way to release it. */
  readonly memories: readonly (MemoryRow & {
    readonly kind: "foreign" | "quarantined" | "flagged" | "unreadable" | "declined";
    readonly reason: string;
    /** Null until the advice was computed. */
    readonly remedy: string | null;
  })[];
  readonly strangers: readonly { readonly path: string; readonly remedy: string }[];
  /** Texts that were refused and never stored: the time, the rule and the source, but no word of them. */
  readonly refused: readonly (Pick<RefusedText, "at" | "rule" | "command"> & { readonly by: string })[];
  /** How many more are withheld than are listed: the first 1 000 are. */
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
  /** The number of older sessions that are not listed. */
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

/** The header of every view. */
export type OverviewView = {
  readonly program: string;
  readonly roots: StatusReport["roots"];
  readonly standings: Readonly<Record<Standing, number>>;
  readonly waiting: number;
  readonly observed: number;
  readonly keptOut: number;
  readonly health: HealthState;
  /** Two or three sentences, readable in ten seconds. */
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
