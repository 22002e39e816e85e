// What people are told about transitions, apart from the laws: commands and the guard read this at start-up, and the laws
// are long. The types hold each row to its law, so a transition without words, or with another law's, does not compile.

import type { Standing } from "../memory.ts";
import type { StatusAction, StatusLaws } from "./status.ts";
import type { Laws, RaiseAction } from "./transitions.ts";

export type CommandWords = {
  readonly summary: string;
  /** The law lets nobody but a person do it. */
  readonly personOnly: boolean;
  /** What a yes says; null when nothing is asked. */
  readonly question: string | null;
  /** `it is …` once it is carried out. */
  readonly done: string;
};

type ReviewWords = {
  /** What the memory is afterwards, in a few words. */
  readonly result: string;
  /** What its key does. */
  readonly offer: string;
  /** What it is counted as. */
  readonly end: "confirmed" | "kept" | "demoted" | "archived" | "retired";
};

export type RaiseKey = "y" | "a";

export type RaiseWords = CommandWords &
  ReviewWords & {
    readonly question: string;
    /** Typed instead of a yes. */
    readonly word?: string;
    /** What it does to the memory of this id, where its name is no verb. */
    readonly purpose?: (id: string) => string;
    /** The key of a review, and the standings for which it is offered; the law has the last word. */
    readonly key: RaiseKey;
    readonly offeredTo: readonly Standing[];
  };

type Held<Law extends { readonly by: readonly unknown[] }> = {
  readonly personOnly: Law["by"] extends readonly ["person"] ? true : false;
};

const UNASKED = { personOnly: false, question: null } as const;

/** Those that are commands, in the order of the help text. */
export const TRANSITION_WORDS: Readonly<
  { [Action in RaiseAction]: RaiseWords & Held<Laws[Action]> } & {
    demote: CommandWords & ReviewWords & Held<Laws["demote"]>;
  }
> = {
  promote: {
    summary: "Confirm an inferred memory that was observed",
    personOnly: true,
    question: "confirm exactly this text, so that it applies as fact?",
    done: "verified",
    key: "y",
    offeredTo: ["inferred"],
    result: "becomes a fact",
    offer: "confirm as fact",
    end: "confirmed",
  },
  reaffirm: {
    summary: "Confirm a memory again: it is stale or has changed",
    personOnly: true,
    question: "confirm exactly this text again?",
    done: "verified as of today",
    key: "y",
    // The law tells a changed one from one that was never approved.
    offeredTo: ["verified", "foreign"],
    result: "counts as fact again",
    offer: "confirm",
    end: "confirmed",
  },
  mine: {
    summary: "Make an observed memory your own words, before its time",
    personOnly: true,
    question: "it becomes a fact at once, as your own words",
    word: "mine",
    purpose: (id) => `make ${id} your own words`,
    done: "yours, and verified",
    key: "y",
    // No key of a review: one at a time, by its id.
    offeredTo: [],
    result: "becomes your own words, and a fact",
    offer: "make it yours",
    end: "confirmed",
  },
  keep: {
    summary: "Allow a foreign memory as advice",
    personOnly: true,
    question: "allow exactly this text as advice, marked as inferred?",
    done: "kept as advice",
    key: "a",
    offeredTo: ["foreign", "inferred"],
    result: "becomes advice, marked",
    offer: "keep as advice",
    end: "kept",
  },
  demote: {
    summary: "Move a memory to quarantine and say why",
    ...UNASKED,
    done: "in quarantine",
    result: "goes to quarantine",
    offer: "demote",
    end: "demoted",
  },
  restore: {
    summary: "Confirm a quarantined memory and bring it back",
    personOnly: true,
    question: "bring exactly this text back, so that it applies as fact?",
    done: "verified again",
    key: "y",
    offeredTo: ["quarantined"],
    result: "comes back as a fact",
    offer: "bring back as fact",
    end: "confirmed",
  },
};

export type TransitionRows = Readonly<Record<string, CommandWords>>;

/** Only a person raises, and what only a person does is a raise. */
export function isRaise(row: readonly [string, CommandWords]): row is [RaiseAction, RaiseWords] {
  return row[1].personOnly;
}

type Raise = { readonly action: RaiseAction; readonly key: RaiseKey };

/** What a review offers for a memory of this standing, one action per key. */
export function listRaises(standing: Standing, rows: TransitionRows = TRANSITION_WORDS): Raise[] {
  return Object.entries(rows)
    .filter(isRaise)
    .flatMap(([action, { key, offeredTo }]) => (offeredTo.includes(standing) ? [{ action, key }] : []));
}

export const STATUS_WORDS: Readonly<{
  [Action in StatusAction]: CommandWords & ReviewWords & Held<StatusLaws[Action]>;
}> = {
  retire: {
    summary: "Take a memory out of use",
    ...UNASKED,
    done: "retired",
    result: "is no longer used",
    offer: "take out of use",
    end: "retired",
  },
  unretire: {
    summary: "Bring a retired memory back",
    personOnly: true,
    question: "bring exactly this text back into use?",
    done: "in use again",
    result: "is used again",
    offer: "bring back into use",
    end: "confirmed",
  },
  archive: {
    summary: "Archive a memory without judging it",
    ...UNASKED,
    done: "archived",
    result: "goes to the archive",
    offer: "move to the archive",
    end: "archived",
  },
  unarchive: {
    summary: "Bring an archived memory back",
    ...UNASKED,
    done: "in use again",
    result: "is used again",
    offer: "bring back into use",
    end: "confirmed",
  },
};
