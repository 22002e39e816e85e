// The e of a review: judged again, shown again, signed by a yes; and an edit is never lost.

import assert from "node:assert/strict";
import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { type InitProject, initProject } from "../../fixture/init-project.ts";
import { fileOf, reviewProject } from "../../fixture/review-project.ts";
import { SAMPLE_SECRET } from "../../fixture/sample-secret.ts";
import { readTree } from "../../fixture/tree.ts";
import { standingsOf } from "../../fixture/two-machines.ts";
import { type PlayedReview, playReview, type ReviewPlay } from "./play-review.ts";

const ID = "project_observed";

/** One memory waits. The editor is a script, one line a run: the second time it does what the second says. */
async function editProject(
  t: { after(cleanUp: () => void): void },
  ...runs: readonly string[]
): Promise<
  InitProject & { readonly edit: (answers: readonly string[], play?: ReviewPlay) => Promise<PlayedReview> }
> {
  const project = await initProject(t, { inGit: false });
  await project.save(ID);
  const [editor, count] = [join(project.base, "editor.sh"), join(project.base, "runs")];
  const cases = runs.map((line, at) => `${at + 1}) ${line} ;;`).join("\n");
  writeFileSync(editor, `#!/bin/sh\necho x >> ${count}\ncase $(grep -c x ${count}) in\n${cases}\nesac\n`, {
    mode: 0o755,
  });
  const edit = (answers: readonly string[], play: ReviewPlay = {}): Promise<PlayedReview> =>
    playReview(project, answers, { ...play, env: { EDITOR: editor } });
  return { ...project, edit };
}

const CHANGE = `sed -i 's/it came up/it was asked for/' "$1"`;
const pathsIn = ({ stderr }: PlayedReview): string[] =>
  [...stderr.matchAll(/^editing (.+)$/gm)].map(([, path = ""]) => path);

test("an edit is shown whole, signed by a yes as verified, and leaves no file behind", async (t) => {
  const project = await editProject(t, CHANGE);
  const review = await project.edit(["e", "y"]);
  assert.equal(review.stdout, "1 reviewed: 1 edited; 0 left\n");
  assert.match(
    review.screens[1] ?? "",
    /\n\| Why: it was asked for\.\n[\s\S]*\nmark exactly this text to be signed as yours\? \[y\/N\] $/,
  );
  assert.deepEqual(await standingsOf(project), { [ID]: "verified: approved by you on 2026-05-20" });
  const [path = ""] = pathsIn(review);
  assert.equal(existsSync(dirname(path)), false);
});

test("an edit that is not signed is kept, and the next e goes on with it", async (t) => {
  const project = await editProject(t, CHANGE, `sed -i 's/asked for/asked for twice/' "$1"`);
  const review = await project.edit(["e", "n", "e", "y"]);
  const [first = "", second] = pathsIn(review);
  assert.equal(first, second);
  assert.ok(review.screens[2]?.startsWith(`you did not say yes; your text is in ${first}\n[y] `));
  assert.match(review.screens[2] ?? "", /\[e\] continue editing {2}/);
  assert.match(review.screens[3] ?? "", /\n\| Why: it was asked for twice\.\n/);
  assert.match(readFileSync(fileOf(project, ID), "utf8"), /it was asked for twice/);
});

test("a text that a validator fails is refused, kept, and mended in the next round", async (t) => {
  const project = await editProject(
    t,
    `echo 'The token is ${SAMPLE_SECRET}.' >> "$1"`,
    `sed -i '/The token/d; s/came up/was asked for/' "$1"`,
  );
  const review = await project.edit(["e", "e", "y"]);
  assert.match(
    review.screens[1] ?? "",
    /^error: SECRET_DETECTED: line \d+: .+\nhint: .+; your text is in \//,
  );
  assert.equal(review.screens.join("").includes(SAMPLE_SECRET), false);
  assert.equal(review.stdout, "1 reviewed: 1 edited; 0 left\n");
});

test("a text that is no memory, an editor that fails and an edit that is left behind are all in their file", async (t) => {
  for (const [line, told] of [
    [`sed -i '1d' "$1"`, /^error: INVALID_MEMORY: .+\nhint: .+; your text is in (\/\S+)\n/],
    [
      `${CHANGE}; exit 3`,
      /^error: USAGE: \S+ ended with 3\nhint: set EDITOR to your editor; your text is in (\/\S+)\n/,
    ],
  ] as const) {
    const project = await editProject(t, line);
    const before = readTree(project.root);
    const review = await project.edit(["e", "q"]);
    const path = told.exec(review.screens[1] ?? "")?.[1] ?? "";
    assert.equal(existsSync(path), true, review.screens[1]);
    assert.deepEqual([review.exit, review.stdout], [0, "0 reviewed; 1 left\n"]);
    assert.ok(review.stderr.endsWith(`an edit that you did not sign is in ${path}\n`), review.stderr);
    assert.deepEqual(readTree(project.root), before);
    rmSync(dirname(path), { recursive: true });
  }
});

test("an interrupt at the question keeps the edit and says where it is", async (t) => {
  const project = await editProject(t, CHANGE);
  const review = await project.edit(["e"]);
  const [path = ""] = pathsIn(review);
  assert.equal(review.stdout, "0 reviewed; 1 left\n");
  assert.ok(review.stderr.endsWith(`an edit that you did not sign is in ${path}\n`));
  assert.match(readFileSync(path, "utf8"), /it was asked for/);
  rmSync(dirname(path), { recursive: true });
});

test("a memory that changes while it is edited is shown again, and the edit is still there", async (t) => {
  const project = await editProject(t, CHANGE, "true");
  const review = await project.edit(["e", "y", "e", "y"], {
    during: (_, number) => {
      if (number === 1) appendFileSync(fileOf(project, ID), "A line of somebody else.\n");
    },
  });
  assert.match(
    review.screens[2] ?? "",
    /^\nproject_observed has changed since it was read; this is its current text\n/,
  );
  assert.match(review.screens[2] ?? "", /\n\| A line of somebody else\.\n[\s\S]*\[e\] continue editing /);
  assert.equal(review.stdout, "1 reviewed: 1 edited; 0 left\n");
  assert.match(readFileSync(fileOf(project, ID), "utf8"), /it was asked for/);
});

test("an edit that changes nothing and an empty one decide nothing", async (t) => {
  const project = await editProject(t, "true", `: > "$1"`);
  const { stdout, screens, stderr } = await project.edit(["e", "e", "s"]);
  assert.match(
    screens[1] ?? "",
    /^your edit changes no word, so there is nothing to sign\n\[y\] .+ \[e\]dit {2}/,
  );
  assert.match(screens[2] ?? "", /^empty text: your edit is discarded\n\[y\] .+ \[e\]dit {2}/);
  assert.equal(stdout, "1 reviewed: 1 skipped; 0 left\n");
  assert.equal(stderr.includes("did not sign"), false);
});

test("an edit answers the wishes about the memory", async (t) => {
  const project = await reviewProject(t);
  const editor = join(project.base, "editor.sh");
  writeFileSync(editor, `#!/bin/sh\n${CHANGE}\n`, { mode: 0o755 });
  const { stdout } = await playReview(project, ["e", "y", "q"], { env: { EDITOR: editor } });
  assert.equal(stdout, "1 reviewed: 1 edited; 7 left\n");
  assert.match((await playReview(project, ["q"])).screens[0] ?? "", /^\n1 of 7 · project_changed · /);
});
