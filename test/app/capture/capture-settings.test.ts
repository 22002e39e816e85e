import assert from "node:assert/strict";
import { existsSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { test } from "node:test";
import { captureEvent } from "../../../src/app/capture/capture-event.ts";
import { captureStateOf, openCapture } from "../../../src/app/capture/open-capture.ts";
import { captureProject, endOf, FROM, promptOf, toolOf } from "../../fixture/capture-project.ts";

test("nothing is captured where the settings, the root's own file or the session say so", (t) => {
  const project = captureProject(t);
  const refused: readonly (readonly [object, string])[] = [
    [{ capture: { enabled: false } }, "off"],
    [{ capture: { excluded_projects: ["**/project"] } }, "excluded"],
    [{ capture: { excluded_projects: [join(project.base, "*")] } }, "excluded"],
  ];
  for (const [config, why] of refused) {
    assert.deepEqual(captureEvent(project.place(config), promptOf("no"), FROM), { kind: "skipped", why });
  }
  writeFileSync(join(project.root, "memory-config.json"), '{"capture":{"enabled":false}}');
  assert.deepEqual(captureEvent(project.place({}), promptOf("no"), FROM), { kind: "skipped", why: "off" });
  assert.deepEqual(project.capture(promptOf("no"), { isObserver: true }), {
    kind: "skipped",
    why: "observer",
  });
  assert.deepEqual(project.capture(promptOf("no", { session: null })), {
    kind: "skipped",
    why: "no-session",
  });
  assert.ok(!existsSync(project.spool));
});

test("a tool that is to be skipped is, by name or by pattern, in any case", (t) => {
  const project = captureProject(t, { capture: { skip_tools: ["bash", "mcp__files__*"] } });
  project.capture(promptOf("go on"));
  const skipped = ["Bash", "mcp__files__read", "Read"].map((tool) => project.capture(toolOf({ tool })).kind);
  assert.deepEqual(skipped, ["skipped", "skipped", "captured"]);
});

test("a tool that is to be skipped still leaves its taint, and nothing else", (t) => {
  const project = captureProject(t);
  writeFileSync(join(project.root, "memory-config.json"), '{"capture":{"skip_tools":["WebFetch","mcp__*"]}}');
  const place = project.place({});
  captureEvent(place, promptOf("read that page"), FROM);
  for (const tool of ["WebFetch", "mcp__jira__get"]) {
    const event = toolOf({ tool, input: { url: "https://example.com/kiwi" }, response: "zebra" });
    assert.deepEqual(captureEvent(place, event, FROM), { kind: "skipped", why: "skipped-tool" });
  }
  const lines = project.records().slice(1);
  assert.deepEqual(
    lines.map(({ kind, tool, input, output, paths, taint }) => [kind, tool, input, output, paths, taint]),
    [
      ["tool", null, null, null, [], ["web"]],
      ["tool", null, null, null, [], ["mcp:jira"]],
    ],
  );
  assert.doesNotMatch(JSON.stringify(lines), /zebra|kiwi|WebFetch/);
});

test("events that say nothing are not captured", (t) => {
  const project = captureProject(t);
  const origin = { session: "s1", prompt: null, cwd: null, agent: null };
  for (const kind of ["session-start", "before-tool", "before-compact", "session-end"] as const) {
    assert.deepEqual(project.capture({ kind, ...origin }), { kind: "skipped", why: "nothing" });
  }
  assert.deepEqual(project.capture(promptOf("  \n")), { kind: "skipped", why: "nothing" });
  assert.deepEqual(project.capture(endOf(null)), { kind: "skipped", why: "nothing" });
});

test("the spool is its owner's alone", (t) => {
  const project = captureProject(t);
  project.capture(promptOf("one"));
  assert.equal(statSync(project.spool).mode & 0o777, 0o700);
});

test("without a root of the project there is no place to capture to", (t) => {
  const project = captureProject(t);
  assert.equal(openCapture({ cwd: project.home, home: project.home, state: project.state }), null);
});

test("a project is left out by the way to it that its owner wrote, also where that runs through a link", (t) => {
  const project = captureProject(t);
  const linked = join(project.base, "linked");
  symlinkSync(project.base, linked);
  const stateAt = (home: string, pattern: string): string =>
    captureStateOf(
      { ...project.place({}).config, "capture.excluded_projects": [pattern] },
      { projects: [project.top], home },
    );
  const name = basename(project.top);
  for (const pattern of [join(linked, name), join(linked, "**"), join(linked, `${name.slice(0, 3)}*`)])
    assert.equal(stateAt(project.home, pattern), "excluded", pattern);
  for (const pattern of ["~/**", "~", `~/${name}`])
    assert.equal(stateAt(linked, pattern), "excluded", pattern);
  const nowhere = join(project.base, "nowhere");
  symlinkSync(join(project.base, "missing"), nowhere);
  for (const pattern of [join(linked, "other"), join(nowhere, "**"), join(linked, "other/**"), "linked/**"])
    assert.equal(stateAt(project.home, pattern), "on", pattern);
});
