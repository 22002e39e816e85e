// The forgery table: whatever is done to the files of a root, recall withholds the text or marks it as inferred.

import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { basename, join } from "node:path";
import { after, test } from "node:test";
import { parseBlock } from "../fixture/parse-block.ts";
import { FORGED_FILES } from "./forged-files.ts";
import { FORGED_HISTORIES } from "./forged-histories.ts";
import { FORGED_STATEMENTS } from "./forged-statements.ts";
import { type Forgery, forgerySample, ID, promptFor } from "./forgery-sample.ts";

/** A new way to forge is a row in one of them. */
const CASES = { ...FORGED_FILES, ...FORGED_STATEMENTS, ...FORGED_HISTORIES };

const sample = forgerySample({ after });

/** As fact, marked, or not at all. */
async function shownAs(project: Forgery, id: string): Promise<"fact" | "marked" | "withheld"> {
  const { text } = await project.recall(promptFor(id));
  if (text === "") return "withheld";
  const block = parseBlock(text.trimEnd());
  assert.ok(block.kind === "block", text);
  const entry = block.entries.find(({ path }) => basename(path) === `${id}.md`);
  if (entry === undefined) return "withheld";
  return entry.marker === "inferred" ? "marked" : "fact";
}

async function standingOf(project: Forgery, id: string): Promise<string> {
  const { stdout } = await project.done(["list", "--json"]);
  const rows: { id: string; standing: string; reason: string; body: string | null }[] = JSON.parse(stdout);
  const row = rows.find((each) => each.id === id);
  assert.ok(row !== undefined, `${id} is not listed`);
  assert.equal(row.body !== null, row.standing === "inferred" || row.standing === "retired", row.standing);
  return `${row.standing}: ${row.reason}`;
}

test("before any forgery what is approved is shown as fact, what is inferred marked, the rest not at all", async () => {
  const project = await sample;
  project.restore();
  const shown = await Promise.all(Object.values(ID).map(async (id) => [id, await shownAs(project, id)]));
  assert.deepEqual(Object.fromEntries(shown), {
    project_pelican: "marked",
    project_walrus: "fact",
    project_bison: "withheld",
    project_otter: "withheld",
    project_heron: "withheld",
    project_crane: "fact",
    project_badger: "withheld",
  });
});

for (const [name, { id, does, standing }] of Object.entries(CASES)) {
  const expected = standing.startsWith("inferred") ? "marked" : "withheld";
  test(`${name}: ${expected}`, async () => {
    const project = await sample;
    project.restore();
    // The index knows the memory as it was; a forgery must not profit from that.
    await shownAs(project, id);
    does(project);
    assert.equal(await shownAs(project, id), expected);
    assert.equal(await standingOf(project, id), standing);
    rmSync(join(project.credenceHome, "cache"), { recursive: true, force: true });
    assert.equal(await shownAs(project, id), expected);
  });
}
