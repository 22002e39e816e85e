import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { renderCommandPage } from "../../scripts/write-command-docs.ts";
import { renderCompatibility } from "../../scripts/write-compatibility.ts";
import { renderRulePage } from "../../scripts/write-rule-docs.ts";
import { CODECS } from "../../src/agents/clients.ts";
import { REAL_CLIENTS } from "../clients/real-clients.ts";

const ROOT = join(import.meta.dirname, "../..");

const PAGES = [
  ["compatibility", renderCompatibility, "write-compatibility.ts"],
  ["rules", renderRulePage, "write-rule-docs.ts"],
  ["commands", renderCommandPage, "write-command-docs.ts"],
] as const;

for (const [name, render, script] of PAGES)
  test(`docs/${name}.md is what its sources say today`, () => {
    const page = readFileSync(join(ROOT, "docs", `${name}.md`), "utf8");
    assert.equal(page, render(), `run node scripts/${script}`);
  });

test("every client that can be connected is run by its real program, except the one that is not to be had", () => {
  const run = REAL_CLIENTS.map(({ name }) => name);
  const known: string[] = CODECS.map(({ name }) => name);
  assert.deepEqual([...run, "cursor"].toSorted(), known.toSorted());
});

test("every test that the page points to is there", () => {
  const named = [...renderCompatibility().matchAll(/test\/[\w/.-]+\.test\.ts/g)].map(([path]) => path);
  assert.ok(named.length > REAL_CLIENTS.length);
  for (const path of named) assert.ok(existsSync(join(ROOT, path)), path);
  for (const { title, tests } of REAL_CLIENTS.flatMap(({ besides }) => besides))
    assert.ok(readFileSync(join(ROOT, tests), "utf8").includes(JSON.stringify(title)), title);
});
