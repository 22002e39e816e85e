// One request to the server and its reply. A failure is a value, because every view has words for it.

import {
  API,
  type Exchange,
  type ExchangeReply,
  type Failure,
  SECRET_HEADER,
  TAB_HEADER,
} from "../../protocol.ts";

export type ServerRefusal = { readonly code: string; readonly message: string; readonly hint: string };

export type Reply<T> =
  | { readonly kind: "answer"; readonly value: T }
  | { readonly kind: "refused"; readonly why: ServerRefusal }
  /** The server has ended. */
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
    // On loopback a request without an answer has only one cause: the server has ended.
    return { kind: "gone" };
  }
}

async function readFailure(response: Response): Promise<ServerRefusal> {
  const text = await response.text();
  try {
    const { error }: Failure = JSON.parse(text);
    return error;
  } catch {
    // The request was refused before it reached a route, so the answer has no words of ours.
    return {
      code: String(response.status),
      message: "the server refused the request",
      hint: "reload the page",
    };
  }
}

/** Saves the answer of the server as a file of the user's. */
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
    // The server has ended, as above.
    return { kind: "gone" };
  }
}

// The identity of this tab for its server: the secret of the launch and the name of the tab.
//
// Attack: a script of another origin, another port or a log reads the token. So the token arrives in the fragment, which no
// request carries, is exchanged once, and is removed from the address before anything else happens; the secret stays in
// sessionStorage, which is bound to origin and port.

const SECRET_KEY = "credence-secret";
const TAB_KEY = "credence-tab";

/** @returns true when the tab has a secret now; a token that was used before gives none. */
export async function openSession(): Promise<boolean> {
  const fragment = location.hash.slice(1);
  if (fragment !== "" && !fragment.startsWith("/")) {
    history.replaceState(null, "", "/");
    const secret = await exchange(fragment);
    if (secret !== null) sessionStorage.setItem(SECRET_KEY, secret);
  }
  return sessionStorage.getItem(SECRET_KEY) !== null;
}

async function exchange(token: string): Promise<string | null> {
  const body: Exchange = { token };
  try {
    const response = await fetch(`${API}/exchange`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!response.ok) return null;
    const exchanged: ExchangeReply = await response.json();
    return exchanged.secret;
  } catch {
    // The server is not there; the page says so in its own words.
    return null;
  }
}

export function sessionHeaders(): Record<string, string> {
  return { [SECRET_HEADER]: sessionStorage.getItem(SECRET_KEY) ?? "", [TAB_HEADER]: tabName() };
}

/** Kept over a reload, so that the tab keeps its decisions. */
function tabName(): string {
  const known = sessionStorage.getItem(TAB_KEY);
  if (known !== null) return known;
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const name = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  sessionStorage.setItem(TAB_KEY, name);
  return name;
}
