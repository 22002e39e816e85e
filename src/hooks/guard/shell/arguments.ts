// Options and operands of a program, read as most programs read them.

export type Arguments = {
  /** `-r`, `-f`, `--recursive`: clusters taken apart, values cut off. */
  readonly flags: ReadonlySet<string>;
  readonly operands: readonly string[];
  /** What was given to options that take a value. */
  readonly values: ReadonlyMap<string, readonly string[]>;
};

/** `valued` are the options that take the next argument, or the rest of their own, as value. */
export function parseArguments(args: readonly string[], valued: ReadonlySet<string>): Arguments {
  const flags = new Set<string>();
  const operands: string[] = [];
  const values = new Map<string, string[]>();
  const keep = (option: string, value: string): void => {
    const known = values.get(option);
    if (known === undefined) values.set(option, [value]);
    else known.push(value);
  };
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? "";
    if (arg === "--") {
      for (const operand of args.slice(at + 1)) operands.push(operand);
      break;
    }
    if (!arg.startsWith("-") || arg === "-") operands.push(arg);
    else if (readOption(arg, { valued, flags, keep }))
      keep(valued.has(arg) ? arg : lastFlag(arg), args[++at] ?? "");
  }
  return { flags, operands, values };
}

type Sink = {
  readonly valued: ReadonlySet<string>;
  readonly flags: Set<string>;
  readonly keep: (option: string, value: string) => void;
};

/** Says whether the next argument is its value. */
function readOption(arg: string, { valued, flags, keep }: Sink): boolean {
  if (arg.startsWith("--") || valued.has(arg)) {
    const equals = arg.indexOf("=");
    const name = equals === -1 ? arg : arg.slice(0, equals);
    flags.add(name);
    if (equals === -1) return valued.has(name);
    keep(name, arg.slice(equals + 1));
    return false;
  }
  const letters = arg.slice(1, 64);
  for (const [index, letter] of [...letters].entries()) {
    const flag = `-${letter}`;
    flags.add(flag);
    if (!valued.has(flag)) continue;
    const attached = arg.slice(index + 2);
    if (attached === "") return true;
    keep(flag, attached.startsWith("=") ? attached.slice(1) : attached);
    return false;
  }
  return false;
}

function lastFlag(arg: string): string {
  return arg.startsWith("--") || arg.length === 2 ? arg : `-${arg.at(-1) ?? ""}`;
}

export function words(text: string): string[] {
  return text.split(" ").filter((word) => word !== "");
}

// The files that a patch names, in both forms that agents send: `*** Update File: path` and `+++ b/path`.

/** Looked for in the text as a whole: a patch can have millions of lines. */
const HEADER =
  /^(\*\*\* (?:Add|Update|Delete) File: |\*\*\* Move to: |\+\+\+ |--- |rename from |rename to |copy to )([^\n]*)/gm;

export function readPatchPaths(patch: string): string[] {
  const paths = new Set<string>();
  for (const [, header = "", rest = ""] of patch.matchAll(HEADER)) {
    // A date may follow behind a tab.
    const path = (rest.split("\t")[0] ?? "").trim();
    if (path === "" || path === "/dev/null") continue;
    paths.add(path);
    const prefixed = /^[ab]\//.test(path) && (header === "+++ " || header === "--- ");
    if (prefixed) paths.add(path.slice(2));
  }
  return [...paths];
}
