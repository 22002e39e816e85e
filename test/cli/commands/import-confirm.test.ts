// A person is asked about one memory after the other; a yes is their word for exactly what they saw.

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { listMemories, note, writeNotes, writeSession } from "../../app/transfer/import/claude-notes.ts";
import { outcomes, playImport, show } from "../../app/transfer/import/play-import.ts";
import { recordFiles, sampleRecord, writeStore } from "../../app/transfer/import/sample-store.ts";
import { atTerminal } from "../../fixture/at-terminal.ts";
import { type InitProject, initProject } from "../../fixture/init-project.ts";
import { memoryText } from "../../fixture/memory-text.ts";
import { playCall } from "../call/played-call.ts";

const NAMES = ["alpha", "beta", "gamma", "delta"];

function makeStore(project: InitProject): string {
  const files = NAMES.map((name) => [
    `feedback_${name}.md`,
    memoryText({
      type: "feedback",
      name: `About ${name}`,
      body: `Everything about ${name}, in a few words.`,
    }),
  ]);
  return writeStore(join(project.base, "notes"), Object.fromEntries(files));
}

test("y makes a memory verified, a inferred, n leaves it out, and anything else is asked again", async (t) => {
  const project = await initProject(t);
  const args = ["markdown", makeStore(project), "--execute", "--confirm", "--as-test-person"];
  const report = await playImport(project, args, { answers: ["Y", "a", "what?", "constructor", "n", "y"] });
  assert.deepEqual(outcomes(report), {
    "feedback_alpha.md": "verified",
    "feedback_beta.md": "inferred",
    "feedback_delta.md": "skipped: you left it out",
    "feedback_gamma.md": "verified",
  });
  const { standing, reason, tier, lastVerified, origin } = await show(project, "feedback_alpha");
  assert.deepEqual(
    [standing, reason, tier, lastVerified, origin],
    ["verified", "approved by you on 2026-05-01", "verified", "2026-05-01", "import"],
  );
});

test("a note too short to be taken unseen is asked about, and only a yes takes it, as one's own words", async (t) => {
  const project = await initProject(t);
  const notes = writeStore(join(project.base, "notes"), {
    "advice.md": "we ship on Mondays\n",
    "feedback_a.md": memoryText({ type: "feedback", name: "Tuesdays", body: "we deploy on Tuesdays" }),
    "tiny.md": "Tuesdays\n",
  });
  const args = ["markdown", notes, "--execute", "--confirm", "--as-test-person"];
  const unseen = await playImport(project, args.slice(0, 2));
  assert.deepEqual([unseen.counts.new, unseen.counts.skipped], [0, 3]);
  const report = await playImport(project, args, { answers: ["a", "y"] });
  assert.deepEqual(outcomes(report), {
    "advice.md":
      "skipped: INVALID_MEMORY: with fewer than 30 characters it can only be your own word, a fact",
    "feedback_a.md": "verified",
    "tiny.md": "skipped: INVALID_MEMORY: FAIL-STRUCT: the body has 8 characters, fewer than 10",
  });
  const { body, origin, standing } = await show(project, "feedback_a");
  assert.deepEqual([body, origin, standing], ["we deploy on Tuesdays\n", "user", "verified"]);
});

test("q, three answers that are none and a closed terminal stop; what was answered stays, and the call goes on later", async (t) => {
  const project = await initProject(t);
  const args = ["markdown", makeStore(project), "--execute", "--confirm", "--as-test-person"];
  for (const [answers, here] of [
    [["y", "q"], 1],
    [["a", "?", "?", "?"], 2],
    [["y"], 3],
  ] as const) {
    const { stopped } = await playImport(project, args, { answers });
    assert.equal(stopped, true);
    const { counts } = await playImport(project, args.slice(0, 2));
    assert.equal(counts.here, here);
  }
  assert.equal((await playImport(project, args, { answers: ["y"] })).stopped, false);
});

test("a memory that was not paged to its end is not confirmed by a yes", async (t) => {
  const project = await initProject(t);
  const args = ["markdown", makeStore(project), "--execute", "--confirm", "--as-test-person"];
  const answers = ["q", "y", "a", "", "", "y", "q", "s", "q", "q"];
  const report = await playImport(project, args, { answers, rows: 12 });
  assert.deepEqual(outcomes(report), {
    "feedback_alpha.md": "inferred",
    "feedback_beta.md": "verified",
    "feedback_delta.md": "skipped: you left it out",
  });
});

test("what cannot be a fact comes in by a key, too, and nobody is asked about what cannot be stored", async (t) => {
  const project = await initProject(t);
  await project.save("project_taken");
  const notes = writeStore(join(project.base, "notes"), {
    "reference_dashboard.md": memoryText({ type: "reference", name: "Dashboard" }),
    "unclear.md": "# Unclear\n\nA note that does not say what it is about.\n",
    "project_old.md": memoryText({ name: "Old zebra", extra: ["status: archived"] }),
    "project_taken.md": memoryText({ name: "Giraffe" }),
  });
  const args = ["markdown", notes, "--execute", "--confirm", "--as-test-person"];
  const taken = "skipped: EXISTS: project_taken exists and says something else";
  const none = await playImport(project, args, { answers: ["", "", ""] });
  assert.deepEqual([none.stopped, none.counts.new], [true, 0]);
  const questions: string[] = [];
  // A yes is no answer here, and is asked again.
  const options = { answers: ["a", "y", "a", "a"], onAsk: (screen: string) => questions.push(screen) };
  assert.deepEqual(outcomes(await playImport(project, args, options)), {
    "project_old.md": "archived",
    "project_taken.md": taken,
    "reference_dashboard.md": "inferred",
    "unclear.md": "inferred",
  });
  assert.deepEqual(
    questions.map((screen) => screen.split("\n").at(-1)?.slice(0, 14)),
    ["[a] archived  ", "[a] advice  [n", "[a] advice  [n", "[a] advice  [n"],
  );
});

test("a long import shows where a person watches how far it is, and takes the bar away at the end", async (t) => {
  const { top, base, env, home } = await initProject(t);
  const records = [1, 2, 3].map((each) =>
    sampleRecord({ id: `record-${each}`, title: `Record number ${each}` }),
  );
  const store = writeStore(join(base, "store"), recordFiles(...records));
  let clock = Date.parse("2026-05-01T12:00:00Z");
  const now = (): number => {
    clock += 500;
    return clock;
  };
  const terminal = { in: true, out: true };
  const words = ["import", "claude-memory", store, "--execute", "--as-test-person"];
  const { exit, out, err } = await playCall(top, words, { env, home, now, terminal });
  assert.equal(exit, 0, err);
  assert.match(err, /importing \[#+\.+\] \d of \d\r\u001B\[2K$/);
  assert.match(out, /3 new, 0 already here, 0 left out/);
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
