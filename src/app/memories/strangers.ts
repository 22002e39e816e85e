// How statements are read where somebody waits: not for ever, and none of a stranger's twice. What is kept of files that
// count for nothing goes by the names of the files.

import { basename } from "node:path";
import type { Attestation } from "../../memory/law/attestation.ts";
import type { Vouching } from "../../memory/law/standing.ts";
import type { Stranger } from "../../search/index/statements.ts";
import { identifyFile } from "../../store/file-identity.ts";
import type { OpenRoot } from "../workspace/workspace.ts";

export type Reading = {
  /** Files of one id that count for nothing, by name. */
  readonly strangersOf: (id: string) => ReadonlyMap<string, Stranger>;
  readonly keep: (id: string, strangers: readonly Stranger[]) => void;
  /** Whether one more file about this id, which nobody here has verified, may be read now. */
  readonly mayRead: (id: string) => boolean;
  /** What is read with the same one is read as of one moment: the root's tombstones are looked for once. */
  readonly moment?: object;
};

/** Reads until it is late, and keeps nothing. */
export function readUntil(isLate: () => boolean): Reading {
  return { strangersOf: () => new Map(), keep: () => undefined, mayRead: () => !isLate() };
}

const YOUNG_NEVER = Number.NEGATIVE_INFINITY;

export function isSameStranger(stranger: Stranger | undefined, path: string): boolean {
  if (stranger === undefined) return false;
  return stranger.file === "" || stranger.file === identifyFile(path, YOUNG_NEVER).text;
}

/** `speaks`: about the very memory it lies beside. */
export function toStranger({ hash, digest, act }: Attestation, speaks: boolean): Stranger {
  return { name: `${hash}.json`, file: "", said: speaks ? { digest, act } : null };
}

/** One that changed a moment ago may change again and look the same: it is read once more. */
export function toOddStranger(name: string, path: string | undefined, now: number): Stranger[] {
  if (path === undefined) return [];
  const { text, young } = identifyFile(path, now);
  return young ? [] : [{ name: basename(name), file: text, said: null }];
}

/** As it was when it was read, as far as a standing looks at it: whoever signed it is nobody here. */
export function toVouching(
  { id: root, scope }: OpenRoot,
  id: string,
  stranger: Stranger | undefined,
): Vouching[] {
  if (stranger === undefined || stranger.said === null) return [];
  const hash = basename(stranger.name, ".json");
  return [{ root, scope, id, hash, ...stranger.said, time: "", signer: "", parents: [] }];
}
