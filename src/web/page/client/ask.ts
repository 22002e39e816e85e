// One question to the server and its answer. What goes wrong is a value, because every view has words for it.

import { API, type Failure } from "../../protocol.ts";
import { sessionHeaders } from "./session.ts";

export type Refused = { readonly code: string; readonly message: string; readonly hint: string };

export type Reply<T> =
  | { readonly kind: "answer"; readonly value: T }
  | { readonly kind: "refused"; readonly why: Refused }
  /** Nobody listens any more. */
  | { readonly kind: "gone" };

export function askFor<T>(path: string): Promise<Reply<T>> {
  return ask(path, { headers: sessionHeaders() });
}

export function post<T>(path: string, body: unknown): Promise<Reply<T>> {
  const headers = { ...sessionHeaders(), "content-type": "application/json" };
  return ask(path, { method: "POST", headers, body: JSON.stringify(body) });
}

async function ask<T>(path: string, request: RequestInit): Promise<Reply<T>> {
  try {
    const response = await fetch(`${API}${path}`, request);
    if (!response.ok) return { kind: "refused", why: await readFailure(response) };
    const value: T = await response.json();
    return { kind: "answer", value };
  } catch {
    // A request that gets no answer has only one cause on loopback: the server ended.
    return { kind: "gone" };
  }
}

async function readFailure(response: Response): Promise<Refused> {
  const text = await response.text();
  try {
    const { error }: Failure = JSON.parse(text);
    return error;
  } catch {
    // Refused before any route was reached, so there is no word of ours in it.
    return {
      code: String(response.status),
      message: "the server refused the request",
      hint: "reload the page",
    };
  }
}

/** Saves what the server answers as a file of the person's. */
export async function download(path: string, fileName: string): Promise<Reply<null>> {
  try {
    const response = await fetch(`${API}${path}`, { headers: sessionHeaders() });
    if (!response.ok) return { kind: "refused", why: await readFailure(response) };
    const url = URL.createObjectURL(await response.blob());
    const link = document.createElement("a");
    link.href = url;
    link.download = fileName;
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
    return { kind: "answer", value: null };
  } catch {
    // As above.
    return { kind: "gone" };
  }
}
