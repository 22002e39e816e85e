// Broken rules about what is kept, how files are called, and what a new word names.

import { type Mutant, mutantsOf } from "./mutant.ts";

const admit = mutantsOf("admit");
const bounds = mutantsOf("bounds");
const next = mutantsOf("next-word");
const statement = mutantsOf("statement");
const view = mutantsOf("view");

const ADMITTED: readonly Mutant[] = [
  admit(
    "a text stays that nothing names",
    "for (const hash of texts.keys()) if (!needed.has(hash)) texts.delete(hash);",
    "",
  ),
  admit(
    "texts of strangers alone are kept",
    "filter(isVouching)",
    "filter((each) => isVouching(each) && !admission.trust.has(each.signer))",
  ),
  admit("strangers are kept in the order of arrival", "...[...bySigner.keys()].sort()", "...bySigner.keys()"),
  admit(
    "a stranger's statements are kept in the order of arrival",
    "\n    .sort()\n    .slice(0, STRANGE_STATEMENTS_MAX)",
    "\n    .slice(0, STRANGE_STATEMENTS_MAX)",
  ),
  admit("strangers without end", ".slice(0, Math.max(STRANGERS_MAX, first.size))", ""),
  admit("a stranger's statements without end", "\n    .slice(0, STRANGE_STATEMENTS_MAX)", ""),
  admit("a flood hides whom this machine knew", "...new Set([...first, ...[", "...new Set([...["),
  admit(
    "a flood hides what somebody answered to",
    "isKnown(each) || named.has(hash) || kept.has(hash)",
    "isKnown(each) || kept.has(hash)",
  ),
  admit(
    "what came replaces nothing",
    "for (const each of came.statements) all.set(each.hash, each);",
    "for (const each of came.statements) if (all.size < 3) all.set(each.hash, each);",
  ),
];

const NAMED: readonly Mutant[] = [
  view("a stranger takes a name", "Number(a.isForeign) - Number(b.isForeign) ||", ""),
  view("a worse memory has the name", "ORDER.indexOf(a.standing) - ORDER.indexOf(b.standing) ||", ""),
  view(
    "of two memories the first that came has the name",
    "((a.born === b.born ? a.id < b.id : a.born < b.born) ? -1 : 1)",
    "0",
  ),
  view(
    "a hand edit loses its place",
    "memory.groups.find((group) => isOwnDraft(group, law)) ?? memory.groups[0]",
    "memory.groups[0]",
  ),
  view(
    "another machine's hand edit takes the place",
    "rank === 0 && heads.some(({ signer }) => signer === me)",
    "rank === 0",
  ),
  view("this machine's words take the place", "rank === 0 && heads.some(", "heads.some("),
  view("two files have one name", "=> !taken.has(each)", '=> each !== ""'),
  view("a long id makes a long name", "extendId(id, ", "((_: string, more: string) => id + more)(id, "),
  view(
    "a text that waits does not share the quarantine",
    'if (standing === "quarantined" || group === groups[0]',
    "if (group === groups[0]",
  ),
  view("a text that fails is used", "&& law.verdicts.fails(text)", "&& false"),
  view(
    "a stranger's second text waits like others",
    "group === groups[0] || isForeign",
    "group === groups[0]",
  ),
  view(
    "whatever waits is in use",
    'if (standing === "quarantined" || group === groups[0] || isForeign) return { standing, cause };',
    "return { standing, cause };",
  ),
  view(
    "quarantine lies among the memories",
    'stands.standing === "quarantined" ? "quarantine" : "memories"',
    '"memories"',
  ),
  statement("a memory may be called like a text that waits", " && !isOtherName(value)", ""),
];

const NEXT: readonly Mutant[] = [
  next(
    "a word does not name what its heads replaced",
    "if (isWordHere(counted.get(hash))) follows.add(hash);",
    "{}",
  ),
  next(
    "names that are not here are passed on",
    "if (isWordHere(counted.get(hash))) follows.add(hash);",
    "follows.add(hash);",
  ),
  next("what a stranger claims to replace is passed on", ".filter(({ hash }) => counted.has(hash))", ""),
  next("names of other memories are passed on", "\n    isOfMemory(each) &&", ""),
  next("negative acts are followed", " &&\n    STATEMENT_KINDS[each.act].rank !== undefined;", ";"),
  next(
    "what was lifted is not lifted again",
    "for (const hash of named) if (isLiftable(counted.get(hash))) lifts.add(hash);",
    "{}",
  ),
  next(
    "whatever a list names is lifted again",
    "if (isLiftable(counted.get(hash))) lifts.add(hash);",
    "lifts.add(hash);",
  ),
  next("what a machine names is lifted", "if (STATEMENT_KINDS[act].lifts !== undefined)\n", "\n"),
  next(
    "lowerings of other memories are lifted again",
    " &&\n    (!isTextStatement(each) || isOfMemory(each));",
    ";",
  ),
  next("a machine's wishes are not answered", "...negatives, ...wishes", "...negatives"),
  next("a list has no end", "if (names.length <= namesMax) return [...names];", "return [...names];"),
];

const BOUNDED: readonly Mutant[] = [
  next(
    "machines fill a list that a person signs",
    'kindOfSigner(by) === "person" ? names.filter(isPersons) : names',
    "names",
  ),
  next(
    "a person names machines before people",
    "[...first, ...names.filter((each) => !isPersons(each))].slice",
    "names.slice",
  ),
  admit(
    "statements that can never count are kept",
    "for (const each of listBeyondBounds([...all.values()], admission.trust)) all.delete(each.hash);",
    "",
  ),
  bounds("a signer's statements count without end", ".slice(SIGNER_STATEMENTS_MAX)", ".slice(1_000_000)"),
  bounds(
    "one bound is for all signers",
    "Map.groupBy(about, ({ signer }) => signer).values()];\n    return",
    "Map.groupBy(about, () => 1).values()];\n    return",
  ),
  bounds("of too many the first that came count", "each.sort(compareUse).slice(SIGNER", "each.slice(SIGNER"),
  bounds("a signer who says more brings back what the signer took out", "useOf(a) - useOf(b) ||", ""),
  bounds("machines fill an id with uuids", "slice(share)", "slice(1_000_000)"),
  bounds(
    "machines that said much leave out those that said little",
    ".sort((a, b) => a.length - b.length)",
    "",
  ),
];

export const FILE_MUTANTS: readonly Mutant[] = [...ADMITTED, ...NAMED, ...NEXT, ...BOUNDED];
