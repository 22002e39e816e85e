// Who this tab is to its server: the secret of the launch and the name of the tab. Attack: a script of another origin, another
// port or a log reads the token. So it arrives in the fragment, which no request carries, is exchanged once and is taken out
// of the address before anything else happens; the secret stays in sessionStorage, which is bound to origin and port.

import { API, type Exchange, type Exchanged, SECRET_HEADER, TAB_HEADER } from "../../protocol.ts";

const SECRET_KEY = "credence-secret";
const TAB_KEY = "credence-tab";

/** @returns whether the tab has a secret now; a token that was used before gives none. */
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
    const exchanged: Exchanged = await response.json();
    return exchanged.secret;
  } catch {
    // The server is not there, which the page says in its own words.
    return null;
  }
}

export function sessionHeaders(): Record<string, string> {
  return { [SECRET_HEADER]: sessionStorage.getItem(SECRET_KEY) ?? "", [TAB_HEADER]: tabName() };
}

/** Kept over a reload, so that the tab's decisions stay its own. */
function tabName(): string {
  const known = sessionStorage.getItem(TAB_KEY);
  if (known !== null) return known;
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const name = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  sessionStorage.setItem(TAB_KEY, name);
  return name;
}
