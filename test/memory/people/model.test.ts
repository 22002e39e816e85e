// The trust in keys, in random worlds with honest people and a thief. test/mutants breaks decide-trust.ts and read-claims.ts in ways that
// these worlds have to notice.

import assert from "node:assert/strict";
import { test } from "node:test";
import { IS_DEEP } from "../../deep.ts";
import { runWorlds } from "./laws.ts";

const WORLDS = IS_DEEP ? 20_000 : 3_000;

test("in random worlds of honest and stolen keys every law of trust in keys holds", (t) => {
  const first = Number(process.env["CREDENCE_TEST_SEED"] ?? 1);
  const { broken, seen } = runWorlds(first, WORLDS);
  assert.deepEqual(broken, []);
  t.diagnostic(`${WORLDS} worlds; ${[...seen].map(([what, count]) => `${what} ${count}`).join(", ")}`);
  for (const what of ["followed", "waiting", "undecided", "claims", "former", "ended", "honoured", "lapsed"])
    assert.ok((seen.get(what) ?? 0) > WORLDS / 100, what);
});
