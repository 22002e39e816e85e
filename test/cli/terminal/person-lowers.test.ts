// What a person takes away or brings back they see first; what they approved only they lower.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { PASSPHRASE } from "../../fixture/keyed-project.ts";
import { ledgerOf } from "../../fixture/ledger-file.ts";
import { personsProject, sealedProject } from "../../fixture/persons-project.ts";
import { findText, readTree } from "../../fixture/tree.ts";
import { standingsOf } from "../../fixture/two-machines.ts";

const ID = "project_deploy_window";

test("unretire, forget and gc show what they are about, and a no changes nothing", async (t) => {
  const project = await personsProject(t);
  await project.save(ID, { answers: ["y"] });
  await project.done(["retire", ID, "--reason", "old"], { answers: [] });
  const now = "2026-08-01T12:00:00Z";
  const before = readTree(project.base);
  const rows: readonly (readonly [readonly string[], RegExp])[] = [
    [
      ["unretire", ID],
      /\| What everybody should know (?:.*\n)*bring exactly this text back into use\? \[y\/N\] $/,
    ],
    [
      ["forget", ID, "--reason", "x"],
      /\| What everybody should know (?:.*\n)*erase project_deploy_window for good\? \[y\/N\] $/,
    ],
    [
      ["gc"],
      /^retired longer ago than the grace period:\n {2}project_deploy_window\ndelete these for good\? \[y\/N\] $/,
    ],
  ];
  for (const [args, screen] of rows) {
    const screens: string[] = [];
    const { stderr } = await project.call(args, {
      answers: ["n"],
      onAsk: (shown) => screens.push(shown),
      now,
    });
    assert.match(stderr, /^error: DECLINED: /, args.join(" "));
    assert.match(screens.join(""), screen);
  }
  assert.deepEqual(readTree(project.base), before);
});

test("forget names what holds the words of the memory before it erases that, too", async (t) => {
  const project = await personsProject(t);
  await project.save(ID, { answers: ["y"] });
  await project.done(["update", ID, "--tags", "client"]);
  const proposal = Object.keys(await standingsOf(project)).find((id) => id !== ID) ?? "none";
  const screens: string[] = [];
  const { stdout } = await project.call(["forget", ID, "--reason", "x"], {
    answers: ["y"],
    onAsk: (shown) => screens.push(shown),
  });
  const question = `these proposals for ${ID} contain its text, so they are erased too:\n  ${proposal}\nerase ${ID} for good? [y/N] `;
  assert.equal(screens.join("").endsWith(question), true);
  assert.match(stdout, new RegExp(`^forgot ${ID}; .*\nforgot ${proposal}, a proposal to change it\n`));
  assert.deepEqual(await standingsOf(project), {});
});

test("a person who lowers what a person approved is asked for the passphrase; what nobody signs says so, and not that an agent did it", async (t) => {
  const project = await sealedProject(t);
  await project.save(ID, { answers: ["y", PASSPHRASE] });
  const refused = await project.call(["demote", ID, "--reason", "odd"], { answers: ["x", "y", "z"] });
  assert.match(refused.stderr, /^error: NEEDS_PERSON: wrong passphrase/m);
  await project.done(["demote", ID, "--reason", "odd"], { answers: [PASSPHRASE] });
  await project.save("project_unsigned");
  await project.done(["demote", "project_unsigned", "--reason", "odd"], { answers: [] });
  assert.equal((await standingsOf(project))[ID], "quarantined: lowered by you on 2026-05-01");
  const text = readFileSync(join(project.root, "quarantine/project_unsigned.md"), "utf8");
  assert.match(text, /^quarantined-by: "an agent, a script or a person who did not sign"$/m);
});

test("a person's update of an approved memory is shown and signed; nobody's becomes a proposal", async (t) => {
  const project = await personsProject(t);
  await project.save(ID, { answers: ["y"] });
  await project.done(["update", ID, "--description", "In other words"], { answers: ["y"] });
  assert.deepEqual(await standingsOf(project), { [ID]: "verified: approved by you on 2026-05-01" });
  const { stdout } = await project.done(["update", ID, "--description", "In an agent's words"]);
  assert.match(stdout, /^a person approved project_deploy_window, so it stays unchanged; /);
});

test("an approved text is kept in machine state for the next diff, and erased when it is forgotten", async (t) => {
  const project = await personsProject(t);
  const body = "A sentence that nobody else would say about pelicans.";
  await project.save(ID, { body, answers: ["y"] });
  await project.done(["update", ID, "--body", `${body} And one more.`], { answers: ["y"] });
  assert.ok(readFileSync(ledgerOf(project)).includes("pelicans"));
  await project.done(["forget", ID, "--reason", "asked for"], { answers: ["y"] });
  assert.deepEqual(findText(project.base, "pelicans"), []);
});

test("a person who moves or merges what they approved sees the text they sign anew", async (t) => {
  const project = await personsProject(t);
  await project.done(["init", "--scope", "user"]);
  await project.save(ID, { answers: ["y"] });
  await project.save("project_second", { answers: ["y"] });
  const screens: string[] = [];
  const typing = { answers: ["y"], onAsk: (screen: string) => screens.push(screen) };
  await project.done(["merge", ID, "project_second"], typing);
  assert.match(
    screens[0] ?? "",
    /\n\+ ## project_second\n(?:.*\n)*sign exactly this text, and retire project_second\? \[y\/N\] $/,
  );
  await project.done(["move", ID, "--scope", "user"], typing);
  assert.match(screens[1] ?? "", /\nsign exactly this text in the user scope\? \[y\/N\] $/);
  assert.deepEqual(await standingsOf(project), {
    project_second: "retired: retired by you on 2026-05-01",
    [ID]: "verified: approved by you on 2026-05-01",
  });
});
