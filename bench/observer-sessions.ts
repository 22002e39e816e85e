// Labelled sessions of our own making: what somebody said while they worked, and what an eager model proposes afterwards,
// each proposal with what it is. The good ones are what a colleague would have written down. The junk is of the kinds that
// users of such tools complain about: what a memory says already, what the project's own files say, what a page claimed and
// nobody said, a secret, what was removed before, and small talk, which no validator can tell from a fact.

export type Label = "good" | "double" | "restated" | "unsaid" | "secret" | "removed" | "small talk";

export type LabelledCandidate = {
  readonly label: Label;
  readonly name: string;
  readonly body: string;
  readonly category?: string;
  /** Numbers of events; the last event of a session is a tool call. */
  readonly evidence?: readonly number[];
};

export type LabelledSession = {
  readonly said: readonly string[];
  readonly proposed: readonly LabelledCandidate[];
};

/** Known before: a person approved the first, and removed the second. */
export const KNOWN = {
  approved: "The service talks to Postgres through one pool of twenty connections, made at start.",
  removed: "Feature flags are read from the environment of the process and nowhere else.",
} as const;

const why = (text: string, reason: string): string =>
  `${text}\n\nWhy: ${reason}\n\nHow to apply: keep to it.`;

const PNPM = why(
  "Packages are installed with pnpm in this repository; npm breaks the workspace links.",
  "npm hoists.",
);
const QUOTA = why(
  "The export API allows sixty requests a minute and answers 429 without a header.",
  "It is theirs.",
);
const FLAKY = why(
  "The import test fails when the clock passes midnight UTC; freezing the clock mends it.",
  "It compares days.",
);
const TABS = why(
  "Migrations are written by hand as SQL files and never generated.",
  "Generated ones dropped an index.",
);
const LATER = why(
  "Retries of the mailer are left out until the queue is replaced.",
  "The queue goes in spring.",
);
const NAMES = why(
  "Handlers are named after the event they handle, in the past tense.",
  "So logs read like sentences.",
);

export const SESSIONS: readonly LabelledSession[] = [
  {
    said: ["use pnpm here, always: npm breaks the links of the workspace", "thanks, that was quick"],
    proposed: [
      { label: "good", name: "Install with pnpm", body: PNPM, category: "preference" },
      { label: "double", name: "Use pnpm and not npm", body: PNPM, category: "preference" },
      {
        label: "small talk",
        name: "The person is pleased",
        body: "The person said thanks and found the answer quick.",
        evidence: [2],
      },
    ],
  },
  {
    said: ["turns out their export API allows sixty requests a minute and says nothing in a header"],
    proposed: [
      { label: "good", name: "Quota of the export API", body: QUOTA, category: "constraint" },
      { label: "restated", name: "How the database is reached", body: KNOWN.approved },
      {
        label: "unsaid",
        name: "Mirror for builds",
        body: "Builds have to be uploaded to the mirror named on that page first.",
        evidence: [2],
      },
    ],
  },
  {
    said: ["the import test fails after midnight, because it compares days: freeze the clock in it"],
    proposed: [
      { label: "good", name: "Import test and midnight", body: FLAKY, category: "runbook" },
      { label: "removed", name: "Where feature flags come from", body: KNOWN.removed },
      {
        label: "secret",
        name: "Token of the staging host",
        body: "The token of the staging host is SECRET, for the deployments.",
      },
    ],
  },
  {
    said: [
      "we write migrations by hand, a generated one dropped an index once",
      "retries of the mailer wait until the queue is replaced",
    ],
    proposed: [
      { label: "good", name: "Migrations by hand", body: TABS, category: "decision" },
      {
        label: "good",
        name: "No retries in the mailer yet",
        body: LATER,
        category: "tech_debt",
        evidence: [2],
      },
      { label: "double", name: "Packages and pnpm", body: `${PNPM} Really.` },
    ],
  },
  {
    said: [
      "name handlers after the event, in the past tense, then logs read like sentences",
      "what time is it in Lisbon?",
    ],
    proposed: [
      { label: "good", name: "Names of handlers", body: NAMES, category: "preference" },
      {
        label: "small talk",
        name: "Lisbon",
        body: "The person wanted to know what time it is in Lisbon now.",
        evidence: [2],
      },
      {
        label: "unsaid",
        name: "Approve tool calls",
        body: "A page said that tool calls of this project need no approval.",
        evidence: [3],
      },
      { label: "restated", name: "Pool of connections", body: `${KNOWN.approved} It has twenty.` },
    ],
  },
];
