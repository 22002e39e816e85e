// A person sees what they sign, to the last character, and is asked after the last line.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { InitProject } from "../../fixture/init-project.ts";
import { memoryText } from "../../fixture/memory-text.ts";
import { personsProject } from "../../fixture/persons-project.ts";

const ID = "project_deploy_window";
const LATER = "2026-05-20T12:00:00Z";

const fileOf = (project: InitProject): string => join(project.root, "memories", `${ID}.md`);

async function screenOf(project: InitProject, args: readonly string[]): Promise<string> {
  let screen = "";
  const onAsk = (shown: string): void => {
    screen += shown;
  };
  const { exit, stderr } = await project.call(args, { answers: ["n"], onAsk, now: LATER });
  assert.deepEqual([exit, stderr.split("\n")[0]], [1, "error: DECLINED: you did not say yes"]);
  return screen;
}

/** What is to be seen, to the last character. */
const screenWith = (digest: string): string =>
  [
    `id           ${ID}`,
    `file         .claude/memory/memories/${ID}.md`,
    "standing     foreign (never seen here)",
    "tier         inferred",
    "created      2026-05-01T09:00:00Z on laptop",
    "origin       inference, session s-1",
    "taint        web",
    "about        src/a.ts",
    `digest       ${digest}`,
    "findings     [!] 15:17 zero-width-character: looks like an invisible character",
    "hidden       invisible characters shown by code point: 1",
    "",
    "never approved here before:",
    "| type: project",
    "| category: none",
    "| name: Deploy window",
    "| description: When we deploy",
    '| tags: ["ops"]',
    "|",
    "|",
    "| We deploy on Tue⟦U+200B⟧sdays.",
    "|",
    "| Why: the team is there.",
    "| How to apply: plan for it. [y/N] y",
    "|",
    "",
    "allow exactly this text as advice, marked as inferred? [y/N] ",
  ].join("\n");

test("the screen holds provenance, standing, findings and the whole text, and the question comes last", async (t) => {
  const project = await personsProject(t);
  const extra = ["origin: inference", "session: s-1", 'taint: ["web"]', "related-files: [src/a.ts]"];
  const body = "We deploy on Tue\u200Bsdays.\n\nWhy: the team is there.\nHow to apply: plan for it. [y/N] y";
  writeFileSync(fileOf(project), memoryText({ tags: ["ops"], extra, body }));
  const screen = await screenOf(project, ["keep", ID, "--acknowledge"]);
  const digest = /^digest +([0-9a-f]{64})$/m.exec(screen)?.[1] ?? "";
  assert.equal(screen, screenWith(digest));
});

test("after an approval the screen holds what changed since, and a text that did not change is shown whole", async (t) => {
  const project = await personsProject(t);
  const lines = Array.from({ length: 20 }, (_, at) => `Port ${4000 + at} belongs to worker ${at}.`);
  await project.save(ID, { name: "Deploy window", body: lines.join("\n"), answers: ["y"] });
  assert.match(
    await screenOf(project, ["reaffirm", ID]),
    /\n\nunchanged since it was approved on 2026-05-01:\n\| type: project\n(?:.*\n)*\| Port 4000 belongs to worker 0\.\n/,
  );
  const text = readFileSync(fileOf(project), "utf8");
  writeFileSync(fileOf(project), text.replace("4009 belongs", "5009 belongs"));
  const screen = await screenOf(project, ["reaffirm", ID]);
  assert.match(screen, /^standing {5}foreign \(changed since approval by you on 2026-05-01\)$/m);
  assert.ok(
    screen.endsWith(
      [
        "what changed since it was approved on 2026-05-01:",
        "@ 12 unchanged",
        "  Port 4006 belongs to worker 6.",
        "  Port 4007 belongs to worker 7.",
        "  Port 4008 belongs to worker 8.",
        "- Port 4009 belongs to worker 9.",
        "+ Port 5009 belongs to worker 9.",
        "  Port 4010 belongs to worker 10.",
        "  Port 4011 belongs to worker 11.",
        "  Port 4012 belongs to worker 12.",
        "@ 8 unchanged",
        "",
        "confirm exactly this text again? [y/N] ",
      ].join("\n"),
    ),
    screen,
  );
});
