// Short stories in the law of sets: people and machines sign, and the files are told in one line each. Keys and signatures are
// shaped like real ones and sign nothing.

import assert from "node:assert/strict";
import { test } from "node:test";
import { sha256Hex } from "../../../../src/memory/file/sha256.ts";
import { admit } from "../../../../src/memory/law/sets/admit.ts";
import { listMemories, type SetMemory } from "../../../../src/memory/law/sets/memories.ts";
import { nameReplaced } from "../../../../src/memory/law/sets/next-word.ts";
import type { Sets, Trust, TrustedFor, Verdicts } from "../../../../src/memory/law/sets/sets.ts";
import { computeView } from "../../../../src/memory/law/sets/view.ts";
import {
  renderStatement,
  type Statement,
  type TextContent,
  type TextStatement,
  type TombstoneContent,
} from "../../../../src/memory/law/statement.ts";

const ROOT = "0".repeat(32);
const PROOF = { key: "A".repeat(43), signature: "A".repeat(86) };

/** Ana with two machines and Bo with one are trusted, the hub's key for `wrote` alone; Mallory is a stranger. */
export const SIGNERS = {
  ana: `person:${"a".repeat(32)}`,
  bo: `person:${"b".repeat(32)}`,
  mallory: `person:${"m".repeat(32)}`,
  laptop: `machine:${"a".repeat(32)}`,
  desktop: `machine:${"d".repeat(32)}`,
  hub: `machine:${"h".repeat(32)}`,
  strange: `machine:${"m".repeat(32)}`,
} as const;
export type Name = keyof typeof SIGNERS;

const TRUSTED: readonly (readonly [Name, TrustedFor])[] = [
  ["ana", "all"],
  ["bo", "all"],
  ["laptop", "all"],
  ["desktop", "all"],
  ["hub", "wrote"],
];

export const digestOf = (text: string): string => sha256Hex(`digest ${text.split("#")[0]}`);
const foldedOf = (text: string): string => sha256Hex(`folded ${text.split("#")[0]?.toLowerCase()}`);
export const textOf = (text: string): string => sha256Hex(`text ${text}`);
export const bornOf = (name: string): string => sha256Hex(`born ${name}`).slice(0, 32);

type Saying = Partial<Omit<TextContent, "text" | "born">> & {
  readonly text?: string;
  readonly born?: string;
};

export class Story {
  sets: Sets = { statements: new Map(), texts: new Map() };
  trust: Map<string, TrustedFor> = new Map(TRUSTED.map(([name, what]) => [SIGNERS[name], what]));
  me: string | null = SIGNERS.laptop;
  readonly failing = new Set<string>();
  readonly copies = new Map<string, readonly Statement[]>();
  readonly held = new Set<string>();
  strangersFirst: string[] = [];
  #known = new Map<string, string>();
  #seq = 0;

  #next(): number {
    this.#seq += 1;
    return this.#seq;
  }

  /** What follows `#` in a text is a comment: another text with the same digest. */
  say(who: Name, act: TextContent["act"], { text = "one", born = "m", ...more }: Saying = {}): TextStatement {
    const word: TextContent = {
      ...{ v: 1, root: ROOT, scope: "user", act, born: bornOf(born), id: "user_a" },
      ...{ digest: digestOf(text), text: textOf(text), acknowledged: [], source: null },
      ...{ time: "2026-05-01T09:30:00Z", signer: SIGNERS[who], device: SIGNERS.laptop, prev: null },
      ...{ seq: this.#next(), reason: null },
      ...more,
      follows: [...(more.follows ?? [])].sort(),
      lifts: [...(more.lifts ?? [])].sort(),
    };
    this.#known.set(word.text, text);
    return this.take(word, [[word.text, { digest: digestOf(text), folded: foldedOf(text) }]]);
  }

  /** As a person or a machine does who has all of the memory in front of them. */
  answer(
    who: Name,
    act: TextContent["act"],
    { text = "one", born = "m", ...more }: Saying = {},
  ): TextStatement {
    const memory = this.memory(born);
    const names = nameReplaced(
      { sets: this.sets, trust: this.trust, by: SIGNERS[who] },
      memory,
      memory.groups,
    );
    if (names.kind === "full") throw new Error("the list is full");
    const { follows, lifts } = names;
    const { id } = memory;
    return this.say(who, act, {
      id,
      text,
      born,
      ...(more.lifts === undefined && { lifts }),
      follows,
      ...more,
    });
  }

  forget(who: Name, { born = "m", texts = ["one"] } = {}): Statement {
    const tombstone: TombstoneContent = {
      ...{ v: 1, root: ROOT, scope: "user", act: "forget", born: bornOf(born), source: null },
      digests: texts.flatMap((each) => [digestOf(each), foldedOf(each)]).sort(),
      ...{ time: "2026-05-01T09:30:00Z", signer: SIGNERS[who], device: SIGNERS.laptop, prev: null },
      ...{ seq: this.#next(), reason: null },
    };
    return this.take(tombstone, []);
  }

  take<Made extends TextContent | TombstoneContent>(
    statement: Made,
    texts: readonly (readonly [string, { digest: string; folded: string }])[],
  ): Made & { readonly hash: string } {
    const { hash } = renderStatement(statement, PROOF);
    const said = { ...statement, hash };
    this.admit([said], texts);
    return said;
  }

  admit(
    statements: readonly Statement[],
    texts: readonly (readonly [string, { digest: string; folded: string }])[] = [],
  ): void {
    const { trust, strangersFirst } = this;
    this.sets = admit(this.sets, { statements, texts }, { trust, strangersFirst });
  }

  withhold(text: string): void {
    this.sets = {
      ...this.sets,
      texts: new Map([...this.sets.texts].filter(([hash]) => hash !== textOf(text))),
    };
  }

  get law(): { trust: Trust; verdicts: Verdicts; me: string | null } {
    return { trust: this.trust, verdicts: this.verdicts, me: this.me };
  }

  get verdicts(): Verdicts {
    return {
      fails: (text) => this.failing.has(this.#known.get(text) ?? ""),
      copies: (text) => (this.copies.get(this.#known.get(text) ?? "") ?? []).map(({ hash }) => hash),
      held: new Set([...this.held].map((born) => `${bornOf(born)} user_a`)),
    };
  }

  memory(born = "m"): SetMemory {
    const found = listMemories(this.sets, this.law).find((each) => each.born === bornOf(born));
    if (found === undefined) throw new Error(`there is no memory ${born}`);
    return found;
  }

  /** `user_a verified (approved): one`, in the order of names; digits of other names are left out. */
  files(): string[] {
    return computeView(this.sets, this.law)
      .map(({ name, directory, standing, cause, text, isArchived }) => {
        const place = directory === "quarantine" ? "quarantine/" : "";
        const why = standing === cause ? "" : ` (${cause})`;
        const named = name.replace(/(_other_)[0-9a-f]+$/, "$1");
        return `${place}${named} ${standing}${why}${isArchived ? " archived" : ""}: ${this.#known.get(text)}`;
      })
      .sort();
  }
}

type Case = readonly [what: string, tell: (story: Story) => unknown, files: readonly string[]];

/** What is signed, and the files that follow. */
export function testRule(rule: string, cases: readonly Case[]): void {
  for (const [what, tell, files] of cases) {
    test(`${rule}: ${what}`, () => {
      const story = new Story();
      tell(story);
      assert.deepEqual(story.files(), [...files].sort());
    });
  }
}
