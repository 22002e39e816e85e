// What a person types, what they do not, and what changes while they look.

import assert from "node:assert/strict";
import { appendFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { IS_DEEP } from "../../deep.ts";
import { initProject } from "../../fixture/init-project.ts";
import { personsProject } from "../../fixture/persons-project.ts";
import { fileOf, reviewProject, TODAY } from "../../fixture/review-project.ts";
import { SAMPLE_SECRET } from "../../fixture/sample-secret.ts";
import { readTree } from "../../fixture/tree.ts";
import { standingsOf } from "../../fixture/two-machines.ts";
import { idOn, playReview, whyOn } from "./play-review.ts";

test("a key that is not offered marks nothing, and says so", async (t) => {
  const project = await reviewProject(t);
  const before = readTree(project.root);
  const { exit, stdout, screens } = await playReview(project, ["x", "a", "yes", "", "q"]);
  assert.deepEqual([exit, stdout], [0, "0 reviewed; 8 left\n"]);
  const keys = "[y] retire as asked  [n] decline  [e]dit  [l]ater  [s]kip  [d] more  [q]uit: ";
  assert.deepEqual(screens.slice(1), [`x is not a key here\n${keys}`, `a is not a key here\n${keys}`, keys]);
  assert.deepEqual(readTree(project.root), before);
});

test("q asks for the word, and without it, as after an interrupt, nothing is signed", async (t) => {
  const project = await reviewProject(t);
  const before = readTree(project.base);
  const unsigned = "2 decisions marked and not signed: nothing was changed\n";
  const marks = ["n", "y", "confirm"];
  for (const words of [[""], ["q"], ["y", "yes", "Enter"], ["n"]]) {
    const { exit, stdout, stderr } = await playReview(project, [...marks, "q"], { words });
    assert.deepEqual([exit, stdout], [0, "0 reviewed; 8 left\n"]);
    assert.ok(stderr.endsWith(unsigned), stderr);
  }
  // Nobody answers any more: at a screen, and at the question for a reason.
  for (const answers of [marks, [...marks, "n"]]) {
    const { stdout, stderr, lists } = await playReview(project, answers);
    assert.deepEqual([stdout, lists], ["0 reviewed; 8 left\n", []]);
    assert.ok(stderr.endsWith(unsigned), stderr);
  }
  assert.deepEqual(readTree(project.base), before);
  const quit = await playReview(project, [...marks, "q"], { words: ["Sgin", " Sign "] });
  assert.deepEqual([quit.exit, quit.stdout], [0, "2 reviewed: 1 confirmed, 1 declined; 6 left\n"]);
  assert.equal(idOn((await playReview(project, ["q"])).screens[0] ?? ""), "project_dictated");
});

test("whoever stops paging through the list of marks is asked whether they leave, and Enter shows it from its beginning", async (t) => {
  const project = await reviewProject(t);
  const before = readTree(project.root);
  // One list of several pages: it is left with q, seen again after Enter, and left for good, or read to its end and signed.
  const play = async (leaves: readonly string[], inList: readonly string[]) => {
    const [asked, leaving, paging]: [string[], string[], string[]] = [[], [...leaves], [...inList]];
    let isList = false;
    const outcome = await project.call(["review", "--as-test-person"], {
      now: TODAY,
      rows: 9,
      answers: (screen) => {
        isList ||= screen.includes("marked, and not signed yet");
        if (isList) asked.push(screen);
        if (/leave without signing/.test(screen)) return leaving.shift();
        if (isList) return paging.shift();
        return /Enter (?:for more|to begin)/.test(screen) ? "" : /why\? $/.test(screen) ? "odd" : "n";
      },
    });
    return { ...outcome, asked };
  };
  const LEAVE =
    "you stopped before the end: leave without signing? 8 decisions are dropped; Enter shows the list again [y/N] ";
  const left = await play(["", "no", "y"], ["q", "q", "", "q"]);
  assert.deepEqual(
    left.asked.map((screen) => screen.split("\n").at(-1)),
    [
      "-- 8 of 11 rows; Enter for more, q to stop: ",
      LEAVE,
      "-- 8 of 11 rows; Enter for more, q to stop: ",
      LEAVE,
      "-- 8 of 11 rows; Enter for more, q to stop: ",
      "type sign to carry out these 8 decisions; Enter alone signs nothing: ",
      LEAVE.replace("stopped before the end", "did not type sign"),
    ],
  );
  assert.deepEqual(readTree(project.root), before);
  assert.match(left.stderr, /\n8 decisions marked and not signed: nothing was changed\n$/);
  const signed = await play([""], ["q", "", "sign"]);
  assert.match(signed.stdout, /^8 reviewed: .*; 0 left\n$/);
});

test("without a reason nothing is demoted, and one that holds a secret is refused", async (t) => {
  const project = await reviewProject(t);
  const { stdout, screens } = await playReview(project, ["s", "n", "", "n", SAMPLE_SECRET, "n", "odd", "q"]);
  assert.equal(screens[2], "why? ");
  assert.match(screens[3] ?? "", /^no reason given, nothing was marked\n\[y\] confirm {2}/);
  assert.match(
    screens[5] ?? "",
    /^error: SECRET_DETECTED: the reason contains .+\nhint: .+\n\[y\] confirm {2}/,
  );
  assert.equal(stdout, "2 reviewed: 1 demoted, 1 skipped; 6 left\n");
});

test("what cannot be done now is said, and the same memory is asked about again", async (t) => {
  const project = await reviewProject(t);
  const mark = join(project.top, ".git/MERGE_HEAD");
  writeFileSync(mark, `${"0".repeat(40)}\n`);
  const { stdout, screens } = await playReview(project, ["s", "n", "odd", "n", "odd"], {
    more: ["--limit", "2"],
    during: (_, number) => {
      if (number === 4) rmSync(mark);
    },
  });
  assert.match(
    screens[3] ?? "",
    /^\nerror: MID_MERGE: project_changed cannot be moved .+\nhint: .+\n\n1 of 1 · project_changed · foreign · /,
  );
  assert.equal(stdout, "2 reviewed: 1 demoted, 1 skipped; 6 left\n");
});

test("a text that changes while the person looks is shown again, and only what was shown last is signed", async (t) => {
  const project = await reviewProject(t);
  const path = fileOf(project, "project_observed");
  const { stdout, screens } = await playReview(project, ["s", "s", "s", "s", "y", "s", "s", "s", "s"], {
    during: (_, number) => {
      if (number === 4) appendFileSync(path, "And one more line.\n");
    },
  });
  assert.equal(idOn(screens[8] ?? ""), "project_observed");
  assert.match(
    screens[8] ?? "",
    /^\nproject_observed has changed since it was read; this is its current text\n\n1 of 1 · /,
  );
  assert.equal(whyOn(screens[8] ?? ""), "changed since it was written by this machine on 2026-05-01");
  assert.match(screens[8] ?? "", /\n\| And one more line\.\n/);
  assert.equal(stdout, "8 reviewed: 8 skipped; 0 left\n");
  assert.equal((await standingsOf(project))["project_observed"]?.split(":")[0], "foreign");
});

test("a statement that arrives while the person looks is not lifted unseen", async (t) => {
  const project = await reviewProject(t);
  const path = fileOf(project, "project_observed");
  const { screens, stdout } = await playReview(project, ["s", "s", "s", "s", "y", "s", "s", "s", "q"], {
    // Lowered by the machine, and the file put back as it was: only the statement tells.
    during: async (_, number) => {
      if (number !== 4) return;
      const text = readFileSync(path);
      await project.done(["demote", "project_observed", "--reason", "odd"], { now: TODAY });
      rmSync(fileOf(project, "project_observed", "quarantine"));
      writeFileSync(path, text);
    },
  });
  assert.equal(screens.length, 8);
  assert.equal(stdout, "8 reviewed: 7 skipped, 1 done elsewhere; 0 left\n");
  assert.equal((await standingsOf(project))["project_observed"]?.split(":")[0], "quarantined");
});

test("what was decided or removed elsewhere is passed over", async (t) => {
  const project = await reviewProject(t);
  const { stdout, screens } = await playReview(project, ["s", "s", "q"], {
    during: async (_, number) => {
      if (number !== 0) return;
      await project.done(["reaffirm", "project_changed", "--as-test-person"], { now: TODAY });
      rmSync(fileOf(project, "project_dictated"));
    },
  });
  assert.deepEqual(screens.map(idOn), ["project_wished", "project_flagged", "project_observed"]);
  assert.equal(stdout, "4 reviewed: 2 skipped, 2 done elsewhere; 4 left\n");
});

test("a wish that comes while the person looks is not answered with those they saw", async (t) => {
  const project = await reviewProject(t);
  await playReview(project, ["n", "q"], {
    during: async (_, number) => {
      if (number === 0) await project.done(["archive", "project_wished"], { now: TODAY });
    },
  });
  const { screens } = await playReview(project, ["q"]);
  assert.match(screens[0] ?? "", /^waits {8}.+ to archive it\nrequest {6}archive, /m);
});

test("a review asks for the passphrase once, and for none where nothing waits", async (t) => {
  // In a real state each try of a passphrase takes a third of a second.
  const project = await (IS_DEEP ? personsProject(t) : initProject(t));
  const nothing = await project.call(["review"], { answers: [] });
  assert.deepEqual([nothing.exit, nothing.stdout], [0, "nothing to review\n"]);
  await project.done(["key", "passphrase"], { answers: ["correct horse", "correct horse", ""] });
  for (const id of ["project_one", "project_two"]) await project.save(id, { more: ["--dictated"] });
  const { stdout } = await project.done(["review"], { answers: ["", "correct horse", "y", "y", "sign"] });
  assert.equal(stdout, "2 reviewed: 2 confirmed; 0 left\n");
  await project.save("project_three", { more: ["--dictated"] });
  const before = readTree(join(project.root));
  const left = await project.call(["review"], { answers: ["q"] });
  assert.deepEqual([left.exit, left.stdout], [0, "0 reviewed; 1 left\n"]);
  const refused = await project.call(["review"], { answers: ["", "wrong", "wrong", "wrong", "y"] });
  assert.deepEqual([refused.exit, refused.stdout], [1, ""]);
  assert.match(refused.stderr, /^error: NEEDS_PERSON: wrong passphrase/);
  const fenced = await project.call(["review"], { answers: ["", "y"], env: { NODE_OPTIONS: "--require x" } });
  assert.match(fenced.stderr, /^error: NEEDS_PERSON: NODE_OPTIONS is set/);
  assert.deepEqual(readTree(join(project.root)), before);
});
