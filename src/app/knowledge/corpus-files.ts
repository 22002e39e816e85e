// Where corpora lie: in machine state, beside what this machine keeps about the root they are of, one small file each.
// Attack: a name that leads elsewhere, a file that is no corpus. Fails closed: what is not one to the last field is not used.

import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { CredenceError } from "../../memory/errors.ts";
import { parseJson } from "../../memory/json.ts";
import { ensureDirectory, replaceFile } from "../../store/durable.ts";
import { codeOf, writing } from "../../store/fs-failure.ts";
import { readFileContent } from "../../store/memory-files.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";
import { CORPORA_MAX, CORPUS_BYTES_MAX, type Corpus, isCorpusName, parseCorpus } from "./corpus.ts";

/** A corpus and the root that it is of. */
export type PlacedCorpus = { readonly root: OpenRoot; readonly corpus: Corpus };

/** The project's before the person's own. */
export function findCorpus(workspace: Workspace, name: string): PlacedCorpus {
  const root = findPlace(workspace, name);
  return { root, corpus: readCorpus(root, name) };
}

export function listCorpora(root: OpenRoot): Corpus[] {
  return listNames(root).map((name) => readCorpus(root, name));
}

export function writeCorpus(root: OpenRoot, corpus: Corpus): void {
  writing("machine state", () => {
    ensureDirectory(directoryOf(root), 0o700);
    replaceFile(pathOf(root, corpus.name), `${JSON.stringify(corpus)}\n`, 0o600);
  });
}

/** A damaged one can be deleted, too, whatever lies in its place. */
export function deleteCorpus(workspace: Workspace, name: string): void {
  const root = findPlace(workspace, name);
  writing("machine state", () => rmSync(pathOf(root, name), { recursive: true }));
}

export function refuseNewName(root: OpenRoot, name: string): void {
  refuseBadName(name);
  const names = listNames(root);
  if (names.includes(name)) {
    const hint = `credence corpus rebuild ${name} makes it anew; credence corpus delete ${name} removes it`;
    throw new CredenceError("EXISTS", `there is a corpus ${name} already`, hint);
  }
  if (names.length >= CORPORA_MAX) {
    const hint = "credence corpus list shows them; delete one first";
    throw new CredenceError("USAGE", `a root has at most ${CORPORA_MAX} corpora`, hint);
  }
}

function findPlace(workspace: Workspace, name: string): OpenRoot {
  refuseBadName(name);
  const root = workspace.roots.find((each) => listNames(each).includes(name));
  if (root !== undefined) return root;
  throw new CredenceError("NOT_FOUND", `there is no corpus ${name}`, "credence corpus list shows them");
}

function refuseBadName(name: string): void {
  if (isCorpusName(name)) return;
  // What is no name is not repeated: it can be anything, and as long as a message.
  throw new CredenceError("USAGE", "the name of a corpus is 1 to 40 of a-z, 0-9, - and _");
}

function readCorpus(root: OpenRoot, name: string): Corpus {
  const content = readFileContent(pathOf(root, name), CORPUS_BYTES_MAX);
  const value = content.kind === "bytes" ? parseJson(new TextDecoder().decode(content.bytes)) : null;
  if (isNewer(value)) throw new CredenceError("NEWER_FORMAT", `the corpus ${name} has a newer format`);
  const corpus = parseCorpus(value);
  if (corpus?.name === name) return corpus;
  const hint = `credence corpus delete ${name} removes it; then build it again`;
  throw new CredenceError("STATE_REFUSED", `the corpus ${name} in machine state is damaged`, hint);
}

function isNewer(value: unknown): boolean {
  return (
    typeof value === "object" && value !== null && "v" in value && typeof value.v === "number" && value.v > 1
  );
}

function listNames(root: OpenRoot): string[] {
  try {
    return readdirSync(directoryOf(root))
      .flatMap((file) => (file.endsWith(".json") ? [file.slice(0, -".json".length)] : []))
      .filter((name) => isCorpusName(name))
      .sort();
  } catch (error) {
    if (codeOf(error) === "ENOENT") return [];
    throw error;
  }
}

function directoryOf({ records }: OpenRoot): string {
  return join(records, "corpora");
}

function pathOf(root: OpenRoot, name: string): string {
  return join(directoryOf(root), `${name}.json`);
}
