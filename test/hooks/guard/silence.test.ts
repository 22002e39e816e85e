// What would disconnect us: settings of clients, the program, and the commands that take it away. And what looks like it and is
// ordinary work.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { after, test } from "node:test";
import { CLIENTS } from "../../../src/agents/clients.ts";
import { readCommands } from "./cases.ts";
import { guardedProject } from "./guarded-project.ts";

const { judge, judgeBash, home, top, places } = guardedProject({ after });

const CLAUDE = "~/.claude/settings.json";
const claudeText = readFileSync(join(home, ".claude/settings.json"), "utf8");
const codexText = readFileSync(join(home, ".codex/hooks.json"), "utf8");

function write(file_path: string, content: string): string | undefined {
  return judge("Write", { file_path, content })?.rule;
}

function edit(old_string: string, new_string: string, file_path = CLAUDE): string | undefined {
  return judge("Edit", { file_path, old_string, new_string })?.rule;
}

test("each client's settings file is among those that the guard keeps, of the person and of a project", () => {
  const places = { home, env: {}, project: null };
  for (const { codec, settings } of CLIENTS) {
    const { user, project } = codec.settingsPaths;
    assert.ok(user.includes(relative(home, settings.file(places))), codec.name);
    assert.ok(project.includes(relative(top, settings.file({ ...places, project: top }))), codec.name);
    if (settings.server !== undefined)
      assert.ok(user.includes(relative(home, settings.server.file(places))), codec.name);
  }
});

test("a settings file may be written as long as our entries stay and hooks stay on", () => {
  const settings = JSON.parse(claudeText);
  const render = (value: unknown): string => JSON.stringify(value, null, 2);
  assert.equal(
    write(CLAUDE, render({ ...settings, model: "opus", hooks: { ...settings.hooks, Other: [] } })),
    undefined,
  );
  assert.equal(write(CLAUDE, render({ ...settings, hooks: {} })), "silence");
  assert.equal(write(CLAUDE, render({ ...settings, disableAllHooks: true })), "silence");
  assert.equal(write(CLAUDE, render({ ...settings, disableAllHooks: false })), undefined);
  assert.equal(write(CLAUDE, render({ ...settings, permissions: {} })), "silence");
  assert.equal(write(CLAUDE, "{}"), "silence");
  assert.equal(write(CLAUDE, claudeText.slice(1)), "silence");
  const narrowed = structuredClone(settings);
  narrowed.hooks.PreToolUse[0].matcher = "NotebookEdit";
  assert.equal(write(CLAUDE, render(narrowed)), "silence");
  const shared = structuredClone(settings);
  shared.hooks.Stop[0].hooks.push({ type: "command", command: "say done" });
  assert.equal(write(CLAUDE, render(shared)), undefined);
});

test("the reason says what would be lost, and what is free", () => {
  const { reason = "" } = judge("Write", { file_path: CLAUDE, content: "{}" }) ?? {};
  assert.match(
    reason,
    /settings\.json connects Credence, and \d+ of the \d+ entries of Credence in it would be gone/,
  );
  assert.match(reason, /the rest of the file is free for your file tools\. If the user wants this, ask them/);
  const { reason: off = "" } =
    judge("Write", { file_path: ".claude/settings.local.json", content: '{"disableAllHooks":true}' }) ?? {};
  assert.match(off, /disableAllHooks would turn its hooks off/);
});

test("edits are judged by the text that they leave", () => {
  assert.equal(edit('"hooks": {', '"hooks": {\n    "Notification": [],'), undefined);
  assert.equal(edit('"PreToolUse"', '"PreToolUsed"'), "silence");
  assert.equal(edit("not in there", "anything"), undefined);
  assert.equal(edit("{\n", '{\n  "disableAllHooks": true,\n'), "silence");
  const edits = [
    { old_string: "{\n", new_string: '{\n  "model": "opus",\n' },
    { old_string: '"PreToolUse"', new_string: '"X"' },
  ];
  assert.equal(judge("MultiEdit", { file_path: CLAUDE, edits })?.rule, "silence");
  assert.equal(judge("MultiEdit", { file_path: CLAUDE, edits: edits.slice(0, 1) }), null);
  const all = { file_path: CLAUDE, old_string: "timeout", new_string: "slow", replace_all: true };
  assert.equal(judge("Edit", all)?.rule, "silence");
  assert.equal(judge("edit_file_somehow", { path: CLAUDE, instructions: "add a model" })?.rule, "silence");
});

test("a patch is judged by the text that it leaves", () => {
  const patch = (body: string): string | undefined =>
    judge("apply_patch", { input: `*** Begin Patch\n${body}\n*** End Patch` })?.rule;
  const path = join(home, ".codex/hooks.json");
  const [first = "", second = ""] = codexText.split("\n");
  assert.equal(
    patch(`*** Update File: ${path}\n@@\n ${first}\n+  "description": "mine",\n ${second}`),
    undefined,
  );
  assert.equal(patch(`*** Update File: ${path}\n@@\n ${first}\n-${second}\n+  "nothing": {`), "silence");
  assert.equal(patch(`*** Update File: ${path}\n@@\n-not there\n+x`), "silence");
  assert.equal(patch(`*** Delete File: ${path}`), "silence");
  assert.equal(patch(`*** Update File: ${path}\n*** Move to: /tmp/hooks.json\n@@\n ${first}`), "silence");
  assert.equal(patch(`*** Add File: ${path}\n+{}`), "silence");
});

test("the settings of every client are kept, and those of another project or program are free", () => {
  for (const { settings } of CLIENTS)
    assert.equal(write(settings.file({ home, env: {}, project: null }), "{}"), "silence", settings.name);
  assert.equal(write("~/.gemini/settings.json", '{ "hooksConfig": { "enabled": false } }'), "silence");
  assert.equal(write("~/.codex/config.toml", "[features]\nhooks = false\n"), "silence");
  assert.equal(write("~/.codex/config.toml", 'model = "x"\n'), undefined);
  assert.equal(write(".claude/settings.local.json", '{"model":"opus"}'), undefined);
  assert.equal(write(".claude/settings.local.json", '{"enabledPlugins":{"credence@x":false}}'), "silence");
  assert.equal(write(".vscode/settings.json", "{}"), undefined);
  assert.equal(write("~/elsewhere/.claude/settings.json", '{"disableAllHooks":true}'), undefined);
});

test("in Codex's file our server and the person's trust stay as they are, and everything else is free", () => {
  const path = join(home, ".codex/config.toml");
  const trust = `[hooks.state."${home}/.codex/hooks.json:stop:0:0"]\ntrusted_hash = "sha256:1"\n`;
  const server = '[mcp_servers.credence]\ncommand = "/usr/bin/env"\nargs = ["/s/launch", "mcp"]\n';
  const text = `model = "x"\n\n${server}\n[mcp_servers.other]\ncommand = "y"\n\n${trust}`;
  writeFileSync(path, text);
  const change = (from: string, to: string): string | undefined => edit(from, to, path);
  assert.equal(change('"x"', '"z"'), undefined);
  assert.equal(change('command = "y"', 'command = "y"\nenabled = false'), undefined);
  assert.equal(change("[mcp_servers.other]", "[mcp_servers.more]"), undefined);
  assert.equal(change('["/s/launch", "mcp"]', '["/s/launch"]'), "silence");
  assert.equal(change('"/usr/bin/env"', '"/bin/true"'), "silence");
  assert.equal(change('"mcp"]', '"mcp"]\nenabled = false'), "silence");
  assert.equal(change('"sha256:1"', '"sha256:1"\nenabled = false'), "silence");
  assert.equal(change("sha256:1", "sha256:2"), "silence");
  assert.equal(write(path, 'model = "x"\n'), "silence");
  assert.equal(judgeBash(`rm ${path}`)?.rule, "silence");
  writeFileSync(path, "");
});

test("comments in a settings file are read over where the file has them", () => {
  const path = join(home, ".gemini/settings.json");
  const text = readFileSync(path, "utf8");
  writeFileSync(path, `// mine\n${text}`);
  try {
    assert.equal(edit("// mine", "// ours /* never closed", path), undefined);
    assert.equal(edit('"BeforeTool"', '"Nothing"', path), "silence");
  } finally {
    writeFileSync(path, text);
  }
});

test("a text that its client would leave out as a whole is denied, and says why", () => {
  const settings = JSON.parse(claudeText);
  const added = (more: object): string => JSON.stringify({ ...more, ...settings });
  const ignored = [
    ["a comment before it", `// my settings\n${claudeText}`],
    ["a comment in it", claudeText.replace("{", "{ /* mine */")],
    ["a comment behind it", `${claudeText}// mine\n`],
    ["a comma too many", `${claudeText.trimEnd().slice(0, -1)},}\n`],
    ["single quotes", claudeText.replace('"hooks"', "'hooks'")],
    ["a word that is no value", `${claudeText.trimEnd().slice(0, -1)},"a":NaN}`],
    ["a text in place of a list", added({}).replace('"permissions":{', '"permissions":{"allow":"x",')],
    ["a text in place of a number", added({ cleanupPeriodDays: "x" })],
    ["a list in place of an object", added({ env: [] })],
    ["a text in place of a switch", added({ disableAllHooks: "false" })],
  ] as const;
  for (const [says, content] of ignored) {
    const denial = judge("Write", { file_path: CLAUDE, content });
    assert.equal(denial?.rule, "silence", says);
    assert.match(
      denial?.reason ?? "",
      /could not read the file|would leave out the whole file because/,
      says,
    );
  }
  assert.equal(edit("{", "// note\n{"), "silence");
  assert.equal(write("~/.codex/hooks.json", `// mine\n${codexText}`), "silence");
  const free = [
    added({ cleanupPeriodDays: 30, env: { A: "b" }, statusLine: { type: "command", command: "x" } }),
    added({ $schema: "https://json.schemastore.org/claude-code-settings.json", model: "// opus" }),
  ];
  for (const content of free) assert.equal(write(CLAUDE, content), undefined, content.slice(0, 80));
  assert.equal(write(".claude/settings.local.json", "// mine\n{}"), undefined);
  const gemini = readFileSync(join(home, ".gemini/settings.json"), "utf8");
  assert.equal(write("~/.gemini/settings.json", `// mine\n${gemini}`), undefined);
});

test("a shell command that may disconnect us is denied, since nobody knows what it leaves, and what only looks like it is free", () => {
  for (const { command, rule } of readCommands("silence"))
    assert.equal(judgeBash(command)?.rule ?? null, rule, command);
  const dist = "~/lib/node_modules/credence/dist";
  for (const command of [`rm -rf ${dist}`, `echo > ${dist}/credence.cjs`, "rm -rf ~/lib/node_modules"])
    assert.equal(judgeBash(command)?.rule, "write-program", command);
  assert.equal(write(`${dist}/hook-guard.cjs`, ""), "write-program");
  assert.equal(judgeBash("credence uninstall")?.rule, "person-command");
});

test("a settings file that is copied over another is judged by what is in it", () => {
  writeFileSync(join(home, "evil.json"), '{"disableAllHooks":true}');
  writeFileSync(join(home, "good.json"), '{"model":"opus"}');
  for (const verb of ["cp", "mv", "install -m 644", "ln -s"]) {
    assert.equal(judgeBash(`${verb} ~/evil.json .claude/settings.local.json`)?.rule, "silence", verb);
    assert.equal(judgeBash(`${verb} ~/good.json .claude/settings.local.json`), null, verb);
    assert.equal(judgeBash(`${verb} ~/not-there.json .claude/settings.local.json`), null, verb);
  }
});

test("the command that a person types their passphrase at is kept, and what lies beside it is free", () => {
  const commands = [".local/share/credence/bin/credence", ".local/bin/credence"].map((path) =>
    join(home, path),
  );
  const ruleFor = (command: string): string | undefined =>
    judge("Bash", { command }, { places: { ...places, commands } })?.rule;
  const written = judge(
    "Write",
    { file_path: commands[0], content: "x" },
    { places: { ...places, commands } },
  );
  assert.equal(written?.rule, "write-program");
  for (const command of [
    "echo x > ~/.local/share/credence/bin/credence",
    "ln -sf /tmp/evil ~/.local/bin/credence",
    "cp evil ~/.local/bin/credence",
  ])
    assert.equal(ruleFor(command), "write-program", command);
  for (const command of ["cp x ~/.local/bin/tool", "ls ~/.local/bin", "~/.local/bin/credence list"])
    assert.equal(ruleFor(command), undefined, command);
});

test("a person's command is known by whatever starts it, and by a name that the shell completes", () => {
  for (const command of [
    "sh ~/credence pause",
    "bash /dev/shm/bin/credence uninstall",
    "sh -x ./credence pause",
  ])
    assert.equal(judgeBash(command)?.rule, "person-command", command);
  writeFileSync(join(top, "src/credence"), "");
  for (const command of ["cd src && ./c* uninstall", "./src/cr*e pause", "src/c?[e]dence pause"])
    assert.equal(judgeBash(command)?.rule, "person-command", command);
  for (const command of ["./c* build", "./gradle* uninstall", "sh /dev/stdin", "ls c*"])
    assert.equal(judgeBash(command)?.rule, undefined, command);
});
