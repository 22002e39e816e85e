// Cues by the tools: asked for, screened, replaced, and what a save answers about the memories near it.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { type Connected, mcpProject } from "./mcp-project.ts";

const project = await mcpProject({ after });
const mine = await project.connectInside({ after }, { name: "mine" });

type Values = Readonly<Record<string, unknown>>;

function draft(name: string, more: object = {}): Values {
  return {
    type: "project",
    name,
    description: `About ${name}`,
    body: `The ${name} is described here at length.`,
    ...more,
  };
}

async function call(by: Connected, tool: string, args: Values): Promise<{ value: Values; text: string }> {
  const { isError, value, text } = await by.call(tool, args);
  assert.equal(isError, false, text);
  return { value, text };
}

function cuesIn(id: string): string | undefined {
  return /^cues: .*$/m.exec(readFileSync(project.pathOf(id), "utf8"))?.[0];
}

test("cues are stored and found, and a save without any is told so in one line", async () => {
  const seats = draft("Seats", { body: "Reserved seats are released after eleven minutes." });
  const { text } = await call(mine, "memory_save", seats);
  assert.match(text, /^it has no cues: .*$/m);
  const cues = ["change cart expiry timeout", "customer lost the seat while paying"];
  const changed = await call(mine, "memory_update", { id: "project_seats", cues });
  assert.doesNotMatch(changed.text, /no cues/);
  assert.equal(
    cuesIn("project_seats"),
    "cues: [change cart expiry timeout, customer lost the seat while paying]",
  );
  const { value } = await call(mine, "memory_search", { query: "raise the cart timeout" });
  assert.match(JSON.stringify(value), /project_seats/);
});

test("cues that are given replace the old ones, and none given leaves them", async () => {
  await call(mine, "memory_update", { id: "project_seats", cues: ["seat hold length"] });
  assert.equal(cuesIn("project_seats"), "cues: [seat hold length]");
  await call(mine, "memory_update", { id: "project_seats", description: "When seats are free again" });
  assert.equal(cuesIn("project_seats"), "cues: [seat hold length]");
});

test("more than six cues are refused", async () => {
  const cues = ["one ore", "two ores", "three ores", "four ores", "five ores", "six ores", "seven ores"];
  const { isError } = await mine.call("memory_save", draft("Ores", { cues }));
  assert.equal(isError, true);
});

test("a cue of common words and a glob over a tenth of the files are left out with the reason, the rest is stored", async () => {
  for (const [at, name] of ["a.ts", "b.ts", "c.ts", "d.md", "e.sql"].entries())
    writeFileSync(join(project.top, name), `${at}\n`);
  project.git("add", "--", "a.ts", "b.ts", "c.ts", "d.md", "e.sql");
  const cues = ["how to do this", "*.ts", "rename the quokka table"];
  const { value, text } = await call(mine, "memory_save", draft("Quokka", { cues }));
  assert.equal(cuesIn("project_quokka"), "cues: [rename the quokka table]");
  assert.match(text, /^cue left out: how to do this: it has common words only$/m);
  assert.match(text, /^cue left out: \*\.ts: it fits 3 of \d+ tracked files, more than a tenth$/m);
  assert.equal((value["cues_left_out"] as readonly string[]).length, 2);
});

test("the memories nearest to a new one are answered with their gists, and the new one can say what it contradicts", async () => {
  await call(
    mine,
    "memory_save",
    draft("Release day", { body: "We release on Tuesdays, after the stand-up of the team." }),
  );
  const moved = draft("Release moved", {
    body: "Releases were put off by the support team until the end of each week.",
  });
  const { value, text } = await call(mine, "memory_save", moved);
  const nearest = value["nearest"] as readonly { id: string; standing: string; gist: string }[];
  assert.ok(nearest.length <= 3 && nearest.every(({ id }) => id !== "project_release_moved"));
  assert.deepEqual(
    nearest.find(({ id }) => id === "project_release_day"),
    {
      id: "project_release_day",
      standing: "inferred",
      gist: "We release on Tuesdays, after the stand-up of the team.",
    },
  );
  assert.match(text, /^near project_release_day \(inferred\): We release on Tuesdays/m);
  const said = await call(mine, "memory_update", {
    id: "project_release_moved",
    contradicts: ["project_release_day"],
  });
  assert.deepEqual(said.value["disagrees_with"], [
    { id: "project_release_day", line: "We release on Tuesdays, after the stand-up of the team." },
  ]);
  const shown = await call(mine, "memory_get", { ids: ["project_release_day"] });
  assert.match(shown.text, /disagrees with project_release_moved/);
});

test("what was read in the repository is saved with that taint", async () => {
  await call(mine, "memory_save", draft("Wombat", { from: "repository" }));
  assert.match(readFileSync(project.pathOf("project_wombat"), "utf8"), /^taint: \[repository\]$/m);
  const own = { from: "repository", dictated: true, body: "we like wombats" };
  await call(mine, "memory_save", draft("Own", own));
  assert.doesNotMatch(readFileSync(project.pathOf("project_own"), "utf8"), /taint/);
});

test("the prompt learn says what the skill of the plugin says", async () => {
  const skill = readFileSync(join(import.meta.dirname, "../../plugin/skills/learn/SKILL.md"), "utf8");
  const { messages } = await mine.client.getPrompt({ name: "learn" });
  assert.deepEqual(messages, [
    { role: "user", content: { type: "text", text: skill.replace(/^---\n[\s\S]*?\n---\n\n/, "") } },
  ]);
});
