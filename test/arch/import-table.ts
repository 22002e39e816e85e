// Who may import whom: ARCHITECTURE.md's table as data. A new arrow needs a sentence there first.

const ENGINES = ["validate", "store", "trust", "search", "observer", "git", "hub"] as const;

/** Folders of src, and the other folders each may import from. Its own files are always allowed. */
export const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  memory: [],
  ...Object.fromEntries(ENGINES.map((engine) => [engine, ["memory"]])),
  agents: ["memory"],
  app: ["memory", ...ENGINES],
  hooks: ["memory", "agents", "app"],
  cli: ["memory", "app", "agents", "web"],
  mcp: ["memory", "app"],
  web: ["memory", "app"],
  bin: ["cli", "mcp", "web", "hooks"],
};

/** What the hub takes of src: what is pure, the ranker, keys and signatures, and for agents the tools and what they answer from a
 * hub's statements. Nothing of src imports the hub. */
export const HUB_MAY_IMPORT =
  /^src\/(?:memory\/|search\/|validate\/|trust\/(?:sign|read-evidence|opaque-id|fingerprint|key-file)\.ts$|app\/hub\/|mcp\/(?:tools|write-limit)\.ts$)/;
export const HUB_PACKAGES = /^(?:postgres|@modelcontextprotocol\/server|zod)$/;

/** Rooms of a folder, the lowest first: each imports only those before it. `.` stands for the files beside the rooms, which
 * are free where the list does not name them. */
export const ROOMS: Readonly<Record<string, readonly string[]>> = {
  "src/app": [
    "workspace",
    "memories",
    "index",
    "recall",
    "sets",
    "change",
    "settings",
    "people",
    "hub",
    "survey",
    "review",
    "history",
    "capture",
    "health",
    "transfer",
    "clients",
    "check",
    "observe",
    "knowledge",
    "session",
    "audit",
    "sync",
    "status",
    "page",
  ],
  "src/cli": [
    "call",
    "report",
    "terminal",
    "frames",
    "work",
    "people",
    "connect",
    "review",
    "audit",
    "page",
    "commands",
  ],
  "src/memory": ["text", "file", "block", "config", "law", "people"],
  "src/search": ["words", "meaning", "index", "rank", "strategies"],
  "src/hooks/guard": ["split", "places", "programs", "."],
  "src/observer": ["modes", "capture", "spool", "triage", "model", "client", "providers"],
};

/** Folders that are lists, one entry per file: rules and commands. */
export const LISTS: readonly string[] = [
  "src/cli/commands",
  "src/validate/secrets",
  "src/validate/structure",
];

/** Folders inside of those, and what they alone may import besides: connecting a client is the use-case of its settings. */
export const ROOM_MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  "app/clients": ["agents"],
};

/** What runs in a browser: of app it knows the types alone, of Node and of its own server nothing. */
export const IN_BROWSER = /^src\/web\/page\//;

/** Folders that may load the use-cases of app only by import(), because most events and commands need none of them. */
export const LOADS_APP_LATE: readonly string[] = ["hooks"];

/** Packages that src may import, and from where. */
export const PACKAGES: readonly { readonly name: RegExp; readonly from: RegExp }[] = [
  { name: /^yaml$/, from: /^src\/memory\/file\/[a-z-]*frontmatter[a-z-]*\.ts$/ },
  { name: /^canonicalize$/, from: /^src\/memory\// },
  { name: /^jsonc-parser$/, from: /^src\/agents\// },
  { name: /^@secretlint\//, from: /^src\/validate\/secrets\// },
  { name: /^(@modelcontextprotocol\/server(\/stdio)?|zod)$/, from: /^src\/mcp\// },
  { name: /^(hono|@hono\/node-server)$/, from: /^src\/web\/server\// },
  { name: /^preact(\/hooks)?$/, from: /^src\/web\/page\// },
  // The other end of the server: for tests alone.
  { name: /^@modelcontextprotocol\/client/, from: /^test\// },
  // An optional peer: it is named in a variable, so that neither bundler nor type checker looks for it.
  { name: /^@anthropic-ai\/claude-agent-sdk$/, from: /^src\/observer\/client\/containment\.ts$/ },
];

/** Built-in modules that only some places may use; those not named here are free, except in memory and validate. */
export const BUILT_INS: readonly { readonly name: RegExp; readonly from: RegExp }[] = [
  {
    name: /^node:crypto$/,
    from: /^src\/(memory\/file\/sha256(?:-plain)?\.ts|(store|trust|search|observer|git|hub|agents|app|mcp|web|bin)\/)/,
  },
  { name: /^node:fs/, from: /^src\/(store|trust|search|observer|git|hub|agents|app|hooks|mcp|web|bin)\// },
  { name: /^node:child_process$/, from: /^src\/(git|observer|app)\// },
  // A lock has to know which process holds it, a state directory whose it is, a path how its system resolves links, and a
  // transport ends all that git started.
  {
    name: /^node:process$/,
    from: /^src\/(bin\/|git\/transport\.ts$|store\/(lock|durable|state-directory|paths)\.ts$)/,
  },
  { name: /^node:console$/, from: /^src\/bin\// },
  { name: /^node:(net|http|https|http2|tls|dns|dgram)$/, from: /^src\/(web|observer|hub)\// },
  {
    name: /^node:sqlite$/,
    // claude-mem's store is a database: it is read from a private copy.
    from: /^src\/(search\/|trust\/(seen-(set|file)|retained-texts)\.ts$|app\/transfer\/import\/foreign-database\.ts$)/,
  },
];

/** Folders whose code is a function of its arguments: no built-in but the ones named above for them, no clock, no chance. */
export const PURE: readonly string[] = ["memory", "validate"];
