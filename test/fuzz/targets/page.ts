// Requests to the page's server, which runs here as it does for a person. Attack: whatever reaches the port, and the page itself once
// something got into it: a decision needs the secret of the launch, and one that vouches for a text the word that it was shown.

import assert from "node:assert/strict";
import fc from "fast-check";
import type { MemoryView } from "../../../src/app/page/views.ts";
import { unlockPerson } from "../../../src/app/people/unlock-person.ts";
import { openWorkspace, type Workspace, type WorkspaceHints } from "../../../src/app/workspace/workspace.ts";
import { isRecord } from "../../../src/memory/json.ts";
import type { MarksView } from "../../../src/web/protocol.ts";
import type { InitProject } from "../../fixture/init-project.ts";
import { ownReviewProject, TODAY, WAITING_IDS } from "../../fixture/review-project.ts";
import { readTree } from "../../fixture/tree.ts";
import { hostileText } from "../../memory/text/hostile-text.ts";
import { type StartedPage, seenOf, startPage, type Tab } from "../../web/started-page.ts";
import { type RawRequest, readRequests, requestsOf, sendRaw } from "../raw-http.ts";
import { openedAs, type Target } from "../target.ts";

const PATHS = [
  ..."/api/marks /api/marks /api/marks /api/marks/many /api/marks/many /api/marks/undo /api/marks/heard /api/sign".split(
    " ",
  ),
  ..."/api/overview /api/queue /api/memory /api/memories /api/recall /api/kept-out /api/sessions /api/health /api/check".split(
    " ",
  ),
  ..."/api/audit /api/live /api/exchange / /page.js /api /api/none /favicon.ico".split(" "),
];
const ACTS = [
  "raise:promote",
  "raise:reaffirm",
  "raise:restore",
  "raise:adopt",
  "grant:retire",
  "demote",
  "forget",
  "edit",
  "keep",
  "later",
  "x",
];

/** What a digest of a memory here is called: the corpus knows none. */
const DIGEST = "@DIGEST@";
const SEEN = "@SEEN@";
const text = fc.oneof(hostileText, fc.constantFrom(...WAITING_IDS, "project", "user", "wrong", ""));
const seen = fc.oneof(
  fc.constantFrom<unknown>(SEEN, SEEN, [], [DIGEST], ["x"], null, "all", 1),
  fc.array(text, { maxLength: 2 }),
);
const about = fc.record({
  scope: fc.oneof({ weight: 6, arbitrary: fc.constant("project") }, text),
  id: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...WAITING_IDS, "project_young", "project_settled") },
    text,
  ),
  digest: fc.oneof({ weight: 6, arbitrary: fc.constant(DIGEST) }, text, fc.constant(null)),
  seen,
});
const mark = fc
  .tuple(
    about,
    fc.constantFrom(...ACTS),
    fc.array(text, { maxLength: 2 }),
    fc.constantFrom("confirm", "wrong", null),
    fc.option(text),
    fc.option(text),
  )
  .map(([of, act, acknowledged, word, reason, edited]) => ({
    ...of,
    act,
    acknowledged,
    word,
    reason,
    text: edited,
  }));
const many = fc.record({
  word: fc.constantFrom("yes", "no", "later", "x"),
  reason: fc.option(text),
  items: fc.array(about, { maxLength: 4 }),
});
const small = fc.record(
  { token: text, prompt: text, mark: text, scope: fc.constant("project"), id: text, text },
  { requiredKeys: [] },
);
const made = requestsOf({
  paths: PATHS,
  who: ["page", "page", "page", "nobody", "wrong"],
  body: fc.oneof({ weight: 4, arbitrary: mark }, many, small),
});

export const page: Target = {
  name: "page",
  promises:
    "never a failure of the server's own; nothing decided without the secret and the mark of what was seen; nothing written",
  quick: 60,
  open: async (owner) => {
    const project = await ownReviewProject(owner);
    let signs = 0;
    const sign = async () => {
      signs += 1;
      return { done: [], again: [], declined: "nobody is there" };
    };
    const started = await startPage(owner, opening(project), { sign });
    const tab = await started.enter();
    const live = await tab.live();
    owner.after(() => live.leave());
    const known = await readKnown(tab);
    const here: Here = {
      started,
      tab,
      known,
      tree: () => JSON.stringify(readTree(project.root)),
      countSigns: () => signs,
    };
    return openedAs({
      made,
      read: (value) => readRequests(value, 6),
      check: (requests) => check(here, requests),
    });
  },
};

/** As the command at a person's terminal opens it. */
function opening({ top, home, env }: InitProject) {
  const nowhere = { state: null, cache: null, root: null, scope: null };
  const hints = (): WorkspaceHints => ({
    ...{ cwd: top, home, env, ...nowhere, presence: { kind: "person" }, now: Date.parse(TODAY) },
  });
  const askSecret = async (): Promise<string> => "none";
  const io = { askSecret, ask: askSecret, err: () => undefined, env: {} };
  const open = async (): Promise<Workspace> =>
    unlockPerson(openWorkspace(hints()), { act: "test", io, asTestPerson: true });
  return { hints, open };
}

type Known = ReadonlyMap<string, MemoryView>;
type Here = {
  readonly started: StartedPage;
  readonly tab: Tab;
  readonly known: Known;
  readonly tree: () => string;
  readonly countSigns: () => number;
};

async function readKnown(tab: Tab): Promise<Known> {
  const views = await Promise.all(
    WAITING_IDS.map(
      async (id): Promise<MemoryView> =>
        JSON.parse((await tab.get(`/api/memory?scope=project&id=${id}`)).body),
    ),
  );
  return new Map(views.map((view, at) => [WAITING_IDS[at] ?? "", view]));
}

async function check(here: Here, requests: readonly RawRequest[]): Promise<void> {
  const { tab, tree, countSigns } = here;
  const [before, signs] = [tree(), countSigns()];
  for (const request of requests) if (!isEnding(request)) await checkOne(here, request);
  assert.equal(tree(), before, "a request wrote into the root");
  if (!requests.some(({ who, path }) => who === "page" && path.includes("sign")))
    assert.equal(countSigns(), signs);
  for (const { mark } of (await marksOf(tab)).marks) await tab.post("/api/marks/undo", { mark });
}

/** The page may be ended by itself, and is needed here. */
const isEnding = ({ path }: RawRequest): boolean => /\/api\/+end/.test(decodeLoosely(path));

function decodeLoosely(path: string): string {
  return path.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

async function marksOf(tab: Tab): Promise<MarksView> {
  return JSON.parse((await tab.get("/api/marks")).body);
}

async function checkOne({ started, tab, known }: Here, request: RawRequest): Promise<void> {
  const marked = (await marksOf(tab)).marks;
  const body = fillIn(request.body, known);
  const { status, text } = await sendRaw(
    started.port,
    { ...request, body },
    headersOf(started.port, tab, request),
  );
  assert.ok(status < 500, `status ${status}: ${text.slice(0, 500)}`);
  const now = (await marksOf(tab)).marks;
  const held = new Set(marked.map(({ mark }) => mark));
  for (const { id, act, mark } of now.filter((each) => !held.has(each.mark))) {
    assert.equal(request.who, "page", `a request without the secret marked ${id}: ${mark}`);
    assert.ok(status >= 200 && status < 300, `marked, and answered with ${status}`);
    checkSeen(known.get(id), act, body);
  }
}

/** Whoever decides has said that the text of it, and what changed in it, stood there to its last line. */
function checkSeen(view: MemoryView | undefined, act: string, body: unknown): void {
  const wantsSeen =
    view?.choices.some((choice) => choice.act === act && choice.wantsSeen) ?? act.startsWith("raise:");
  if (view === undefined || !wantsSeen) return;
  const said = isRecord(body) && Array.isArray(body["items"]) ? body["items"] : [body];
  const lists = said.flatMap((each) => (isRecord(each) && Array.isArray(each["seen"]) ? [each["seen"]] : []));
  const wanted = act === "edit" ? [view.digest] : seenOf(view);
  assert.ok(
    lists.some((list) => wanted.every((part) => list.includes(part))),
    `${act} was marked unseen`,
  );
}

function headersOf(port: number, tab: Tab, { who, method }: RawRequest): Record<string, string> {
  const secret =
    who === "page"
      ? { "credence-secret": tab.secret }
      : who === "wrong"
        ? { "credence-secret": "x".repeat(43) }
        : {};
  return {
    ...{
      host: `127.0.0.1:${port}`,
      "sec-fetch-site": "same-origin",
      "sec-fetch-mode": "cors",
      "sec-fetch-dest": "empty",
    },
    ...(method === "POST" ? { origin: `http://127.0.0.1:${port}`, "content-type": "application/json" } : {}),
    ...{ ...secret, "credence-tab": tab.tab },
  };
}

/** Digests and names of changes in the place of their words, by the id that stands beside them. */
function fillIn(body: unknown, known: Known): unknown {
  if (Array.isArray(body)) return body.map((each) => fillIn(each, known));
  if (!isRecord(body)) return body;
  const view = known.get(String(body["id"]));
  const put = (value: unknown): unknown => {
    if (value === SEEN) return view === undefined ? [] : seenOf(view);
    if (value === DIGEST) return view?.digest ?? "";
    return fillIn(value, known);
  };
  return Object.fromEntries(
    Object.entries(body).map(([key, value]) => [key, Array.isArray(value) ? value.map(put) : put(value)]),
  );
}
