// What is so of each memory: its texts in their order, what holds it down, and how it stands. Pure, and independent of the order in
// which anything arrived; nothing here looks at the time.
//
// Attack: a remote withholds a text or a statement, a stranger claims to follow an approval, a machine's key edits or lowers what a
// person approved, a teammate forgets the words of others. So a word counts together with its text; a word replaces only what it
// names; a machine replaces only what machines wrote, and its negative acts on what a person approved are wishes; negative acts need
// no text and hold until a person names them.

import { STATEMENT_KINDS } from "../kinds.ts";
import {
  isTextStatement,
  nameMemory,
  type Statement,
  type TextStatement,
  type Tombstone,
} from "../statement.ts";
import { append, findInForce, findLifted } from "./in-force.ts";
import {
  counts,
  createEnding,
  isDecision,
  isPerson,
  type Sets,
  selectCounted,
  type Trust,
  type Verdicts,
} from "./sets.ts";

/** Words for one digest that nothing replaced. */
export type Group = {
  readonly digest: string;
  /** The one whose text is written first: a person's before a machine's. */
  readonly heads: readonly [TextStatement, ...TextStatement[]];
  readonly rank: number;
};

export type SetStanding = "verified" | "inferred" | "foreign" | "quarantined" | "retired";

export type SetCause =
  | "approved"
  | "written"
  | "contested"
  | "hand-edited"
  | "unknown-signer"
  | "held"
  | "retired"
  | "lowered"
  | "copied"
  | "words-forgotten";

export type SetMemory = {
  readonly born: string;
  readonly id: string;
  /** The first is the memory; the others wait beside it. */
  readonly groups: readonly [Group, ...Group[]];
  readonly standing: SetStanding;
  readonly cause: SetCause;
  readonly by: Statement | null;
  readonly isArchived: boolean;
  /** Nobody trusted vouches for any text of it. */
  readonly isForeign: boolean;
  /** In force, with archives: what a raising word has to name. */
  readonly negatives: readonly Statement[];
  /** Of machines, about what a person approved: they change nothing, and a person answers. */
  readonly wishes: readonly TextStatement[];
};

/** An approval in force; no act by itself has this rank. */
const APPROVED = 3;

export type Law = {
  readonly trust: Trust;
  readonly verdicts: Verdicts;
  readonly me: string | null;
  /** Of a root whose files change by acts and git alone. */
  readonly tree?: {
    /** Digest of the file with the memory's own name: of equals it is the memory. */
    readonly first: string | null;
  };
};

export function listMemories(sets: Sets, law: Law): SetMemory[] {
  const { trust } = law;
  const counted = selectCounted(sets.statements.values(), trust);
  const isEnded = createEnding(counted);
  const isCounted = new Set(counted);
  // Of those whom nobody trusts, and of a key that may say less: such words show what there is to be looked at.
  const strange = [...sets.statements.values()].filter((each) => !counts(each, trust));
  const said = [...counted, ...strange].filter(isTextStatement).filter((each) => !isEnded(each));
  const tombstones = counted.filter((each): each is Tombstone => !isTextStatement(each));
  const making = counted.filter(({ act }) => STATEMENT_KINDS[act].makes !== undefined);
  const negatives = new Map(making.map((each) => [each.hash, each]));
  return [...Map.groupBy(said, nameMemory).values()].flatMap(
    (of) => computeMemory(of, { ...law, sets, tombstones, negatives, isCounted }) ?? [],
  );
}

type Context = Law & {
  readonly sets: Sets;
  readonly tombstones: readonly Tombstone[];
  /** By hash, tombstones too. */
  readonly negatives: ReadonlyMap<string, Statement>;
  readonly isCounted: ReadonlySet<Statement>;
};

/** @returns null where no text of it is here. */
function computeMemory(said: readonly TextStatement[], context: Context): SetMemory | null {
  const { sets, isCounted } = context;
  // Whoever withholds the text withholds the word. A text under another digest makes the word void, and not the text.
  const whole = said.filter(
    (each) =>
      STATEMENT_KINDS[each.act].rank !== undefined && sets.texts.get(each.text)?.digest === each.digest,
  );
  const trusted = whole.filter((each) => isCounted.has(each));
  const isForeign = trusted.length === 0;
  const words = isForeign ? whole : trusted;
  const counted = said.filter((each) => isCounted.has(each));
  const groups = groupHeads(words, isForeign, context.tree?.first);
  const [main] = groups;
  if (main === undefined) return null;
  const { negatives, wishes } = findNegatives(main, { counted, trusted, context });
  const [{ born, id }] = main.heads;
  const isArchived = negatives.some((each) => isMaking(each, "archived"));
  const of = {
    born,
    id,
    groups: [main, ...groups.slice(1)] as const,
    isForeign,
    isArchived,
    negatives,
    wishes,
  };
  return { ...of, ...decide(of, context) };
}

/**
 * The rank of a group is that of its best word, or above all of them where an approval of its digest is in force: until a person
 * replaces it by other words, or each of the words by which people renewed it.
 */
function groupHeads(words: readonly TextStatement[], isForeign: boolean, own: string | null = null): Group[] {
  const byHash = new Map(words.map((each) => [each.hash, each]));
  const later = new Map<string, TextStatement[]>();
  for (const word of words)
    for (const hash of word.follows) {
      const before = byHash.get(hash);
      if (before === undefined) continue;
      if (isForeign ? before.signer === word.signer : replaces(word, before)) append(later, hash, word);
    }
  const inForce = findInForce(words, later);
  const approvals = words.filter((each) => isApproval(each) && inForce.has(each.hash));
  const approved = new Set(isForeign ? [] : approvals.map(({ digest }) => digest));
  const heads = words.filter((each) => !later.has(each.hash)).sort(compareHeads);
  const groups = [...Map.groupBy(heads, ({ digest }) => digest)].flatMap(
    ([digest, [best, ...rest]]): Group[] => {
      if (best === undefined) return [];
      const rank = approved.has(digest) ? APPROVED : rankOf(best);
      return [{ digest, heads: [best, ...rest], rank }];
    },
  );
  const nameOf = ({ digest }: Group): string => (digest === own ? "" : digest);
  return groups.sort((a, b) => b.rank - a.rank || compare(nameOf(a), nameOf(b)));
}

/**
 * A person replaces whatever they had before them. A machine replaces only what machines wrote: not a person's words by the same words
 * either, or a second step would replace the person's. A hand edit replaces only the same hand's.
 */
export function replaces(word: TextStatement, before: TextStatement): boolean {
  if (isDraft(word)) return isDraft(before) && before.signer === word.signer;
  return isDecision(word) || (!isDraft(before) && !isDecision(before));
}

function compareHeads(a: TextStatement, b: TextStatement): number {
  return Number(isDecision(b)) - Number(isDecision(a)) || rankOf(b) - rankOf(a) || compare(a.hash, b.hash);
}

function rankOf({ act }: TextStatement): number {
  return STATEMENT_KINDS[act].rank ?? 0;
}

type Evidence = {
  readonly counted: readonly TextStatement[];
  /** Words of them whose texts are here. */
  readonly trusted: readonly TextStatement[];
  readonly context: Context;
};

function findNegatives(
  main: Group,
  { counted, trusted, context }: Evidence,
): Pick<SetMemory, "negatives" | "wishes"> {
  const { tree, negatives } = context;
  // An approval speaks once its text is here, like any word; in a work tree while it is there itself.
  const whole = new Set(tree === undefined ? trusted : counted);
  const heard = counted.filter((each) => STATEMENT_KINDS[each.act].rank === undefined || whole.has(each));
  const isAboutMain = (each: Statement): boolean =>
    isTextStatement(each) ? each.digest === main.digest : isOfWords(each, main, context);
  const lifted = findLifted(heard, { negatives, digest: main.digest, isAboutMain });
  const wasApproved = (tree === undefined ? trusted : counted).some(isApproval);
  // A validator's names the rules that failed the text. Elsewhere the validators there decide, or a person who agrees.
  const isOwnValidators = (each: TextStatement): boolean =>
    isMaking(each, "quarantined") && each.signer === context.me && each.acknowledged.length > 0;
  const isWish = (each: TextStatement): boolean => wasApproved && !isPerson(each) && !isOwnValidators(each);
  const own = counted.filter(({ hash }) => negatives.has(hash)).filter((each) => !lifted.has(each.hash));
  const copied = isDecision(main.heads[0]) ? [] : context.verdicts.copies(main.heads[0].text);
  const others = [
    ...context.tombstones.filter((each) => isOfWords(each, main, context)),
    ...copied
      .flatMap((hash) => context.sets.statements.get(hash) ?? [])
      .filter((each) => context.isCounted.has(each)),
  ].filter((each) => !lifted.has(each.hash));
  return {
    negatives: [...own.filter((each) => !isWish(each)), ...others].sort((a, b) => compare(a.hash, b.hash)),
    wishes: own.filter(isWish).sort((a, b) => compare(a.hash, b.hash)),
  };
}

function isOfWords({ digests }: Tombstone, main: Group, { sets }: Context): boolean {
  const folded = sets.texts.get(main.heads[0].text)?.folded;
  return digests.some((each) => each === main.digest || each === folded);
}

/** Two people approved two texts, and neither knew. */
export function isContested({ groups: [, second] }: Pick<SetMemory, "groups">): boolean {
  return second?.rank === APPROVED;
}

type Decided = Pick<SetMemory, "standing" | "cause" | "by">;
type Undecided = Omit<SetMemory, keyof Decided>;

function decide({ born, id, groups, isForeign, negatives }: Undecided, { verdicts }: Context): Decided {
  const [main] = groups;
  const [by] = main.heads;
  const lowered = negatives.find((each) => isMaking(each, "quarantined"));
  if (lowered !== undefined) return { standing: "quarantined", cause: causeOf(lowered, born), by: lowered };
  const retired = negatives.find((each) => isMaking(each, "retired"));
  if (retired !== undefined) return { standing: "retired", cause: "retired", by: retired };
  if (isForeign) return { standing: "foreign", cause: "unknown-signer", by };
  if (verdicts.held.has(nameMemory({ born, id }))) return { standing: "foreign", cause: "held", by };
  if (main.rank === 0) return { standing: "foreign", cause: "hand-edited", by };
  if (main.rank < APPROVED) return { standing: "inferred", cause: "written", by };
  // No fact until one word follows both.
  return isContested({ groups })
    ? { standing: "inferred", cause: "contested", by }
    : { standing: "verified", cause: "approved", by };
}

function causeOf(negative: Statement, born: string): SetCause {
  if (!isTextStatement(negative)) return "words-forgotten";
  return negative.born === born ? "lowered" : "copied";
}

function isApproval({ act }: Statement): boolean {
  return STATEMENT_KINDS[act].approves === true;
}

function isDraft({ act }: Statement): boolean {
  return STATEMENT_KINDS[act].isDraft === true;
}

function isMaking({ act }: Statement, out: "quarantined" | "retired" | "archived"): boolean {
  return STATEMENT_KINDS[act].makes === out;
}

export function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
