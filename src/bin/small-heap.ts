// A server stays as long as its session, and a person may have many. Its garbage is collected early, and its code is compiled
// only so far: the search itself is SQLite's.

const FLAGS = [
  "--semi-space-growth-factor=1",
  "--heap-growing-percent=10",
  "--no-turbofan",
  // A second net under the proof that every pattern is linear, as in cli.ts.
  "--enable-experimental-regexp-engine-on-excessive-backtracks",
];

/** Before anything is compiled, or what was compiled by another start would not fit. */
export function keepHeapSmall(): void {
  for (const flag of FLAGS) process.getBuiltinModule("node:v8").setFlagsFromString(flag);
}
