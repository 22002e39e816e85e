// Nothing is signed unseen: the server takes no mark that vouches for a text without the word that this very text was shown to
// its end, and the terminal pages a long one again before it asks for the passphrase.

import assert from "node:assert/strict";
import { appendFileSync } from "node:fs";
import { test } from "node:test";
import type { SignedView } from "../../src/web/protocol.ts";
import { atTerminal } from "../fixture/at-terminal.ts";
import { inProcess } from "../fixture/command-in-process.ts";
import { cheaplyKeyedProject, ID, PASSPHRASE } from "../fixture/keyed-project.ts";
import { fileOf, reviewProject, TODAY } from "../fixture/review-project.ts";
import type { ScratchProject } from "../fixture/scratch-project.ts";
import { decide, marksOf, sign, viewOf } from "./page-acts.ts";
import { plantBrowser } from "./planted-browser.ts";
import { playPage } from "./play-page.ts";
import { codeOf, seenOf, type Tab } from "./started-page.ts";

const LATER = "2026-05-20T12:00:00Z";
const LONG = "project_long";
const LINES = Array.from({ length: 49 }, (_, at) => `Rule ${at} of many we keep.`);
const LAST = "Rule 48 of many we keep.";

test("a mark that vouches is refused unless this very text, and what changed in it, was shown to its end", async (t) => {
  const project = await reviewProject(t);
  await playPage(t, project, {
    walk: async ({ tab }) => {
      const [observed, changed, wished] = await Promise.all(
        ["project_observed", "project_changed", "project_wished"].map((id) => viewOf(tab, id)),
      );
      assert.ok(observed?.digest != null && changed?.difference != null && wished !== undefined);
      const raise = changed.choices.find(({ act }) => act.startsWith("raise:"))?.act ?? "";
      const grant = wished.choices.find(({ act }) => act.startsWith("grant:"))?.act ?? "";
      const text = (observed.source ?? "").replace("it came up", "the page says so");
      const unseen = [
        ["project_observed", "raise:promote", {}],
        ["project_observed", "raise:promote", { seen: undefined }],
        ["project_observed", "raise:promote", { seen: [changed.digest] }],
        ["project_observed", "raise:promote", { seen: [observed.digest.slice(0, 8)] }],
        ["project_observed", "edit", { text }],
        ["project_observed", "edit", { text, seen: [observed.digest] }],
        ["project_wished", grant, {}],
        ["project_changed", raise, { seen: [changed.digest], word: "confirm" }],
        ["project_changed", raise, { seen: [changed.difference.name], word: "confirm" }],
      ] as const;
      for (const [id, act, more] of unseen) {
        const answer = await decide(tab, [id, act], { seen: [], ...more });
        const said = [answer.status, codeOf(answer), JSON.parse(answer.body).error.message];
        const expected = [422, "DECLINED", `${id} was not shown to its end`];
        assert.deepEqual(said, expected, `${act} ${JSON.stringify(more)}`);
      }
      const odd = await decide(tab, ["project_observed", "raise:promote"], { seen: "all of it" });
      assert.deepEqual([odd.status, codeOf(odd)], [400, "USAGE"]);
      assert.deepEqual((await marksOf(tab)).marks, []);
      const lowered = { seen: [], reason: "wrong" };
      assert.equal((await decide(tab, ["project_observed", "demote"], lowered)).status, 200);
    },
    args: ["--as-test-person"],
    now: TODAY,
  });
});

test("a text that changed after it was seen is not marked, and one that changed after it was marked loses its mark", async (t) => {
  const project = await reviewProject(t);
  await playPage(t, project, {
    walk: async ({ tab }) => {
      const before = await viewOf(tab, "project_observed");
      assert.equal((await decide(tab, ["project_observed", "raise:promote"])).status, 200);
      const live = await tab.live();
      appendFileSync(fileOf(project, "project_observed"), "One more line.\n");
      while ((await marksOf(tab)).marks.length > 0)
        await new Promise((resolve) => void setTimeout(resolve, 50));
      assert.deepEqual((await marksOf(tab)).dropped, [{ id: "project_observed", says: "confirm as fact" }]);
      assert.ok(live.lines.some((line) => line.includes("project_observed has changed since you decided")));
      assert.equal(codeOf(await tab.post("/api/sign", {})), "NOT_FOUND");
      const now = await viewOf(tab, "project_observed");
      const [act] = now.choices.filter(({ wantsSeen }) => wantsSeen);
      const more = { seen: seenOf(before), word: act?.word };
      assert.equal(codeOf(await decide(tab, ["project_observed", act?.act ?? ""], more)), "DECLINED");
      const stale = await decide(tab, ["project_observed", act?.act ?? ""], {
        ...more,
        digest: before.digest,
      });
      assert.equal(codeOf(stale), "OCC_CONFLICT");
      live.leave();
    },
    args: ["--as-test-person"],
    now: TODAY,
    type: () => assert.fail("the terminal asked"),
  });
});

/** Beside the short one: too long for the terminals here. */
async function withLong(project: ScratchProject): Promise<ScratchProject> {
  const save = ["save", "--type", "project", "--id", LONG, "--name", "Long", "--description", "What we keep"];
  const saved = await inProcess(project)([...save, "--body", LINES.join("\n")], {
    now: "2026-05-01T12:00:00Z",
  });
  assert.equal(saved.exit, 0, saved.stderr);
  return project;
}

async function decideBoth(tab: Tab): Promise<void> {
  for (const id of [LONG, ID]) assert.equal((await decide(tab, [id, "raise:promote"])).status, 200);
}

/** What is typed at each question, and the questions. */
function typing(answers: readonly (readonly [RegExp, string])[]) {
  return (question: string): string => answers.find(([wanted]) => wanted.test(question))?.[1] ?? "";
}

const PAGE = /Enter for more, q to stop: $/;
const GO_ON = /Enter to go on with it, q to leave it out: $/;
const SECRET = /passphrase of your person key, to carry out/;

test("a text of 49 lines is paged to its end at the terminal before the passphrase is asked for", async (t) => {
  const project = await withLong(await cheaplyKeyedProject(t));
  const { questions } = await playPage(t, project, {
    walk: async ({ tab }) => {
      await decideBoth(tab);
      const { done, again } = await sign(tab);
      assert.deepEqual([done.map(({ id }) => id), again], [[LONG, ID], []]);
    },
    now: LATER,
    rows: 24,
    type: typing([[SECRET, PASSPHRASE]]),
  });
  const asked = questions.findIndex((each) => SECRET.test(each));
  const shown = questions.slice(0, asked);
  assert.ok(shown.length >= 3 && shown.slice(0, -1).every((each) => PAGE.test(each)));
  assert.match(shown.at(-1) ?? "", GO_ON);
  for (const line of LINES) assert.ok(shown.join("").includes(`| ${line}\n`), line);
  assert.match(shown.join(""), /confirm as fact: project_long/);
});

test("q in a paged text, or behind its last line, leaves that memory out, and the others are signed", async (t) => {
  for (const [where, isLastSeen] of [
    [PAGE, false],
    [GO_ON, true],
  ] as const) {
    const project = await withLong(await cheaplyKeyedProject(t));
    const { questions } = await playPage(t, project, {
      walk: async ({ tab }) => {
        await decideBoth(tab);
        const { done, again } = await sign(tab);
        assert.deepEqual(
          [done.map(({ id }) => id), again.map(({ id, why }) => [id, why])],
          [[ID], [[LONG, "you left it out at the terminal; read it again and decide anew"]]],
        );
        assert.deepEqual((await marksOf(tab)).marks, []);
        assert.equal((await viewOf(tab, LONG)).standing, "inferred");
      },
      now: LATER,
      rows: 24,
      type: typing([
        [SECRET, PASSPHRASE],
        [where, "q"],
      ]),
    });
    assert.equal(questions.join("").includes(LAST), isLastSeen);
    const list = questions.find((each) => SECRET.test(each)) ?? "";
    assert.deepEqual([list.includes(LONG), list.includes(ID)], [false, true]);
  }
});

test("where the only text is left out, no passphrase is asked for", async (t) => {
  const project = await withLong(await cheaplyKeyedProject(t));
  await playPage(t, project, {
    walk: async ({ tab }) => {
      assert.equal((await decide(tab, [LONG, "raise:promote"])).status, 200);
      assert.deepEqual((await sign(tab)).done, []);
    },
    now: LATER,
    rows: 24,
    type: (question) => (PAGE.test(question) ? "q" : assert.fail(question)),
  });
});

test("unlocked, a short text is signed without a question, and a long one is paged and asked about", async (t) => {
  const project = await withLong(await cheaplyKeyedProject(t));
  const { questions } = await playPage(t, project, {
    walk: async ({ tab }) => {
      await decideBoth(tab);
      const { done } = await sign(tab);
      assert.deepEqual(
        done.map(({ id }) => id),
        [ID, LONG],
      );
    },
    args: ["--unlocked", "10"],
    now: LATER,
    rows: 24,
    type: typing([[/passphrase of your person key/, PASSPHRASE]]),
  });
  assert.match(questions[0] ?? "", /to open the page unlocked for 10 minutes: $/);
  assert.match(questions[1] ?? "", PAGE);
  assert.ok(questions.slice(1).join("").includes(LAST));
  const list = questions.at(-1) ?? "";
  assert.deepEqual([SECRET.test(list), list.includes(LONG), list.includes(ID)], [true, true, false]);
});

test("unlocked, where nobody signs the long text, the short one is told as signed and the long one keeps its mark", async (t) => {
  const project = await withLong(await cheaplyKeyedProject(t));
  await playPage(t, project, {
    walk: async ({ tab }) => {
      await decideBoth(tab);
      const { done, declined } = await sign(tab);
      assert.deepEqual(
        done.map(({ id }) => id),
        [ID],
      );
      assert.match(declined ?? "", /^what is longer than the screen was not signed: /);
      assert.deepEqual(
        (await marksOf(tab)).marks.map(({ id }) => id),
        [LONG],
      );
    },
    args: ["--unlocked", "10"],
    now: LATER,
    rows: 24,
    type: typing([
      [/unlocked for 10 minutes/, PASSPHRASE],
      [SECRET, ""],
    ]),
  });
});

test("at a real terminal of 24 rows the pages come first, then the passphrase", async (t) => {
  const project = await withLong(await cheaplyKeyedProject(t));
  const { bin, enter } = plantBrowser(project);
  let signed: SignedView | null = null;
  let walking = Promise.resolve();
  const walk = async (): Promise<void> => {
    const tab = await enter("tab-of-the-terminal-1");
    await decideBoth(tab);
    signed = await sign(tab);
    await tab.post("/api/end", {});
  };
  const begin = (): void => {
    walking = walk();
  };
  const more = ["Enter for more, q to stop:", ""] as const;
  const { exit, text } = await atTerminal(project, ["ui", "--now", LATER], {
    env: { PATH: `${bin}:/usr/bin:/bin` },
    rows: 24,
    replies: [
      ["[q] end:", begin],
      more,
      more,
      ["q to leave it out:", ""],
      ["to carry out these 2 decisions:", PASSPHRASE],
    ],
  });
  await walking;
  assert.equal(exit, 0, text);
  assert.deepEqual(
    (signed as SignedView | null)?.done.map(({ id }) => id),
    [LONG, ID],
    text,
  );
  assert.ok(text.indexOf(LAST) !== -1 && text.indexOf(LAST) < text.indexOf("decided on the page:"));
  assert.match((await inProcess(project)(["show", LONG])).stdout, /verified/);
});
