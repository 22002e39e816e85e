import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { listCitedPaths } from "../../../src/memory/file/cited-paths.ts";
import { LAW_RUNS } from "../text/hostile-text.ts";

const citedIn = (body: string): string[] => listCitedPaths({ relatedFiles: [], body });

test("files are told from other words by a slash or an extension", () => {
  const body =
    "See src/db.ts:12 and README.md, v1.2.3.\nNot https://x.org/a.ts, nor *.ts; but ./run\r\nand a/b.";
  assert.deepEqual(citedIn(body), ["src/db.ts", "README.md", "./run", "a/b"]);
});

test("an abbreviation or a version is no file, and takes no place of one", () => {
  const body = "Some (e.g. v1.2, i.e. 1.2.3, E.g., a.k.a. etc., 9 a.m.) but a.c, x.h and e.g.ts.";
  assert.deepEqual(citedIn(body), ["a.c", "x.h", "e.g.ts"]);
  const files = Array.from({ length: 12 }, (_, at) => `src/${at}.ts`);
  assert.deepEqual(citedIn(`i.e., e.g. ${files.join(" ")}`), files);
});

test("what a line cites does not depend on the lines around it", () => {
  const line = fc
    .array(
      fc.constantFrom(
        "a",
        "src",
        "/",
        ".",
        "..",
        "-",
        " ",
        ":",
        "@",
        "*",
        "~",
        "\\",
        "ts",
        "9",
        "_",
        "\r",
        "é",
      ),
    )
    .map((parts) => parts.join(""));
  const law = fc.property(fc.array(line, { maxLength: 4 }), (lines) => {
    const each = lines.flatMap(citedIn);
    assert.deepEqual(citedIn(lines.join("\n")), [...new Set(each)].slice(0, 12));
  });
  fc.assert(law, LAW_RUNS);
});
