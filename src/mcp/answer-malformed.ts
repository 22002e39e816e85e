// Messages that are JSON and none of the protocol. The SDK drops them, and a client that waits for the answer to its id would
// wait for ever: each that has an id is answered with an error under it. Of what was sent nothing but the id is repeated.
// What is no JSON has no id, and a malformed answer of the client is not answered: neither side would ever stop.

import { PassThrough, type Readable, type Writable } from "node:stream";
import { parseJSONRPCMessage } from "@modelcontextprotocol/server";
import { isRecord, parseJson } from "../memory/json.ts";

const NEWLINE = 0x0a;
const INVALID_REQUEST = { code: -32_600, message: "this is no request of the protocol" } as const;

/** What is left of the input for the SDK, whose limit on a message holds here, too: a longer one is handed on as it comes. */
export function answerMalformed(input: Readable, output: Writable, bytesMax: number): Readable {
  const rest = new PassThrough();
  let pending: Buffer[] = [];
  let length = 0;
  const take = (bytes: Buffer): Buffer => {
    const whole = pending.length === 0 ? bytes : Buffer.concat([...pending, bytes]);
    [pending, length] = [[], 0];
    return whole;
  };
  input.on("data", (chunk: Buffer) => {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
      const line = take(chunk.subarray(from, end + 1));
      from = end + 1;
      const answers = findAnswers(line);
      if (answers === null) rest.write(line);
      else for (const answer of answers) output.write(`${JSON.stringify(answer)}\n`);
    }
    if (from === chunk.length) return;
    pending.push(chunk.subarray(from));
    length += chunk.length - from;
    if (length > bytesMax) rest.write(take(Buffer.alloc(0)));
  });
  input.on("end", () => rest.end(take(Buffer.alloc(0))));
  input.on("close", () => rest.end());
  input.on("error", (error) => rest.destroy(error));
  // The SDK pauses what it no longer reads, and the process ends when nothing is read.
  rest.on("pause", () => input.pause());
  return rest;
}

type Answer = {
  readonly jsonrpc: "2.0";
  readonly id: string | number;
  readonly error: typeof INVALID_REQUEST;
};

/** @returns null when the SDK is to read the line itself. */
function findAnswers(line: Buffer): Answer[] | null {
  const value = parseJson(line.toString("utf8"));
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
