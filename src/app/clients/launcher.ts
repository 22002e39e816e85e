// The launcher: a small script in machine state that every hook and every MCP server of this machine is started by. It names
// the interpreter and the program, so that the lines in the clients' settings need not, and it lets only variables through
// that are on a list.
//
// Attack: a repository sets variables for the hooks of its visitors, by a client's settings or by its workspace, and has Node
// load a provider of OpenSSL, compiled code or a shared object into the hook. What the system's own loader was told (LD_*)
// still reaches this script's shell, as it reaches the client itself; the program does not get it. A repository can also move
// HOME, away from the person's own memories and settings: the home is the one that install saw, and the session's is only told.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { launcherIn, quoteWords, splitWords } from "../../agents/hook-words.ts";
import { AGENT_MARKERS } from "../../trust/person-presence.ts";

/** What the program reads, what the guard expands in paths, and what the Observer is given (app/observe/due.ts). */
const PASSED: readonly string[] = [
  ...["USER", "LOGNAME", "PATH", "TMPDIR", "TZ", "TERM", "LANG", "LC_ALL", "LC_CTYPE"],
  ...["XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR"],
  ...["CLAUDE_CONFIG_DIR", "CLAUDE_PROJECT_DIR", "CODEX_HOME", "MALLOC_ARENA_MAX"],
  ...["ANTHROPIC_API_KEY", "CLAUDE_CODE_OAUTH_TOKEN", "OPENAI_API_KEY"],
  // Whatever a hook starts still knows that an agent is above it.
  ...AGENT_MARKERS,
];

const QUIET = "--disable-warning=ExperimentalWarning";
const HEAD = `#!/bin/sh
# Written by \`credence install\`: starts Credence for the clients on this machine, with these variables and no others.
exec /usr/bin/env -i \\
`;

export type Program = { readonly node: string; readonly script: string };

export function renderLauncher({ node, script, home }: Program & { readonly home: string }): string {
  const given = [quoteWords([`HOME=${home}`]), renderPassed("HOME", "CREDENCE_SESSION_HOME")];
  const lines = [...given, ...PASSED.map((name) => renderPassed(name))].map((line) => `  ${line} \\\n`);
  return `${HEAD}${lines.join("")}  ${quoteWords([node, QUIET, script])} "$@"\n`;
}

/** A variable that is not set stays so. */
function renderPassed(name: string, as = name): string {
  return `\${${name}+"${as}=$${name}"}`;
}

const PROGRAM_LINE = /\n {2}(.*) "\$@"\n$/;

/** The interpreter and the program that a launcher starts; null for a text that is none of ours. */
export function readLauncher(text: string): Program | null {
  const line = text.startsWith("#!/bin/sh\n") ? PROGRAM_LINE.exec(text)?.[1] : undefined;
  const [node, option, script, ...more] = line === undefined ? [] : (splitWords(line) ?? []);
  return node === undefined || option !== QUIET || script === undefined || more.length > 0
    ? null
    : { node, script };
}

/** Has anybody connected a client here, or made a person key? */
export function isSetUp(state: string): boolean {
  return existsSync(launcherIn(state)) || existsSync(join(state, "keys", "person.json"));
}
