import assert from "node:assert/strict";
import { test } from "node:test";
import { expectNone } from "./expect-none.ts";
import { findLongParameterLists, longest, measureFiles, measureFunctions, over } from "./measures.ts";
import { readProjectFile } from "./project-files.ts";
import { parseSources, projectSources, type Source } from "./syntax.ts";

/** A module is one concept, whole: it may be long, and it is not cut to be short. */
const FILE_LINES_MAX = { src: 300, rest: 400 } as const;
const FUNCTION_LINES_MAX = 70;
const FUNCTION_LINES_WISHED = 40;
const PARAMETERS_MAX = 3;

/** Tables and weights: nobody reads them from top to bottom. */
const DATA_FILES: readonly string[] = [];

/** A thing without a noun is not understood yet. */
const VAGUE_NAME = /(^|\/|-)(utils?|helpers?|common|shared|managers?|services?|misc)(\.|\/|$)/;

type Ratchet = { longestFunction: number; functionsOver40: number };

const SHIPPED = /^(?:hub\/)?src\//;
const SOURCES = projectSources();
const READ_BY_PEOPLE = SOURCES.filter(({ path }) => !DATA_FILES.includes(path));
const GROUPS = {
  src: READ_BY_PEOPLE.filter(({ path }) => SHIPPED.test(path)),
  rest: READ_BY_PEOPLE.filter(({ path }) => !SHIPPED.test(path)),
};
const RATCHETS: { src: Ratchet; rest: Ratchet } = JSON.parse(readProjectFile("test/arch/ratchet.json"));

function measureRatchet(sources: readonly Source[]): Ratchet {
  const functions = measureFunctions(sources);
  return {
    longestFunction: longest(functions),
    functionsOver40: over(functions, FUNCTION_LINES_WISHED).length,
  };
}

test("no source is longer than 300 lines, and no test, script or bench longer than 400", () => {
  expectNone(over(measureFiles(GROUPS.src), FILE_LINES_MAX.src));
  expectNone(over(measureFiles(GROUPS.rest), FILE_LINES_MAX.rest));
});

test("no function is longer than 70 lines", () => {
  expectNone(over(measureFunctions(SOURCES), FUNCTION_LINES_MAX));
});

test("no function takes more than three parameters by position", () => {
  expectNone(findLongParameterLists(SOURCES, PARAMETERS_MAX));
});

test("no file has a name that says nothing", () => {
  expectNone(SOURCES.map(({ path }) => path).filter((path) => VAGUE_NAME.test(path)));
});

test("every file listed as data exists", () => {
  expectNone(DATA_FILES.filter((path) => !SOURCES.some((source) => source.path === path)));
});

test("the tail of long functions does not grow", (t) => {
  for (const group of ["src", "rest"] as const) {
    const now = measureRatchet(GROUPS[group]);
    const worst = over(measureFunctions(GROUPS[group]), FUNCTION_LINES_WISHED);
    for (const key of ["longestFunction", "functionsOver40"] as const) {
      const allowed = RATCHETS[group][key];
      const advice =
        "split where there are two ideas; only if there is one, raise the number in test/arch/ratchet.json and say why in the commit";
      assert.ok(
        now[key] <= allowed,
        `${group} ${key}: ${now[key]}, allowed ${allowed}; ${advice}\n${worst.join("\n")}`,
      );
      if (now[key] < allowed)
        t.diagnostic(`${group} ${key} is down to ${now[key]}: lower test/arch/ratchet.json from ${allowed}`);
    }
  }
});

test("a planted giant is measured from its first to its last line", () => {
  const body = "  work();\n".repeat(80);
  const planted = parseSources(
    new Map([
      ["src/memory/a.ts", `// why\n\n/** doc */\nexport function big(): void {\n${body}}\n`],
      [
        "src/memory/b.ts",
        `const { f } = { f: async (a: 1, b: 2, c: 3, d: 4) => {\n${body}} };\nclass C { m({ a, b, c, d }: X) {} }\n`,
      ],
    ]),
  );
  assert.deepEqual(
    measureFunctions(planted).filter(({ lines }) => lines > 1),
    [
      { what: "src/memory/a.ts:4", lines: 82 },
      { what: "src/memory/b.ts:1", lines: 82 },
    ],
  );
  assert.deepEqual(findLongParameterLists(planted, PARAMETERS_MAX), ["src/memory/b.ts:1"]);
  assert.equal(longest(measureFiles(planted)), 85);
  assert.ok(VAGUE_NAME.test("src/memory/text-utils.ts") && VAGUE_NAME.test("src/common/a.ts"));
  assert.ok(!VAGUE_NAME.test("src/validate/secrets/google-service-account.ts"));
});
