// Where a person lets memories be sent to.
//
// Attack: a text that git, or the ssh that it starts, takes for an option or for a command (`--upload-pack=…`, `ext::sh -c …`,
// `ssh://-oProxyCommand=…`); a password that ends up in machine state, in a process list and in every message. Fails closed: what
// is none of the forms below is refused.

export type RemoteUrl = {
  readonly url: string;
  readonly kind: "file" | "git" | "http" | "https" | "hub" | "ssh";
};

export type RefusedUrl = { readonly kind: "refused"; readonly why: string; readonly hint: string };

const URL_CHARS_MAX = 1_000;
const SCHEMES = ["file", "git", "http", "https", "ssh"] as const;
const HOST = /^(?:[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/;
/** The one path of a hub, and what is its own machine. */
const HUB = /^credence-hub(?:\/[0-9a-f]{32})?\/?$/;
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/;
const USER = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,63}$/;
/** `user@host:path`, as ssh copies. */
const SCP = /^(?:([^@/:]+)@)?([A-Za-z0-9][A-Za-z0-9.-]*):(?!:|\/\/)([^-].*)$/;

const FORMS =
  "give https://HOST/PATH, ssh://USER@HOST/PATH, USER@HOST:PATH, file:///PATH or a path that begins with /";

export function parseRemoteUrl(given: string): RemoteUrl | RefusedUrl {
  if (given === "") return refuse("it is empty");
  if (given.length > URL_CHARS_MAX) return refuse("it is too long");
  // Spaces are legal in a path, and in nothing that git or ssh should get from us.
  if (!/^[\x21-\x7e]+$/.test(given)) return refuse("it contains a space or a character outside ASCII");
  if (given.startsWith("-")) return refuse("it begins like an option");
  if (/^[A-Za-z0-9+.-]*::/.test(given)) return refuse("it names a transport that runs a program");
  if (given.startsWith("/")) return { url: `file://${given}`, kind: "file" };
  const [, scheme = "", rest = ""] = /^([A-Za-z][A-Za-z0-9+.-]*):\/\/(.*)$/.exec(given) ?? [];
  if (scheme !== "") return parseSchemed(given, scheme.toLowerCase(), rest);
  const [, user, , path = ""] = SCP.exec(given) ?? [];
  if (path === "") return refuse("it is none of the forms that are understood");
  return user !== undefined && !USER.test(user)
    ? refuse("its user name is not plain")
    : { url: given, kind: "ssh" };
}

function parseSchemed(url: string, scheme: string, rest: string): RemoteUrl | RefusedUrl {
  const kind = SCHEMES.find((each) => each === scheme);
  if (kind === undefined) return refuse(`${scheme}:// is not used`);
  if (kind === "file") return rest.startsWith("/") ? { url, kind } : refuse("file:// wants an absolute path");
  const [authority = "", ...path] = rest.split("/");
  const at = authority.lastIndexOf("@");
  const [user, host] = [at === -1 ? null : authority.slice(0, at), authority.slice(at + 1)];
  if (!HOST.test(host)) return refuse("its host name is not plain");
  if (path.join("/") === "") return refuse("it has no path");
  if (/[?#]/.test(rest)) return refuse("a query in it may be a credential");
  if (user === null && (kind === "https" || kind === "http") && HUB.test(path.join("/"))) {
    if (kind === "http" && !LOOPBACK.test(host)) return refuse("a hub is asked by https");
    return { url: url.replace(/\/$/, ""), kind: "hub" };
  }
  if (user === null) return { url, kind };
  if (kind !== "ssh") {
    return refuse(
      "it contains a user name or a password",
      "leave them out: git asks its credential helper for them, and neither Credence nor its state ever holds them",
    );
  }
  return USER.test(user) ? { url, kind } : refuse("its user name is not plain");
}

function refuse(why: string, hint: string = FORMS): RefusedUrl {
  return { kind: "refused", why, hint };
}
