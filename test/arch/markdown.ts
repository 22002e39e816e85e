// As much of Markdown as the documentation tests need: code spans, fences, tables, links and anchors, with their lines.

export type Marked = { readonly line: number; readonly text: string };
export type Row = { readonly line: number; readonly cells: readonly string[] };
export type Table = { readonly header: readonly string[]; readonly rows: readonly Row[] };

export type Page = {
  readonly path: string;
  /** Inline code outside fences. */
  readonly spans: readonly Marked[];
  /** Each line of a fence, with the language of the fence. */
  readonly fenced: readonly (Marked & { readonly language: string })[];
  readonly tables: readonly Table[];
  readonly links: readonly Marked[];
  readonly anchors: readonly string[];
};

export function parsePage(path: string, text: string): Page {
  const { prose, fenced } = splitFences(text);
  return {
    path,
    fenced,
    spans: prose.flatMap((marked) => matches(marked, /`([^`]+)`/g)),
    tables: readTables(prose),
    links: prose.flatMap((marked) => matches(withoutSpans(marked), /\]\(([^)\s]+)\)/g)),
    anchors: prose
      .flatMap((marked) => matches(marked, /^#+ (.+)$/g))
      .map(({ text: heading }) => anchorOf(heading)),
  };
}

function splitFences(text: string): { prose: Marked[]; fenced: (Marked & { language: string })[] } {
  const prose: Marked[] = [];
  const fenced: (Marked & { language: string })[] = [];
  let language: string | null = null;
  for (const [index, line] of text.split("\n").entries()) {
    const fence = /^\s*```\s*(\w*)/.exec(line);
    if (fence !== null) language = language === null ? (fence[1] ?? "") : null;
    else if (language === null) prose.push({ line: index + 1, text: line });
    else fenced.push({ line: index + 1, text: line, language });
  }
  return { prose, fenced };
}

function matches({ line, text }: Marked, pattern: RegExp): Marked[] {
  return [...text.matchAll(pattern)].map((match) => ({ line, text: match[1] ?? "" }));
}

function withoutSpans({ line, text }: Marked): Marked {
  return { line, text: text.replace(/`[^`]*`/g, "") };
}

function readTables(prose: readonly Marked[]): Table[] {
  const tables: { header: string[]; rows: Row[] }[] = [];
  let current: { header: string[]; rows: Row[] } | null = null;
  for (const { line, text } of prose) {
    if (!text.startsWith("|")) current = null;
    else if (current === null) {
      current = { header: cellsOf(text), rows: [] };
      tables.push(current);
    } else if (!/^\|[\s:|-]+$/.test(text)) current.rows.push({ line, cells: cellsOf(text) });
  }
  return tables;
}

/** A bar written as `\|` belongs to its cell. */
function cellsOf(line: string): string[] {
  const cells = line.split(/(?<!\\)\|/).slice(1, -1);
  return cells.map((cell) => cell.replaceAll("\\|", "|").trim());
}

/** As the forge makes them: lower case, punctuation dropped, spaces to hyphens. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replace(/\s/g, "-");
}
