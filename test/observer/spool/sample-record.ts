import type { SpoolRecord } from "../../../src/observer/spool/spool.ts";

export const RECORD: SpoolRecord = {
  v: 1,
  at: "2026-05-01T12:00:00Z",
  nonce: "k3v9",
  kind: "prompt",
  session: "s1",
  prompt: "p1",
  client: "claude-code",
  agent: null,
  text: "deploy on Fridays",
  tool: null,
  input: null,
  output: null,
  paths: [],
  taint: [],
};
