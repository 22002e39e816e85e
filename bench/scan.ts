// How fast the validators are, in one run beside secretlint alone: megabytes a second on prose in pieces of 64 KiB, then
// the time for 1 MiB of unfriendly texts, as a multiple of the time for 256 KiB: 4 is linear.

import { join } from "node:path";
import { lintSource } from "@secretlint/core";
import { creator } from "@secretlint/secretlint-rule-preset-recommend";
import { checkInjection } from "../src/validate/check-injection.ts";
import { checkSecrets } from "../src/validate/check-secrets.ts";
import { checkStructure } from "../src/validate/check-structure.ts";
import { NO_CONTEXT } from "../src/validate/verdict.ts";
import { findData, readJsonl } from "./read-data.ts";

/** `bytes` are those of the text, as they would come from its file. */
type Scanner = { readonly name: string; readonly scan: (text: string, bytes: Uint8Array) => unknown };

const PIECE = 64 * 1024;
const PIECES_MAX = 96;

const secretlint = (text: string): Promise<unknown> =>
  lintSource({
    source: { content: text, filePath: "a.md", contentType: "text" },
    options: { noPhysicFilePath: true, config: { rules: [{ id: "preset", rule: creator }] } },
  });
const encoder = new TextEncoder();
const SCANNERS: readonly Scanner[] = [
  { name: "secretlint alone", scan: secretlint },
  { name: "validate", scan: (_, bytes) => checkStructure("a.md", bytes) },
  { name: "secret-check", scan: (text) => checkSecrets("a.md", text, NO_CONTEXT) },
  { name: "injection-check", scan: (text) => checkInjection("a.md", text, NO_CONTEXT) },
  {
    name: "all three",
    scan: async (text, bytes) => {
      checkStructure("a.md", bytes);
      await checkSecrets("a.md", text, NO_CONTEXT);
      checkInjection("a.md", text, NO_CONTEXT);
    },
  },
];

function readProse(): string[] {
  const data = findData();
  const own = "The staging database runs one version ahead of production, so test every migration on both.\n";
  const text =
    data === null
      ? own.repeat(60_000)
      : readJsonl<{ title: string; body: string }>(join(data, "notes", "notes.jsonl"))
          .map(({ title, body }) => `# ${title}\n\n${body}\n`)
          .join("\n");
  const pieces: string[] = [];
  for (let at = 0; at + PIECE <= text.length && pieces.length < PIECES_MAX; at += PIECE) {
    pieces.push(text.slice(at, at + PIECE));
  }
  return pieces;
}

async function time(scan: Scanner["scan"], texts: readonly string[]): Promise<number> {
  const bytesOf = texts.map((text) => encoder.encode(text));
  // Time on the processor: what else the machine does at the moment does not count.
  const start = process.cpuUsage();
  for (const [at, text] of texts.entries()) await scan(text, bytesOf[at] ?? new Uint8Array());
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

async function printSpeed(prose: readonly string[]): Promise<void> {
  const megabytes = prose.reduce((sum, text) => sum + Buffer.byteLength(text), 0) / 1e6;
  console.log(`prose: ${prose.length} pieces of 64 KiB, ${megabytes.toFixed(1)} MB\n`);
  console.log("scanner            MB/s   against secretlint alone");
  let base = 0;
  for (const { name, scan } of SCANNERS) {
    await time(scan, prose.slice(0, 8));
    const ms = Math.min(await time(scan, prose), await time(scan, prose));
    const speed = megabytes / (ms / 1000);
    if (base === 0) base = speed;
    console.log(`${name.padEnd(18)}${speed.toFixed(1).padStart(5)}   ${(speed / base).toFixed(2)}×`);
  }
}

const UNFRIENDLY: Readonly<Record<string, string>> = {
  "one letter": "a",
  "token-like": "sk-ant-api03-_AKIAghp_xoxb-",
  assignments: 'password = "aaaa", api_key: token=',
  "urls with a user": "https://user:",
  "override words": "ignore all previous ",
  "spaced letters": "i g n o r e ",
  "base64 run": "QUJD",
  spaces: " \t ",
  "hidden characters": "a\u200b\u{e0041}",
  quotes: "\"'`<>",
};

async function printUnfriendly(): Promise<void> {
  console.log("\ntext, repeated      256 KiB    1 MiB   ratio (4 is linear)");
  const all = SCANNERS.at(-1);
  if (all === undefined) return;
  for (const [name, unit] of Object.entries(UNFRIENDLY)) {
    const text = (chars: number): string => unit.repeat(Math.ceil(chars / unit.length)).slice(0, chars);
    await time(all.scan, [text(PIECE)]);
    const small = Math.min(
      ...[await time(all.scan, [text(PIECE * 4)]), await time(all.scan, [text(PIECE * 4)])],
    );
    const large = Math.min(
      ...[await time(all.scan, [text(PIECE * 16)]), await time(all.scan, [text(PIECE * 16)])],
    );
    const row = [small, large].map((ms) => `${ms.toFixed(0)} ms`.padStart(9)).join("");
    console.log(`${name.padEnd(18)}${row}   ${(large / small).toFixed(1)}`);
  }
}

await printSpeed(readProse());
await printUnfriendly();
