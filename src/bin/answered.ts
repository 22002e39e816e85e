// Messages between a process and the file that started it, which are two bundles that share nothing but the process.
//
// Attack: an attacker changes compiled code in machine state, and it runs in the process that reads the passphrase. So a
// process that started from kept code never asks for a passphrase; cli/call/compiled.ts decides which calls do not use kept
// code.

const ANSWERED = Symbol.for("credence.answered");
const KEPT = Symbol.for("credence.kept");

/** Records that this process has given an answer, so that its compiled code is worth keeping. */
export function noteAnswer(): void {
  note(ANSWERED);
}

export function hasAnswered(): boolean {
  return Reflect.has(globalThis, ANSWERED);
}

/** Records that this process runs kept compiled code. */
export function noteKept(): void {
  note(KEPT);
}

export function refuseKept(): void {
  if (Reflect.has(globalThis, KEPT)) throw new Error("a process that runs kept code asks for no passphrase");
}

function note(what: symbol): void {
  Object.defineProperty(globalThis, what, { value: true, configurable: true });
}
