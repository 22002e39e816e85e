import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { test } from "node:test";
import { COMMANDS } from "../../src/cli/commands.ts";
import { findCallFault } from "./command-calls.ts";
import { compareNames } from "./documented-names.ts";
import { expectNone } from "./expect-none.ts";
import { type Page, parsePage } from "./markdown.ts";
import { ROOT, readDocumentation, readProjectFile, readSourceFiles } from "./project-files.ts";
import { generalKey, REGISTERS, type RegisterWord } from "./registers.ts";
import { productSources } from "./syntax.ts";
import { readVariables } from "./variables.ts";

const PAGES = [...readDocumentation()].map(([path, text]) => parsePage(path, text));
const SOURCES = readSourceFiles();

for (const word of [
  "error code",
  "rule id",
  "config key",
  "frontmatter key",
  "command",
  "exit code",
  "tool",
  "client",
] as const satisfies RegisterWord[]) {
  test(`the documentation lists every ${word} and no other`, () => {
    expectNone(compareNames(PAGES, word, REGISTERS[word]));
  });
}

test("the documentation lists every environment variable that src reads and no other", () => {
  expectNone(compareNames(PAGES, "variable", readVariables(productSources())));
});

test("whatever the documentation calls by a name of ours exists", () => {
  const everything = [...SOURCES.values()].join("\n");
  const roots = new Set(REGISTERS["config key"].map((key) => key.split(".")[0]));
  const faults = PAGES.flatMap(({ path, spans, fenced }) =>
    [...spans, ...fenced].flatMap(({ line, text }) => {
      const names = [...text.matchAll(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g)].map(([name]) => name);
      const absent = names.filter((name) => !new RegExp(`\\b${name}\\b`).test(everything));
      const isKey =
        /^[a-z]+(\.[a-z_-]+)+$/.test(text) &&
        roots.has(text.split(".")[0]) &&
        !/\.(ts|md|json|js)$/.test(text);
      if (isKey && !REGISTERS["config key"].includes(generalKey(text))) absent.push(text);
      return absent.map((name) => `${path}:${line}: there is no ${name}`);
    }),
  );
  expectNone(faults);
});

test("every call of credence in the documentation and in the help texts is one the command line understands", () => {
  const shown = PAGES.flatMap(({ path, spans, fenced }) =>
    [...spans, ...fenced].map(({ line, text }) => ({ where: `${path}:${line}`, text })),
  );
  const examples = COMMANDS.flatMap(({ name, examples: texts = [] }) =>
    texts.map((text) => ({
      where: `credence ${name} --help`,
      text: text.includes("credence ") ? text : `credence ${text}`,
    })),
  );
  expectNone(
    [...shown, ...examples].flatMap(({ where, text }) =>
      findCallFault(text).map((fault) => `${where}: ${fault}`),
    ),
  );
});

function findBrokenLinks(pages: readonly Page[], exists: (path: string) => boolean): string[] {
  const anchorsOf = new Map(pages.map(({ path, anchors }) => [path, anchors]));
  return pages.flatMap(({ path, links }) =>
    links.flatMap(({ line, text }) => {
      if (/^[a-z]+:/.test(text)) return [];
      const [file = "", anchor] = text.split("#");
      const target = file === "" ? path : posix.join(posix.dirname(path), file);
      if (!exists(target)) return [`${path}:${line}: ${text} leads nowhere`];
      const isKnown = anchor === undefined || anchorsOf.get(target)?.includes(anchor) !== false;
      return isKnown ? [] : [`${path}:${line}: ${target} has no heading #${anchor}`];
    }),
  );
}

test("every relative link of the documentation leads somewhere", () => {
  expectNone(findBrokenLinks(PAGES, (path) => existsSync(join(ROOT, path))));
});

test("planted faults in a page are found with their line", () => {
  const page = parsePage(
    "docs/a.md",
    "# One thing: it works\n\n| error code | meaning |\n|---|---|\n| `A_B`, `C_D` | x |\n\n[up](../b.md) [here](#one-thing-it-works) [no](#two) `[x](y)`\n",
  );
  assert.deepEqual(compareNames([page], "error code", ["A_B", "E_F"]), [
    "docs/a.md:5: there is no error code C_D",
    'no table headed "error code" lists E_F',
  ]);
  assert.deepEqual(
    findBrokenLinks([page], (path) => path === "docs/a.md"),
    ["docs/a.md:7: ../b.md leads nowhere", "docs/a.md:7: docs/a.md has no heading #two"],
  );
});

/** Where a page names a test: its file, and words of its name. */
const PROOF = /`((?:hub\/)?test\/[\w./-]+\.(?:ts|ndjson))`: "([^"]+)"/g;

/** The words are those of a test or of a row of its cases, never of a comment. */
function findUnproved(text: string, readTest: (path: string) => string | null): string[] {
  const unnamed = parsePage("docs/proofs.md", text).tables.flatMap(({ rows }) =>
    rows.flatMap(({ line, cells }) =>
      [...(cells.at(-1) ?? "").matchAll(PROOF)].length > 0 ? [] : [`docs/proofs.md:${line}: names no test`],
    ),
  );
  const absent = [...text.matchAll(PROOF)].flatMap(([, path = "", words = ""]) => {
    const code = readTest(path)?.replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, "") ?? null;
    if (code === null) return [`there is no ${path}`];
    return code.includes(words) ? [] : [`${path} has no test "${words}"`];
  });
  return [...unnamed, ...absent];
}

test("every row of docs/proofs.md names tests that exist", () => {
  const readTest = (path: string): string | null =>
    existsSync(join(ROOT, path)) ? readFileSync(join(ROOT, path), "utf8") : null;
  expectNone(findUnproved(readProjectFile("docs/proofs.md"), readTest));
});

test("the security page can be read: no line of it has more than 300 characters", () => {
  const lines = readProjectFile("SECURITY.md").split("\n");
  expectNone(
    lines.flatMap((line, at) => (line.length > 300 ? [`SECURITY.md:${at + 1}: ${line.length}`] : [])),
  );
});

test("a row without a test, a test that is gone and words of a comment are found", () => {
  const table = (proof: string): string => `| who | proved by |\n|---|---|\n| a clone | ${proof} |\n`;
  const readTest = (path: string): string | null =>
    path === "test/a.test.ts" ? '// a comment\ntest("a clone is read", () => {});\n' : null;
  for (const [proof, faults] of [
    ['`test/a.test.ts`: "a clone is read"', []],
    ["", ["docs/proofs.md:3: names no test"]],
    ['`test/a.test.ts`: "a comment"', ['test/a.test.ts has no test "a comment"']],
    ['`test/b.test.ts`: "a clone"', ["there is no test/b.test.ts"]],
  ] as const)
    assert.deepEqual(findUnproved(table(proof), readTest), faults);
});
