// What has to change on disk so that the files are what the view says. Only what differs is written. A file that no statement names is
// an edit by hand: it stays where it lies, and what would have its name is kept beside the root until somebody has answered.

import { basename } from "node:path";
import { sha256Hex } from "../../memory/file/sha256.ts";
import { arrangeFile, renderMarked } from "../../memory/file/source.ts";
import { STATEMENT_KINDS } from "../../memory/law/kinds.ts";
import { marksOf } from "../../memory/law/sets/marks.ts";
import type { SetFile } from "../../memory/law/sets/view.ts";
import { isTextStatement, type Statement } from "../../memory/law/statement.ts";
import type { Change } from "../../store/transaction.ts";
import type { PresentFile } from "./root-sets.ts";

export type Present = {
  /** By path in the root, as they are on disk now. */
  readonly files: ReadonlyMap<string, PresentFile>;
  readonly sources: ReadonlyMap<string, string>;
  /** Paths that whoever acts has read and writes themselves. */
  readonly acted: ReadonlySet<string>;
  /** Was it taken away here on purpose: moved, collected, put into the archive? */
  readonly isAway: (file: SetFile) => boolean;
};

export type Planned = {
  readonly changes: readonly Change[];
  /** Hashes of texts that a word names and that are no files yet. */
  readonly kept: ReadonlySet<string>;
};

/** `before`: with what a tombstone has ended meanwhile, whose files go. `after`: what is left. */
export function planFiles(
  view: readonly SetFile[],
  { before, after }: { readonly before: Iterable<Statement>; readonly after: Iterable<Statement> },
  { files, sources, acted, isAway }: Present,
): Planned {
  const left = [...after];
  const byBorn = Map.groupBy(left, (each) => each.born ?? "");
  const known = namesOf(before);
  // In whichever directory: two files never have one name.
  const byHand = new Set(
    [...files].flatMap(([path, { hash }]) => (acted.has(path) || known.has(hash) ? [] : [basename(path)])),
  );
  const wanted = new Map<string, string>();
  for (const file of view) {
    const text = renderFile(file, sources.get(file.text) ?? null, byBorn.get(file.born) ?? []);
    if (text !== null && !byHand.has(`${file.name}.md`) && !isAway(file)) wanted.set(pathOf(file), text);
  }
  const writes = [...wanted].flatMap(([path, text]): Change[] => {
    const now = files.get(path);
    if (now !== undefined && (now.text === text || arrangeFile(now.text) === text)) return [];
    if (acted.has(path)) return [{ kind: "write", path, text }];
    return [{ kind: "write", path, text, over: now === undefined ? null : sha256Hex(now.text) }];
  });
  const gone = [...files].filter(([path, { hash }]) => !wanted.has(path) && known.has(hash));
  // A text that comes to a path is kept besides: somebody may write there before it does.
  const isShown = (file: SetFile): boolean =>
    wanted.has(pathOf(file)) && (acted.has(pathOf(file)) || files.get(pathOf(file))?.hash === file.text);
  const shown = new Set(view.filter(isShown).map(({ text }) => text));
  const kept = new Set([...namesOf(left)].filter((hash) => !shown.has(hash) && sources.has(hash)));
  const removed = gone.map(([path, { text }]): Change => ({ kind: "remove", path, sha256: sha256Hex(text) }));
  return { changes: [...removed, ...writes], kept };
}

/** Hashes of the texts that some word names. */
export function namesOf(statements: Iterable<Statement>): ReadonlySet<string> {
  return new Set(
    [...statements].flatMap((each) =>
      isTextStatement(each) && STATEMENT_KINDS[each.act].rank !== undefined ? [each.text] : [],
    ),
  );
}

function renderFile(file: SetFile, source: string | null, said: readonly Statement[]): string | null {
  return source === null ? null : renderMarked(source, marksOf(file, said));
}

function pathOf({ directory, name }: Pick<SetFile, "directory" | "name">): string {
  return `${directory}/${name}.md`;
}
