// Each rule of a module that somebody could have written wrong, found in its syntax tree: a condition, a comparison, a step, a part of a
// list, a row of a table, a number. A mutant is the module with one of them changed in one way. Types, and words for people, are no rules.

import {
  type BinaryExpression,
  type Expression,
  isArrayLiteralExpression,
  isBinaryExpression,
  isCallExpression,
  isConditionalExpression,
  isExpressionStatement,
  isIfStatement,
  isImportDeclaration,
  isInterfaceDeclaration,
  isNumericLiteral,
  isObjectLiteralExpression,
  isPrefixUnaryExpression,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isTypeAliasDeclaration,
  isTypeNode,
  isVariableStatement,
  type Node,
  SyntaxKind,
} from "typescript/unstable/ast";
import { isFunction, type Source } from "../../../test/arch/syntax.ts";

export type Mutant = {
  readonly module: string;
  /** The lines that it changes, joined to one, before and after: by them it is told from others, wherever it stands. */
  readonly was: string;
  readonly is: string;
  /** The whole module. */
  readonly text: string;
};

type Change = { readonly start: number; readonly end: number; readonly by: string };

type Place = {
  readonly node: Node;
  readonly source: Source;
  /** In the value of a constant of the module, and in no function. */
  readonly isInTable: boolean;
};

type Operator = (place: Place) => Change[];

export function listMutants(source: Source): Mutant[] {
  const changes = new Map<string, Change>();
  const visit = (node: Node, isInTable: boolean): void => {
    for (const change of OPERATORS.flatMap((changesOf) => changesOf({ node, source, isInTable })))
      changes.set(`${change.start} ${change.end} ${change.by}`, change);
    const isTable = isInTable || (isVariableStatement(node) && node.parent === source.tree);
    node.forEachChild((child) => {
      if (!isNoRule(child)) visit(child, isTable && !isFunction(child));
      return undefined;
    });
  };
  visit(source.tree, false);
  return [...changes.values()].map((change) => mutate(source, change));
}

function isNoRule(node: Node): boolean {
  return [isTypeNode, isTypeAliasDeclaration, isInterfaceDeclaration, isImportDeclaration].some((isKind) =>
    isKind(node),
  );
}

function mutate({ path, text }: Source, { start, end, by }: Change): Mutant {
  const before = text.lastIndexOf("\n", start) + 1;
  const after = text.indexOf("\n", end);
  const line = (changed: string): string => changed.replace(/\s+/g, " ").trim();
  return {
    module: path,
    was: line(text.slice(before, after)),
    is: line(text.slice(before, start) + by + text.slice(end, after)),
    text: text.slice(0, start) + by + text.slice(end),
  };
}

/** A condition is turned round, and what happens under it alone is left out. */
const changeCondition: Operator = ({ node, source }) => {
  if (isConditionalExpression(node)) return negate(node.condition, source);
  if (!isIfStatement(node)) return [];
  const isAlone = node.elseStatement === undefined;
  return [...negate(node.expression, source), ...(isAlone ? [replace(node, ";", source)] : [])];
};

/** The other operators turn round a comparison and a negation. */
function negate(condition: Expression, source: Source): Change[] {
  if (isBinaryExpression(condition) && EQUALITIES.has(operatorOf(condition, source))) return [];
  if (isPrefixUnaryExpression(condition)) return [];
  return [replace(condition, `!(${textOf(condition, source)})`, source)];
}

const dropNegation: Operator = ({ node, source }) =>
  isPrefixUnaryExpression(node) && node.operator === SyntaxKind.ExclamationToken
    ? [replace(node, textOf(node.operand, source), source)]
    : [];

const EQUALITIES: ReadonlyMap<string, string> = new Map([
  ["===", "!=="],
  ["!==", "==="],
]);

const BOUNDARIES: ReadonlyMap<string, string> = new Map([
  ["<", "<="],
  ["<=", "<"],
  [">", ">="],
  [">=", ">"],
]);

const CONNECTIVES: ReadonlyMap<string, string> = new Map([
  ["&&", "||"],
  ["||", "&&"],
]);

/** Comparisons move by one or turn round; connectives become the other one, or lose a side; what stands in for nothing always does. */
const changeOperator: Operator = ({ node, source }) => {
  if (!isBinaryExpression(node)) return [];
  const operator = operatorOf(node, source);
  const [left, right] = [textOf(node.left, source), textOf(node.right, source)];
  const compared = EQUALITIES.get(operator) ?? BOUNDARIES.get(operator);
  if (compared !== undefined) return [replace(node.operatorToken, compared, source)];
  if (operator === "??") return [replace(node, right, source)];
  const other = CONNECTIVES.get(operator);
  return other === undefined
    ? []
    : [`(${left} ${other} ${right})`, left, right].map((by) => replace(node, by, source));
};

const turnBoolean: Operator = ({ node, source }) => {
  const is = node.kind === SyntaxKind.TrueKeyword;
  if (!is && node.kind !== SyntaxKind.FalseKeyword) return [];
  // A comparison is turned round instead.
  const isCompared = isBinaryExpression(node.parent) && EQUALITIES.has(operatorOf(node.parent, source));
  return isCompared ? [] : [replace(node, String(!is), source)];
};

/** Null: what it does to the list or the text is left out. */
const METHODS: Readonly<Record<string, string | null>> = {
  ...{ some: "every", every: "some", findLast: "find", max: "min", min: "max" },
  ...{ filter: null, sort: null, toSorted: null, reverse: null, slice: null, trim: null, trimEnd: null },
};

const changeCall: Operator = ({ node, source }) => {
  if (isExpressionStatement(node)) {
    // With a condition of its own the whole of it is left out already.
    const isUnder = isIfStatement(node.parent) && node.parent.elseStatement === undefined;
    return isUnder ? [] : [replace(node, ";", source)];
  }
  if (!isCallExpression(node) || !isPropertyAccessExpression(node.expression)) return [];
  const { name, expression } = node.expression;
  const other = Object.hasOwn(METHODS, name.text) ? METHODS[name.text] : undefined;
  if (other === undefined) return [];
  return [other === null ? replace(node, textOf(expression, source), source) : replace(name, other, source)];
};

/** Of a list each element, of a table each row and cell, whether it is a list or not. */
const dropPart: Operator = ({ node, source, isInTable }) => {
  if (isArrayLiteralExpression(node)) return node.elements.map((each) => drop(each, source));
  if (!isInTable || !isObjectLiteralExpression(node)) return [];
  // A boolean is turned, and to be null or absent is the same to most readers.
  const kept = [SyntaxKind.TrueKeyword, SyntaxKind.FalseKeyword, SyntaxKind.NullKeyword];
  return node.properties
    .filter((each) => !(isPropertyAssignment(each) && kept.includes(each.initializer.kind)))
    .map((each) => drop(each, source));
};

const changeNumber: Operator = ({ node, source }) => {
  if (!isNumericLiteral(node)) return [];
  const { parent } = node;
  // How an order says first and last, of which the sign alone counts.
  const isSign = isPrefixUnaryExpression(parent) || isConditionalExpression(parent);
  // What stands in for nothing is mostly there for its type.
  const isDefault = isBinaryExpression(parent) && operatorOf(parent, source) === "??";
  if (isSign || isDefault) return [];
  const value = Number(node.text.replaceAll("_", ""));
  return (value > 0 ? [value + 1, value - 1] : [1]).map((by) => replace(node, String(by), source));
};

const OPERATORS: readonly Operator[] = [
  ...[changeCondition, dropNegation, changeOperator, turnBoolean],
  ...[changeCall, dropPart, changeNumber],
];

function operatorOf({ operatorToken }: BinaryExpression, source: Source): string {
  return textOf(operatorToken, source);
}

function textOf(node: Node, { tree }: Source): string {
  return node.getText(tree);
}

function replace(node: Node, by: string, { tree }: Source): Change {
  return { start: node.getStart(tree), end: node.getEnd(), by };
}

/** With its comma. */
function drop(node: Node, { tree, text }: Source): Change {
  const [comma] = /^\s*,/.exec(text.slice(node.getEnd())) ?? [""];
  return { start: node.getStart(tree), end: node.getEnd() + comma.length, by: "" };
}
