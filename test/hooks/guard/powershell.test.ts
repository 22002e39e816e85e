import assert from "node:assert/strict";
import { after, test } from "node:test";
import { readCommands } from "./cases.ts";
import { guardedProject } from "./guarded-project.ts";

const { judge, judgeBash, home } = guardedProject({ after });
const judgeIn = (command: string) => judge("PowerShell", { command })?.rule ?? null;

const MEMORY = ".claude/memory/memories/project_a.md";
const BAD = ".claude/memory/quarantine/project_bad.md";

const CASES = readCommands("powershell");

for (const { command, rule } of CASES) {
  test(`${rule ?? "no opinion"} in PowerShell: ${command}`, () => assert.equal(judgeIn(command), rule));
}

test("what is in quarantine is not shown to PowerShell", () => {
  for (const command of [`Get-Content ${BAD}`, `gc ${BAD.replaceAll("/", "\\")}`, `Copy-Item ${BAD} x.md`])
    assert.equal(judgeIn(command), "read-quarantine", command);
});

test("pwsh in another shell is judged alike", () => {
  const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
  const calls: Readonly<Record<string, readonly string[]>> = {
    "write-root": ["pwsh -c", "powershell.exe -NoProfile -ExecutionPolicy Bypass -Command"],
    "person-command": ["pwsh -Command"],
  };
  for (const { command, rule } of CASES) {
    for (const call of calls[rule ?? ""] ?? ["pwsh -c"])
      assert.equal(judgeBash(`${call} ${quote(command)}`)?.rule ?? null, rule, `${call} ${command}`);
  }
  assert.equal(judgeBash(`echo 'ri ${MEMORY}' | pwsh -`)?.rule, "write-root");
  assert.equal(judgeBash("pwsh -File build.ps1"), null);
});

test("machine state, and settings with our entries, are kept from PowerShell", () => {
  assert.equal(judgeIn(`Set-Content ${home}/.local/state/credence/config.json x`), "write-state");
  assert.equal(judgeIn("Remove-Item ~/.claude/settings.json"), "silence");
});

test("PowerShell that is nested or long beyond all use is denied, and in time", () => {
  assert.notEqual(judgeIn("(".repeat(10_000)), null);
  assert.notEqual(judgeIn(`${"$x = $x, $x; ".repeat(50_000)}`), undefined);
  assert.equal(judgeIn(`Write-Host "${'`" $(1) '.repeat(2_000)}"`), null);
});
