// The files of one memory: that with its own name, and texts that wait beside it under names of their own. What is said is said of the
// memory.

import { hashSource } from "../../../memory/file/source.ts";
import { isOtherName, type SaidWord, stemOfOther } from "../../../memory/law/sets/said.ts";
import { listOtherNames, nameBeside } from "../../../memory/law/sets/view.ts";
import { FILE_NAME_BYTES_MAX } from "../../../memory/limits.ts";
import { findFile, findFiles } from "../../../store/memory-files.ts";
import { listAttestedIds } from "../../../trust/attest-files.ts";
import type { OpenRoot } from "../../workspace/workspace.ts";
import { readContent } from "./read-content.ts";

/** The id that a file is about. A long id lost its end in the name of a text beside it: then the one it fits is looked for. */
export function idOfFile({ id: root, path, scope }: OpenRoot, name: string, digest: string | null): string {
  const stem = stemOfOther(name);
  if (!isOtherName(name) || name.length < FILE_NAME_BYTES_MAX - ".md".length) return stem;
  const alike = listAttestedIds(path).filter((id) => id.startsWith(stem));
  const isNamed = (id: string): boolean =>
    digest !== null && nameBeside({ root, scope, id, digest }) === name;
  return (alike.length > 1 ? alike.find(isNamed) : alike[0]) ?? stem;
}

/** Is it the text of another file of its memory? */
export function isBeside(root: OpenRoot, word: SaidWord): boolean {
  const [name] = listOtherNames(word);
  return [word.id, name ?? ""].some((id) =>
    findFiles(root.path, id).some((file) => {
      const { text, digest } = readContent(file);
      return digest === word.text || hashSource(text ?? "") === word.text;
    }),
  );
}

/** In a work tree the name of a text that waits follows from its digest. */
export function isFileBeside(root: OpenRoot, name: string, word: SaidWord): boolean {
  const others = [nameBeside(word), word.id].filter((each) => each !== name);
  return others.some((each) => digestOfFile(root, each) === word.digest);
}

export function digestOfFile(root: OpenRoot, name: string): string | null {
  const file = findFile(root.path, name);
  return file === null ? null : readContent(file).digest;
}
