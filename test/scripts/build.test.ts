import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join } from "node:path";
import { after, test } from "node:test";
import { buildPackage } from "../../scripts/build.ts";
import { builtPackage } from "../built.ts";
import { freshDir } from "../temp-dir.ts";

const { dist, outputs } = await builtPackage();

function readTree(folder: string): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const paths = files.map((entry) => join(entry.parentPath, entry.name)).sort();
  return new Map(paths.map((path) => [path.slice(folder.length), readFileSync(path, "utf8")]));
}

test("the same sources give the same bytes, and nothing of an earlier build stays", async () => {
  const place = join(freshDir({ after }), "dist");
  mkdirSync(place);
  writeFileSync(join(place, "stale.cjs"), "");
  await buildPackage(place);
  assert.deepEqual([...comparable(place)], [...comparable(dist)]);
});

/** A source map names its sources by their paths from where it is. */
function comparable(folder: string): Map<string, string> {
  const withoutPaths = (text: string): string => JSON.stringify({ ...JSON.parse(text), sources: [] });
  return new Map(
    [...readTree(folder)].map(([path, text]) => [path, path.endsWith(".map") ? withoutPaths(text) : text]),
  );
}

test("the command is executable and says which program runs it", () => {
  const path = join(dist, "credence.cjs");
  assert.equal(statSync(path).mode & 0o777, 0o755);
  assert.ok(readFileSync(path, "utf8").startsWith("#!/usr/bin/env node\n"));
});

test("nothing is left to be resolved at run time but modules of Node itself", () => {
  const outside = Object.values(outputs).flatMap(({ imports }) =>
    imports.filter(({ external }) => external === true),
  );
  assert.deepEqual(
    // What a small process seldom needs lies beside it.
    outside.map(({ path }) => path).filter((path) => !isBuiltin(path) && !existsSync(join(dist, path))),
    [],
  );
});

test("every bundled package is named with its version and the text of its licence", () => {
  const text = readFileSync(join(dist, "THIRD-PARTY-LICENSES.txt"), "utf8");
  const inputs = Object.values(outputs).flatMap((output) => Object.keys(output.inputs));
  const names = inputs.flatMap((path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []);
  for (const name of new Set(names))
    assert.match(text, new RegExp(`^${name} \\d+\\.\\d+\\.\\d+\\nLicence: \\S+`, "m"));
  assert.doesNotMatch(text, /carries no text/);
});

test("the source maps hold no sources, so that the package stays small", () => {
  for (const [path, text] of readTree(dist)) {
    if (path.endsWith(".map")) assert.equal(JSON.parse(text).sourcesContent, undefined, path);
  }
});
