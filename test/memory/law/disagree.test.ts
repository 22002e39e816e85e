import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pickClaims } from "../../../src/memory/law/claims.ts";
import { compareClaims, keysOf } from "../../../src/memory/law/disagree.ts";

type Note = readonly [name: string, body: string];

function compare(a: Note, b: Note) {
  const [one, other] = [a, b].map(([name, body]) => pickClaims({ name, description: "", body }).claims);
  return one === undefined || other === undefined ? null : compareClaims(one, other);
}

const kindOf = (a: Note, b: Note): string | null => compare(a, b)?.kind ?? null;

const DISAGREE: Readonly<Record<string, readonly [string, Note, Note]>> = {
  "another day": [
    "day",
    ["Deploys", "Deploys happen on Tuesdays."],
    ["When we deploy", "Deploys happen on Mondays, not on Tuesdays."],
  ],
  "another day under a title that has nothing to do with it": [
    "day",
    ["Deploys happen on Tuesdays", "Deploys happen on Tuesdays"],
    ["Release calendar", "Deploys happen on Fridays, as ever in this team."],
  ],
  "another number of the same unit": [
    "number",
    ["Session length", "Sessions of the clinic portal expire after 30 minutes."],
    ["Clinic portal sessions", "Sessions of the clinic portal expire after 2 hours."],
  ],
  "another version": [
    "version",
    ["Sandpiper build", "Sandpiper builds with Node 18."],
    ["Sandpiper runtime", "Sandpiper builds with Node v20."],
  ],
  "another person": [
    "name",
    ["Owner of invoices", "Maren is the owner of the invoice module."],
    ["Invoice module", "Tobias is the owner of the invoice module."],
  ],
  "another path": [
    "path",
    ["Feature flags", "Feature flags of Brambles live in config/flags.yml."],
    ["Flags of Brambles", "Feature flags of Brambles live in settings/features.toml."],
  ],
  "another host": [
    "host",
    ["Job queue", "The job queue connects to Redis at redis-a.lan."],
    ["Queue backend", "The job queue connects to Redis at cache-03.lan."],
  ],
  "another tool": [
    "tool",
    ["Package manager", "Juniper uses yarn."],
    ["Juniper dependencies", "Juniper uses pnpm."],
  ],
  "a choice that was replaced": [
    "tool",
    ["Juniper installs", "Juniper moved from yarn to pnpm."],
    ["Juniper packages", "Juniper installs with yarn."],
  ],
  "a negation": [
    "negation",
    ["Force pushes", "Force-pushing is fine in the Kestrel repo."],
    ["Kestrel pushes", "Force-pushing is not fine in the Kestrel repo."],
  ],
};

for (const [what, [kind, a, b]] of Object.entries(DISAGREE)) {
  test(`two memories that say ${what} disagree, whichever comes first`, () => {
    assert.equal(kindOf(a, b), kind);
    assert.equal(kindOf(b, a), kind);
  });
}

test("the sentences that disagree are named", () => {
  const found = compare(
    ["Deploys", "Ask in the channel first. Deploys happen on Tuesdays."],
    ["When we deploy", "Deploys happen on Mondays."],
  );
  assert.deepEqual(found, {
    kind: "day",
    lineA: "Deploys happen on Tuesdays.",
    lineB: "Deploys happen on Mondays.",
  });
});

const AGREE: Readonly<Record<string, readonly [Note, Note]>> = {
  "hold in different environments": [
    ["Postgres on staging", "The staging database runs Postgres 15."],
    ["Postgres in production", "The production database runs Postgres 16."],
  ],
  "hold where only one says where": [
    ["Database", "The orders database runs Postgres 15."],
    ["Database on staging", "The orders database on staging runs Postgres 16."],
  ],
  "are about different services": [
    ["Port of the api", "The api listens on port 8080."],
    ["Port of the worker", "The worker listens on port 8081."],
  ],
  "give a lower and an upper bound": [
    ["Pool minimum", "The pool of the auction keeps at least 5 connections open."],
    ["Pool ceiling", "The pool of the auction never opens more than 40 connections."],
  ],
  "say the same in other units": [
    ["Kiosk tokens", "Tokens of the kiosk expire after 60 minutes."],
    ["Tokens", "Tokens of the kiosk expire after 1 hour."],
  ],
  "name what was and what is": [
    ["Proxy timeout raised", "The upstream timeout of the proxy was raised from 10 to 30 seconds."],
    ["Proxy timeout", "The upstream timeout of the proxy is 30 seconds."],
  ],
  "are a rule and its exception": [
    ["No force push", "Force pushes are not allowed in Woodlark, except on wip branches."],
    ["Woodlark wip", "Force pushes are allowed in Woodlark on wip branches."],
  ],
  "are a rule and a stricter one": [
    ["Coverage", "Packages of the suite need 70 percent coverage."],
    ["Crypto coverage", "Packages of the suite for crypto have a stricter bar: 95 percent coverage."],
  ],
  "are tastes of two people": [
    ["Commits of Greta", "Greta prefers small commits."],
    ["Commits of Rasmus", "Rasmus prefers squash commits."],
  ],
  "are about numbered things": [
    ["Quay 1", "The quay 1 is closed on Mondays."],
    ["Quay 2", "The quay 2 is closed on Tuesdays."],
  ],
  "name two settings of one thing": [
    ["Gateway connect timeout", "The gateway's connect timeout is 2 s."],
    ["Gateway read timeout", "The gateway's read timeout is 15 s."],
  ],
  "say the same sentence of two logs": [
    ["Where orchard logs", "orchard writes its access log to /var/log/orchard/access.log."],
    ["orchard audit log", "orchard writes its audit log to /srv/audit/orchard.jsonl."],
  ],
  "say of two meetings when they are": [
    ["Sprint planning", "Planning is held on Monday at 11:00."],
    ["Sprint review", "The sprint review is held on Friday at 11:00."],
  ],
  "describe tools": [
    ["npm link", "Links a package with npm."],
    ["pnpm link", "Links a package with pnpm."],
  ],
  "show code": [
    ["Start the server", "```\nserve the site on port 3000\n```"],
    ["Start the site", "```\nserve the site on port 4000\n```"],
  ],
};

for (const [what, [a, b]] of Object.entries(AGREE)) {
  test(`two memories that ${what} do not disagree`, () => {
    assert.equal(kindOf(a, b), null);
    assert.equal(kindOf(b, a), null);
  });
}

test("a sentence of a long text counts only where the other one is the same sentence", () => {
  const around = Array.from({ length: 8 }, (_, at) => `Paragraph ${"abcdefgh"[at]} tells more of it.`).join(
    " ",
  );
  const long = `Failed webhooks are retried 8 times with a doubled pause. ${around}`;
  const short = "The webhook sender retries a failed delivery 5 times.";
  assert.equal(kindOf(["Webhook retries", short], ["Webhook sender", long]), null);
  const same = "Failed webhooks are retried 5 times with a doubled pause.";
  assert.equal(kindOf(["Webhook retries", same], ["Webhook sender", long]), "number");
});

test("a memory with thousands of claims is read and compared in time", () => {
  const many = Array.from({ length: 5_000 }, (_, at) => `Service s${at} listens on port ${at + 1}.`).join(
    " ",
  );
  const { claims, picked } = pickClaims({ name: "Ports", description: "", body: many });
  assert.equal(picked.lines.length, 8);
  assert.ok(keysOf(claims).length <= 96);
});

test("of the pairs at hand half are found, and no neighbour or copy is taken for one", () => {
  const lines = readFileSync(join(import.meta.dirname, "pairs-dev.ndjson"), "utf8")
    .trim()
    .split("\n");
  const counts = { disagree: 0, neighbour: 0, copy: 0 };
  for (const line of lines) {
    const { a, b, label }: { a: Titled; b: Titled; label: keyof typeof counts } = JSON.parse(line);
    counts[label] += Number(kindOf([a.title, a.body], [b.title, b.body]) !== null);
  }
  assert.deepEqual(counts, { disagree: 58, neighbour: 0, copy: 0 });
});

type Titled = { readonly title: string; readonly body: string };
