// What a source imports and exports.

import { posix } from "node:path";
import {
  type ImportDeclaration,
  isAwaitExpression,
  isCallExpression,
  isExportAssignment,
  isExportDeclaration,
  isIdentifier,
  isImportDeclaration,
  isImportTypeNode,
  isInterfaceDeclaration,
  isLiteralTypeNode,
  isNamedExports,
  isNamedImports,
  isObjectBindingPattern,
  isStringLiteral,
  isTypeAliasDeclaration,
  isVariableDeclaration,
  isVariableStatement,
  type Node,
  SyntaxKind,
} from "typescript/unstable/ast";
import { lineOf, type Source, walk } from "./syntax.ts";

export type Import = {
  readonly line: number;
  readonly specifier: string;
  readonly form: "static" | "type" | "dynamic";
  /** Names as the other file exports them; `*` stands for all of them. */
  readonly names: readonly string[];
};

export type Export = { readonly line: number; readonly name: string; readonly isType: boolean };

/** The project path a relative specifier points to, or null for a package. */
export function resolveImport(source: Source, { specifier }: Import): string | null {
  return specifier.startsWith(".") ? posix.join(posix.dirname(source.path), specifier) : null;
}

const importsOf = new WeakMap<Source, readonly Import[]>();

/** Read once for each source: several checks ask, and one of them many times. */
export function readImports(source: Source): readonly Import[] {
  const known = importsOf.get(source) ?? collectImports(source);
  importsOf.set(source, known);
  return known;
}

function collectImports(source: Source): Import[] {
  const imports: Import[] = [];
  const add = (node: Node, specifier: Node | undefined, rest: Pick<Import, "form" | "names">): void => {
    if (specifier !== undefined && isStringLiteral(specifier)) {
      imports.push({ line: lineOf(source, node), specifier: specifier.text, ...rest });
    }
  };
  walk(source.tree, (node) => {
    if (isImportDeclaration(node)) add(node, node.moduleSpecifier, namesOfImport(node));
    else if (isExportDeclaration(node))
      add(node, node.moduleSpecifier, { form: node.isTypeOnly ? "type" : "static", names: ["*"] });
    else if (isImportTypeNode(node) && isLiteralTypeNode(node.argument)) {
      add(node, node.argument.literal, {
        form: "type",
        names: [node.qualifier?.getText(source.tree) ?? "*"],
      });
    } else if (isCallExpression(node) && node.expression.kind === SyntaxKind.ImportKeyword) {
      add(node, node.arguments[0], { form: "dynamic", names: namesOfDynamicImport(node) });
    }
  });
  return imports;
}

function namesOfImport(node: ImportDeclaration): Pick<Import, "form" | "names"> {
  const clause = node.importClause;
  if (clause === undefined) return { form: "static", names: [] };
  const named = clause.namedBindings;
  const names =
    named === undefined ? [] : isNamedImports(named) ? named.elements.map(nameOfSpecifier) : ["*"];
  const form = clause.phaseModifier === SyntaxKind.TypeKeyword ? "type" : "static";
  return { form, names: clause.name === undefined ? names : ["default", ...names] };
}

function nameOfSpecifier(specifier: {
  propertyName?: { text: string } | undefined;
  name: { text: string };
}): string {
  return (specifier.propertyName ?? specifier.name).text;
}

/** `const { a, b: c } = await import(…)` takes a and b; any other use may take everything. */
function namesOfDynamicImport(call: Node): string[] {
  const declaration = isAwaitExpression(call.parent) ? call.parent.parent : null;
  if (declaration === null || !isVariableDeclaration(declaration)) return ["*"];
  if (!isObjectBindingPattern(declaration.name)) return ["*"];
  return declaration.name.elements.map(({ propertyName, name }) => {
    const taken = propertyName ?? name;
    return taken !== undefined && isIdentifier(taken) ? taken.text : "*";
  });
}

const exportsOf = new WeakMap<Source, readonly Export[]>();

/** Read once for each source, as its imports are. */
export function readExports(source: Source): readonly Export[] {
  const known = exportsOf.get(source) ?? collectExports(source);
  exportsOf.set(source, known);
  return known;
}

function collectExports(source: Source): Export[] {
  const exports: Export[] = [];
  const add = (node: Node, name: string): void => {
    const isType = isTypeAliasDeclaration(node) || isInterfaceDeclaration(node);
    exports.push({ line: lineOf(source, node), name, isType });
  };
  source.tree.forEachChild((node) => {
    if (isExportAssignment(node)) add(node, "default");
    else if (
      isExportDeclaration(node) &&
      node.exportClause !== undefined &&
      isNamedExports(node.exportClause)
    ) {
      for (const { name } of node.exportClause.elements) add(node, name.text);
    } else if (hasExportKeyword(node)) for (const name of namesDeclaredBy(node)) add(node, name);
    return undefined;
  });
  return exports;
}

function hasExportKeyword(node: Node): boolean {
  let found = false;
  node.forEachChild((child) => {
    found ||= child.kind === SyntaxKind.ExportKeyword;
    return undefined;
  });
  return found;
}

function namesDeclaredBy(node: Node): string[] {
  if (isVariableStatement(node)) {
    return node.declarationList.declarations.flatMap(({ name }) => (isIdentifier(name) ? [name.text] : []));
  }
  let name: string | null = null;
  node.forEachChild((child) => {
    if (name === null && isIdentifier(child)) name = child.text;
    return undefined;
  });
  return name === null ? [] : [name];
}
