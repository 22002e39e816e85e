// Programs that run what they are given: shells, terminals, other machines, containers, and other languages.

import { PRINTED } from "../expand/marks.ts";
import { branchState } from "../expand/state.ts";
import type { Denial } from "../fence/places.ts";
import { firstDenial, type Run } from "../run.ts";
import { parseArguments, words } from "./arguments.ts";
import { judgeCodeCall } from "./code-interpreters.ts";
import { isCredence, judgeCredence, judgeCredenceIn } from "./credence.ts";

const SHELLS = new Set(words("sh bash dash zsh ksh mksh ash fish csh tcsh yash rbash"));
/** Options of shells that take the next argument. */
const SHELL_VALUED = words("-O +O -o +o --rcfile --init-file");

/** They type into terminals, or run sentences: whatever they are given may be a command there. */
const TYPISTS = new Set(
  words(
    "tmux screen xdotool ydotool wtype dtach zellij kitty wezterm xterm gnome-terminal konsole alacritty nodemon concurrently hyperfine watchexec socat",
  ),
);

/** They run what they are given elsewhere: another machine's memories have a person too. */
const CARRIERS = new Set(words("ssh crontab"));
/** The same in a container, behind its name. */
const CONTAINERS = new Set(words("docker docker-compose podman nerdctl kubectl oc"));
const CONTAINER_VALUED = new Set(
  words(
    "-e --env --env-file -f --file -l --label -n --namespace -p --publish -u --user -v --volume -w --workdir --mount --name --network --platform --entrypoint --context --profile",
  ),
);
/** They run their standard input later. */
const DEFERRERS = new Set(words("at batch"));

export function isInterpreter(program: string): boolean {
  return [CARRIERS, CONTAINERS, SHELLS, TYPISTS].some((programs) => programs.has(program));
}

export function judgeInterpreter(program: string, args: readonly string[], run: Run): Denial | null {
  if (CARRIERS.has(program)) return judgeCredenceIn([...args, run.stdin ?? ""].join(" "));
  if (CONTAINERS.has(program)) return judgeContainer(args);
  if (DEFERRERS.has(program)) return run.judgeText(run.stdin ?? "", run);
  if (SHELLS.has(program)) return judgeShellCall(args, { ...run, state: branchState(run.state) });
  if (program === "source" || program === ".") return judgeShellCall(args, run);
  if (TYPISTS.has(program)) return judgeTypist(args, run);
  return judgeCodeCall(program, args, run);
}

/** `docker exec NAME COMMAND`: the name of a container or an image is no program. */
function judgeContainer(args: readonly string[]): Denial | null {
  const verb = args.findIndex((arg) => arg === "exec" || arg === "run");
  if (verb === -1) return null;
  const { operands } = parseArguments(args.slice(verb + 1), CONTAINER_VALUED);
  return judgeCredenceIn(operands.slice(1).join(" "));
}

function judgeShellCall(args: readonly string[], run: Run): Denial | null {
  let at = 0;
  let isText = false;
  for (; at < args.length && /^[-+]/.test(args[at] ?? "") && args[at] !== "--"; at += 1) {
    const arg = args[at] ?? "";
    if (/^-[A-Za-z]*c/.test(arg)) isText = true;
    if (SHELL_VALUED.includes(arg)) at += 1;
  }
  if (args[at] === "--") at += 1;
  const [first, ...rest] = args.slice(at);
  if (isText) return first === undefined ? null : run.judgeText(first, run, rest);
  if (first?.startsWith(PRINTED) === true) return run.judgeText(first.slice(PRINTED.length), run);
  if (first !== undefined && first !== "-" && !first.startsWith("/dev/")) {
    return isCredence(first) ? judgeCredence(rest) : null;
  }
  return run.stdin === null ? null : run.judgeText(run.stdin, run);
}

/** Each argument as a command, and all of them as one. */
function judgeTypist(args: readonly string[], run: Run): Denial | null {
  const given = args.map((arg) => arg.replace(/^(?:EXEC|SYSTEM):/i, ""));
  const texts = given.filter((arg) => /\s/.test(arg));
  const typed = given.filter((arg) => arg !== "Space").join(" ");
  return judgeCredenceIn(typed) ?? firstDenial(texts, (text) => run.judgeText(text, run));
}
