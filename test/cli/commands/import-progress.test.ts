import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { recordFiles, sampleRecord, writeStore } from "../../app/transfer/import/sample-store.ts";
import { atTerminal } from "../../fixture/at-terminal.ts";
import { initProject } from "../../fixture/init-project.ts";

test("a long import shows at the terminal how far it is, and takes the bar away at the end", async (t) => {
  const project = await initProject(t, { state: "real" });
  const records = Array.from({ length: 400 }, (_, index) =>
    sampleRecord({ id: `record-${index}`, title: `Record number ${index}` }),
  );
  const store = writeStore(join(project.base, "store"), recordFiles(...records));
  const { exit, text } = await atTerminal(project, ["import", "claude-memory", store, "--execute"], {
    replies: [
      ["Choose a passphrase", "none"],
      ["once more:", "none"],
    ],
  });
  assert.equal(exit, 0, text);
  assert.match(text, /importing \[#+\.+\] [1-3]00 of 400/);
  assert.match(text, /\r\u001B\[2K[^#]*inferred/);
  assert.match(text, /400 new, 0 already here, 0 left out/);
});
