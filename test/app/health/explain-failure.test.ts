import assert from "node:assert/strict";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { explainFailure } from "../../../src/app/health/explain-failure.ts";
import { freshDir } from "../../temp-dir.ts";

test("a state database that cannot be written is named, with the places where it can be", (t) => {
  const path = join(freshDir(t), "seen.sqlite");
  new DatabaseSync(path).close();
  const database = new DatabaseSync(path, { readOnly: true });
  t.after(() => database.close());
  const { code, message, hint } = explainFailure(caught(() => database.exec("CREATE TABLE seen (id TEXT)")));
  assert.deepEqual([code, message], ["READ_ONLY", "seen.sqlite in machine state cannot be written"]);
  assert.equal(
    hint,
    "make it and its directory writable: ~/.local/state/credence, unless XDG_STATE_HOME, CREDENCE_HOME or --state say otherwise",
  );
});

function caught(act: () => void): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  return null;
}
