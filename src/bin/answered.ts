// Whether this process has given an answer: a small process says so, and what started it wants to know at the end. They are
// two files with nothing in common but the process.

const ANSWERED = Symbol.for("credence.answered");

export function noteAnswer(): void {
  Object.defineProperty(globalThis, ANSWERED, { value: true, configurable: true });
}

export function hasAnswered(): boolean {
  return Reflect.has(globalThis, ANSWERED);
}
