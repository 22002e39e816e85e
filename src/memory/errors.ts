// Every way in which a command can refuse, once: the code a script may branch on, the exit code, and what a person can
// do about it. Nothing anywhere branches on a message.

export const FAILURES = {
  USAGE: { exit: 64, fix: "run the command with --help" },
  PATH_ERROR: {
    exit: 1,
    fix: "give a path inside .claude/memory/, or the directory itself: --root .claude/memory",
  },
  NO_ROOT: { exit: 1, fix: "credence init creates a memory root here" },
  NOT_FOUND: { exit: 1, fix: "credence list shows the ids" },
  EXISTS: { exit: 1, fix: "credence update changes it; another --id creates a new one" },
  OCC_CONFLICT: { exit: 1, fix: "read the memory again and repeat the change" },
  LOCK_TIMEOUT: { exit: 75, fix: "another process is writing; try again" },
  READ_ONLY: { exit: 1, fix: "make the directory writable, or use another scope" },
  DISK_FULL: { exit: 1, fix: "free some space and try again; nothing was changed" },
  MID_MERGE: { exit: 1, fix: "finish or abort the merge, rebase or cherry-pick first" },
  STATE_REFUSED: {
    exit: 1,
    fix: "keep machine state in a directory of your own, mode 0700, outside every work tree",
  },
  INVALID_MEMORY: { exit: 1, fix: "credence validate FILE lists the problems" },
  SECRET_DETECTED: { exit: 1, fix: "leave the secret out, or refer to where it is kept" },
  RETIRED_RECENTLY: { exit: 1, fix: "it was retired less than 24 hours ago; unretire it, or use another id" },
  REMOVED: { exit: 1, fix: "a person can restore it, or save it in their own words" },
  DAILY_LIMIT: { exit: 1, fix: "review today's memories; a person's own writes are not limited" },
  RATE_LIMIT: { exit: 75, fix: "wait a minute, then continue" },
  SECOND_LOCATION: {
    exit: 1,
    fix: "use it here: credence init, at a terminal",
  },
  NOT_READABLE: { exit: 1, fix: "check that the file exists and is readable" },
  NEEDS_PERSON: { exit: 1, fix: "run it yourself, in a terminal outside the agent" },
  DECLINED: { exit: 1, fix: "nothing was changed; run the command again to decide otherwise" },
  WRONG_STANDING: { exit: 1, fix: "credence show prints the memory's standing and its reason" },
  OBSERVING: {
    exit: 1,
    fix: "wait until the observation period is over; a doubtful memory can be demoted now",
  },
  FLAGGED: { exit: 1, fix: "read the findings; acknowledge them to continue" },
  HARD_FAIL: { exit: 2, fix: "repair the file by hand, then restore it" },
  ALREADY_APPROVED: {
    exit: 1,
    fix: "a person can do this in a terminal outside the agent; credence update proposes a change to it",
  },
  ROOT_TOO_LARGE: {
    exit: 1,
    fix: "a root holds at most 200 000 files: remove what does not belong there",
  },
  UNKNOWN_FORMAT: {
    exit: 1,
    fix: "it was made by another version of credence: use that version for it, or begin elsewhere",
  },
  NO_REMOTE: { exit: 1, fix: "name one, at a terminal: credence sync --remote URL" },
  PUSH_FAILED: { exit: 4, fix: "nothing is lost: run credence sync again" },
  SYNC_BUSY: { exit: 5, fix: "another sync of this root is running; try again when it is done" },
  REMOTE_FAILED: { exit: 6, fix: "check the address, the network and your credentials: git ls-remote URL" },
  INTERNAL: {
    exit: 70,
    fix: "this is a bug in credence: please report it with the command you ran",
  },
} as const satisfies Record<string, { exit: number; fix: string }>;

export type FailureCode = keyof typeof FAILURES;

/** The expected kind of refusal that is a value: a law said no. */
export type Refusal = {
  readonly kind: "refused";
  readonly code: FailureCode;
  readonly message: string;
  /** More precise than the table's. */
  readonly hint?: string;
};

export function refuse(code: FailureCode, message: string, hint?: string): Refusal {
  return hint === undefined ? { kind: "refused", code, message } : { kind: "refused", code, message, hint };
}

/** The kind that ends a command. */
export class CredenceError extends Error {
  readonly code: FailureCode;
  readonly hint: string;

  constructor(code: FailureCode, message: string, hint?: string) {
    super(message);
    this.name = "CredenceError";
    this.code = code;
    this.hint = hint ?? FAILURES[code].fix;
  }

  get exit(): number {
    return FAILURES[this.code].exit;
  }
}
