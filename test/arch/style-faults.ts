// What STYLE forbids and a linter does not see, found in a text or in a syntax tree. Each fault is `path:line: what`.

import {
  isAsExpression,
  isCallExpression,
  isCatchClause,
  isExportAssignment,
  isIdentifier,
  isNewExpression,
  isPropertyAccessExpression,
  isPropertyAssignment,
  type Node,
  SyntaxKind,
} from "typescript/unstable/ast";
import { PURE } from "./import-table.ts";
import { lineOf, type Source, walk } from "./syntax.ts";

/** The marks are spelled apart, so that this file does not find itself. */
const TEXT_FAULTS: readonly { readonly what: string; readonly pattern: RegExp }[] = [
  { what: "an unfinished mark", pattern: /\b(?:TO(?:)DO|FIX(?:)ME)\b/ },
  { what: "a banner", pattern: /^\s*(?:\/\/|\/\*|#).*(?:[-=*─━—~]{5}|#{5})/ },
  {
    what: "a path of somebody's machine",
    pattern:
      /(?<![\w.~$}*)\]-])\/(?:(?:home|Users)\/(?!alice\b|bob\b|carol\b|user\b|you\b|name\b|[^\w])|(?:work|root)\/)[\w.]/,
  },
];

/** Rules that look for other people's paths have to show some; their samples are held to their own rule by their tests. */
const SAMPLES = /^(src\/validate\/|test\/validate\/|test\/redteam\/)/;

/** What people write in notes is data. */
const PROBES = /^test\/validate\/probes\/.*\.ndjson$/;

export function findTextFaults(path: string, text: string): string[] {
  if (PROBES.test(path)) return [];
  return text.split("\n").flatMap((line, index) =>
    TEXT_FAULTS.filter(
      ({ what, pattern }) => pattern.test(line) && !(SAMPLES.test(path) && what.includes("path")),
    )
      .filter(({ what }) => what !== "a banner" || /\.(ts|sh)$|\/run$/.test(path))
      .map(({ what }) => `${path}:${index + 1}: ${what}`),
  );
}

const RULE_FILE = /^src\/validate\/(structure|secrets|injection)\//;

export function findSourceFaults(source: Source): string[] {
  const faults = findSilencing(source);
  walk(source.tree, (node) => {
    const what = isNumbered(node, source)
      ? "a numbered parameter in a question to SQLite"
      : judgeNode(node, source.path);
    if (what !== null) faults.push([lineOf(source, node), what]);
  });
  return faults.sort(([a], [b]) => a - b).map(([line, what]) => `${source.path}:${line}: ${what}`);
}

function findSilencing({ text }: Source): [number, string][] {
  const lines = text.split("\n").entries();
  const silenced = [...lines].filter(([, line]) =>
    /^\s*(?:\/\/|\/\*)\s*@ts-(?:ignore|nocheck|expect-error)/.test(line),
  );
  return silenced.map(([index]) => [index + 1, "the type checker is silenced"]);
}

function judgeNode(node: Node, path: string): string | null {
  if (node.kind === SyntaxKind.AnyKeyword) return "any";
  if (node.kind === SyntaxKind.NonNullExpression) return "a non-null assertion";
  if (isAsExpression(node) && isAsExpression(node.expression)) return "a double cast";
  if (isCatchClause(node) && node.block.statements.length === 0) return "an empty catch";
  if (isExportAssignment(node) && !RULE_FILE.test(path)) return "a default export outside a rule file";
  if (path.startsWith("test/")) return judgeTest(node);
  return path.startsWith("src/") ? judgeAmbient(node, path) : null;
}

function judgeTest(node: Node): string | null {
  const name =
    isPropertyAccessExpression(node) && isCallExpression(node.parent) ? node.name.text : nameOfOption(node);
  return ["only", "skip", "todo"].includes(name) ? "a test that is not always run" : null;
}

/** `{ skip: … }` among the arguments of a call. */
function nameOfOption(node: Node): string {
  const isOption =
    isPropertyAssignment(node) && isIdentifier(node.name) && isCallExpression(node.parent.parent);
  return isOption && isIdentifier(node.name) ? node.name.text : "";
}

/** `?1` in a question to SQLite: Node before 22.19 and 24.7 takes it for a name, and binds nothing to it by position. */
const NUMBERED = /(?<=[\s(,])\?\d/;
const ASKS_SQLITE = /^src\/(?:search|trust|app\/transfer)\//;
const SQL_TEXTS: readonly SyntaxKind[] = [
  SyntaxKind.StringLiteral,
  SyntaxKind.NoSubstitutionTemplateLiteral,
  SyntaxKind.TemplateExpression,
];

function isNumbered(node: Node, { path, text }: Source): boolean {
  if (!ASKS_SQLITE.test(path) || !SQL_TEXTS.includes(node.kind)) return false;
  return NUMBERED.test(text.slice(node.pos, node.end));
}

/** The world outside: the process and, for pure folders, the clock and chance. */
function judgeAmbient(node: Node, path: string): string | null {
  if (isIdentifier(node) && ["process", "console"].includes(node.text) && !isNameOfMember(node)) {
    return path.startsWith("src/bin/") ? null : `${node.text} outside src/bin`;
  }
  const folder = path.split("/")[1] ?? "";
  const asked = PURE.includes(folder) ? nameOfChance(node) : null;
  return asked === null ? null : `${asked}: time and chance are parameters`;
}

function isNameOfMember(node: Node): boolean {
  const { parent } = node;
  const isMember = isPropertyAccessExpression(parent) || isPropertyAssignment(parent);
  return isMember && parent.name === node;
}

function nameOfChance(node: Node): string | null {
  if (isNewExpression(node) && isIdentifier(node.expression) && node.expression.text === "Date") {
    return (node.arguments?.length ?? 0) === 0 ? "new Date()" : null;
  }
  if (!isPropertyAccessExpression(node) || !isIdentifier(node.expression)) return null;
  const called = `${node.expression.text}.${node.name.text}`;
  return ["Date.now", "Math.random", "performance.now", "crypto.randomUUID"].includes(called) ? called : null;
}
