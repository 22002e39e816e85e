import assert from "node:assert/strict";
import { test } from "node:test";
import { expectNone } from "./expect-none.ts";
import { readExports, readImports, resolveImport } from "./modules.ts";
import { readProjectFile } from "./project-files.ts";
import { parseSources, projectSources, type Source } from "./syntax.ts";
import { AWAITED, RUN_BY_HAND } from "./unused-list.ts";

const isTest = (path: string): boolean => /^(?:hub\/)?test\//.test(path);

/** Names taken from each file, as `path#name`; `path#*` when someone may take them all. */
function collectTaken(sources: readonly Source[]): Set<string> {
  const taken = new Set<string>();
  for (const source of sources) {
    for (const entry of readImports(source)) {
      const target = resolveImport(source, entry);
      for (const name of target === null ? [] : entry.names) taken.add(`${target}#${name}`);
    }
  }
  return taken;
}

/** A type also counts as used where another declaration of its own file mentions it: it is part of that signature. */
function isMentioned({ text }: Source, name: string): boolean {
  return [...text.matchAll(new RegExp(`\\b${name}\\b`, "g"))].length > 1;
}

type Exported = { readonly source: Source; readonly exports: ReturnType<typeof readExports> };
type Trade = {
  readonly exported: readonly Exported[];
  readonly takenByProduct: Set<string>;
  readonly takenByTests: Set<string>;
};
const trades = new WeakMap<readonly Source[], Trade>();

/** Read once: the list of exceptions is tried without each of its lines. */
function tradeOf(sources: readonly Source[]): Trade {
  const known = trades.get(sources);
  if (known !== undefined) return known;
  const trade = {
    exported: sources.map((source) => ({ source, exports: readExports(source) })),
    takenByProduct: collectTaken(sources.filter(({ path }) => !isTest(path))),
    takenByTests: collectTaken(sources.filter(({ path }) => isTest(path))),
  };
  trades.set(sources, trade);
  return trade;
}

function findUnusedExports(sources: readonly Source[], awaited: readonly string[]): string[] {
  const { exported, takenByProduct, takenByTests } = tradeOf(sources);
  return exported.flatMap(({ source, exports }) =>
    exports.flatMap(({ name, line, isType }) => {
      const isTaken = (taken: Set<string>): boolean =>
        taken.has(`${source.path}#${name}`) || taken.has(`${source.path}#*`);
      const testsCount =
        isTest(source.path) || awaited.includes(source.path) || awaited.includes(`${source.path}#${name}`);
      if (isTaken(takenByProduct) || (testsCount && isTaken(takenByTests))) return [];
      if (isType && isMentioned(source, name)) return [];
      const who = isTaken(takenByTests) ? "only tests import" : "nobody imports";
      return [`${source.path}:${line}: ${who} ${name}`];
    }),
  );
}

function findUnreachable(sources: readonly Source[], entries: readonly string[]): string[] {
  const byPath = new Map(sources.map((source) => [source.path, source]));
  const reached = new Set<string>();
  const visit = (path: string): void => {
    const source = byPath.get(path);
    if (source === undefined || reached.has(path)) return;
    reached.add(path);
    for (const entry of readImports(source)) visit(resolveImport(source, entry) ?? "");
  };
  entries.forEach(visit);
  return sources.map(({ path }) => path).filter((path) => !reached.has(path));
}

const SOURCES = projectSources();
const AWAITED_PATHS = AWAITED.map(({ path }) => path);

function listEntries(): string[] {
  const scripts: Record<string, string> = JSON.parse(readProjectFile("package.json")).scripts;
  const commands = Object.values(scripts).join(" ");
  const named = SOURCES.map(({ path }) => path).filter(
    (path) => /^src\/bin\/|\.test\.ts$/.test(path) || commands.includes(path),
  );
  return [...named, ...RUN_BY_HAND];
}

test("every export is imported by the product, and by more than a test unless it is listed with a reason", () => {
  expectNone(findUnusedExports(SOURCES, AWAITED_PATHS));
});

test("nothing is listed as awaited that the product already uses or that no longer exists", () => {
  const unused = findUnusedExports(SOURCES, AWAITED_PATHS).length;
  const stale = AWAITED_PATHS.filter((path) => {
    const without = AWAITED_PATHS.filter((other) => other !== path);
    return findUnusedExports(SOURCES, without).length === unused;
  });
  expectNone(stale);
});

test("every source is reachable from an entry point, and product files not merely from a test", () => {
  const entries = listEntries();
  expectNone(findUnreachable(SOURCES, entries));
  const product = SOURCES.filter(({ path }) => !isTest(path));
  const awaitedFiles = AWAITED_PATHS.filter((path) => !path.includes("#"));
  expectNone(findUnreachable(product, [...entries, ...awaitedFiles]));
});

test("a planted unused export and a planted orphan are found", () => {
  const planted = parseSources(
    new Map([
      [
        "src/bin/cli.ts",
        'import { used } from "../cli/a.ts"; const { late } = await import("../cli/a.ts"); used(late);',
      ],
      [
        "src/cli/a.ts",
        "export const used = (x: A) => x;\nexport const late = 1;\nexport type A = 1;\nexport type B = 2;\nexport const tested = 3;",
      ],
      ["src/cli/orphan.ts", "const x = 1;"],
      [
        "test/cli/a.test.ts",
        'import { tested } from "../../src/cli/a.ts"; import "../../src/cli/orphan.ts";',
      ],
    ]),
  );
  assert.deepEqual(findUnusedExports(planted, []), [
    "src/cli/a.ts:4: nobody imports B",
    "src/cli/a.ts:5: only tests import tested",
  ]);
  assert.deepEqual(findUnusedExports(planted, ["src/cli/a.ts#tested"]), ["src/cli/a.ts:4: nobody imports B"]);
  assert.deepEqual(findUnreachable(planted, ["src/bin/cli.ts"]), ["src/cli/orphan.ts", "test/cli/a.test.ts"]);
});
