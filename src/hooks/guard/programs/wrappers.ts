// Programs that only run another one: what they run is judged in their place.

import { words } from "../shell/arguments.ts";
import { isCredence } from "./credence.ts";

type Wrapper = {
  /** Options that take the next argument. */
  readonly valued?: readonly string[];
  /** Operands before the command. */
  readonly operands?: number;
  /** The command follows one of these; without them nothing is run. */
  readonly verbs?: readonly string[];
};

function all(names: string, wrapper: Wrapper = {}): [string, Wrapper][] {
  return words(names).map((name) => [name, wrapper]);
}

const WRAPPERS: ReadonlyMap<string, Wrapper> = new Map<string, Wrapper>([
  ...all(
    "nohup setsid command builtin unbuffer chronic ltrace rlwrap proxychains proxychains4 torsocks fakeroot",
  ),
  ...all("busybox toybox noglob nocorrect xvfb-run dbus-run-session spawn then rtk cross-env corepack"),
  ...all("shx winpty entr"),
  ["xargs", { valued: words("-I -i -n -P -d -L -E -s -a --max-args --max-procs --delimiter --arg-file") }],
  ["parallel", { valued: words("-I -j -n -N -a --jobs --max-args") }],
  ["env", { valued: words("-u --unset -C --chdir") }],
  ["sudo", { valued: words("-u -g -h -p -C -D -r -t -T -U -R --user --group --host --chdir --role") }],
  ["doas", { valued: words("-u -C") }],
  ["time", { valued: words("-o -f --output --format") }],
  ["nice", { valued: words("-n --adjustment") }],
  ["ionice", { valued: words("-c -n -p") }],
  ["stdbuf", { valued: words("-i -o -e") }],
  ...all("timeout gtimeout", { valued: words("-s -k --signal --kill-after"), operands: 1 }),
  ["exec", { valued: ["-a"] }],
  ["caffeinate", { valued: words("-t -w") }],
  ["strace", { valued: words("-o -e -p -s -E") }],
  ["flock", { valued: words("-w -E -c --timeout --command"), operands: 1 }],
  ["script", { valued: words("-c -t -E --command"), operands: 1 }],
  ...all("chroot taskset", { operands: 1 }),
  ["systemd-run", { valued: words("-p -u --property --unit") }],
  ...all("npx bunx pnpx uvx", { valued: words("-p --package -c --call") }),
  ["npm", { verbs: words("exec x"), valued: words("-p --package -w --workspace --prefix -c --call") }],
  ["pnpm", { verbs: words("exec dlx"), valued: words("-C --dir --filter --package") }],
  ["yarn", { verbs: words("dlx exec run"), valued: words("-p --package --cwd") }],
  ["bun", { verbs: ["x"], valued: [] }],
  ["uv", { verbs: ["run"], valued: words("--with --python -p") }],
  ...all("poetry pipenv", { verbs: ["run"] }),
  ...all("bundle mise asdf", { verbs: words("exec x") }),
  ["direnv", { verbs: ["exec"], operands: 1 }],
  ["volta", { verbs: ["run"], valued: words("--node --npm --yarn") }],
  ["fnm", { verbs: ["exec"], valued: ["--using"] }],
  ["nvm", { verbs: ["exec"], operands: 1 }],
  ["op", { verbs: ["run"], valued: words("--env-file --account") }],
  ["dotenv", { valued: words("-e -f -c -v -p") }],
  ["faketime", { valued: ["-f"], operands: 1 }],
  ["pkexec", { valued: ["--user"] }],
  ["watch", { valued: words("-n --interval -q --equexit") }],
  ...all("conda mamba micromamba", { verbs: ["run"], valued: words("-n -p --name --prefix --cwd") }),
]);

/** Options of wrappers whose value a shell runs. */
export const SCRIPT_OPTIONS: ReadonlyMap<string, readonly string[]> = new Map([
  ["script", words("-c --command")],
  ["su", words("-c --command --session-command")],
  ["runuser", words("-c --command")],
  ["flock", words("-c --command")],
  ["npx", words("-c --call")],
  ["npm", words("-c --call")],
  ["nix-shell", words("--run --command")],
  ["env", words("-S --split-string")],
  ["entr", []],
]);

export type Unwrapped = {
  readonly argv: readonly string[];
  readonly assignments: readonly string[];
  /** The directory that it changes to first. */
  readonly directory: string | null;
};

/** @returns what a wrapper runs; null when the program is not a wrapper. */
export function unwrap(program: string, args: readonly string[]): Unwrapped | null {
  const wrapper = WRAPPERS.get(program);
  if (wrapper === undefined) return null;
  if (program === "command" && /^-[vV]/.test(args[0] ?? ""))
    return { argv: [], assignments: [], directory: null };
  const from = wrapper.verbs === undefined ? 0 : findVerb(args, wrapper);
  if (from === -1) return null;
  const { at, assignments, directory } = skipOptions(args, from, wrapper);
  return { argv: args.slice(at + (wrapper.operands ?? 0)), assignments, directory };
}

/** Where the command begins behind a verb, or our own name without one; -1 where nothing is run. */
function findVerb(args: readonly string[], wrapper: Wrapper): number {
  const { at } = skipOptions(args, 0, wrapper);
  const [verb = "", next = ""] = args.slice(at, at + 2);
  if (isCredence(verb)) return at;
  return wrapper.verbs?.includes(verb) === true || (verb === "run" && isCredence(next)) ? at + 1 : -1;
}

function skipOptions(
  args: readonly string[],
  from: number,
  { valued = [] }: Wrapper,
): { readonly at: number; readonly assignments: string[]; readonly directory: string | null } {
  const assignments: string[] = [];
  let directory: string | null = null;
  let at = from;
  for (; at < args.length; at += 1) {
    const arg = args[at] ?? "";
    if (arg === "--") return { at: at + 1, assignments, directory };
    if (/^[A-Za-z_]\w*=/.test(arg)) assignments.push(arg);
    else if (!arg.startsWith("-")) break;
    if (arg.startsWith("--chdir=")) directory = arg.slice("--chdir=".length);
    if (arg === "-C" || arg === "-D" || arg === "--chdir") directory = args[at + 1] ?? null;
    if (valued.includes(arg)) at += 1;
  }
  return { at, assignments, directory };
}
