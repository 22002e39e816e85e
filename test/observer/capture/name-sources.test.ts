import assert from "node:assert/strict";
import { test } from "node:test";
import { isOwnTool, nameSources } from "../../../src/observer/capture/name-sources.ts";
import { tablesOf } from "../../fixture/rows.ts";

const { rows } = tablesOf(import.meta.filename);

const AROUND = { projects: ["/srv/app"], home: "/home/alice" };

const CASES = rows<readonly [tool: string, input: unknown, paths: string[], taint: string[]]>("cases");

test("a tool call names the paths it was given and where its words came from", () => {
  for (const [tool, input, paths, taint] of CASES) {
    assert.deepEqual(
      nameSources({ tool, input, cwd: "/srv/app" }, AROUND),
      { paths, taint },
      `${tool} ${JSON.stringify(input)}`,
    );
  }
});

test("a relative path without a directory to start from names nothing", () => {
  assert.deepEqual(nameSources({ tool: "Read", input: { path: "a" }, cwd: null }, AROUND), {
    paths: [],
    taint: [],
  });
});

test("names are bounded in number, and whole: a secret that was cut is not recognised any more", () => {
  const long = "x".repeat(500);
  const input = { paths: Array.from({ length: 50 }, (_, at) => `/etc/${long}${at}`) };
  const { paths, taint } = nameSources({ tool: "mcp__m__t", input, cwd: null }, AROUND);
  assert.equal(paths.length, 8);
  assert.equal(taint.length, 9);
  assert.equal(taint[1], `file:/etc/${long}0`);
});

test("our own tools are known, installed by themselves or with the plugin", () => {
  for (const tool of ["mcp__credence__memory_get", "mcp__plugin_credence_credence__memory_save"])
    assert.ok(isOwnTool(tool), tool);
  for (const tool of ["mcp__credential__x", "memory_get", "mcp__files__credence__x"])
    assert.ok(!isOwnTool(tool), tool);
});
