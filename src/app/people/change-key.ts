// The person key's life: another passphrase, or another key. Only a person who unlocked it gets here. Fails closed: the
// new key is in place, or the old one still is.
//
// A key that is replaced keeps what it said, as far as this machine has seen it: statements are remembered when they are
// made. Statements that turn up later are ignored. A key that is distrusted keeps nothing.

import { CredenceError } from "../../memory/errors.ts";
import { renderInstant } from "../../memory/instant.ts";
import { HONOURED_MAX, nameKey } from "../../memory/people/person-statement.ts";
import { replaceFile } from "../../store/durable.ts";
import { writing } from "../../store/fs-failure.ts";
import { purposeOf } from "../../trust/fingerprint.ts";
import { readFormerKeys, renderFormerKeys } from "../../trust/former-keys.ts";
import {
  createKeyFile,
  type KeyFile,
  type KeySeal,
  resealKey,
  type SigningKey,
  unlockKey,
} from "../../trust/key-file.ts";
import { listMemories } from "../memories/list-memories.ts";
import { formerKeysPath, replaceKey } from "../workspace/keys.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { madeAt } from "./key-news.ts";
import { passOn } from "./own-statements.ts";
import { decideRevoked } from "./signers.ts";
import { listRecorded } from "./stands-on.ts";

export function changePassphrase(workspace: Workspace, seal: KeySeal): void {
  const { file, key } = unlocked(workspace);
  replaceKey(workspace.state, resealKey(file, key, seal));
}

export type Rotation = {
  readonly seal: KeySeal;
  readonly terminal: string | null;
  /** Nothing that the old key ever said counts any more. */
  readonly distrust: boolean;
};

export type Rotated = {
  readonly former: string;
  readonly signer: string;
  /** Others learn of both from statements of the two keys. */
  readonly passedOn: boolean;
};

export function rotateKey(workspace: Workspace, { seal, terminal, distrust }: Rotation): Rotated {
  const { state, now } = workspace;
  const { file, key } = unlocked(workspace);
  const choice = { seal, purpose: purposeOf(state) };
  const next = madeAt(createKeyFile("person", renderInstant(now), choice), terminal);
  const signing = unlockKey(next, seal?.passphrase ?? null);
  if (signing === null) throw new CredenceError("INTERNAL", "a key that was made just now cannot be opened");
  const path = formerKeysPath(state);
  const others = readFormerKeys(path).filter(({ signer }) => signer !== file.signer);
  const replaced = { signer: file.signer, key: file.key, replaced: renderInstant(now) };
  // What it said in the roots that are open here is looked at once more, while it still counts.
  if (!distrust) listMemories(workspace, workspace.roots, () => false);
  const honours = distrust ? [] : listRecorded(workspace, new Set([file.signer]));
  const former = renderFormerKeys(distrust ? others : [...others, replaced]);
  writing("machine state", () => replaceFile(path, former, 0o600));
  const name = nameKey({ kind: "person", key: file.key });
  decideRevoked(workspace, [name], { choice: distrust ? "drop" : "honour", honours: tooMany(honours) });
  const passedOn = passOn(workspace, { old: key, next: signing, honours });
  replaceKey(state, next);
  return { former: file.signer, signer: next.signer, passedOn };
}

/** Those that no statement names. */
export function tooMany(honours: readonly string[]): readonly string[] {
  return honours.length > HONOURED_MAX ? honours : [];
}

function unlocked({ keys }: Workspace): { readonly file: KeyFile; readonly key: SigningKey } {
  if (keys.person === null || keys.personFile === null) {
    throw new CredenceError("NEEDS_PERSON", "only a person can change the person key");
  }
  return { file: keys.personFile, key: keys.person };
}
