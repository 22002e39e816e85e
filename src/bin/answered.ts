// What a process and the file that started it tell each other: they are two files with nothing in common but the process.
//
// Attack: compiled code that somebody changed in machine state runs in the process that reads the passphrase. So a process
// that started from kept code asks for none; which calls those are is for cli/call/compiled.ts to say.

const ANSWERED = Symbol.for("credence.answered");
const KEPT = Symbol.for("credence.kept");

/** This process has given an answer: what it compiled is worth keeping. */
export function noteAnswer(): void {
  note(ANSWERED);
}

export function hasAnswered(): boolean {
  return Reflect.has(globalThis, ANSWERED);
}

/** This process runs compiled code that was kept. */
export function noteKept(): void {
  note(KEPT);
}

export function refuseKept(): void {
  if (Reflect.has(globalThis, KEPT)) throw new Error("a process that runs kept code asks for no passphrase");
}

function note(what: symbol): void {
  Object.defineProperty(globalThis, what, { value: true, configurable: true });
}
