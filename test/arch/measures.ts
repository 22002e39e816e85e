// How long files and functions are, and how many parameters a function takes by position.

import { type FunctionNode, isFunction, lineOf, linesOf, type Source, walk } from "./syntax.ts";

export type Measure = { readonly what: string; readonly lines: number };

export function measureFiles(sources: readonly Source[]): Measure[] {
  return sources.map(({ path, text }) => ({ what: path, lines: text.trimEnd().split("\n").length }));
}

export function measureFunctions(sources: readonly Source[]): Measure[] {
  return collectFunctions(sources, (source, node) => ({
    what: place(source, node),
    lines: linesOf(source, node),
  }));
}

export function findLongParameterLists(sources: readonly Source[], max: number): string[] {
  const lists = collectFunctions(sources, (source, node) => ({
    what: place(source, node),
    parameters: node.parameters.length,
  }));
  return lists.filter(({ parameters }) => parameters > max).map(({ what }) => what);
}

function collectFunctions<T>(
  sources: readonly Source[],
  measure: (source: Source, node: FunctionNode) => T,
): T[] {
  const found: T[] = [];
  for (const source of sources) {
    walk(source.tree, (node) => {
      if (isFunction(node)) found.push(measure(source, node));
    });
  }
  return found;
}

function place(source: Source, node: FunctionNode): string {
  return `${source.path}:${lineOf(source, node)}`;
}

export function over(measures: readonly Measure[], max: number): string[] {
  return measures.filter(({ lines }) => lines > max).map(({ what, lines }) => `${what} has ${lines} lines`);
}

export function longest(measures: readonly Measure[]): number {
  return Math.max(0, ...measures.map(({ lines }) => lines));
}
