import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { verifyInit, verifyVersion } from "../../../src/observer/client/containment.ts";
import { ProviderError } from "../../../src/observer/model/provider.ts";
import { tablesOf } from "../../fixture/rows.ts";

const { rows, texts } = tablesOf(import.meta.filename);

const RUNS = { numRuns: Number(process.env["CREDENCE_TEST_RUNS"] ?? 300) };
const INIT = {
  claude_code_version: "2.1.325",
  tools: [],
  mcp_servers: [],
  slash_commands: [],
  skills: [],
  plugins: [{ name: "x", path: "builtin" }],
  permissionMode: "dontAsk",
  cwd: "/jail",
};

function isUnsafe(check: () => void): boolean {
  try {
    check();
    return false;
  } catch (error) {
    return error instanceof ProviderError && error.fault === "unsafe";
  }
}

test("a client from 2.1.248 on is safe, an older one is not", () => {
  for (const version of ["2.1.248", "2.1.325", "2.2.0", "3.0.0", "2.1.1000"])
    assert.equal(
      isUnsafe(() => verifyVersion({ claude_code_version: version })),
      false,
      version,
    );
  for (const version of ["2.1.247", "2.1.197", "2.0.999", "1.9.9", "0.0.0"])
    assert.equal(
      isUnsafe(() => verifyVersion({ claude_code_version: version })),
      true,
      version,
    );
});

test("a client that does not say its version in a way we understand is unsafe", () => {
  for (const version of texts("odd versions"))
    assert.equal(
      isUnsafe(() => verifyVersion({ claude_code_version: version })),
      true,
      version,
    );
  for (const handshake of [null, undefined, {}, [], "2.1.325", { claude_code_version: 2 }])
    assert.equal(
      isUnsafe(() => verifyVersion(handshake)),
      true,
    );
});

test("a client that reports nothing to act with, in the jail, is safe", () => {
  assert.doesNotThrow(() => verifyInit(INIT, "/jail"));
  assert.doesNotThrow(() => verifyInit({ ...INIT, plugins: [] }, "/jail"));
});

test("anything to act with is unsafe", () => {
  for (const [change] of rows<[object]>("worse"))
    assert.equal(
      isUnsafe(() => verifyInit({ ...INIT, ...change }, "/jail")),
      true,
      JSON.stringify(change),
    );
});

test("a report that lacks any part, or has another value in its place, is unsafe", () => {
  fc.assert(
    fc.property(fc.constantFrom(...Object.keys(INIT)), fc.anything(), (key, value) => {
      const isHarmless = key === "plugins" && Array.isArray(value) && value.length === 0;
      fc.pre(!isHarmless && !(Array.isArray(value) && value.length === 0));
      assert.equal(
        isUnsafe(() => verifyInit({ ...INIT, [key]: value }, "/jail")),
        true,
      );
    }),
    RUNS,
  );
  for (const key of Object.keys(INIT))
    assert.equal(
      isUnsafe(() => verifyInit({ ...INIT, [key]: undefined }, "/jail")),
      true,
      key,
    );
});
