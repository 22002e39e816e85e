// A branch with memories in it that somebody merges into the shared root: files that say of themselves that a person approved them,
// and statements that were copied, signed by a stranger, or signed in the person's name.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { digestMemory } from "../../../src/memory/file/digest.ts";
import { deriveId } from "../../../src/memory/file/draft.ts";
import { parseMemory } from "../../../src/memory/file/parse-memory.ts";
import {
  isTextStatement,
  parseStatement,
  type SignedTextStatement,
  type TextStatement,
} from "../../../src/memory/law/statement.ts";
import { signStatement } from "../../../src/trust/sign.ts";
import { git } from "../../../test/fixture/git-repository.ts";
import { newKey } from "../../../test/sync/victim.ts";
import { fileOf, type Plant } from "./plants.ts";
import type { Poisonable } from "./project.ts";

/** What lies beside the file: nothing; an honest memory's statements; a stranger's approval; the same in the person's name. */
type Forgery = (project: Poisonable, id: string, digest: string) => void;

const FORGERIES: readonly Forgery[] = [
  () => undefined,
  (project, id) => {
    const { id: honest } = approvedOf(project);
    for (const { name, text } of statementsOf(project, honest)) drop(project, id, { name, text });
  },
  (project, id, digest) => sign(project, { id, digest }, null),
  (project, id, digest) => sign(project, { id, digest }, approvedOf(project).approval.signer),
];

/** Fetched as one fetches a colleague's work, looked at by nobody, and merged. */
export async function mergeBranch(project: Poisonable, plant: Plant): Promise<string | null> {
  const { top } = project;
  git(top, "checkout", "--quiet", "-b", "theirs");
  const forge = FORGERIES[plant.place % FORGERIES.length] ?? (() => undefined);
  for (const part of plant.parts) {
    const id = deriveId("project", part.name);
    const text = fileOf(part, "project");
    writeFileSync(project.pathOf(id), text);
    const parsed = parseMemory(text);
    forge(project, id, parsed.kind === "memory" ? digestMemory(parsed.memory) : "0".repeat(64));
  }
  git(top, "add", "--all");
  git(top, "commit", "--quiet", "--message=Theirs");
  git(top, "checkout", "--quiet", "main");
  // A pull request ends in a commit of its own.
  git(
    top,
    "merge",
    "--quiet",
    plant.family === "pull-request" ? "--no-ff" : "--ff-only",
    "--no-edit",
    "theirs",
  );
  git(top, "branch", "--quiet", "-D", "theirs");
  return null;
}

type Approved = { readonly id: string; readonly approval: SignedTextStatement };

/** A memory that the person approved. */
function approvedOf(project: Poisonable): Approved {
  for (const { id } of project.honest)
    for (const { name, text } of statementsOf(project, id)) {
      const read = parseStatement(text, name.replace(".json", ""));
      if ("hash" in read && isTextStatement(read) && read.act === "approve") return { id, approval: read };
    }
  throw new Error("a person approved some of them");
}

type StatementFile = { readonly name: string; readonly text: string };

function statementsOf({ root }: Poisonable, id: string): StatementFile[] {
  const directory = join(root, "attest", id);
  return readdirSync(directory).map((name) => ({ name, text: readFileSync(join(directory, name), "utf8") }));
}

function drop({ root }: Poisonable, id: string, { name, text }: StatementFile): void {
  mkdirSync(join(root, "attest", id), { recursive: true });
  writeFileSync(join(root, "attest", id, name), text);
}

/** An approval of a text here, by a key that nobody here knows. */
function sign(project: Poisonable, about: Pick<TextStatement, "id" | "digest">, as: string | null): void {
  const { signer: _, ...said } = approvedOf(project).approval;
  const key = newKey("person", "s");
  const { hash, text } = signStatement(
    { ...said, ...about, follows: [], lifts: [] },
    as === null ? key : { ...key, signer: as },
  );
  drop(project, about.id, { name: `${hash}.json`, text });
}
