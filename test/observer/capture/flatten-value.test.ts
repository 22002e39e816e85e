import assert from "node:assert/strict";
import { test } from "node:test";
import { flattenValue } from "../../../src/observer/capture/flatten-value.ts";

test("a value becomes lines, with strings as they are", () => {
  const cases: readonly (readonly [unknown, string])[] = [
    ["a\nb", "a\nb"],
    [7, "7"],
    [true, "true"],
    [null, ""],
    [undefined, ""],
    [[], ""],
    [{}, ""],
    [{ command: "ls\npwd", timeout: 5 }, "command: ls\npwd\ntimeout: 5"],
    [{ content: [{ type: "text", text: "x" }, { text: "y" }] }, "type: text\ntext: x\ntext: y"],
    [["a", ["b"]], "a\nb"],
    [{ command: ["ls", "-l", 7, true, null, "x"] }, "command: ls -l 7 true x"],
    [{ list: ["a", "b", { c: "d" }, "e", "f"] }, "list: a b\nc: d\nlist: e f"],
    [[{ name: "Accept", value: "text/html" }], "Accept: text/html"],
    [{ name: "A", value: 7, secure: true }, "A: 7\nsecure: true"],
    [{ Key: "A", Value: "b" }, "A: b"],
    [{ name: "A", value: { b: "c" } }, "name: A\nb: c"],
    [{ name: "A", value: null }, "name: A"],
    [{ name: 7, value: "b" }, "name: 7\nvalue: b"],
  ];
  for (const [value, text] of cases) assert.equal(flattenValue(value), text);
});

test("what is nested without end is cut", () => {
  let deep: unknown = "bottom";
  for (let depth = 0; depth < 5_000; depth += 1) deep = { deep };
  assert.equal(flattenValue(deep), "deep: …");
});
