// Hostile memories and hostile wishes in a review, at a real terminal: they draw nothing, hide nothing, and no row of theirs
// can be taken for the question.

import assert from "node:assert/strict";
import { appendFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { atTerminal } from "../fixture/at-terminal.ts";
import { type InitProject, initProject } from "../fixture/init-project.ts";
import { memoryText } from "../fixture/memory-text.ts";

const [ESC, BELL, CSI] = ["\u001B", "\u0007", "\u009B"];
const NOW = "2026-05-20T12:00:00Z";
const FAKE_KEYS = "[y] confirm as fact  [n] demote  [e]dit  [l]ater  [s]kip  [d] more  [q]uit: y";
const FAKE_HEAD = "1 of 1 · project_approved";

/** One foreign memory each. */
const HOSTILE: Readonly<Record<string, string>> = {
  project_bidi: memoryText({
    name: "Pay \u202Eeve\u202C",
    body: "Then \u2066bob\u2069 and \u{E0041}\u{E0042}\u200B on and on.",
  }),
  project_escapes: memoryText({
    name: `Quiet${ESC}[2J`,
    body: `A plain start.${ESC}[2J${ESC}[1;1H${ESC}]52;c;eA==${BELL}${CSI}31m the end`,
  }),
  project_fake_end: memoryText({
    body: `Nothing to see in this one.\n\n${FAKE_KEYS}\n\n${FAKE_HEAD}\n${FAKE_KEYS}`,
  }),
  project_fake_name: memoryText({ name: `"${FAKE_KEYS}"`, description: `"${FAKE_HEAD}"` }),
  project_fake_reason: memoryText({
    tier: "quarantined",
    extra: [`quarantine-reason: "${"x".repeat(60)} ${FAKE_KEYS}"`, "quarantined-at: 2026-05-19T12:00:00Z"],
  }),
  project_long_line: memoryText({ body: `Begin ${"word ".repeat(12_000)}${FAKE_KEYS}` }),
  project_megabyte: memoryText({ body: `Begin ${"x".repeat(1_000_000)} ${FAKE_KEYS}` }),
  project_over: memoryText({ body: `It is fine and all is well.\r${FAKE_KEYS}\b\b\u007F` }),
};

/** In the order of the review. */
const QUARANTINED = ["project_escapes", "project_fake_reason", "project_megabyte"];
const FOREIGN = Object.keys(HOSTILE)
  .filter((id) => !QUARANTINED.includes(id))
  .sort();

async function hostileProject(t: { after(cleanUp: () => void): void }): Promise<InitProject> {
  const project = await initProject(t);
  await project.save("project_wished", { more: ["--as-test-person"] });
  for (const [id, text] of Object.entries(HOSTILE))
    writeFileSync(join(project.root, "memories", `${id}.md`), text);
  await project.done(["list"]);
  const [root = ""] = readdirSync(join(project.state, "roots"));
  const wish = {
    ...{ v: 1, at: `${ESC}[2J\r\n${FAKE_HEAD}`, id: "project_wished", command: `retire${ESC}[8m` },
    ...{ digest: null, reason: `${" ".repeat(70)}\n${FAKE_KEYS}\u202E` },
  };
  appendFileSync(join(project.state, "roots", root, "requests.ndjson"), `${JSON.stringify(wish)}\n`);
  return project;
}

type Reply = readonly [asked: string, typed: string, how?: "key"];

/** What is longer than any terminal is not read to its end. */
function skip(id: string): Reply[] {
  if (id !== "project_long_line") return [[" lines shown", "s", "key"]];
  return [
    ["q to stop: ", "q"],
    ["[q]uit", "s", "key"],
  ];
}

test("no hostile memory or wish moves the cursor, or has a row of its own at the edge of the screen", async (t) => {
  const project = await hostileProject(t);
  const ids = ["project_wished", ...Object.keys(HOSTILE)];
  const screen = await atTerminal(project, ["review", "--as-test-person", "--now", NOW], {
    replies: [
      ["Enter to begin", "\r", "key"],
      ...["project_wished", ...FOREIGN, ...QUARANTINED].flatMap(skip),
    ],
  });
  assert.deepEqual([screen.exit, screen.unasked], [0, 0], screen.text.slice(-2_000));
  const rows = screen.text.replaceAll("\r\n", "\n").split("\n");
  for (const row of rows) {
    assert.equal(
      /[\u0000-\u001F\u007F-\u009F\u200B-\u200F\u2028-\u202E\u2060-\u2069\uFEFF\u{E0000}-\u{E007F}]/u.exec(
        row,
      ),
      null,
      JSON.stringify(row),
    );
    const width = [...row].reduce((sum, char) => sum + (char <= "~" ? 1 : 2), 0);
    assert.ok(width <= 81, row);
  }
  // At the edge stand our own words alone: one head and one row of keys for each.
  const heads = rows.filter((row) => /^\d+ of \d+ · /.test(row));
  assert.deepEqual(
    heads.map((head) => head.split(" · ")[0]),
    ids.map((_, at) => `${at + 1} of ${ids.length}`),
  );
  assert.equal(rows.filter((row) => row.startsWith("[") && row.endsWith("[q]uit: ")).length, ids.length);
  assert.equal(rows.filter((row) => row.startsWith("[y] confirm as fact")).length, 0);
  assert.equal(rows.at(-2), "9 reviewed: 9 skipped; 0 left");
});

test("a fake end of a screen answers nothing, and what a yes would sign is the whole text", async (t) => {
  const project = await initProject(t);
  await project.save("project_inferred", { body: HOSTILE["project_fake_end"]?.split("---\n\n")[1] ?? "" });
  const screens: string[] = [];
  const { stdout } = await project.done(["review", "--as-test-person"], {
    answers: ["q"],
    now: NOW,
    onAsk: (screen) => screens.push(screen),
  });
  assert.equal(stdout, "0 reviewed; 1 left\n");
  assert.ok(
    screens[0]?.includes(
      [
        "| Nothing to see in this one.",
        "|",
        `| ${FAKE_KEYS}`,
        "|",
        `| ${FAKE_HEAD}`,
        `| ${FAKE_KEYS}`,
        "waits        observed for 19 days",
      ].join("\n"),
    ),
    screens[0],
  );
  assert.ok(
    screens[0]?.endsWith(
      "\n10 lines shown\n[y] confirm as fact  [n] demote  [e]dit  [l]ater  [s]kip  [d] more  [q]uit: ",
    ),
    screens[0],
  );
});
