// Syntax trees of sources, by the compiler that also checks their types. Its API is marked unstable; this folder is its only
// user and package.json pins its version.

import {
  type ArrowFunction,
  type ConstructorDeclaration,
  type FunctionDeclaration,
  type FunctionExpression,
  isArrowFunction,
  isConstructorDeclaration,
  isFunctionDeclaration,
  isFunctionExpression,
  isMethodDeclaration,
  type MethodDeclaration,
  type Node,
  type SourceFile,
} from "typescript/unstable/ast";
import { createVirtualFileSystem } from "typescript/unstable/fs";
import { API } from "typescript/unstable/sync";
import { readSourceFiles } from "./project-files.ts";

export type Source = { readonly path: string; readonly text: string; readonly tree: SourceFile };

export type FunctionNode =
  | ArrowFunction
  | ConstructorDeclaration
  | FunctionDeclaration
  | FunctionExpression
  | MethodDeclaration;

export function isFunction(node: Node): node is FunctionNode {
  const kinds = [
    isArrowFunction,
    isConstructorDeclaration,
    isFunctionDeclaration,
    isFunctionExpression,
    isMethodDeclaration,
  ];
  return kinds.some((isKind) => isKind(node));
}

/** Parses texts, never files, so that a test can plant a violation and see it found. */
export function parseSources(texts: ReadonlyMap<string, string>): Source[] {
  const config = JSON.stringify({
    compilerOptions: { noLib: true, noResolve: true, types: [] },
    include: ["**/*"],
  });
  const files = new Map([...texts].map(([path, text]) => [`/project/${path}`, text]));
  const fs = createVirtualFileSystem(Object.fromEntries([...files, ["/project/tsconfig.json", config]]));
  const api = new API({ cwd: "/project", fs });
  try {
    const project = api.updateSnapshot({ openProjects: ["/project/tsconfig.json"] }).getProjects()[0];
    return [...texts].map(([path, text]) => {
      const tree = project?.program.getSourceFile(`/project/${path}`);
      if (tree === undefined) throw new Error(`the compiler did not parse ${path}`);
      return { path, text, tree };
    });
  } finally {
    api.close();
  }
}

let project: readonly Source[] | null = null;

/** Every source of the project; parsed once, because that takes longer than most checks. */
export function projectSources(): readonly Source[] {
  project ??= parseSources(readSourceFiles());
  return project;
}

/** Those of the hub, which is a package of its own. */
export function hubSources(): Source[] {
  return projectSources().filter(({ path }) => path.startsWith("hub/src/"));
}

/** Those that are shipped. */
export function productSources(): Source[] {
  return projectSources().filter(({ path }) => path.startsWith("src/"));
}

export function walk(node: Node, visit: (node: Node) => void): void {
  visit(node);
  node.forEachChild((child) => {
    walk(child, visit);
    return undefined;
  });
}

/** 1-based. */
export function lineOf({ tree, text }: Source, node: Node): number {
  return countLines(text, 0, node.getStart(tree));
}

/** Lines a node covers, comments before it not counted. */
export function linesOf({ tree }: Source, node: Node): number {
  return countLines(tree.text, node.getStart(tree), node.getEnd());
}

function countLines(text: string, start: number, end: number): number {
  let lines = 1;
  for (let at = text.indexOf("\n", start); at !== -1 && at < end; at = text.indexOf("\n", at + 1)) lines += 1;
  return lines;
}
