import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { listMemories, note, writeNotes, writeSession } from "../../app/transfer/import/claude-notes.ts";
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

test("at a real terminal a bare import asks, and a yes takes the passphrase and imports", async (t) => {
  const project = await initProject(t, { state: "real" });
  writeNotes(project, project.top, { "project_docker.md": note("Tests need docker") });
  writeSession(project, project.top);
  const { exit, text, unasked } = await atTerminal(project, ["import"], {
    replies: [
      ["import 1 memory from claude-code-memory? [y/N]", "y"],
      ["Choose a passphrase", "none"],
      ["once more:", "none"],
    ],
  });
  assert.equal(exit, 0, text);
  assert.equal(unasked, 0);
  assert.match(text, /1 memory of this project in ~[^\n]*\n {2}Tests need docker/);
  assert.match(text, /1 new, 0 already here, 0 left out/);
  assert.deepEqual(listMemories(project.root), ["project_docker.md"]);
});
