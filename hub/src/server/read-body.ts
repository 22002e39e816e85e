// The body of a request, within its limit.

import type { IncomingMessage } from "node:http";
import { parseJson } from "../../../src/memory/json.ts";
import { Refused } from "./refusals.ts";

/** @returns undefined when there is no body. */
export async function readBody(request: IncomingMessage, bytesMax: number): Promise<unknown> {
  const announced = Number(request.headers["content-length"] ?? 0);
  if (announced > bytesMax) throw new Refused("TOO_LARGE", `a request has at most ${bytesMax} bytes`);
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > bytesMax) throw new Refused("TOO_LARGE", `a request has at most ${bytesMax} bytes`);
      chunks.push(chunk);
    }
  } catch (error) {
    // The client disconnected, which is no failure of the hub.
    throw request.errored === error ? new Refused("BAD_REQUEST", "the body breaks off") : error;
  }
  if (size === 0) return undefined;
  const value = parseJson(Buffer.concat(chunks).toString("utf8"));
  if (value === null || value === undefined) throw new Refused("BAD_REQUEST", "the body is no JSON");
  return value;
}
