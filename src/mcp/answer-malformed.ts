// Messages that the SDK cannot handle. It drops what is none of the protocol, and a client that waits for the answer to its id
// would wait for ever; and it ends with a message that is too long, and the session's memory with it. Each is answered with an
// error, under its id where it has one. Of what was sent nothing but the id is repeated. A malformed answer of the client is
// not answered: neither side would ever stop.

import { PassThrough, type Readable, type Writable } from "node:stream";
import { parseJSONRPCMessage } from "@modelcontextprotocol/server";
import { isRecord, parseJson } from "../memory/json.ts";

const NEWLINE = 0x0a;
const INVALID_REQUEST = { code: -32_600, message: "this is no request of the protocol" } as const;
const NO_JSON = { code: -32_700, message: "this is not JSON" } as const;
const TOO_LONG = { code: -32_600, message: "this message is too long" } as const;

/** What is left of the input for the SDK. */
export function answerMalformed(input: Readable, output: Writable, bytesMax: number): Readable {
  const rest = new PassThrough();
  const line = createLine(bytesMax);
  const answer = (all: readonly Answer[]): void => {
    for (const each of all) output.write(`${JSON.stringify(each)}\n`);
  };
  input.on("data", (chunk: Buffer) => {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
      line.add(chunk.subarray(from, end + 1));
      from = end + 1;
      const { bytes, isTooLong } = line.take();
      const answers = isTooLong ? [answerTooLong(bytes)] : findAnswers(bytes);
      if (answers === null) rest.write(bytes);
      else answer(answers);
    }
    line.add(chunk.subarray(from));
  });
  input.on("end", () => rest.end(line.take().bytes));
  input.on("close", () => rest.end());
  input.on("error", (error) => rest.destroy(error));
  // The SDK pauses what it no longer reads, and the process ends when nothing is read.
  rest.on("pause", () => input.pause());
  return rest;
}

/** Of one that is too long, so much of its beginning and of its end is kept: clients put the id at either. */
const KEPT_BYTES = 256;

type Line = {
  readonly add: (bytes: Buffer) => void;
  readonly take: () => { readonly bytes: Buffer; readonly isTooLong: boolean };
};

/** A line as it comes in, never more of it than the limit. */
function createLine(bytesMax: number): Line {
  let parts: Buffer[] = [];
  let length = 0;
  return {
    add: (bytes) => {
      parts.push(bytes);
      length += bytes.length;
      if (length <= bytesMax) return;
      const all = Buffer.concat(parts);
      parts = [Buffer.concat([all.subarray(0, KEPT_BYTES), all.subarray(-KEPT_BYTES)])];
    },
    take: () => {
      const taken = { bytes: Buffer.concat(parts), isTooLong: length > bytesMax };
      [parts, length] = [[], 0];
      return taken;
    },
  };
}

const ID = String.raw`"id"\s*:\s*(?<id>\d{1,15}|"[^"\\]{1,100}")`;
const ID_FIRST = new RegExp(String.raw`^\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?${ID}`);
const ID_LAST = new RegExp(String.raw`${ID}\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$`);

function answerTooLong(ends: Buffer): Answer {
  const text = ends.toString("utf8");
  const found = (ID_FIRST.exec(text) ?? ID_LAST.exec(text))?.groups?.["id"];
  const id = found === undefined ? null : parseJson(found);
  const isId = typeof id === "string" || typeof id === "number";
  return { jsonrpc: "2.0", id: isId ? id : null, error: TOO_LONG };
}

type Answer = {
  readonly jsonrpc: "2.0";
  readonly id: string | number | null;
  readonly error: { readonly code: number; readonly message: string };
};

/** @returns null when the SDK is to read the line itself. */
function findAnswers(line: Buffer): Answer[] | null {
  const text = line.toString("utf8").trim();
  if (text === "") return null;
  const value = parseJson(text);
  if (value === null && text !== "null") return [{ jsonrpc: "2.0", id: null, error: NO_JSON }];
  // Several at once were taken out of the protocol: each is answered for itself.
  if (!Array.isArray(value) && isMessage(value)) return null;
  const answers = (Array.isArray(value) ? value : [value]).flatMap((each) => toAnswer(each) ?? []);
  return answers.length === 0 ? null : answers;
}

function toAnswer(value: unknown): Answer | null {
  if (!isRecord(value)) return null;
  const { id, method } = value;
  const isReply = method === undefined && ("result" in value || "error" in value);
  if (isReply || (typeof id !== "string" && typeof id !== "number")) return null;
  return { jsonrpc: "2.0", id, error: INVALID_REQUEST };
}

function isMessage(value: unknown): boolean {
  try {
    parseJSONRPCMessage(value);
    return true;
  } catch {
    return false; // The parser has one way to say no.
  }
}
