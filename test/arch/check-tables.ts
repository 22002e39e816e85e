// A new act or a new cause is one row: whoever has to know what follows from one asks its row. A file that compares with the name
// of one, or lists some of them, would have to be found and changed with every new row.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  isArrayLiteralExpression,
  isBinaryExpression,
  isIdentifier,
  isLiteralTypeNode,
  isPropertyAccessExpression,
  isStringLiteral,
  isSwitchStatement,
  isUnionTypeNode,
  type Node,
  SyntaxKind,
} from "typescript/unstable/ast";
import { CAUSES } from "../../src/memory/law/causes.ts";
import { STATEMENT_KINDS } from "../../src/memory/law/kinds.ts";
import { expectNone } from "./expect-none.ts";
import { lineOf, parseSources, productSources, type Source, walk } from "./syntax.ts";

const TABLES = new Set(["kinds", "causes", "events"].map((name) => `src/memory/law/${name}.ts`));

type Vocabulary = { readonly name: "act" | "cause"; readonly words: ReadonlySet<string> };

const VOCABULARIES: readonly Vocabulary[] = [
  { name: "act", words: new Set(Object.keys(STATEMENT_KINDS)) },
  { name: "cause", words: new Set(Object.keys(CAUSES)) },
];

function findLiterals(source: Source): string[] {
  const faults: string[] = [];
  if (TABLES.has(source.path)) return faults;
  walk(source.tree, (node) => {
    for (const vocabulary of VOCABULARIES) {
      const what = judge(node, vocabulary);
      if (what !== null) faults.push(`${source.path}:${lineOf(source, node)}: ${what}`);
    }
  });
  return faults;
}

function judge(node: Node, { name, words }: Vocabulary): string | null {
  const isWord = (each: Node): boolean => isStringLiteral(each) && words.has(each.text);
  if (isSwitchStatement(node)) return isNamed(node.expression, name) ? `a switch over each ${name}` : null;
  if (isBinaryExpression(node)) {
    const sides = [node.left, node.right];
    const isComparing = COMPARING.has(node.operatorToken.kind);
    const isFault = isComparing && sides.some((side) => isNamed(side, name)) && sides.some(isWord);
    return isFault ? `a comparison with one ${name}` : null;
  }
  const listed = isArrayLiteralExpression(node)
    ? [...node.elements]
    : isUnionTypeNode(node)
      ? node.types.map((type) => (isLiteralTypeNode(type) ? type.literal : type))
      : [];
  return listed.length > 1 && listed.every(isWord) ? `a list of some of the ${name}s` : null;
}

const COMPARING: ReadonlySet<SyntaxKind> = new Set([
  SyntaxKind.EqualsEqualsEqualsToken,
  SyntaxKind.ExclamationEqualsEqualsToken,
]);

/** `act`, or `statement.act`. */
function isNamed(node: Node, name: string): boolean {
  if (isIdentifier(node)) return node.text === name;
  return isPropertyAccessExpression(node) && node.name.text === name;
}

test("no file but their tables compares with an act or a cause, or lists some of them", () => {
  expectNone(productSources().flatMap(findLiterals));
});

test("a planted comparison, list or switch is found, and the making of a statement is not", () => {
  const lines = [
    'if (standing.cause === "broken") return;',
    'const changed = new Set(["rolled-back", "superseded"]);',
    'switch (said.act) { case "keep": return; }',
    'type Yes = "approve" | "keep";',
    'if (act !== "retire") return;',
    'sign({ act: "approve", cause: "written" });',
    'if (kind === "forget" || ["keep", "fall"].includes(fate)) return;',
  ];
  const planted = parseSources(
    new Map([
      ["src/app/a.ts", lines.join("\n")],
      ["src/memory/law/kinds.ts", 'if (act === "keep") return;'],
    ]),
  );
  assert.deepEqual(planted.flatMap(findLiterals), [
    "src/app/a.ts:1: a comparison with one cause",
    "src/app/a.ts:2: a list of some of the causes",
    "src/app/a.ts:3: a switch over each act",
    "src/app/a.ts:4: a list of some of the acts",
    "src/app/a.ts:5: a comparison with one act",
  ]);
});
