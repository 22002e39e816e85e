// A value behind an account: `Grafana: admin / …`, `login: ana / …`

import { isOpaque, isWordy } from "../judge/opaque.ts";
import { isPasswordBeyondDoubt } from "../judge/password.ts";
import { isStrayPassword } from "../judge/stray.ts";
import { lineAt, listPatterns, type NamedPattern, type Restated, restate } from "./lines.ts";

const LOGIN =
  /(?:^|[>|*•-])[ \t]{0,20}(?:([^\n:|/]{1,40}):[ \t*`]{1,4})?[*`]{0,3}([\w.@+-]{2,40})[*`]{0,3} \/ [*`]{0,3}([^\s`|/<>]{8,64})(?=[*`]{0,3}[ \t\r]{0,8}(?:[|.,;(]|$))/g;
/** What each of them ends with. */
const VALUE = / \/ [*`]{0,3}[^\s`|/<>]{8}/y;
const SPACE = 0x20;
const ACCOUNT =
  /^(?:admin(?:istrator)?|root|user|guest|test|demo|sa|postgres|mysql|oracle|ubuntu|deploy(?:er)?|service|superuser|owner|operator|[\w.+-]{1,40}@[\w.-]{1,40})\d{0,3}$/i;
const LOGIN_NAME = /log-?in|log on|user|account|credential|creds|access|auth|sign-?in|zugang|anmeld|admin/i;

export function restateLogins(text: string): Restated[] {
  const found: Restated[] = [];
  for (let at = text.indexOf("/"); at !== -1; at = text.indexOf("/", at + 1)) {
    VALUE.lastIndex = at - 1;
    if (text.charCodeAt(at - 1) !== SPACE || !VALUE.test(text)) continue;
    const { start, end } = lineAt(text, at);
    for (const match of text.slice(start, end).matchAll(LOGIN)) {
      const [whole, label = "", account = "", value = ""] = match;
      if (!isLogin(label, account, value)) continue;
      found.push(restate("password", value, start + match.index + whole.length - value.length));
    }
    at = end;
  }
  return found;
}

/** Two things with a stroke between them are mostly just that. */
function isLogin(label: string, account: string, value: string): boolean {
  if (!isPasswordBeyondDoubt(value) && !(isOpaque(value) && !isWordy(value))) return false;
  if (ACCOUNT.test(account) || LOGIN_NAME.test(label)) return true;
  // Formats and versions have three kinds of characters too, but parts.
  const isOfOnePiece = /[!@#$%^&*?]/.test(value) || (isOpaque(value, 12) && !/[-_.]/.test(value));
  return (
    label !== "" &&
    isOfOnePiece &&
    (isStrayPassword(value) || (isPasswordBeyondDoubt(value) && !isWordy(value)))
  );
}

export const LOGIN_PATTERNS: readonly NamedPattern[] = listPatterns({ LOGIN, VALUE, ACCOUNT, LOGIN_NAME });
