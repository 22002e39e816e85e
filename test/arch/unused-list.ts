// The exceptions to "no unused code", each with its reason. A line that is no longer needed fails the test.

/** Parts of a module that have laws of their own: the module uses them, and tests prove them by themselves. */
const PROVED_ALONE: readonly string[] = [
  "bench/evidence/core.ts#listAll",
  "bench/evidence/core/equivalents.ts#parseEquivalents",
  "scripts/verify/run-tests.ts#longFirst",
  "src/agents/claude-code.ts#listDenyRules",
  "src/agents/edit-json.ts#parseJsonText",
  "src/app/audit/survey.ts#findLinks",
  "src/app/clients/client-files.ts#listCommandFiles",
  "src/app/clients/program-home.ts#isBorrowed",
  "src/app/observe/pick-batch.ts#readIntent",
  "src/app/people/presence.ts#listAncestors",
  "src/app/transfer/import/store-records.ts#syncDisk",
  "src/cli/call/parse-call.ts#checkArity",
  "src/hooks/handlers.ts#capture",
  "src/observer/providers/claude-agent-sdk.ts#openAttemptBook",
  "src/observer/providers/claude-agent-sdk.ts#openUsageMeter",
  "src/observer/spool/spool.ts#pathOfLines",
  "src/search/meaning/scan.ts#openPlainScanner",
  "src/search/meaning/word-table.ts#readWordTable",
  "src/search/rank/plan-scoring.ts#rarityOf",
  "src/search/words/words.ts#splitText",
  "src/validate/injection/model/score.ts#readWeights",
  "src/validate/secrets/apart/read-apart.ts#APART_PATTERNS",
  "src/validate/secrets/lint-with-secretlint.ts#WANTED_PATTERNS",
];

/** What derives from a table, as a function of it. */
const DERIVED: readonly string[] = [
  "src/agents/client-words.ts#wordsOf",
  "src/cli/commands/install.ts#installOf",
  "src/cli/commands/install.ts#uninstallOf",
];

/** Product code that so far only its tests use. `path` is a file, or `file#name` for one export. */
export const AWAITED: readonly { readonly path: string; readonly why: string }[] = [
  ...PROVED_ALONE.map((path) => ({ path, why: "a law of its own, proved by itself" })),
  ...DERIVED.map((path) => ({ path, why: "a test adds a made-up entry to a copy of the table" })),
  { path: "src/memory/remedies.ts#HOOK_TROUBLES", why: "the same" },
  { path: "src/memory/file/sha256-plain.ts", why: "the build puts it in place of sha256.ts in recall.cjs" },
  {
    path: "src/memory/law/sets/enforced.ts",
    why: "the form of statements has the kind before what speaks at the act does",
  },
  { path: "src/memory/law/transitions.ts#listTrustActions", why: "the laws are proved over all of them" },
  ...["CLAUDE", "CODEX", "COPILOT", "GEMINI", "OPENCODE", "QWEN"].map((name) => ({
    path: `scripts/verify/fetch-clients.ts#${name}_PROGRAM`,
    why: "test/clients runs what verify fetched",
  })),
  { path: "scripts/verify/fetch-nodes.ts#listNodes", why: "test/nodes runs what verify fetched" },
  { path: "scripts/verify/fetch-clients.ts#SDK_DIRECTORY", why: "test/clients loads what verify fetched" },
  {
    path: "scripts/verify/fetch-clients.ts#INSPECTOR_DIRECTORY",
    why: "test/mcp runs what verify fetched",
  },
  { path: "scripts/write-compatibility.ts#renderCompatibility", why: "a test holds the page against it" },
  { path: "scripts/write-command-docs.ts#renderCommandPage", why: "a test holds the page against it" },
  { path: "scripts/write-rule-docs.ts#renderRulePage", why: "a test holds the page against it" },
];

/** Entry points that no script of package.json names. */
export const RUN_BY_HAND: readonly string[] = [
  "src/web/page/main.tsx",
  "scripts/verify/start-kept.ts",
  "test/pins/record.ts",
  "bench/mcp-client.ts",
  "test/arch/log-loads.ts",
  "test/clients/ask-once.ts",
  "test/mutants/run.ts",
  "test/observer/providers/ask-process.ts",
  "test/cli/connect/arm-faults.ts",
];
