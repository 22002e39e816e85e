// What one command hands to the next through a pipe, as far as it stands in the command itself.

/** What goes into a pipe: the command, and its output where that stands in it. */
export type Fed = { readonly argv: readonly string[] | null; readonly stdin: string | null };

export const FEEDS_NOTHING: Fed = { argv: null, stdin: null };

export function feedsOf(argv: readonly string[], stdin: string | null): Fed {
  const [program = "", ...args] = argv;
  if (program === "echo" || program === "printf") {
    return { argv, stdin: args.filter((arg) => !/^-[neE]+$|^%s(?:\\n)?$/.test(arg)).join(" ") };
  }
  return { argv, stdin: program === "cat" || program === "tee" ? stdin : null };
}
