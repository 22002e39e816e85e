// The launcher: a small script in machine state that every hook and every MCP server of this machine is started by. It names
// the interpreter and the program, so that the lines in the clients' settings need not, and it lets only variables through
// that are on a list.
//
// Attack: a repository sets variables for the hooks of its visitors, by a client's settings or by its workspace, and has Node
// load a provider of OpenSSL, compiled code or a shared object into the hook. What the system's own loader was told (LD_*)
// still reaches this script's shell, as it reaches the client itself; the program does not get it. A repository can also move
// HOME, away from the person's own memories and settings: the home is the one that install saw, and the session's is only told.

import { existsSync } from "node:fs";
import { basename, dirname } from "node:path";
import { launcherIn, quoteWord, quoteWords, splitWords } from "../../agents/hook-words.ts";
import { removeQuietly } from "../../store/durable.ts";
import { AGENT_MARKERS } from "../../trust/person-presence.ts";

/** What the program reads, what the guard expands in paths, and what is passed on to the Observer and to a sync. */
const PASSED: readonly string[] = [
  ...["USER", "LOGNAME", "PATH", "TMPDIR", "TZ", "TERM", "LANG", "LC_ALL", "LC_CTYPE"],
  ...["XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR"],
  ...["CLAUDE_CONFIG_DIR", "CLAUDE_PROJECT_DIR", "CODEX_HOME", "COPILOT_HOME", "QWEN_HOME"],
  "MALLOC_ARENA_MAX",
  ...["ANTHROPIC_API_KEY", "CLAUDE_CODE_OAUTH_TOKEN", "OPENAI_API_KEY"],
  // A sync in the background asks this agent for the key; a foreign agent has none that opens the remote.
  "SSH_AUTH_SOCK",
  // Whatever a hook starts still knows that an agent is above it.
  ...AGENT_MARKERS,
];

/** Which Node is gone, where another one runs instead; for the person. */
const LOST_NODE = "CREDENCE_LOST_NODE";
const LOST = `\${lost:+"$lost"}`;

const QUIET = "--disable-warning=ExperimentalWarning";
const HEAD = `#!/bin/sh
# Written by \`credence install\`: starts Credence for the clients on this machine, with these variables and no others.
`;

export type Program = { readonly node: string; readonly script: string };

type Place = { readonly home: string };

export function renderLauncher(program: Program & Place): string {
  const given = ['HOME="$home"', renderPassed("HOME", "CREDENCE_SESSION_HOME"), LOST];
  const lines = [...given, ...PASSED.map((name) => renderPassed(name))].map((line) => `  ${line} \\\n`);
  return `${HEAD}${renderSearch(program)}
start() {
  exec /usr/bin/env -i \\
${lines.join("")}  "$node" ${QUIET} "$program" "$@"
}

${renderEnd(program)}`;
}

const COMMAND_HEAD = "#!/bin/sh\n# Written by `credence setup`.\n";

export function isCommand(text: string): boolean {
  return text.startsWith(COMMAND_HEAD);
}

/** The same program for a person's shell, whose PATH is the person's: it is asked last, and for a whole path only. In a home that was
 * moved the program lies beside this very script, so that `credence install` can be typed there. */
export function renderCommand(program: Program & Place): string {
  const whys = sayWhy(program, "");
  const beside = [basename(dirname(dirname(program.script))), "dist", basename(program.script)].join("/");
  return `${COMMAND_HEAD}${renderSearch(program)}beside=\${0%/bin/*}/${quoteWords([beside])}
[ ! -e "$program" ] && [ -e "$beside" ] && program=$beside
if [ -z "$node" ]; then
  case "$(command -v node)" in
    /*)
      node=$(command -v node)
      /usr/bin/env -i "$node" -e '${IS_NEW_ENOUGH}' 2>/dev/null || node= ;;
  esac
fi
${renderMissing((why) => quoteWord(`credence: ${whys[why]}`))}if [ -n "$why" ]; then
  printf '%s\\n' "$why" >&2
  exit 1
fi
exec "$node" "$program" "$@"
`;
}

/** Where version managers and packages put Node. A repository can choose PATH, and so PATH is not asked. */
const OF_HOME = [
  ".nvm/versions/node/*/bin/node",
  ".local/share/fnm/node-versions/*/installation/bin/node",
  ".local/share/mise/installs/node/*/bin/node",
  ".asdf/installs/nodejs/*/bin/node",
  ".volta/tools/image/node/*/bin/node",
];
const OF_SYSTEM = ["/usr/local/bin/node", "/opt/homebrew/bin/node", "/usr/bin/node"];

const IS_NEW_ENOUGH =
  "const [a, b] = process.versions.node.split(`.`).map(Number); process.exit(a > 23 || (a === 22 && b >= 16) ? 0 : 1)";

/** The Node that install saw, or where that is gone (a version manager removed it), the newest other one of the person's that
 * works. Its number is in its path; one without a number comes last. */
function renderSearch({ node, script, home }: Program & Place): string {
  const places = [...OF_HOME.map((place) => `"$home"/${place}`), ...OF_SYSTEM].join(" ");
  return `node=${quoteWords([node])}
program=${quoteWords([script])}
home=${quoteWords([home])}
lost=
if [ ! -x "$node" ]; then
  lost=${LOST_NODE}=$node below=9999999999999
  while :; do
    node= best=-1 place=999
    for each in ${places}; do
      place=$((place - 1)) rank=0
      [ -x "$each" ] || continue
      rest=\${each%/bin/node}
      rest=\${rest%/installation}
      rest=\${rest##*/}
      rest=\${rest#v}.0.0
      a=\${rest%%.*} rest=\${rest#*.}
      b=\${rest%%.*} rest=\${rest#*.}
      c=\${rest%%.*}
      case "$a.$b.$c" in
        *[!0-9.]* | *[0-9][0-9][0-9][0-9]* | 0[0-9]* | *.0[0-9]* | .* | *..* | *.) ;;
        *) rank=$((a * 1000000 + b * 1000 + c)) ;;
      esac
      rank=$((rank * 1000 + place))
      [ "$rank" -gt "$best" ] && [ "$rank" -lt "$below" ] && node=$each best=$rank
    done
    [ -n "$node" ] || break
    below=$best
    /usr/bin/env -i "$node" -e '${IS_NEW_ENOUGH}' 2>/dev/null && break
  done
fi
`;
}

type Missing = "nodeless" | "gone" | "directory";

/** What a person is told, with what helps. */
function sayWhy({ node, script }: Program, then: string): Readonly<Record<Missing | "broken", string>> {
  const again = "install Credence again, then run credence install";
  return {
    nodeless: `Node is gone (${node})${then}: install Node 22.16 or newer, then run credence install`,
    gone: `its program is gone (${script})${then}: ${again}`,
    directory: `its program is gone with its directory (${dirname(dirname(script))})${then}: ${again}`,
    broken: `its program is broken (${script})${then}: ${again}`,
  };
}

/** The program first: a Node that lay beside it went with it, and another Node would not help. */
function renderMissing(say: (why: Missing) => string): string {
  return `why=
[ -z "$node" ] && why=${say("nodeless")}
[ ! -s "$program" ] && why=${say("gone")}
[ ! -d "\${program%/*/*}" ] && why=${say("directory")}
`;
}

/** A hook that cannot start, or whose program is broken, says so to the person at the start of a session, if the client shows
 * it, and lets the session go on: a hook of ours always ends well, and writes nothing to stderr. To see that, this shell has to
 * outlive the program, and takes it along when the client ends it: a client that waits for the output to be closed would wait
 * for a program that hangs. */
function renderEnd({ node, script }: Program): string {
  const whys = sayWhy({ node, script }, ", so there are no memories and no write guard");
  // As a text in JSON: a path may hold a quote.
  const say = (why: keyof typeof whys): string =>
    quoteWord(JSON.stringify(`credence: ${whys[why]}`).slice(1, -1));
  return `fail() {
  case "$1 $3" in
    "hook SessionStart" | "hook session.created") printf '{"systemMessage":"%s"}\\n' "$why" ;;
    "mcp "*) printf '%s\\n' "$why" >&2 ;;
  esac
  [ "$1" = hook ]
  exit
}

${renderMissing(say)}[ -n "$why" ] && fail "$@"
case "$1 $3" in
  "hook SessionStart")
    exec 3<&0
    start "$@" <&3 3<&- 2>/dev/null &
    child=$!
    trap 'kill "$child" 2>/dev/null; exit 0' TERM INT HUP
    wait "$child" || { why=${say("broken")}; fail "$@"; } ;;
  "hook "*) start "$@" 2>/dev/null ;;
  *) start "$@" ;;
esac
`;
}

/** A variable that is not set stays so. */
function renderPassed(name: string, as = name): string {
  return `\${${name}+"${as}=$${name}"}`;
}

const NAMED = /\nnode=(.*)\nprogram=(.*)\n/;

/** The interpreter and the program that a launcher starts; null for a text that is none of ours. */
export function readLauncher(text: string): Program | null {
  const named = text.startsWith("#!/bin/sh\n") ? NAMED.exec(text) : null;
  const [node, script, ...more] = [named?.[1] ?? "", named?.[2] ?? ""].flatMap(
    (word) => splitWords(word) ?? [],
  );
  return node === undefined || script === undefined || more.length > 0 ? null : { node, script };
}

/** Has anybody connected a client here, and not taken it back? */
export function isConnectedHere(state: string): boolean {
  return existsSync(launcherIn(state));
}

/** Once nothing starts it any more. */
export function removeLauncher(state: string): void {
  removeQuietly(launcherIn(state));
}
