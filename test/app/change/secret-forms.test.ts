// Every written form of a secret, at every way into memory: refused by save, by the tool and by import, redacted in what is
// captured, quarantined when a file brings it.

import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { McpServer } from "@modelcontextprotocol/server";
import { recheckFile } from "../../../src/app/change/recheck-file.ts";
import { openWorkspace } from "../../../src/app/workspace/workspace.ts";
import { openLocalMemories } from "../../../src/mcp/local-memories.ts";
import { memorySave } from "../../../src/mcp/memory-save.ts";
import type { ToolPlace } from "../../../src/mcp/place.ts";
import { createWriteLimit } from "../../../src/mcp/write-limit.ts";
import { chanceBy, HOW_TO_REPEAT, sampleOf } from "../../faults/sample.ts";
import { captureProject, promptOf } from "../../fixture/capture-project.ts";
import { initProject } from "../../fixture/init-project.ts";
import { refusal } from "../../fixture/refusal.ts";
import { findText } from "../../fixture/tree.ts";
import { FORM_SETS } from "../../validate/probe/run-probes.ts";
import { type Probe, writeProbes } from "../../validate/probe/secret-forms.ts";
import { outcomes, playImport } from "../transfer/import/play-import.ts";

/** Of all forms, those that nothing marks as a secret: docs/validators.md names them. */
const NOT_FOUND: ReadonlySet<string> = new Set(["html table", "u and p"]);
const FORMS = Object.values(FORM_SETS)
  .flat()
  .filter(({ name }) => !NOT_FOUND.has(name));
const PROBES = writeProbes(FORMS, 1, 1);
/** How many forms the quick gate tries at each way but import, which gets all of them. */
const QUICK_FORMS = 20;
const INTRO = "This is what everybody in the team should know about that system.";

const project = captureProject({ after });
const ID = "project_deploy_on_fridays";
await project.save();
const clean = readFileSync(join(project.root, "memories", `${ID}.md`), "utf8");

/** A minute later at each look: a model may write only so often. */
function createClock(): () => number {
  let now = 0;
  return () => {
    now += 60_000;
    return now;
  };
}

const remarks: string[] = [];
const place: ToolPlace = {
  memories: openLocalMemories({
    open: () => Promise.resolve(openWorkspace(project.hints())),
    note: () => Promise.resolve(),
    client: "test",
    session: null,
    remarks,
  }),
  writes: createWriteLimit(createClock()),
  remarks,
  hide: (text) => text,
};
const server = new McpServer({ name: "test", version: "1" }, { capabilities: { tools: {} } });
memorySave.register(server, { placeOf: () => Promise.resolve(place), onAnswer: () => undefined });
const client = new Client({ name: "test", version: "1" });
const [ours, theirs] = InMemoryTransport.createLinkedPair();
await Promise.all([server.connect(theirs), client.connect(ours)]);
after(() => client.close());

function bodyOf({ text }: Probe): string {
  return `${INTRO}\n\n${text}\n`;
}

for (const [at, probe] of sampleOf([...PROBES.entries()], QUICK_FORMS, chanceBy("forms"))) {
  const { name } = probe.form;
  const body = bodyOf(probe);

  test(`${name}: refused by save and by the tool, redacted in capture, quarantined in a file`, async () => {
    await assert.rejects(project.save({ body }), refusal("SECRET_DETECTED"));

    const args = { type: "project", name: "Accesses", description: "Who gets in", body };
    const { isError, content } = await client.callTool({ name: "memory_save", arguments: args });
    assert.equal(isError, true, HOW_TO_REPEAT);
    assert.match(JSON.stringify(content), /SECRET_DETECTED/);

    project.capture(promptOf(body));
    const written = String(project.records().at(-1)?.["text"]);
    assert.match(written, /redacted/i);
    assert.ok(!written.includes(probe.value) && !written.includes(probe.text.trim()));

    const path = join(project.root, "memories", `project_form_${at}.md`);
    writeFileSync(path, `${clean}\n${body}`);
    assert.equal((await recheckFile(project.hints(), path))?.kind, "quarantined");
  });
}

test("import leaves out every one of them", async (t) => {
  assert.equal(PROBES.length, 171);
  const own = await initProject(t);
  const notes = join(own.base, "notes");
  mkdirSync(notes);
  for (const [at, probe] of PROBES.entries())
    writeFileSync(join(notes, `note-${at}.md`), `# Access number ${at}\n\n${bodyOf(probe)}`);
  const report = await playImport(own, ["markdown", notes, "--execute"]);
  assert.equal(report.counts.new, 0, JSON.stringify(outcomes(report), null, 1));
  assert.deepEqual(findText(own.root, INTRO), []);
});
