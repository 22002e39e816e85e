// Where programs write by options, by lists and by expansions of a shell, and our own program under other names. Then their
// ordinary twins.

type Denied = readonly [says: string, command: string, rule: string];
type Free = readonly [says: string, command: string];

function denied(what: string, rule: string, commands: readonly string[]): Denied[] {
  return commands.map((command) => [`${what}: ${command}`, command, rule]);
}

export const OUTPUTS: readonly Denied[] = [
  ...denied("options that say where to write", "write-root", [
    "pip install -t .claude/memory x",
    "pip download -d .claude/memory x",
    "javac -d .claude/memory X.java",
    "protoc --python_out=.claude/memory x.proto",
    "terraform plan -out=.claude/memory/a",
    "jest --outputFile=.claude/memory/a",
    "npm --prefix .claude/memory init -y",
    "/usr/bin/time -o .claude/memory/a ls",
    "strace -o .claude/memory/x ls",
    "ltrace -o .claude/memory/a ls",
    "cpio -id -D .claude/memory < x",
    "mysqldump -r .claude/memory/a db",
    "cmake --install . --prefix .claude/memory",
    "npm pack --pack-destination .claude/memory/memories",
    "tsc --outFile .claude/memory/a",
    "make OUT=.claude/memory/a",
    "gsutil cp gs://b/x .claude/memory/a",
    "sass a.scss .claude/memory/a.css",
    "svn export x .claude/memory/a",
    "hg clone x .claude/memory/a",
    "npx prettier --write .claude",
    "GIT_WORK_TREE=.claude/memory git checkout -f HEAD -- .",
    "rm -rf /proc/1/root$PWD/.claude/memory",
  ]),
  ...denied("the program under other names", "person-command", [
    "~/.local/state/credence/launch promote x",
    "node ~/lib/node_modules/credence/dist/cli.js promote x",
    "node ~/lib/node_modules/credence/dist/cli.cjs promote x",
    "cd ~/lib/node_modules/credence && node dist/cli promote x",
  ]),
  ...denied("another program in its place", "silence", [
    "npm i -g credence@0.0.1",
    "pnpm add -g credence@0.0.1",
    "npm i -g /tmp/evil-credence",
  ]),
  ...denied("what runs it", "write-program", ["rm ~/.nvm/v24/bin/node", "rm -rf ~/.nvm"]),
];

const ORDINARY = [
  "protoc --python_out=gen x.proto",
  "terraform plan -out=plan.bin",
  "jest --outputFile=report.json",
  "pip install -t vendor x",
  "npm --prefix packages/web test",
  "vitest --exclude .claude/memory",
  "prettier --write src --ignore-path=.claude/memory/x",
  "npx prettier --write docs",
  "make OUT=dist/a",
  "git ls-files '*.ts' | xargs sed -i s/a/b/",
  "git ls-files | xargs grep -n NOTE",
  "git grep -l oldName | xargs sed -i s/oldName/newName/",
  "grep -rl oldName . | xargs sed -i s/oldName/newName/",
  "git -c user.name=a commit -m x",
  `p=src/a.ts; echo x > \${p%.ts}.js`,
  `f=src/a.ts; echo \${f##*/} > /tmp/f`,
  "rm -rf build/!(keep)",
  "node dist/cli.js promote x",
  "credence install --dry-run",
  "npm i -g credence@latest",
  "npm i -g typescript@5.4",
  "rm -rf ~/.cache/*",
  "/usr/bin/time -o /tmp/t ls",
  "vim -c ':e src/a.ts' -c ':q'",
  "cd /tmp && echo !(a|b)",
  "~/.nvm/v24/bin/node app.js",
];

export const OUTPUTS_FREE: readonly Free[] = ORDINARY.map((command) => [
  `its ordinary twin: ${command}`,
  command,
]);
