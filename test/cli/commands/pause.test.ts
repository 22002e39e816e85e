import assert from "node:assert/strict";
import { test } from "node:test";
import { initProject } from "../../fixture/init-project.ts";

test("a pause lasts until it ends or is ended, and doctor says so meanwhile", async (t) => {
  const project = await initProject(t);
  const paused = await project.call(["pause", "--for", "90m"]);
  assert.deepEqual(
    [paused.exit, paused.stdout],
    [
      0,
      "memories and capture are paused until 2026-05-01T13:30:00Z or credence resume; the write guard is not\n",
    ],
  );
  const doctor = await project.call(["doctor"]);
  assert.equal(doctor.exit, 0);
  assert.match(doctor.stdout, /^\[i\] paused: memories and capture are paused until 2026-05-01T13:30:00Z/m);
  const later = await project.call(["doctor"], { now: "2026-05-01T13:30:00Z" });
  assert.doesNotMatch(later.stdout, /paused/);
  assert.equal((await project.call(["resume"])).stdout, "memories and capture are on\n");
  assert.doesNotMatch((await project.call(["doctor"])).stdout, /paused/);
});

test("a pause can be for one session, and is told as JSON", async (t) => {
  const project = await initProject(t);
  const { stdout } = await project.call(["pause", "--session", "s-1", "--json"]);
  assert.deepEqual(JSON.parse(stdout), { paused: true, until: null, session: "s-1" });
  const resumed = await project.call(["resume", "--json"]);
  assert.deepEqual(JSON.parse(resumed.stdout), { paused: false, until: null, session: null });
});

test("a pause ends no other one: each is said, and resume ends them all", async (t) => {
  const project = await initProject(t);
  await project.done(["pause", "--session", "D"]);
  const second = await project.call(["pause", "--session", "E", "--for", "1h"]);
  const [d, e, all] = [
    "memories and capture are paused in session D until credence resume; the write guard is not",
    "memories and capture are paused in session E until 2026-05-01T13:00:00Z or credence resume; the write guard is not",
    "memories and capture are paused until credence resume; the write guard is not",
  ];
  assert.equal(second.stdout, `${d}\n${e}\n`);
  const third = await project.call(["pause", "--json"]);
  assert.deepEqual(JSON.parse(third.stdout), { paused: true, until: null, session: null });
  const doctor = await project.call(["doctor"]);
  for (const said of [d, e, all]) assert.ok(doctor.stdout.includes(`[i] paused: ${said}\n`), doctor.stdout);
  await project.done(["resume"]);
  assert.doesNotMatch((await project.call(["doctor"])).stdout, /paused/);
});

test("of two pauses of the same the one that lasts longer holds, whichever came first", async (t) => {
  const project = await initProject(t);
  for (const [first, second, until] of [
    [["--for", "2h"], ["--for", "1h"], "2026-05-01T14:00:00Z"],
    [["--for", "1h"], ["--for", "2h"], "2026-05-01T14:00:00Z"],
    [[], ["--for", "1h"], null],
    [["--for", "1h"], [], null],
  ] as const) {
    await project.done(["pause", ...first]);
    const { stdout } = await project.call(["pause", ...second, "--json"]);
    assert.deepEqual(JSON.parse(stdout), { paused: true, until, session: null });
    await project.done(["resume"]);
  }
});

test("a session without a name is a wrong call, and nothing is paused", async (t) => {
  const project = await initProject(t);
  for (const session of ["", " "]) {
    const { exit, stderr } = await project.call(["pause", "--session", session]);
    assert.equal(exit, 64);
    assert.match(stderr, /^error: USAGE: --session takes the id of a session/);
  }
  assert.doesNotMatch((await project.call(["doctor"])).stdout, /paused/);
});

test("a time that is none is a wrong call, and nothing is paused", async (t) => {
  const project = await initProject(t);
  for (const time of ["", "1", "0h", "1w", "-1h", "1.5h", "9999h", "1h "]) {
    const { exit, stderr } = await project.call(["pause", `--for=${time}`]);
    assert.equal(exit, 64, time);
    assert.match(stderr, /^error: USAGE: --for takes a time such as 30m, 1h or 2d/);
  }
  assert.doesNotMatch((await project.call(["doctor"])).stdout, /paused/);
});
