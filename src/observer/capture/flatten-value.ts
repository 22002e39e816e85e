// Renders the input or output of a tool as plain text: `name: value` lines with strings as they are. JSON writes a line end
// as a backslash and a letter, so a rule that looks at lines would miss the secret on them. The context that reveals a
// secret stays next to it: the words of a list are one line, and `{name, value}` becomes a line of that name.

const DEPTH_MAX = 20;

export function flattenValue(value: unknown): string {
  const lines: string[] = [];
  visit("", value, { depth: 0, lines });
  return lines.join("\n");
}

type Visit = { readonly depth: number; readonly lines: string[] };

function visit(name: string, value: unknown, { depth, lines }: Visit): void {
  if (typeof value === "object" && value !== null) {
    const below = { depth: depth + 1, lines };
    if (depth >= DEPTH_MAX) lines.push(`${name}: …`);
    else if (Array.isArray(value)) for (const item of joinWords(value)) visit(name, item, below);
    else for (const [key, item] of listFields(value)) visit(key, item, below);
    return;
  }
  if (value === null || value === undefined) return;
  lines.push(name === "" ? String(value) : `${name}: ${String(value)}`);
}

function joinWords(items: readonly unknown[]): unknown[] {
  const joined: unknown[] = [];
  for (const item of items) {
    const last = joined.at(-1);
    if (item === null || item === undefined) continue;
    if (isWord(item) && isWord(last)) joined[joined.length - 1] = `${last} ${item}`;
    else joined.push(item);
  }
  return joined;
}

function listFields(value: object): [string, unknown][] {
  const fields: [string, unknown][] = Object.entries(value);
  const name = fields.find(([key, item]) => /^(?:name|key)$/i.test(key) && typeof item === "string");
  const named = fields.find(([key, item]) => /^value$/i.test(key) && isWord(item));
  if (name === undefined || named === undefined) return fields;
  const rest = fields.filter((field) => field !== name && field !== named);
  return [[String(name[1]), named[1]], ...rest];
}

function isWord(value: unknown): value is string | number | boolean {
  return ["string", "number", "boolean"].includes(typeof value);
}
