// A memory file that passes, and a sample key built by repetition.

export const GOOD = `---
name: Small commits
description: One idea a commit
type: reference
trust-level: inferred
created-at: 2026-05-01T09:00:00Z
source-machine: laptop
---
Keep each commit to one idea, so that a revert takes back one.
`;
export const TOKEN = `ghp_${"a1B2".repeat(9)}`;
