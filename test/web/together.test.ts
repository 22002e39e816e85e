// Two tabs, a review at another terminal and an agent at once: every decision is carried out or handed back, and what a person
// signed is what was on the screen on which they decided it.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { MemoryView } from "../../src/app/page/views.ts";
import type { MarksView, SignedView } from "../../src/web/protocol.ts";
import { IS_DEEP } from "../deep.ts";
import { atTerminal, type Screen } from "../fixture/at-terminal.ts";
import { type InitProject, initProject } from "../fixture/init-project.ts";
import { PASSPHRASE } from "../fixture/keyed-project.ts";
import { TODAY } from "../fixture/review-project.ts";
import { freshDir, type Owner } from "../temp-dir.ts";
import { plantBrowser } from "./planted-browser.ts";
import { playPage } from "./play-page.ts";
import { type Answer, codeOf, type Tab } from "./started-page.ts";

type Shown = Pick<MemoryView, "digest" | "standing">;

async function look(tab: Tab, id: string): Promise<Shown> {
  return JSON.parse((await tab.get(`/api/memory?scope=project&id=${id}`)).body);
}

type Decision = { readonly id: string; readonly act: string; readonly digest: string | null };

function mark(tab: Tab, decision: Decision): Promise<Answer> {
  const asked = { reason: "decided together", word: "confirm", seen: [decision.digest], acknowledged: [] };
  return tab.post("/api/marks", { scope: "project", ...asked, ...decision });
}

/** The ids of what was carried out, and of what was handed back. */
async function sign(tab: Tab): Promise<readonly [done: readonly string[], again: readonly string[]]> {
  const { done, again }: SignedView = JSON.parse((await tab.post("/api/sign", {})).body);
  return [done.map(({ id }) => id), again.map(({ id }) => id)];
}

type Done = { readonly command: string; readonly id: string; readonly digest: string };

/** What the person's key signed. */
async function signedByPerson({ done }: Pick<InitProject, "done">): Promise<Done[]> {
  const { stdout } = await done(["journal", "--limit", "1000", "--json"]);
  const entries: (Done & { readonly actor: string })[] = JSON.parse(stdout);
  return entries.filter(({ actor }) => actor === "person");
}

test("what another tab, a review or an agent changed after it was marked is dropped, and nothing else is signed", async (t) => {
  const project = await initProject(t);
  for (const id of ["project_one", "project_two", "project_three", "project_four"]) await project.save(id);
  const shown = new Map<string, string | null>();
  await playPage(t, project, {
    walk: async ({ tab: first, openAgain }) => {
      const second = await openAgain("the-second-tab-of-two");
      const decide = async (tab: Tab, id: string, act = "raise:promote"): Promise<Answer> => {
        const { digest } = await look(tab, id);
        shown.set(id, digest);
        return mark(tab, { id, act, digest });
      };
      assert.equal((await decide(first, "project_one")).status, 200);
      assert.equal((await decide(first, "project_two", "demote")).status, 200);
      assert.equal((await decide(second, "project_three")).status, 200);
      assert.equal((await decide(second, "project_four")).status, 200);
      assert.equal(codeOf(await decide(second, "project_one", "demote")), "OCC_CONFLICT");
      // The agent changes what the second tab marked, and a review takes what the first one marked.
      const body = "What an agent wrote in its place, after somebody had read the other text.";
      await project.done(["update", "project_three", "--body", body], { now: TODAY });
      await project.done(["approve", "project_two", "--as-test-person"], { now: TODAY });
      assert.deepEqual(await sign(first), [["project_one"], []]);
      assert.deepEqual(await sign(second), [["project_four"], []]);
      const { marks, elsewhere, dropped }: MarksView = JSON.parse((await first.get("/api/marks")).body);
      assert.deepEqual([marks, elsewhere], [[], []]);
      assert.deepEqual(dropped.map(({ id }) => id).sort(), ["project_three", "project_two"]);
    },
    args: ["--as-test-person"],
    now: TODAY,
    type: () => "sign",
  });
  assert.deepEqual(
    (await signedByPerson(project)).map(({ command, id, digest }) => [command, id, digest]),
    ["project_two", "project_one", "project_four"].map((id) => ["promote", id, shown.get(id)]),
  );
});

// The same with real processes: a page at one terminal with two tabs, a review at another, and agents that change the texts
// meanwhile. Who is first is left to chance; what may come of it is not.

/** While the terminal asks about the other tab, this one is told to wait. */
async function signInTurn(tab: Tab): Promise<SignedView> {
  for (;;) {
    const answer = await tab.post("/api/sign", {});
    if (answer.status === 200) return JSON.parse(answer.body);
    assert.equal(codeOf(answer), "OCC_CONFLICT", answer.body);
    await new Promise((resolve) => void setTimeout(resolve, 100));
  }
}

const COUNT = 12;
const KEYS = "[q] end:";

type Told = { done: number; again: number; dropped: number; refused: number; tried: number };

/** By id, the digests that were on the screen of a mark; and what became of all of them. */
type Sums = { readonly marked: Map<string, Set<string | null>>; readonly told: Told };

async function decideAll(tab: Tab, order: readonly string[], { marked, told }: Sums): Promise<void> {
  const live = await tab.live();
  for (const id of order) {
    const { digest } = await look(tab, id);
    told.tried += 1;
    const answer = await mark(tab, { id, act: "raise:promote", digest });
    if (answer.status === 200) marked.set(id, (marked.get(id) ?? new Set()).add(digest));
    else told.refused += 1;
  }
  const { done, again, declined } = await signInTurn(tab);
  assert.equal(declined, null);
  told.done += done.length;
  told.again += again.length;
  live.leave();
}

async function playTabs(project: InitProject, ids: readonly string[], sums: Sums): Promise<Screen> {
  const { bin, enter } = plantBrowser(project);
  let walking = Promise.resolve();
  const walk = async (): Promise<void> => {
    const tab = await enter("the-first-tab-of-two");
    const second = tab.beside("the-second-tab-of-two");
    const other = ids.slice(4).toReversed();
    await Promise.all([decideAll(tab, ids.slice(0, 8), sums), decideAll(second, other, sums)]);
    sums.told.dropped = JSON.parse((await tab.get("/api/marks")).body).dropped.length;
    await tab.post("/api/end", {});
  };
  const begin = (): void => {
    walking = walk();
  };
  const asked = ["decisions:", PASSPHRASE] as const;
  const screen = await atTerminal(project, ["ui", "--now", TODAY], {
    env: { PATH: `${bin}:/usr/bin:/bin` },
    replies: [[KEYS, begin], asked, asked],
  });
  await walking;
  return screen;
}

function playReview(owner: Owner, project: InitProject): Promise<Screen> {
  const place = { ...project, base: freshDir(owner) };
  return atTerminal(place, ["review", "--limit", "3", "--now", TODAY], {
    replies: [
      ["to review memories:", PASSPHRASE],
      ["Enter to begin", "\r", "key"],
      ...(["1 of 3", "2 of 3", "3 of 3"] as const).map((screen) => [screen, "y", "key"] as const),
      ["type sign", "sign"],
    ],
  });
}

async function playAgent(project: InitProject, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const body = `What an agent wrote about ${id} while somebody read the other text of it.`;
    await project.run(["update", id, "--body", body, "--now", TODAY]);
  }
}

if (IS_DEEP)
  test("real processes at once lose no decision, sign no memory twice, and sign nothing that was not shown", async (t) => {
    const project = await initProject(t);
    const ids = Array.from({ length: COUNT }, (_, place) => `project_matter_${place}`);
    for (const id of ids) await project.save(id);
    await project.done(["key", "passphrase"], { answers: [PASSPHRASE, PASSPHRASE, ""] });
    const sums: Sums = { marked: new Map(), told: { done: 0, again: 0, dropped: 0, refused: 0, tried: 0 } };
    const [screen, reviewed] = await Promise.all([
      playTabs(project, ids, sums),
      playReview(t, project),
      playAgent(project, ids.slice(6, 9)),
    ]);
    const { marked, told } = sums;
    assert.deepEqual([screen.exit, reviewed.exit], [0, 0], `${screen.text}\n${reviewed.text}`);
    t.diagnostic(JSON.stringify({ ...told, review: reviewed.text.split("\n").at(-2) }));
    assert.equal(told.done + told.again + told.dropped + told.refused, told.tried, JSON.stringify(told));
    const promoted = (await signedByPerson(project)).filter(({ command }) => command === "promote");
    assert.ok(promoted.length >= told.done);
    assert.equal(new Set(promoted.map(({ id, digest }) => `${id} ${digest}`)).size, promoted.length);
    const atReview = promoted.filter(({ id, digest }) => marked.get(id)?.has(digest) !== true);
    assert.ok(atReview.length <= 3, JSON.stringify(atReview));
  });
