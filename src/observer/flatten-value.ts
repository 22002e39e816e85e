// What a tool was given, or gave, as plain text: `name: value` lines with strings as they are. In JSON a line end is a
// backslash and a letter, and a rule that looks at lines would not see the secret on them.

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
    else if (Array.isArray(value)) for (const item of value) visit(name, item, below);
    else for (const [key, item] of Object.entries(value)) visit(key, item, below);
    return;
  }
  if (value === null || value === undefined) return;
  lines.push(name === "" ? String(value) : `${name}: ${String(value)}`);
}
