// The exceptions to "no unused code", each with its reason. A line that is no longer needed fails the test.

/** Product code that so far only its tests use. `path` is a file, or `file#name` for one export. */
export const AWAITED: readonly { readonly path: string; readonly why: string }[] = [
  { path: "src/memory/block.ts", why: "recall prints the block; the grammar is frozen before it" },
  { path: "src/memory/block-parse.ts", why: "capture strips our own block from what it records" },
  { path: "src/memory/lifecycle.ts#promotionOpens", why: "promoting is a person's command to come" },
  { path: "src/memory/lifecycle.ts#isStale", why: "review and session start count stale memories" },
  { path: "src/memory/lifecycle.ts#quarantineWindow", why: "the audit sorts quarantine by it" },
  { path: "src/memory/transitions.ts#repairPlacement", why: "sync repairs what it pulled" },
  { path: "src/memory/transitions.ts#TRUST_ACTIONS", why: "the laws are proved over all of them" },
  { path: "src/memory/status.ts#STATUS_ACTIONS", why: "the laws are proved over all of them" },
  { path: "src/memory/candidates.ts#scoreLikeness", why: "the points are a promise of their own" },
  {
    path: "src/trust/signers-file.ts#renderSignersFile",
    why: "trusting another signer is a command to come",
  },
  { path: "scripts/write-rule-docs.ts#renderRulePage", why: "a test holds the page against it" },
];

/** Entry points that no script of package.json names. */
export const RUN_BY_HAND: readonly string[] = ["test/pins/record.ts", "test/arch/log-loads.ts"];
