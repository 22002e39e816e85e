// What echo and printf print, which stands in the command itself.

const ROUNDS_MAX = 256;
const SIGNS: ReadonlyMap<string, string> = new Map([
  ["n", "\n"],
  ["t", "\t"],
  // No path has this sign in it; it ends one, as a line break does.
  ["0", "\n"],
  ["\\", "\\"],
]);

export const PRINTERS: ReadonlySet<string> = new Set(["echo", "printf"]);

export function printText(program: string, args: readonly string[]): string {
  if (program === "printf") return printFormat(args[0] === "--" ? args.slice(1) : args);
  const flags = args.findIndex((arg) => !/^-[neE]+$/.test(arg));
  const text = (flags === -1 ? [] : args.slice(flags)).join(" ");
  return args.slice(0, Math.max(flags, 0)).some((flag) => flag.includes("e")) ? readEscapes(text) : text;
}

/** Its format again and again, until every argument is used. */
export function printFormat([format = "", ...given]: readonly string[]): string {
  const plain = readEscapes(format);
  let [text, used] = ["", 0];
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const before = used;
    text += plain.replaceAll(/%%|%[-+ #0]{0,5}\d{0,5}(?:\.\d{0,5})?[a-zA-Z]/g, (sign) =>
      sign === "%%" ? "%" : (given[used++] ?? ""),
    );
    if (used >= given.length || used === before) break;
  }
  return text;
}

function readEscapes(text: string): string {
  return text.replaceAll(/\\([nt0\\])/g, (_, sign: string) => SIGNS.get(sign) ?? sign);
}
