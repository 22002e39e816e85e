// The containment against the types and names of the SDK that is installed: what it grows, somebody has to decide on.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { SDK_DIRECTORY } from "../../../scripts/verify/fetch-clients.ts";
import { buildContainment } from "../../../src/observer/client/containment.ts";
import { loadSdk } from "../../clients/load-sdk.ts";
import { tablesOf } from "../../fixture/rows.ts";

const { rows } = tablesOf(import.meta.filename);

/** Options that the containment leaves alone, each with the reason. One that is neither here nor set is one that nobody
 * decided on. */
const LEFT_ALONE: Readonly<Record<string, string>> = Object.fromEntries(rows<[string, string]>("left alone"));

const never = (): never => {
  throw new Error("nothing is started here");
};
const OPTIONS = buildContainment({
  ...{ system: "s", model: "haiku", outputTokensMax: 1, jail: "/jail", home: "/home", access: {} },
  ...{ program: "/client", spawn: never, end: new AbortController(), onAttempt: never },
});

test("S3's twelve tools and every tool of the installed SDK are refused by name, and so is the rest", async () => {
  const twelve =
    "Bash Read Write Edit Grep Glob WebFetch WebSearch Task NotebookEdit AskUserQuestion TodoWrite";
  const sdk = await loadSdk();
  assert.ok(typeof sdk === "object" && sdk !== null && "BUILTIN_TOOL_NAMES" in sdk);
  assert.ok(Array.isArray(sdk.BUILTIN_TOOL_NAMES) && sdk.BUILTIN_TOOL_NAMES.length > 50);
  const asked = [...twelve.split(" "), ...sdk.BUILTIN_TOOL_NAMES.map(String), "*"];
  assert.deepEqual(
    asked.filter((name) => !OPTIONS.disallowedTools.includes(name)),
    [],
  );
});

/** The fields of `export declare type Options = { … };`, at its own depth of indentation. */
function fieldsOfOptions(): string[] {
  const types = readFileSync(join(SDK_DIRECTORY, "sdk.d.ts"), "utf8").replace(/\r/g, "");
  const body = /^export declare type Options = \{\n([\s\S]*?)^\};/m.exec(types)?.[1] ?? "";
  return [...body.matchAll(/^ {4}(?:readonly )?["']?([A-Za-z_$][\w$]*)["']?\??\s*[:(<]/gm)].map(
    ([, name = ""]) => name,
  );
}

test("every option of the installed SDK is set by the builder or left alone for a reason", () => {
  const fields = fieldsOfOptions();
  assert.ok(fields.length > 60, "the type was not understood");
  const set = Object.keys(OPTIONS);
  assert.deepEqual(
    fields.filter((field) => !set.includes(field) && LEFT_ALONE[field] === undefined),
    [],
  );
  assert.deepEqual(
    [...set, ...Object.keys(LEFT_ALONE)].filter((name) => !fields.includes(name)),
    [],
  );
  assert.deepEqual(
    set.filter((name) => LEFT_ALONE[name] !== undefined),
    [],
  );
});
