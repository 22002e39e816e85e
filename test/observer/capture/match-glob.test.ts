import assert from "node:assert/strict";
import { test } from "node:test";
import { matchesName, matchesPath } from "../../../src/observer/capture/match-glob.ts";

const HOME = "/home/alice";

const MATCHING: readonly (readonly [string, string])[] = [
  ["/srv/app", "/srv/app"],
  ["/srv/app", "/srv/app/below/it"],
  ["/srv/*", "/srv/app"],
  ["/srv/*/x", "/srv/app/x"],
  ["/srv/**", "/srv"],
  ["/srv/**/x", "/srv/a/b/c/x"],
  ["/srv/a?p", "/srv/app"],
  ["~/clients/*", "/home/alice/clients/acme"],
  ["~", "/home/alice/anything"],
  ["**/clients/**", "/home/alice/clients/acme"],
  ["acme", "/home/alice/clients/acme"],
  ["acme*", "/home/alice/clients/acme-2/src"],
  ["clients/acme", "/home/alice/clients/acme"],
  ["/srv/app/", "/srv/app"],
  ["**", "/anything"],
  ["/a/**/b/**/c", "/a/b/b/c/c"],
];
const OTHER: readonly (readonly [string, string])[] = [
  ["/srv/app", "/srv/application"],
  ["/srv/app", "/srv"],
  ["/srv/*/x", "/srv/a/b/x"],
  ["/srv/a?p", "/srv/ap"],
  ["acme", "/home/alice/acmes"],
  ["clients/acme", "/home/alice/clients/old/acme"],
  ["~x", "/home/alice"],
  ["", "/srv"],
  ["/", "/srv"],
  ["/SRV", "/srv"],
];

test("a pattern names a directory and what is below it", () => {
  for (const [pattern, path] of MATCHING) assert.ok(matchesPath(pattern, path, HOME), `${pattern} ${path}`);
  for (const [pattern, path] of OTHER) assert.ok(!matchesPath(pattern, path, HOME), `${pattern} ${path}`);
});

test("a star in a name stands for any part of it", () => {
  for (const name of ["mcp__x", "mcp__", "mcp__a__b"]) assert.ok(matchesName("mcp__*", name), name);
  for (const name of ["mcp_", "xmcp__", ""]) assert.ok(!matchesName("mcp__*", name), name);
});

test("a pattern of many stars takes no time on a path that it misses", () => {
  const start = performance.now();
  assert.ok(!matchesName("*a".repeat(150), "a".repeat(149)));
  assert.ok(!matchesPath(`${"/**/a".repeat(60)}/**/c/b`, "/a".repeat(500), HOME));
  assert.ok(performance.now() - start < 500);
});
