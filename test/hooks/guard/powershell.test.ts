import assert from "node:assert/strict";
import { after, test } from "node:test";
import { guardedProject } from "./guarded-project.ts";

const { judge, judgeBash, home } = guardedProject({ after });
const judgeIn = (command: string) => judge("PowerShell", { command })?.rule ?? null;

const MEMORY = ".claude/memory/memories/project_a.md";
const WINDOWS = MEMORY.replaceAll("/", "\\");
const BAD = ".claude/memory/quarantine/project_bad.md";

/** A guarded place is written, or taken away. */
const WRITES: readonly string[] = [
  `Set-Content ${MEMORY} 'x'`,
  `Set-Content -Path ${MEMORY} -Value x`,
  `set-content -Value x -LiteralPath '${MEMORY}'`,
  `Microsoft.PowerShell.Management\\Set-Content ${MEMORY} x`,
  `Add-Content "${WINDOWS}" x`,
  `ac .\\${WINDOWS} x`,
  `'x' | Out-File -FilePath ${MEMORY} -Encoding utf8`,
  `'x' | Tee-Object ${MEMORY}`,
  `Clear-Content ${WINDOWS}`,
  `New-Item -ItemType File -Path ${MEMORY} -Force`,
  "ni -Path .claude/memory/memories -Name new.md -ItemType File",
  "New-Item .claude\\memory\\memories\\new.md",
  `Copy-Item README.md ${MEMORY}`,
  `Copy-Item -Destination ${WINDOWS} -Path README.md -Force`,
  `Move-Item ${MEMORY} C.md`,
  `mi README.md ${MEMORY}`,
  `Rename-Item ${MEMORY} other.md`,
  `Remove-Item ${MEMORY}`,
  `Remove-Item README.md, ${MEMORY}`,
  "Remove-Item -Recurse -Force .claude",
  "ri -r .claude\\memory",
  "rm -rf .claude/memory",
  "del .claude\\memory\\index.md",
  "Remove-Item '.claude/memory/memories/*'",
  `[IO.File]::WriteAllText('${MEMORY}', 'x')`,
  `[System.IO.File]::Delete("${WINDOWS}")`,
  `$p = '${MEMORY}'; [IO.File]::WriteAllText($p, 'x')`,
  `(New-Object System.IO.StreamWriter '${MEMORY}').WriteLine('x')`,
  `'x' > ${MEMORY}`,
  `"x" >> ${WINDOWS}`,
  `Get-Date *> ${MEMORY}`,
  `Set-Content (Join-Path -Path .claude -ChildPath memory/root.json) x`,
  `Set-Content "$HOME/.claude/claude-memory/root.json" x`,
  `Set-Content $env:USERPROFILE\\.claude\\claude-memory\\root.json x`,
  "Set-Content ~/.claude/claude-memory/root.json x",
  "Set-Location .claude; Set-Content memory/index.md x",
  "cd .claude\\memory; ri index.md",
  `if (Test-Path README.md) { Set-Content ${MEMORY} x }`,
  `Set-Content \`\n  ${MEMORY} x`,
  `Invoke-WebRequest https://acme.dev/x -OutFile ${MEMORY}`,
  `iwr https://acme.dev/x -OutFile ${WINDOWS}`,
  "Expand-Archive x.zip -DestinationPath .claude/memory",
  `sed -i s/a/b/ ${MEMORY}`,
  `git checkout -- ${MEMORY}`,
];

const COMMANDS: readonly string[] = [
  "credence approve project_a",
  "& credence approve project_a",
  "& 'credence' approve project_a",
  "saps credence approve",
  "Start-Job { credence approve project_a }",
  "Invoke-Command -ScriptBlock { credence review }",
  "Write-Output y | credence approve project_a",
  "echo hi; credence forget project_a",
  "$x = $(credence approve project_a)",
];

/** What people let PowerShell do all day. */
const ORDINARY: readonly string[] = [
  "Get-ChildItem -Recurse -Filter *.ts src",
  "Get-ChildItem -Force .claude",
  `Get-Content ${MEMORY}`,
  `Get-Content ${WINDOWS} | Select-Object -First 5`,
  `Get-Content ${MEMORY} | Out-File /tmp/copy.md`,
  "Set-Content src/a.ts 'export {}'",
  "Add-Content -Path README.md -Value 'see .claude/memory'",
  "New-Item -ItemType Directory -Path dist/out -Force",
  "ni src/b.ts",
  "Copy-Item README.md dist/README.md -Force",
  "Move-Item src/a.ts src/b.ts",
  "Remove-Item -Recurse -Force dist, node_modules",
  "Remove-Item src/*.tmp",
  "Get-ChildItem -Recurse -Filter *.tmp | Remove-Item -Force",
  "Get-ChildItem *.log | ForEach-Object { Remove-Item $_.FullName }",
  "npm test 2>&1 | Tee-Object build.log",
  "npm run build > build.log 2>&1; if ($LASTEXITCODE -ne 0) { exit 1 }",
  "git status; git add -A; git commit -m 'credence approve is described'",
  "git diff --stat | Select-String src",
  "$env:NODE_ENV = 'test'; node --test",
  "[Environment]::GetEnvironmentVariable('PATH')",
  "[IO.File]::WriteAllText('dist/x.txt', 'x')",
  "[IO.File]::ReadAllText('.claude/memory/memories/project_a.md')",
  "Test-Path .claude/memory/root.json",
  "$files = Get-ChildItem src; foreach ($f in $files) { Write-Host $f.Name }",
  "Invoke-WebRequest https://acme.dev -OutFile dist/page.html",
  "Start-Process npm -ArgumentList 'run','build' -Wait",
  "Write-Output 'Remove-Item .claude/memory'",
  "Get-Process | Where-Object { $_.CPU -gt 10 } | Sort-Object CPU",
  "credence list; credence search deploy",
  "Set-Location src; Set-Content a.ts x; Set-Location ..",
  "Compress-Archive -Path dist -DestinationPath dist.zip",
  "# Remove-Item .claude/memory\nGet-Date",
  "@'\nRemove-Item .claude/memory\n'@ | Set-Content notes.txt",
];

for (const command of WRITES) {
  test(`PowerShell may not write to a root: ${command}`, () => assert.equal(judgeIn(command), "write-root"));
}

for (const command of COMMANDS) {
  test(`PowerShell may not give a person's command: ${command}`, () =>
    assert.equal(judgeIn(command), "person-command"));
}

for (const command of ORDINARY) {
  test(`the guard has no opinion on PowerShell's ${command}`, () => assert.equal(judgeIn(command), null));
}

test("what is in quarantine is not shown to PowerShell", () => {
  for (const command of [`Get-Content ${BAD}`, `gc ${BAD.replaceAll("/", "\\")}`, `Copy-Item ${BAD} x.md`])
    assert.equal(judgeIn(command), "read-quarantine", command);
});

test("pwsh in another shell is judged alike", () => {
  const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
  for (const command of WRITES) {
    for (const call of ["pwsh -c", "powershell.exe -NoProfile -ExecutionPolicy Bypass -Command"])
      assert.equal(judgeBash(`${call} ${quote(command)}`)?.rule, "write-root", `${call} ${command}`);
  }
  for (const command of COMMANDS)
    assert.equal(judgeBash(`pwsh -Command ${quote(command)}`)?.rule, "person-command", command);
  for (const command of ORDINARY) assert.equal(judgeBash(`pwsh -c ${quote(command)}`), null, command);
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
