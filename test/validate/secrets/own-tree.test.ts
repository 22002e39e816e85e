// The repository lints itself: samples are built by repetition, so nothing in it may look like a live secret.

import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { test } from "node:test";
import { checkSecrets } from "../../../src/validate/check-secrets.ts";
import { NO_CONTEXT } from "../../../src/validate/verdict.ts";

const ROOT = join(import.meta.dirname, "..", "..", "..");
const PLACES = [
  "src",
  "test",
  "docs",
  "bench",
  "scripts",
  "plugin",
  "README.md",
  "SECURITY.md",
  "CHANGELOG.md",
  "AGENTS.md",
];
const TEXT = /\.(?:ts|tsx|md|json|txt|sh|yml|yaml|html|css)$/;

function listFiles(place: string): string[] {
  const path = join(ROOT, place);
  if (!existsSync(path)) return [];
  if (TEXT.test(place)) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && TEXT.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

test("no file of this repository holds a secret", async () => {
  const files = PLACES.flatMap(listFiles);
  assert.ok(files.length > 50);
  const faults: string[] = [];
  for (const path of files) {
    const { findings } = await checkSecrets(relative(ROOT, path), readFileSync(path, "utf8"), NO_CONTEXT);
    for (const { rule, line, severity } of findings) {
      if (severity === "error") faults.push(`${relative(ROOT, path)}:${line}: ${rule}`);
    }
  }
  assert.deepEqual(faults, []);
});
