// Directories, files, remotes, cards, people and arguments whose names draw on a terminal: every command is called in each form
// that its usage has, at a terminal and without one, and nothing of such a name reaches the terminal but plain characters.

import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { COMMANDS } from "../../src/cli/commands.ts";
import { inProcess } from "../fixture/command-in-process.ts";
import { git, initRepository } from "../fixture/git-repository.ts";
import { memoryText } from "../fixture/memory-text.ts";
import { initTestState } from "../fixture/scratch-project.ts";
import { freshDir } from "../temp-dir.ts";

/** Clears the screen, sets the clipboard, colours, goes back, turns the direction, hides, and begins a line of its own. */
const HOSTILE =
  "\u001B]52;c;eA==\u0007\u001B[2J\u009B31m\u001B[31mx\r\b\u202E\u2066\u200B\u2060\uFEFF\u00AD\u{E0041}\nforged: line";
/** As much of it as a branch may be called. */
const BRANCH = "b\u202E\u200B\u2066x";

const base = freshDir({ after });
const [top, home, state] = ["project", "home", "state"].map((name) => join(base, `${name}-${HOSTILE}`)) as [
  string,
  string,
  string,
];
for (const directory of [top, home, state]) mkdirSync(directory);
const env = { PATH: process.env["PATH"] ?? "", HOME: home, CREDENCE_HOME: state, LC_ALL: "C.UTF-8" };
const place = { top, home, env };
initRepository(top);
git(top, "checkout", "-q", "-b", BRANCH);
git(top, "remote", "add", "origin", join(base, `remote-${HOSTILE}`));
initTestState(place, "shared");
initTestState(place, "user");
const root = join(top, ".claude", "memory");
const command = inProcess(place);

/** Whatever a command took away is there again. */
function plant(): void {
  for (const directory of ["memories", "quarantine", "team", "attestations"])
    mkdirSync(join(root, directory), { recursive: true });
  for (const directory of ["memories", "quarantine"]) {
    writeFileSync(join(root, directory, `project_a${HOSTILE}.md`), memoryText());
    writeFileSync(
      join(root, directory, "project_plain.md"),
      memoryText({ name: `A name ${HOSTILE.replaceAll("\n", " ")}` }),
    );
  }
  writeFileSync(join(root, "team", `${HOSTILE}.json`), JSON.stringify({ name: HOSTILE, label: HOSTILE }));
  writeFileSync(join(root, "attestations", `${HOSTILE}.json`), "{}");
  writeFileSync(join(top, `notes ${HOSTILE}.md`), `# ${HOSTILE}\n`);
}

const WORDS: Readonly<Record<string, string>> = {
  ID: "project_plain",
  PATH: join(top, `gone-${HOSTILE}`),
  "FILE…": join(top, `notes ${HOSTILE}.md`),
  DIR: top,
  FORMAT: "json",
  DAY: "2026-01-01",
  N: "3",
};

/** A form of the usage as a call, with a hostile value for each word in capitals that takes any. */
function callOf(form: string): string[] {
  const words = form.replaceAll(/\[[^\]]*\]+/g, "").split(" ");
  return words
    .filter((word) => word !== "" && word !== "…")
    .map((word) => WORDS[word] ?? (/^[A-Z]/.test(word) ? HOSTILE : word));
}

/** Our own colours, and the line that a bar is drawn on. */
const OURS = /\u001B\[(?:1|2|22|31|32|33|39)m|\r\u001B\[2K/g;
const FORBIDDEN =
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u00AD\u061C\u180E\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]|[\u{E0000}-\u{E0FFF}]/u;

function findFault(said: string, isTerminal: boolean): string | null {
  const text = isTerminal ? said.replaceAll(OURS, "") : said;
  const at = text.search(FORBIDDEN);
  if (at !== -1) return JSON.stringify(text.slice(Math.max(0, at - 60), at + 20));
  return /^forged/m.test(text) ? "a name began a line of its own" : null;
}

async function findFaults(args: readonly string[]): Promise<string[]> {
  plant();
  const asked: string[] = [];
  const answers = (question: string): string => {
    asked.push(question);
    return asked.length > 8 ? "" : "q";
  };
  const options = { env: { EDITOR: "true", VISUAL: "true" } };
  const attended = await command(args, { ...options, answers, columns: 60 });
  const alone = await command(args, options);
  const faults = [
    ...[attended.stdout, attended.stderr, ...asked].map((said) => findFault(said, true)),
    ...[alone.stdout, alone.stderr].map((said) => findFault(said, false)),
  ];
  return faults.flatMap((fault) => (fault === null ? [] : [`${JSON.stringify(args.slice(0, 3))}: ${fault}`]));
}

/** These serve until somebody ends them, and are tested by themselves. */
const SERVING = /^(?:ui|review --web)/;

for (const { name, usage } of COMMANDS) {
  test(`credence ${name} prints no name that draws on the terminal`, async () => {
    const forms = usage.filter((form) => !SERVING.test(form)).map(callOf);
    const played = forms.map((words) => [...words, "--as-test-person"]);
    const calls = [...forms, ...played, ...forms.map((words) => [...words, "--json"]), [name, HOSTILE]];
    const faults: string[] = [];
    for (const words of calls.filter(([first]) => first !== "ui")) faults.push(...(await findFaults(words)));
    assert.deepEqual(faults, []);
  });
}

test("the calls are not all refused before they name anything", async () => {
  plant();
  for (const name of ["init", "doctor"]) {
    const { stdout } = await command([name, "--as-test-person"]);
    assert.match(stdout, /x {1,3}forged: line/, name);
  }
});
