// What this machine and the remote agreed on when they last met: which files are as the base commit has them, by what tells an
// unchanged file without reading it, and where the two differ on purpose. It only spares work: without it, or where it speaks of
// another base, every file is read again.

import { join } from "node:path";
import { replaceFile } from "../../store/durable.ts";
import { writing } from "../../store/fs-failure.ts";
import { readQuietly } from "../../store/log-file.ts";

/** Names of contents as git gives them; null where there is none. */
export type Apart = { readonly ours: string | null; readonly theirs: string | null };

export type Agreement = {
  readonly base: string | null;
  /** Whom this machine trusted then: what was not taken may count by now. */
  readonly signers: string | null;
  /** When what differs on purpose was last decided anew, in milliseconds. */
  readonly revisitedMs: number;
  /** By path: files, and directories of statements, which change when a statement comes or goes. */
  readonly same: ReadonlyMap<string, string>;
  /** What was not taken from there, or is not sent from here, while neither side changes it. */
  readonly apart: ReadonlyMap<string, Apart>;
  /** Which of ours was sent again in the place of which of theirs: once each, or two machines could do so for ever. */
  readonly held: ReadonlySet<string>;
};

/** Of a file that is known to be there and has to be read each time: it changed too recently, or is not as the base has it. */
export const UNTOLD = "?";

const NO_AGREEMENT: Agreement = {
  base: null,
  signers: null,
  revisitedMs: 0,
  same: new Map(),
  apart: new Map(),
  held: new Set(),
};

/** No path is called as what marks one that was held. */
const [HEAD, NONE, HELD] = ["credence-agreement-v1", "-", "!"];
const HELD_MAX = 10_000;

export function readAgreement(directory: string): Agreement {
  const text = readQuietly(join(directory, "agreement"));
  const [head = "", ...lines] = text.split("\n");
  const [version, base = NONE, signers = NONE, revisited = "0"] = head.split(" ");
  // One that a crash cut short does not exist: it is replaced whole.
  if (version !== HEAD || lines.pop() !== "") return NO_AGREEMENT;
  const same = new Map<string, string>();
  const apart = new Map<string, Apart>();
  const held = new Set<string>();
  for (const line of lines) {
    const [path = "", one = "", two] = line.split(" ");
    if (path === HELD) held.add(one);
    else if (two === undefined) same.set(path, one);
    else apart.set(path, { ours: fromText(one), theirs: fromText(two) });
  }
  const revisitedMs = Number(revisited);
  return { base: fromText(base), signers: fromText(signers), revisitedMs, same, apart, held };
}

export function writeAgreement(directory: string, agreement: Agreement): void {
  const { base, signers, revisitedMs, same, apart, held } = agreement;
  function* lines(): Generator<string> {
    yield `${HEAD} ${base ?? NONE} ${signers ?? NONE} ${revisitedMs}\n`;
    let piece = "";
    for (const [path, identity] of same) {
      piece += `${path} ${identity}\n`;
      if (piece.length > PIECE_CHARS) {
        yield piece;
        piece = "";
      }
    }
    for (const [path, { ours, theirs }] of apart) piece += `${path} ${ours ?? NONE} ${theirs ?? NONE}\n`;
    for (const each of [...held].slice(-HELD_MAX)) piece += `${HELD} ${each}\n`;
    yield piece;
  }
  writing("machine state", () => replaceFile(join(directory, "agreement"), lines(), 0o600));
}

const PIECE_CHARS = 1024 * 1024;

function fromText(text: string): string | null {
  return text === NONE ? null : text;
}
