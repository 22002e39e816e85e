// Which calls leave machine state as it is. Where a newer version used it last, every other call is refused: what is not listed
// here counts as one that writes.

import { locateState } from "../../app/workspace/locate-state.ts";
import { refuseNewerState } from "../../app/workspace/newer-state.ts";
import type { Call, Io } from "./command.ts";
import { placeHints } from "./open-workspace.ts";

type Reading = {
  /** Only these verbs of it; the first is meant where none is given. */
  readonly verbs?: readonly string[];
  /** Not with one of these options. */
  readonly unless?: readonly string[];
  /** Only with this option. */
  readonly with?: string;
};

/** What a session notes for itself (receipts, what was shown, trouble) is made of lines that each version skips if it has to. */
const ALWAYS = [
  ...["list", "show", "search", "recall", "why", "receipts", "journal", "log", "status"],
  ...["export", "git-hook"],
  ...["check", "validate", "secret-check", "injection-check", "demo", "completion", "hook", "mcp"],
  // These two are the ways out: a newer program takes over, or everything goes.
  ...["upgrade", "uninstall"],
];

const SOME: Readonly<Record<string, Reading>> = {
  audit: { with: "dry-run" },
  config: { verbs: ["list", "get"] },
  corpus: { verbs: ["list"] },
  doctor: { unless: ["repair"] },
  gc: { with: "dry-run" },
  import: { with: "dry-run" },
  index: { unless: ["rebuild", "gc"] },
  install: { with: "dry-run" },
  key: { verbs: ["show"] },
  observer: { verbs: ["status", "log"] },
  review: { with: "json" },
  spool: { verbs: ["status", "show"] },
  trust: { verbs: ["list", "show"] },
};

export function refuseWhereNewer(io: Io, name: string, call: Call): void {
  if (!onlyReads(name, call)) refuseNewerState(locateState(placeHints(io, call)).state);
}

function onlyReads(name: string, { values, positionals }: Call): boolean {
  if (ALWAYS.includes(name)) return true;
  const reading = SOME[name];
  if (reading === undefined) return false;
  const isGiven = (option: string): boolean => values[option] !== undefined && values[option] !== false;
  const { verbs, unless = [], with: needed } = reading;
  if (verbs !== undefined && !verbs.includes(positionals[0] ?? verbs[0] ?? "")) return false;
  return !unless.some(isGiven) && (needed === undefined || isGiven(needed));
}
