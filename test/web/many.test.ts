// One word about several memories: what can be marked is, and what cannot is named with its reason.

import assert from "node:assert/strict";
import { appendFileSync } from "node:fs";
import { test } from "node:test";
import type { QueueView } from "../../src/app/page/views.ts";
import type { ManyView } from "../../src/web/protocol.ts";
import { FLAGGED_BODY, fileOf, reviewProject, TODAY, WAITING_IDS } from "../fixture/review-project.ts";
import { marksOf, sign, viewOf } from "./page-acts.ts";
import { playPage } from "./play-page.ts";
import { codeOf, seenOf, type Tab } from "./started-page.ts";

const TEST_PERSON = { args: ["--as-test-person"], now: TODAY };

async function itemsOf(tab: Tab, ids: readonly string[], hasSeen: (id: string) => boolean = () => true) {
  return Promise.all(
    ids.map(async (id) => {
      const view = await viewOf(tab, id);
      return { scope: "project", id, digest: view.digest, seen: hasSeen(id) ? seenOf(view) : [] };
    }),
  );
}

type Asked = { readonly word: string; readonly reason?: string; readonly items: readonly unknown[] };

async function say(tab: Tab, asked: Asked): Promise<ManyView> {
  const { status, body } = await tab.post("/api/marks/many", asked);
  assert.equal(status, 200, body);
  return JSON.parse(body);
}

function sum({ done, again }: Pick<ManyView, "done" | "again">) {
  return [done.map(({ id, says }) => `${id}: ${says}`), again.map(({ id, code }) => `${id}: ${code}`)];
}

async function waitingIds(tab: Tab): Promise<string[]> {
  const { items }: QueueView = JSON.parse((await tab.get("/api/queue")).body);
  return items.map(({ id }) => id).sort();
}

const MARKED = [
  "project_wished: retire as asked",
  "project_dictated: confirm as fact",
  "project_observed: confirm as fact",
];
const NAMED = [
  "project_changed: DECLINED",
  "project_flagged: OBSERVING",
  "project_stale: DECLINED",
  "project_foreign: DECLINED",
  "project_quarantined: DECLINED",
  "project_pirate: DECLINED",
  "project_young: OBSERVING",
  "project_gone: NOT_FOUND",
];

test("yes is marked for what was seen to its end and wants no word of its own; the rest is named", async (t) => {
  const project = await reviewProject(t);
  await project.save("project_pirate", { body: FLAGGED_BODY, now: "2026-04-01T12:00:00Z" });
  const { questions } = await playPage(t, project, {
    walk: async ({ tab }) => {
      const ids = [...WAITING_IDS, "project_pirate", "project_young"];
      const told = await say(tab, {
        word: "yes",
        items: [
          ...(await itemsOf(tab, ids, (id) => id !== "project_stale")),
          { scope: "project", id: "project_gone", digest: null, seen: [] },
        ],
      });
      assert.deepEqual(sum(told), [MARKED, NAMED]);
      const whyOf = (id: string) => told.again.find((each) => each.id === id)?.why;
      const apart = "is flagged, foreign or in quarantine; open it and answer it by itself";
      for (const id of ["project_pirate", "project_foreign", "project_quarantined"])
        assert.equal(whyOf(id), `${id} ${apart}`);
      assert.match(whyOf("project_stale") ?? "", /^project_stale was not shown to its end; read its text/);
      assert.equal(told.marks.marks.length, 3);
      assert.deepEqual(
        (await sign(tab)).done.map(({ id, says }) => `${id}: ${says}`),
        ["project_wished: granted", "project_dictated: confirmed", "project_observed: confirmed"],
      );
    },
    ...TEST_PERSON,
    type: () => "sign",
  });
  assert.doesNotMatch(questions.join(""), /project_(?:stale|pirate|foreign|quarantined|young)/);
});

test("no and later are marked for all but what changed since it was chosen, and both end the waiting", async (t) => {
  const project = await reviewProject(t);
  await playPage(t, project, {
    walk: async ({ tab }) => {
      const lowered = ["project_observed", "project_stale", "project_foreign", "project_wished"];
      const chosen = await itemsOf(tab, lowered, () => false);
      appendFileSync(fileOf(project, "project_observed"), "One more line.\n");
      assert.deepEqual(sum(await say(tab, { word: "no", items: chosen })), [
        ["project_foreign: hide here", "project_wished: decline"],
        ["project_observed: OCC_CONFLICT", "project_stale: USAGE"],
      ]);
      const told = await say(tab, { word: "no", reason: "no longer so", items: chosen });
      assert.deepEqual(sum(told)[1], ["project_observed: OCC_CONFLICT"]);
      assert.match(told.again[0]?.why ?? "", /^project_observed has changed since it was on your screen/);
      assert.equal(told.marks.marks.length, 3);
      const putOff = ["project_dictated", "project_flagged", "project_young"];
      const later = await say(tab, { word: "later", items: await itemsOf(tab, putOff, () => false) });
      assert.deepEqual(sum(later), [
        ["project_dictated: later", "project_flagged: later"],
        ["project_young: WRONG_STANDING"],
      ]);
      assert.deepEqual(
        (await sign(tab)).done.map(({ says }) => says),
        ["demoted", "hidden", "declined", "put off", "put off"],
      );
      assert.deepEqual(await waitingIds(tab), ["project_changed", "project_observed", "project_quarantined"]);
    },
    ...TEST_PERSON,
    type: () => "sign",
  });
});

test("a request with another word, something that is no item, or too many of them is refused whole", async (t) => {
  const project = await reviewProject(t);
  await playPage(t, project, {
    walk: async ({ tab }) => {
      const [item] = await itemsOf(tab, ["project_observed"]);
      const wrong: readonly Asked[] = [
        { word: "forget", items: [item] },
        { word: "no", items: ["project_observed"] },
        { word: "no", items: [item, { scope: "project", id: "../../etc/passwd" }] },
        { word: "no", items: Array.from({ length: 501 }, () => item) },
      ];
      for (const asked of wrong) {
        const answer = await tab.post("/api/marks/many", asked);
        assert.deepEqual([answer.status, codeOf(answer)], [400, "USAGE"], answer.body);
      }
      assert.deepEqual((await marksOf(tab)).marks, []);
    },
    ...TEST_PERSON,
  });
});
