import assert from "node:assert/strict";
import { test } from "node:test";
import { traceStandings } from "../../../src/app/audit/history-sections.ts";
import { auditProject } from "../../fixture/audit-project.ts";

const ID = "project_traced";
const day = (number: number): string => `2026-05-${String(number).padStart(2, "0")}T12:00:00Z`;

test("each act counts from its day on, as its signer dated it", async (t) => {
  const project = auditProject(t);
  await project.plant(ID, { time: day(1), extra: ["origin: dictated"] });
  await project.plant("project_beside", { time: day(4) });
  const person = ["--as-test-person", "--now"];
  await project.call(["promote", ID, ...person, day(3)]);
  await project.call(["demote", ID, "--reason", "doubt", ...person, day(6)]);
  await project.call(["restore", ID, ...person, day(8)]);
  await project.call(["retire", ID, ...person, day(9)]);
  await project.call(["unretire", ID, ...person, day(11)]);
  const { history } = await project.audit(["--now", day(13)]);
  assert.deepEqual(
    history.map(({ day: on, verified, inferred, quarantined, retired }) => [
      on.slice(8),
      [verified, inferred, quarantined, retired].join(" "),
    ]),
    [
      ["01", "0 1 0 0"],
      ["02", "0 1 0 0"],
      ["03", "1 0 0 0"],
      ["04", "1 1 0 0"],
      ["05", "1 1 0 0"],
      ["06", "0 1 1 0"],
      ["07", "0 1 1 0"],
      ["08", "1 1 0 0"],
      ["09", "0 1 0 1"],
      ["10", "0 1 0 1"],
      ["11", "1 1 0 0"],
      ["12", "1 1 0 0"],
      ["13", "1 1 0 0"],
    ],
  );
});

test("--since moves its beginning, a date far ahead counts for nothing, and nothing makes nothing", async (t) => {
  const project = auditProject(t);
  await project.plant(ID, { time: day(1) });
  await project.plant("project_ahead", { time: "2036-01-01T12:00:00Z" });
  const { history } = await project.audit(["--now", "2026-06-13T12:00:00Z", "--since", "2026-05-20"]);
  assert.deepEqual(
    [history[0]?.day, history.at(-1)?.day, history.at(-1)?.inferred],
    ["2026-05-20", "2026-06-13", 1],
  );
  assert.deepEqual((await project.audit(["--now", day(2), "--since", "2027-01-01"])).history, []);
  assert.deepEqual(traceStandings([], { now: 0, since: null }), []);
});
