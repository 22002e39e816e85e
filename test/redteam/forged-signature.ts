// The tools of whoever forges statements: real ones, and keys that are not the person's.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  isTextStatement,
  parseStatement,
  type SignedTextStatement,
  type TextStatement,
} from "../../src/memory/law/statement.ts";
import { createKeyFile, type KeyFile, type SigningKey, unlockKey } from "../../src/trust/key-file.ts";
import { signStatement } from "../../src/trust/sign.ts";
import type { Forgery } from "./forgery-sample.ts";

export function statementsOf(
  project: Forgery,
  id: string,
  act?: string,
): { path: string; statement: SignedTextStatement }[] {
  const directory = join(project.root, "attest", id);
  return readdirSync(directory).flatMap((name) => {
    const path = join(directory, name);
    const statement = parseStatement(readFileSync(path, "utf8"), name.replace(".json", ""));
    return "hash" in statement && isTextStatement(statement) && (act === undefined || statement.act === act)
      ? [{ path, statement }]
      : [];
  });
}

export function oneOf(project: Forgery, id: string, act: string): SignedTextStatement {
  const [found] = statementsOf(project, id, act);
  if (found === undefined) throw new Error(`nobody said ${act} of ${id}`);
  return found.statement;
}

/** Writes a statement as our commands would, whoever signs it. */
export function sign(project: Forgery, key: SigningKey, statement: TextStatement): void {
  const { signer: _, ...unsigned } = statement;
  drop(project, statement.id, signStatement(unsigned, key));
}

export function drop(
  project: Forgery,
  id: string,
  file: { readonly hash: string; readonly text: string },
): void {
  mkdirSync(join(project.root, "attest", id), { recursive: true });
  writeFileSync(join(project.root, "attest", id, `${file.hash}.json`), file.text);
}

/** Somebody nobody here knows. */
export function strangersKey(kind: "machine" | "person" = "person"): SigningKey {
  return opened(createKeyFile(kind, "2026-05-01T12:00:00Z", { seal: null, purpose: "test" }));
}

/** What any process of the same account can use. */
export function ownKey(project: Forgery, kind: "machine" | "person"): SigningKey {
  return opened(JSON.parse(readFileSync(join(project.state, "keys", `${kind}.json`), "utf8")));
}

function opened(file: KeyFile): SigningKey {
  const key = unlockKey(file, null);
  if (key === null) throw new Error("a key without a passphrase opens");
  return key;
}
