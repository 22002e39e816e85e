// What the documentation lists. A register is any table whose first heading is a given word, such as "error code"; the code
// spans of its first column (numbers may stand without the marks) are names that must exist, and all registers of one
// word together name every one.

import type { Marked, Page } from "./markdown.ts";

function listDocumented(pages: readonly Page[], word: string): (Marked & { path: string })[] {
  return pages.flatMap(({ path, tables }) => {
    const registers = tables.filter(({ header }) => header[0]?.toLowerCase() === word);
    const rows = registers.flatMap((register) => register.rows);
    return rows.flatMap(({ line, cells: [first = ""] }) =>
      [...first.matchAll(/`([^`]+)`|\b(\d+)\b/g)].map((match) => {
        const text = nameIn(match[1] ?? match[2] ?? "");
        return { path, line, text };
      }),
    );
  });
}

/** `credence x FILE` stands for x. */
function nameIn(span: string): string {
  return /^credence (\S+)/.exec(span)?.[1] ?? span;
}

/** Names on one side only: unknown to the code, or missing from the documentation. */
export function compareNames(pages: readonly Page[], word: string, names: readonly string[]): string[] {
  const listed = listDocumented(pages, word);
  const unknown = listed.filter(({ text }) => !names.includes(text));
  const missing = new Set(names.filter((name) => !listed.some(({ text }) => text === name)));
  return [
    ...unknown.map(({ path, line, text }) => `${path}:${line}: there is no ${word} ${text}`),
    ...[...missing].map((name) => `no table headed "${word}" lists ${name}`),
  ];
}
