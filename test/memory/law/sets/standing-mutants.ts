// Broken rules about how a memory stands: who may say what, what is over, what holds it down.

import { type Mutant, mutantsOf } from "./mutant.ts";

const admit = mutantsOf("admit");
const inForce = mutantsOf("in-force");
const enforced = mutantsOf("enforced");
const kinds = mutantsOf("kinds");
const memories = mutantsOf("memories");
const sets = mutantsOf("sets");
const statement = mutantsOf("statement");
const takenByOthers = mutantsOf("taken-by-others");

const WHO_MAY_SAY_WHAT: readonly Mutant[] = [
  sets("a machine's key may say anything", "if (!byMachine && !isPerson(said)) return false;", ""),
  sets("a key that proposes may say anything", "return byProposer === true;", "return true;"),
  sets("a key that proposes says nothing", "return byProposer === true;", "return false;"),
  sets("what an ended key took out comes back", "return makes !== undefined;", "return false;"),
  sets("an ended key still vouches", "return makes !== undefined;", "return true;"),
  sets(
    "what an ended key withdrew counts again",
    ".withdraws === true && isPerson(each)",
    ".withdraws === true && counts(each, trust)",
  ),
  sets("a machine withdraws", ".withdraws === true && isPerson(each)", ".withdraws === true"),
  sets("a stranger counts", "case undefined:\n      return false;", "case undefined:\n      return true;"),
  kinds(
    "unretire lifts a lowering",
    'unretire: { lifts: ["retired"]',
    'unretire: { lifts: ["retired", "quarantined"]',
  ),
  kinds("what a person keeps ranks like what a machine wrote", "keep: { rank: 2,", "keep: { rank: 1,"),
  kinds("a hand edit ranks like what a machine wrote", "draft: { rank: 0,", "draft: { rank: 1,"),
  kinds(
    "an approval leaves a retired memory retired",
    'lifts: ["quarantined", "retired", "archived"]',
    'lifts: ["quarantined", "archived"]',
  ),
];

const WITHDRAWN: readonly Mutant[] = [
  sets("anybody withdraws what others said", "return said.signer === by.signer ||", "return true ||"),
  sets(
    "a person withdraws nothing of their machines",
    " || (owner !== null && owner === ownerIn(trust, said.signer))",
    "",
  ),
  sets(
    "a person withdraws what machines of others signed",
    "owner === ownerIn(trust, said.signer)",
    "ownerIn(trust, said.signer) !== null",
  ),
  sets("a withdrawal reaches other memories", "nameMemory(said) !== nameMemory(by)", "false"),
  sets(
    "a tombstone can be withdrawn",
    "!isTextStatement(said) || nameMemory(said) !== nameMemory(by)",
    "said.born !== by.born",
  ),
  sets("nothing is withdrawn", "if (withdrawals.length === 0) return counted;", "return counted;"),
];

const ENDS_UNTIL_NAMED = `const lifted = new Set(
    counted.flatMap((each) => (isTextStatement(each) && each.act === "approve" ? each.lifts : [])),
  );
  const open = new Set(counted.filter(isTombstone).flatMap((each) => (lifted.has(each.hash) ? [] : [each.born])));
  return ({ born }) => open.has(born);`;
const ENDS_WORDS = `const words = new Set(counted.filter(isTombstone).flatMap(({ digests }) => digests));
  return (said) => borns.has(said.born) || ("digest" in said && words.has(String(said.digest)));`;

const FORGOTTEN: readonly Mutant[] = [
  sets("a tombstone does not end its memory", "=> borns.has(born);", "=> borns.has(born) && false;"),
  sets(
    "a tombstone ends its memory until a later approval names it",
    "return ({ born }) => borns.has(born);",
    ENDS_UNTIL_NAMED,
  ),
  sets("a tombstone ends whatever has its words", "return ({ born }) => borns.has(born);", ENDS_WORDS),
  memories(
    "a stranger forgets the memories of others",
    "createEnding(counted)",
    "createEnding([...sets.statements.values()])",
  ),
  admit(
    "a stranger erases the memories of others",
    "createEnding(counted)",
    "createEnding([...all.values()])",
  ),
  memories(
    "a stranger holds the words of others down",
    "= counted.filter((each): each is Tombstone",
    "= [...sets.statements.values()].filter((each): each is Tombstone",
  ),
  memories("a tombstone holds the words down for ever", "].filter((each) => !lifted.has(each.hash));", "];"),
  memories(
    "the words that were forgotten are free",
    "...context.tombstones.filter((each) => isOfWords(each, main, context)),",
    "",
  ),
  statement(
    "what is said under another id is of the memory",
    "nameMemory({ born, id }: Pick",
    "nameMemory({ born, born: id }: Pick",
  ),
  memories("folded words are free", " || each === folded", ""),
  memories(
    "a tombstone is lifted by an approval of other words",
    ": isOfWords(each, main, context);\n  const lifted",
    ": false;\n  const lifted",
  ),
  memories("what is forgotten is seen before it is erased", ".filter((each) => !isEnded(each))", ""),
  admit(
    "what was forgotten stays in the set",
    "if (isTextStatement(each) && isEnded(each)) all.delete(each.hash);",
    "{}",
  ),
];

const REPLACED: readonly Mutant[] = [
  memories(
    "a word counts before its text is here",
    "sets.texts.get(each.text)?.digest === each.digest,",
    "true,",
  ),
  memories(
    "a text counts under any digest",
    "sets.texts.get(each.text)?.digest === each.digest,",
    "sets.texts.has(each.text),",
  ),
  memories(
    "strangers' words count beside trusted ones",
    "const words = isForeign ? whole : trusted;",
    "const words = whole;",
  ),
  memories(
    "strangers replace each other's words",
    "before.signer === word.signer : replaces",
    "true : replaces",
  ),
  memories(
    "a machine replaces what a person said",
    "(!isDraft(before) && !isDecision(before));",
    "!isDraft(before);",
  ),
  memories(
    "a machine replaces a person's word by the same words",
    "(!isDraft(before) && !isDecision(before));",
    "(!isDraft(before) && (!isDecision(before) || before.digest === word.digest));",
  ),
  memories(
    "a machine replaces a hand edit",
    "(!isDraft(before) && !isDecision(before));",
    "!isDecision(before);",
  ),
  memories(
    "a hand edit replaces like a word",
    "if (isDraft(word)) return isDraft(before) && before.signer === word.signer;",
    "",
  ),
  memories(
    "a hand edit replaces another hand's",
    "isDraft(before) && before.signer === word.signer;",
    "isDraft(before);",
  ),
  memories(
    "a hand edit replaces the same machine's word",
    "return isDraft(before) && before.signer",
    "return before.signer",
  ),
  memories(
    "a person does not replace a machine's words",
    "return isDecision(word) || (",
    "return (isDecision(word) && isDecision(before)) || (",
  ),
  inForce("an approval is never over", "if (by.some((each) => each.digest !== digest)) continue;", ""),
  inForce(
    "an approval that was renewed is over by itself alone",
    "words.filter(({ hash }) => !later.has(hash))",
    "words.filter((word) => (later.get(word.hash) ?? []).every((each) => each.digest === word.digest))",
  ),
  inForce("an approval that was renewed is over", "inForce.add(before);", "before;"),
  memories("two approved texts both stand", "return isContested({ groups })", "return false"),
  memories("an approval in force has no rank of its own", "approved.has(digest) ? APPROVED :", ""),
  memories("groups in the order of arrival", " || compare(nameOf(a), nameOf(b))", ""),
  memories("heads in the order of arrival", " || compare(a.hash, b.hash);", ";"),
  memories(
    "a machine's fields are written for a person's words",
    "Number(isDecision(b)) - Number(isDecision(a)) || ",
    "Number(isDecision(a)) - Number(isDecision(b)) || ",
  ),
  memories(
    "a hand edit is in use",
    'if (main.rank === 0) return { standing: "foreign", cause: "hand-edited", by };',
    "",
  ),
  memories(
    "a stranger's memory is in use",
    'if (isForeign) return { standing: "foreign", cause: "unknown-signer", by };',
    "",
  ),
  memories(
    "what waits for the person is in use",
    "if (verdicts.held.has(nameMemory({ born, id }))) return",
    "if (false) return",
  ),
];

const NEGATIVE: readonly Mutant[] = [
  memories(
    "a machine lowers what a person approved",
    "wasApproved && !isPerson(each) && !isOwnValidators(each);",
    "false;",
  ),
  memories(
    "a machine lowers nothing",
    "wasApproved && !isPerson(each) && !isOwnValidators(each);",
    "!isPerson(each) && !isOwnValidators(each);",
  ),
  memories(
    "a person's lowering of what was approved is a wish",
    "wasApproved && !isPerson(each) && ",
    "wasApproved && ",
  ),
  memories("its own validator's lowering does not count", " && !isOwnValidators(each);", ";"),
  memories("every machine's validator lowers here", "each.signer === context.me && ", ""),
  memories(
    "whatever this machine lowers counts as its validator's",
    " && each.acknowledged.length > 0;",
    ";",
  ),
  memories("its validator retires", 'isMaking(each, "quarantined") && each.signer', "each.signer"),
  inForce("a negative act is lifted by any later one", "of word.lifts)", "of negatives.keys())"),
  inForce(
    "any act lifts any other",
    "STATEMENT_KINDS[word.act].lifts?.some((out) => out === STATEMENT_KINDS[negative.act].makes) === true &&",
    "",
  ),
  inForce("a machine lifts what a person took out", "(isPerson(word) || !isPerson(negative)) &&", ""),
  inForce(
    "a lowering is lifted by an approval of other words",
    " &&\n    (word.digest === digest || !isByText(negative))",
    "",
  ),
  memories(
    "a lift counts before its text is here",
    "counted.filter((each) => STATEMENT_KINDS[each.act].rank === undefined || whole.has(each))",
    "counted",
  ),
  memories("copies of what people lowered are in use", "...copied\n", "...[].concat([])\n"),
  memories("a copy is held against a person", "isDecision(main.heads[0]) ? [] : ", ""),
  memories(
    "a stranger's lowering is held against copies",
    "\n      .filter((each) => context.isCounted.has(each)),",
    ",",
  ),
  memories(
    "a retired memory is in use",
    'if (retired !== undefined) return { standing: "retired", cause: "retired", by: retired };',
    "",
  ),
];

const ENFORCED: readonly Mutant[] = [
  kinds("a level vouches for a text", "enforce: { enforces: true,", "enforce: { enforces: true, rank: 1,"),
  enforced(
    "a teammate decides how a memory speaks",
    "ownerIn(trust, signer) === owner",
    "ownerIn(trust, signer) !== null",
  ),
  enforced("a level holds for every text of the memory", " && each.digest === of.digest", ""),
  enforced("a level that was replaced holds", "!replaced.has(hash)", "true"),
  enforced("the level that stops the least holds", "ENFORCE_LEVELS.findLast", "ENFORCE_LEVELS.find"),
];

const AWAITING: readonly Mutant[] = [
  takenByOthers(
    "untrusted signers take a fact out of use by its uuid under another id",
    "ranks.set(nameMemory(each), rankOf(each, law));\n    return (memory) => (ranks.get(nameMemory(memory)) ?? 0)",
    "ranks.set(each.born, rankOf(each, law));\n    return (memory) => (ranks.get(memory.born) ?? 0)",
  ),
  takenByOthers(
    "what the person's own keys take out of use awaits consent",
    "return lowered.filter((each) => !isLowerAnyway(each));",
    "return lowered;",
  ),
  takenByOthers(
    "others send a text after their statement, and nobody is asked",
    "texts: new Map([...before.texts, ...texts]),",
    "texts: new Map([...before.texts, ...after.texts]),",
  ),
  takenByOthers(
    "others contest a fact, and nobody is asked",
    'return standing === "verified" ? 2 : Number(standing === "inferred");',
    'return Number(standing === "verified" || standing === "inferred");',
  ),
];

export const STANDING_MUTANTS: readonly Mutant[] = [
  ...WHO_MAY_SAY_WHAT,
  ...WITHDRAWN,
  ...FORGOTTEN,
  ...REPLACED,
  ...NEGATIVE,
  ...AWAITING,
  ...ENFORCED,
];
