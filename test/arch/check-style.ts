import assert from "node:assert/strict";
import { test } from "node:test";
import { expectNone } from "./expect-none.ts";
import { readSourceFiles, readTextFiles } from "./project-files.ts";
import { findSourceFaults, findTextFaults } from "./style-faults.ts";
import { parseSources, projectSources } from "./syntax.ts";

const ENTRY_POINT_LINES_MAX = 40;

test("no text of the project holds an unfinished mark, a banner or a path of somebody's machine", () => {
  expectNone([...readTextFiles()].flatMap(([path, text]) => findTextFaults(path, text)));
});

test("no source swallows an error, escapes the type checker, skips a test, numbers a parameter or touches what only src/bin may", () => {
  expectNone(projectSources().flatMap(findSourceFaults));
});

test("every entry point in src/bin has at most 40 lines", () => {
  const sources = [...readSourceFiles()].filter(([path]) => path.startsWith("src/bin/"));
  const imported = sources.flatMap(([, text]) =>
    [...text.matchAll(/(?:from |import\()"\.\/([a-z-]+\.ts)"/g)].map(([, name]) => name),
  );
  const entries = sources.filter(([path]) => !imported.includes(path.split("/").at(-1)));
  assert.ok(entries.length > 5, "the entry points are those that no other file of src/bin imports");
  expectNone(
    entries
      .filter(([, text]) => text.trimEnd().split("\n").length > ENTRY_POINT_LINES_MAX)
      .map(([path]) => path),
  );
});

test("planted faults in a text are found with their line", () => {
  const unfinished = ["TO", "DO"].join("");
  const home = ["", "home", "zoe", "x.ts"].join("/");
  const text = `fine\n// ${unfinished}: later\n// ${"-".repeat(20)}\n see ${home}\n/home/alice/notes is a sample\n`;
  assert.deepEqual(findTextFaults("src/memory/a.ts", text), [
    "src/memory/a.ts:2: an unfinished mark",
    "src/memory/a.ts:3: a banner",
    "src/memory/a.ts:4: a path of somebody's machine",
  ]);
});

test("planted faults in a source are found with their line", () => {
  const lines = [
    "const a: any = 1;",
    "try { a(); } catch {}",
    "a!.b;",
    `// @ts-${"ignore"}`,
    "process.exit(1); x.process; const y = { console: 1 };",
    "console.log(1);",
    "Date.now(); new Date(1); new Date(); Math.random();",
    "export default a;",
    "const b = a as unknown as string;",
  ];
  const planted = parseSources(
    new Map([
      ["src/memory/a.ts", lines.join("\n")],
      ["src/bin/cli.ts", "process.exit(1); console.log(new Date());"],
      [
        "test/a.test.ts",
        'test.only("x", () => {});\nt.skip();\ntest("x", { skip: true }, () => {});\nnotes.skip = 1;',
      ],
    ]),
  );
  assert.deepEqual(planted.flatMap(findSourceFaults), [
    "src/memory/a.ts:1: any",
    "src/memory/a.ts:2: an empty catch",
    "src/memory/a.ts:3: a non-null assertion",
    "src/memory/a.ts:4: the type checker is silenced",
    "src/memory/a.ts:5: process outside src/bin",
    "src/memory/a.ts:6: console outside src/bin",
    "src/memory/a.ts:7: Date.now: time and chance are parameters",
    "src/memory/a.ts:7: new Date(): time and chance are parameters",
    "src/memory/a.ts:7: Math.random: time and chance are parameters",
    "src/memory/a.ts:8: a default export outside a rule file",
    "src/memory/a.ts:9: a double cast",
    "test/a.test.ts:1: a test that is not always run",
    "test/a.test.ts:2: a test that is not always run",
    "test/a.test.ts:3: a test that is not always run",
  ]);
});

test("a planted number of a parameter is found where SQLite is asked, and nowhere else", () => {
  const asks = ['ask("a = ? AND b = ?2");', "ask(`c = d LIMIT ?1`);", 'ask("d = ?");'].join("\n");
  const planted = parseSources(
    new Map([
      ["src/search/a.ts", asks],
      ["src/validate/a.ts", asks],
    ]),
  );
  assert.deepEqual(planted.flatMap(findSourceFaults), [
    "src/search/a.ts:1: a numbered parameter in a question to SQLite",
    "src/search/a.ts:2: a numbered parameter in a question to SQLite",
  ]);
});
