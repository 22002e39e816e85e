// How statements are read where somebody waits: not for ever, and none of a stranger's twice. What is kept of files that
// count for nothing goes by the names of the files.

import { basename } from "node:path";
import {
  isTextStatement,
  type SignedStatement,
  type Statement,
  type TextStatement,
} from "../../memory/law/statement.ts";
import type { Beside, Stranger } from "../../search/index/statements.ts";
import { identifyFile } from "../../store/file-identity.ts";
import { type AttestFiles, readAttestFiles } from "../../trust/attest-files.ts";
import type { OpenRoot } from "../workspace/workspace.ts";

export type Reading = {
  /** Files of one id that count for nothing, by name. */
  readonly strangersOf: (id: string) => ReadonlyMap<string, Stranger>;
  readonly keep: (beside: Beside, strangers: readonly Stranger[]) => void;
  /** Whether one more file about this id, which nobody here has verified, may be read now. */
  readonly mayRead: (id: string) => boolean;
  /** What is read with the same one is read as of one moment: the root's tombstones are looked for once. */
  readonly moment?: object;
};

/** Reads until it is late, and keeps nothing. */
export function readUntil(isLate: () => boolean): Reading {
  return { strangersOf: () => new Map(), keep: () => undefined, mayRead: () => !isLate() };
}

export type ReadBeside = AttestFiles & { readonly strangers: ReadonlyMap<string, Stranger> };

/** The files beside one id, without those that are known to count for nothing. */
export function readBeside(
  root: string,
  id: string,
  { known, reading }: { readonly known: readonly Statement[]; readonly reading: Reading | undefined },
): ReadBeside {
  const strangers = reading?.strangersOf(id) ?? new Map<string, Stranger>();
  const read = readAttestFiles(root, id, {
    known: new Map(known.map((each) => [each.hash, each])),
    isIgnored: (name, path) => isSame(strangers.get(name), path),
    ...(reading && { mayRead: () => reading.mayRead(id) }),
  });
  return { ...read, strangers };
}

function isSame(stranger: Stranger | undefined, path: string): boolean {
  if (stranger === undefined) return false;
  // At any time: whether it is young does not matter here.
  return stranger.file === "" || stranger.file === identifyFile(path, 0).text;
}

export type Uncounted = Pick<AttestFiles, "attestations" | "odd"> & {
  /** Is it about the very memory it lies beside? */
  readonly speaks: (attestation: SignedStatement) => boolean;
  readonly now: number;
};

/** What was read and counts for nothing. */
export function keepUncounted(
  reading: Reading | undefined,
  beside: Beside,
  { attestations, odd, speaks, now }: Uncounted,
): void {
  if (reading === undefined) return;
  const strangers = attestations.map((each): Stranger => {
    const said = isTextStatement(each) && speaks(each) ? toSaid(each) : null;
    return { name: `${each.hash}.json`, file: "", said };
  });
  for (const { name, path } of odd) {
    if (path === undefined) continue;
    const { text, young } = identifyFile(path, now);
    // One that changed a moment ago may change again and look the same: it is read once more.
    if (!young) strangers.push({ name: basename(name), file: text, said: null });
  }
  reading.keep(beside, strangers);
}

function toSaid({ born, digest, text, act }: TextStatement): Stranger["said"] {
  return { born, digest, text, act };
}

/** As it was when it was read, as far as a standing looks at it: its signer is trusted by none here. */
export function toStatement(
  { id: root, scope }: OpenRoot,
  id: string,
  stranger: Stranger | undefined,
): TextStatement[] {
  if (stranger === undefined || stranger.said === null) return [];
  const hash = basename(stranger.name, ".json");
  const chain = { signer: "", device: "", seq: 0, prev: null, time: "" } as const;
  const named = { follows: [], lifts: [], acknowledged: [], source: null, reason: null } as const;
  return [{ v: 1, root, scope, id, hash, ...stranger.said, ...chain, ...named }];
}
