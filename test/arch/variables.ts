// Environment variables that sources read: `env["X"]`, `env.X`, and names of well-known families handed on as strings.

import {
  isElementAccessExpression,
  isPropertyAccessExpression,
  isStringLiteral,
  type Node,
} from "typescript/unstable/ast";
import { type Source, walk } from "./syntax.ts";

const FAMILY =
  /^((CREDENCE|XDG|ANTHROPIC|OPENAI|CLAUDE|CODEX|COPILOT|QWEN|GEMINI|CURSOR|NODE|LD|DYLD|GIT)_[A-Z_]+|CLAUDECODE|OPENCODE|(AI_)?AGENT)$/;

export function readVariables(sources: readonly Source[]): string[] {
  const names = new Set<string>();
  for (const source of sources) {
    const isEnv = (node: Node): boolean => /(^|\.)env$/.test(node.getText(source.tree));
    walk(source.tree, (node) => {
      if (isStringLiteral(node) && FAMILY.test(node.text)) names.add(node.text);
      if (isPropertyAccessExpression(node) && isEnv(node.expression)) names.add(node.name.text);
      if (!isElementAccessExpression(node) || !isEnv(node.expression)) return;
      if (isStringLiteral(node.argumentExpression)) names.add(node.argumentExpression.text);
    });
  }
  return [...names].sort();
}
