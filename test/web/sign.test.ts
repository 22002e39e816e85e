// From a decision on the page to a signature at its terminal: what is signed is what was on that screen, and only by the
// passphrase that is typed there.

import assert from "node:assert/strict";
import { appendFileSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { noteShown } from "../../src/app/memories/shown-to-end.ts";
import { offerActs } from "../../src/app/page/acts.ts";
import { tryMark } from "../../src/cli/review/marks.ts";
import { inProcess } from "../fixture/command-in-process.ts";
import { cheaplyKeyedProject, ID, keylessProject, PASSPHRASE } from "../fixture/keyed-project.ts";
import { memoryText } from "../fixture/memory-text.ts";
import { openProject } from "../fixture/open-project.ts";
import { FLAGGED_BODY, fileOf, reviewProject, TODAY } from "../fixture/review-project.ts";
import { SAMPLE_SECRET } from "../fixture/sample-secret.ts";
import { decide, marksOf, sign, viewOf } from "./page-acts.ts";
import { playPage } from "./play-page.ts";
import { codeOf, seenOf, type Tab } from "./started-page.ts";

const LATER = "2026-05-20T12:00:00Z";
const TEST_PERSON = { args: ["--as-test-person"], now: TODAY };

async function seenWith(tab: Tab, id: string, text: string): Promise<string[]> {
  const { body } = await tab.post("/api/check", { scope: "project", id, text });
  return [...seenOf(await viewOf(tab, id)), JSON.parse(body).digest];
}

test("the passphrase at the terminal, below a list of what was decided, signs it; nothing else does", async (t) => {
  const project = await cheaplyKeyedProject(t);
  const typed = ["", PASSPHRASE];
  let shown = "";
  const played = await playPage(t, project, {
    walk: async ({ tab }) => {
      const before = await viewOf(tab, ID);
      shown = before.digest ?? "";
      assert.equal((await decide(tab, [ID, "raise:promote"])).status, 200);
      const declined = await sign(tab);
      assert.equal(declined.declined, "nothing was signed: no passphrase was typed (nothing was typed)");
      assert.equal((await viewOf(tab, ID)).standing, "inferred");
      assert.equal((await marksOf(tab)).marks.length, 1);
      assert.deepEqual(await sign(tab), {
        done: [{ scope: "project", id: ID, says: "confirmed" }],
        again: [],
        declined: null,
      });
      const after = await viewOf(tab, ID);
      assert.deepEqual([after.standing, after.digest], ["verified", before.digest]);
      assert.deepEqual((await marksOf(tab)).marks, []);
    },
    now: LATER,
    type: () => typed.shift(),
  });
  assert.equal(played.exit, 0, played.stderr);
  const digest = /confirm as fact +([0-9a-f]{8}) /.exec(played.questions[0] ?? "")?.[1] ?? "";
  const question = `
decided on the page:
  confirm as fact      ${digest} project_deploy_on_fridays\n    | Deploy on Fridays

type your passphrase to carry out this decision; Enter alone signs nothing
passphrase of your person key, to carry out this decision: `;
  assert.deepEqual([shown.slice(0, 8), played.questions], [digest, [question, question]]);
  assert.match(
    played.stderr,
    /project_deploy_on_fridays: confirmed\n1 decision carried out, 0 handed back\n/,
  );
});

test("the redirect file is its owner's alone and goes when it was used; an address is printed at the terminal only", async (t) => {
  const project = await cheaplyKeyedProject(t);
  const { stdout, stderr, screens } = await playPage(t, project, {
    walk: async ({ directory, redirect, press, tab, openAgain }) => {
      assert.equal(statSync(directory).mode & 0o777, 0o700);
      assert.throws(() => statSync(redirect), { code: "ENOENT" });
      press("p");
      const again = await openAgain("another-tab-of-the-page");
      assert.equal((await again.get("/api/marks")).status, 200);
      assert.equal((await tab.get("/api/marks")).status, 200);
      assert.deepEqual(
        readdirSync(directory).filter((name) => name.endsWith(".html")),
        [],
      );
    },
  });
  assert.equal(screens.filter((screen) => /127\.0\.0\.1:\d+\/#[\w-]{43}\n/.test(screen)).length, 1);
  assert.doesNotMatch(`${stdout}${stderr}`, /127\.0\.0\.1/);
});

test("a secret in a title is covered in what was decided, on the page and at the terminal", async (t) => {
  const project = await reviewProject(t);
  writeFileSync(fileOf(project, "project_foreign"), memoryText({ name: `Key ${SAMPLE_SECRET}` }));
  const { questions, stderr } = await playPage(t, project, {
    walk: async ({ tab }) => {
      assert.equal((await decide(tab, ["project_foreign", "status:retire"], { reason: "old" })).status, 200);
      const { body } = await tab.get("/api/marks");
      assert.deepEqual([body.includes("project_foreign"), body.includes(SAMPLE_SECRET)], [true, false]);
      await sign(tab);
    },
    ...TEST_PERSON,
    type: () => "sign",
  });
  const told = `${questions.join("")}${stderr}`;
  assert.deepEqual([told.includes("Key "), told.includes(SAMPLE_SECRET)], [true, false], told);
});

test("what changed after it was marked is dropped unsigned, and what changed before is not marked", async (t) => {
  const project = await reviewProject(t);
  await playPage(t, project, {
    walk: async ({ tab }) => {
      const shown = await viewOf(tab, "project_observed");
      assert.equal((await decide(tab, ["project_observed", "raise:promote"])).status, 200);
      assert.equal((await decide(tab, ["project_stale", "raise:reaffirm"])).status, 200);
      appendFileSync(fileOf(project, "project_observed"), "One more line.\n");
      const { done, again, declined } = await sign(tab);
      assert.deepEqual([done.map(({ id }) => id), again, declined], [["project_stale"], [], null]);
      assert.deepEqual((await marksOf(tab)).dropped, [{ id: "project_observed", says: "confirm as fact" }]);
      const old = { scope: "project", id: "project_observed", act: "raise:promote", acknowledged: [] };
      const late = await tab.post("/api/marks", { ...old, digest: shown.digest });
      assert.deepEqual([late.status, codeOf(late)], [409, "OCC_CONFLICT"]);
      assert.equal((await viewOf(tab, "project_observed")).standing, "foreign");
    },
    ...TEST_PERSON,
    type: () => "sign",
  });
});

test("a mark is refused for an act that the law does not offer, and without what the act asks for", async (t) => {
  const project = await reviewProject(t);
  await playPage(t, project, {
    walk: async ({ tab }) => {
      const refusals = [
        ["project_young", "raise:promote", {}, 422, "WRONG_STANDING"],
        ["project_settled", "raise:restore", {}, 422, "WRONG_STANDING"],
        ["project_observed", "nonsense", {}, 422, "WRONG_STANDING"],
        ["project_observed", "demote", {}, 400, "USAGE"],
        ["project_observed", "demote", { reason: " " }, 400, "USAGE"],
        ["project_observed", "forget", { reason: "asked for" }, 422, "DECLINED"],
        ["project_quarantined", "raise:restore", {}, 422, "DECLINED"],
        ["project_quarantined", "raise:restore", { word: "confirm" }, 422, "DECLINED"],
        ["project_observed", "edit", {}, 400, "USAGE"],
        ["project_observed", "edit", { text: "no memory" }, 422, "INVALID_MEMORY"],
      ] as const;
      for (const [id, act, more, status, code] of refusals) {
        const answer = await decide(tab, [id, act], more);
        assert.deepEqual([answer.status, codeOf(answer)], [status, code], `${act} ${id}`);
      }
      const flagged = await viewOf(tab, "project_flagged");
      const other = await tab.post("/api/marks", {
        ...{ scope: "project", id: "project_observed", act: "raise:promote", acknowledged: [] },
        digest: flagged.digest,
      });
      assert.equal(codeOf(other), "OCC_CONFLICT");
      assert.deepEqual((await marksOf(tab)).marks, []);
    },
    ...TEST_PERSON,
  });
});

test("findings that were acknowledged on the page are named at the terminal", async (t) => {
  const project = await reviewProject(t);
  const { questions } = await playPage(t, project, {
    walk: async ({ tab }) => {
      const { choices } = await viewOf(tab, "project_flagged");
      const raise = choices.find(({ act }) => act.startsWith("raise"));
      const flags = raise?.acknowledges ?? [];
      assert.ok(flags.length > 0);
      assert.equal(codeOf(await decide(tab, ["project_flagged", raise?.act ?? ""])), "FLAGGED");
      const marked = await decide(tab, ["project_flagged", raise?.act ?? ""], { acknowledged: flags });
      assert.equal(marked.status, 200, marked.body);
      assert.equal((await sign(tab)).done.length, 1);
    },
    ...TEST_PERSON,
    now: "2026-06-20T12:00:00Z",
    type: () => "sign",
  });
  assert.match(questions[0] ?? "", /project_flagged\n {4}\| project_flagged\n {4}acknowledged: [a-z-]+/);
  assert.match(questions[0] ?? "", /\ntype sign to carry out this decision; Enter alone signs nothing: $/);
});

test("a mark signs the text and the findings that were on the screen, or nothing", async (t) => {
  const project = openProject(t);
  await project.save({ body: FLAGGED_BODY });
  const workspace = await project.open({ person: true, now: LATER });
  const offer = await offerActs(workspace, { scope: "project", id: ID });
  assert.ok(offer !== null);
  const { subject, showing } = offer;
  const flags = showing.judgement?.flags ?? [];
  const shown = noteShown(showing);
  const base = { item: subject, act: { kind: "raise", action: "promote" }, reason: null, shown } as const;
  const attempts = [
    { ...base, digest: showing.digest, flags: flags.slice(1) },
    { ...base, digest: "0".repeat(64), flags },
  ];
  for (const each of attempts) assert.equal((await tryMark(workspace, each))?.code, "OCC_CONFLICT");
  assert.equal(await tryMark(workspace, { ...base, digest: showing.digest, flags }), null);
});

test("an edit, a retirement and an erasure are signed at the terminal, which asks about the erasure itself", async (t) => {
  const project = await reviewProject(t);
  const answers = ["sign", "y"];
  const { questions } = await playPage(t, project, {
    walk: async ({ tab }) => {
      const { source } = await viewOf(tab, "project_observed");
      const text = (source ?? "").replace("it came up", "the page says so");
      const seen = await seenWith(tab, "project_observed", text);
      const edited = await decide(tab, ["project_observed", "edit"], { text, seen });
      assert.equal(edited.status, 200, edited.body);
      assert.equal((await decide(tab, ["project_settled", "status:retire"], { reason: "old" })).status, 200);
      const forget = { reason: "asked for", word: "forget" };
      assert.equal((await decide(tab, ["project_young", "forget"], forget)).status, 200);
      const { done, again } = await sign(tab);
      assert.deepEqual(again, []);
      assert.deepEqual(
        done.map(({ id, says }) => [id, says]),
        [
          ["project_observed", "edited"],
          ["project_settled", "retired"],
          ["project_young", "erased"],
        ],
      );
      assert.equal((await viewOf(tab, "project_observed")).standing, "verified");
      assert.equal((await viewOf(tab, "project_settled")).standing, "retired");
    },
    ...TEST_PERSON,
    type: () => answers.shift(),
  });
  assert.match(readFileSync(fileOf(project, "project_observed"), "utf8"), /the page says so/);
  assert.equal(existsSync(fileOf(project, "project_young")), false);
  assert.match(
    questions[0] ?? "",
    /\ntype sign to carry out these 3 decisions; Enter alone signs nothing: $/,
  );
  assert.match(
    questions[0] ?? "",
    /take out of use {6}[0-9a-f]{8} project_settled\n {4}\| project_settled\n {4}because: old\n/,
  );
});

test("whoever has no key yet makes it when they first sign, and the page knows it from then on", async (t) => {
  const project = await keylessProject(t);
  const answers = ["none", "none", "sign"];
  await playPage(t, project, {
    walk: async ({ tab }) => {
      assert.equal((await decide(tab, [ID, "raise:promote"])).status, 200);
      assert.deepEqual(
        (await sign(tab)).done.map(({ id }) => id),
        [ID],
      );
      assert.equal((await viewOf(tab, ID)).standing, "verified");
    },
    now: LATER,
    type: () => answers.shift(),
  });
  assert.deepEqual(answers, []);
});

test("unlocked, the page's decisions are carried out without a question, and listed; when the time is over, it asks", async (t) => {
  const project = await cheaplyKeyedProject(t);
  const typed = [PASSPHRASE, ""];
  const { questions, stderr } = await playPage(t, project, {
    walk: async ({ tab, setClock }) => {
      const live = await tab.live();
      assert.equal((await marksOf(tab)).unlockedUntil, "2026-05-20T12:10:00Z");
      assert.equal((await decide(tab, [ID, "raise:promote"])).status, 200);
      assert.equal((await sign(tab)).done.length, 1);
      assert.equal((await viewOf(tab, ID)).standing, "verified");
      setClock("2026-05-20T12:10:00Z");
      assert.equal((await marksOf(tab)).unlockedUntil, null);
      assert.equal((await decide(tab, [ID, "status:archive"])).status, 200);
      assert.match((await sign(tab)).declined ?? "", /^nothing was signed: /);
      live.leave();
    },
    args: ["--unlocked", "10"],
    now: LATER,
    type: () => typed.shift(),
  });
  const [first, second = ""] = questions;
  assert.equal(first, "passphrase of your person key, to open the page unlocked for 10 minutes: ");
  assert.match(second, /move to the archive [\s\S]*, to carry out this decision: $/);
  assert.match(stderr, /Until 12:10 UTC [^;]*decided on the page:\n {2}confirm as fact +[0-9a-f]{8} /);
  const refused = await inProcess(project)(["ui", "--unlocked", "11"], { answers: [] });
  assert.match(refused.stderr, /--unlocked takes a number from 1 to 10/);
});

test("a tab that is closed while the terminal asks takes its decisions with it", async (t) => {
  const project = await cheaplyKeyedProject(t);
  await playPage(t, project, {
    walk: async ({ tab, setClock }) => {
      const live = await tab.live();
      assert.equal((await decide(tab, [ID, "raise:promote"])).status, 200);
      leave = async () => {
        live.leave();
        await live.ended;
        // Another tab looks a second later, and once more when ten have passed.
        for (const seconds of ["01", "30"]) {
          setClock(`2026-05-20T12:00:${seconds}Z`);
          await marksOf(tab.beside("another-tab-of-the-page"));
        }
      };
      const { declined } = await sign(tab);
      assert.equal(declined, "nothing was signed: the tab was closed meanwhile");
      assert.equal((await viewOf(tab, ID)).standing, "inferred");
      assert.deepEqual((await marksOf(tab)).dropped, [{ id: ID, says: "confirm as fact" }]);
    },
    now: LATER,
    type: async () => {
      await leave();
      return PASSPHRASE;
    },
  });
});

let leave = async (): Promise<void> => undefined;

test("a page that is ended while the terminal asks signs nothing, and the next one says so", async (t) => {
  const project = await cheaplyKeyedProject(t);
  let end = async (): Promise<unknown> => undefined;
  await playPage(t, project, {
    walk: async ({ tab }) => {
      assert.equal((await decide(tab, [ID, "raise:promote"])).status, 200);
      end = () => tab.post("/api/end", {});
      await sign(tab).catch(() => null);
    },
    now: LATER,
    type: async () => {
      await end();
      return PASSPHRASE;
    },
  });
  assert.match((await inProcess(project)(["show", ID])).stdout, /inferred/);
  await playPage(t, project, {
    walk: async ({ tab }) => {
      assert.deepEqual((await marksOf(tab)).dropped, [{ id: ID, says: "confirm as fact" }]);
    },
  });
});

test("every view answers, a report is handed out, and none of it changes a byte", async (t) => {
  const project = await reviewProject(t);
  await playPage(t, project, {
    walk: async ({ tab }) => {
      // The record of statements is held against its file once.
      assert.equal((await tab.get("/api/overview")).status, 200);
      const before = snapshot(project);
      const views = ["overview", "queue", "memories?query=deploy", "kept-out", "sessions", "health", "marks"];
      const reports = ["json", "markdown"].map((format) => `audit?format=${format}`);
      for (const path of [...views, "memory?scope=project&id=project_foreign", ...reports]) {
        const { status, body } = await tab.get(`/api/${path}`);
        assert.equal(status, 200, `${path}: ${body}`);
      }
      assert.equal((await tab.post("/api/recall", { prompt: "when do we deploy?" })).status, 200);
      const { source } = await viewOf(tab, "project_observed");
      const edit = { scope: "project", id: "project_observed", text: source };
      assert.equal((await tab.post("/api/check", edit)).status, 200);
      const unknown = [
        "audit?format=exe",
        "memory?scope=project&id=../x",
        "memories?limit=x",
        "memory?scope=all&id=a_b",
      ];
      for (const path of unknown) assert.equal((await tab.get(`/api/${path}`)).status, 400, path);
      assert.equal((await tab.get("/api/memory?scope=project&id=project_none")).status, 404);
      assert.deepEqual(snapshot(project), before);
    },
    ...TEST_PERSON,
  });
});

/** Every file of the root and of machine state; an index may follow. */
function snapshot({ root, state }: { readonly root: string; readonly state: string }): string[] {
  return [root, state].flatMap((top) =>
    readdirSync(top, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => `${parentPath}/${name}`)
      .map((path) => `${path} ${readFileSync(path).toString("base64")}`)
      .sort(),
  );
}
