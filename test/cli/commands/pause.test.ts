import { test } from "node:test";
import { playRows } from "../../fixture/command-rows.ts";
import { initProject } from "../../fixture/init-project.ts";

const PAUSED = "memories and capture are paused";
const ENDS = "credence resume; the write guard is not";
/** Exit 0, and nothing about a pause. */
const SILENT = /^(?![\s\S]*paused)/;

test("a pause lasts until it ends or is ended, and doctor says so meanwhile", async (t) => {
  const { call } = await initProject(t);
  const said = `${PAUSED} until 2026-05-01T13:30:00Z or ${ENDS}\n`;
  await playRows(call, [
    ["pause --for 90m", 0, said],
    ["doctor", 0, new RegExp(`^\\[i\\] paused: ${PAUSED} until 2026-05-01T13:30:00Z`, "m")],
    ["doctor", 0, SILENT, { now: "2026-05-01T13:30:00Z" }],
    ["resume", 0, "memories and capture are on\n"],
    ["doctor", 0, SILENT],
  ]);
});

test("a pause ends no other one: each is said, also as JSON, and resume ends them all", async (t) => {
  const { call } = await initProject(t);
  const d = `${PAUSED} in session D until ${ENDS}\n`;
  const e = `${PAUSED} in session E until 2026-05-01T13:00:00Z or ${ENDS}\n`;
  await playRows(call, [
    ["pause --session D --json", 0, { paused: true, until: null, session: "D" }],
    ["pause --session E --for 1h", 0, `${d}${e}`],
    ["pause --json", 0, { paused: true, until: null, session: null }],
    ...[d, e, `${PAUSED} until ${ENDS}\n`].map(
      (said) => ["doctor", 0, new RegExp(`\\[i\\] paused: ${said}`)] as const,
    ),
    ["resume --json", 0, { paused: false, until: null, session: null }],
    ["doctor", 0, SILENT],
  ]);
});

test("of two pauses of the same the one that lasts longer holds, whichever came first", async (t) => {
  const { call } = await initProject(t);
  for (const [first, second, until] of [
    [" --for 2h", " --for 1h", "2026-05-01T14:00:00Z"],
    [" --for 1h", " --for 2h", "2026-05-01T14:00:00Z"],
    ["", " --for 1h", null],
    [" --for 1h", "", null],
  ] as const)
    await playRows(call, [
      [`pause${first}`, 0],
      [`pause${second} --json`, 0, { paused: true, until, session: null }],
      ["resume", 0],
    ]);
});

test("a session without a name, or a time that is none, is a wrong call, and nothing is paused", async (t) => {
  const { call } = await initProject(t);
  await playRows(call, [
    ...["", " "].map(
      (id) => [`pause --session "${id}"`, 64, /^error: USAGE: --session takes the id of a/] as const,
    ),
    ...["", "1", "0h", "1w", "-1h", "1.5h", "9999h", "1h "].map(
      (time) =>
        [["pause", `--for=${time}`], 64, /^error: USAGE: --for takes a time such as 30m, 1h or 2d/] as const,
    ),
    ["doctor", 0, SILENT],
  ]);
});
