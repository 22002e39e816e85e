// Commands that destroy, fetch code and run it, or carry private files away.

import type { RuleMatch } from "../../rule.ts";
import { listRules } from "./rule-rows.ts";

// destructive-command
// Only targets that no runbook deletes: the root, the home directory, the whole working directory, a whole disk.
const END = "(?=[\\s;&|`\"')\\]},]|\\.?(?:\\s|$))";
const TREE =
  "[\"']?(?:/|~|\\$\\{?home\\}?|\\*|\\.\\.?|/(?:home|etc|usr|var|bin|boot|lib|root|users|opt)|[a-z]:\\\\?)(?:/?\\*|/)?[\"']?";
const DISK = "/dev/(?:[sh]d[a-z]|nvme[\\do]|disk\\d|mmcblk)";

const DESTROYERS =
  "rm |--no-preserve-root|mkfs|dd |chmod|chown|format c|del /|rd /|rmdir /|remove-item|shred|wipefs|" +
  "find /|find ~|shutil.rmtree|>/dev/|> /dev/|:()";
const DESTRUCTION =
  `(?<![a-z0-9_.-])(?:rm(?: {1,2}-[a-z-]{1,20}){1,4} {1,2}${TREE}${END}|--no-preserve-root|` +
  `mkfs(?:\\.[a-z0-9]{2,8})?(?: {1,2}-[a-z]{1,8}){0,4} {1,2}/dev/[a-z0-9]{2,12}(?![a-z0-9/{])|` +
  `dd(?: {1,2}[a-z]{2,6}=[^\\s=]{1,60}){0,4} {1,2}of=${DISK}|chmod {1,2}-r {1,2}0?[07]{3} {1,2}(?:/|~|\\$home)${END}|` +
  `chown {1,2}-r {1,2}[^\\s/]{1,40} {1,2}/${END}|format c:|(?:del|rd|rmdir)(?: /[a-z]){1,4} c:|` +
  `remove-item(?: {1,2}-[a-z]{2,12}){0,4} {1,2}c:\\\\|(?:shred|wipefs)(?: {1,2}-[a-z-]{1,12}){0,4} {1,2}${DISK}|` +
  "find (?:/|~)(?: {1,2}-[a-z]{2,10} {1,2}[^\\s-][^\\s]{0,20}){0,4} {1,2}-delete|shutil\\.rmtree\\( ?[\"'](?:/|~)[\"'])|" +
  `> ?${DISK}|:\\(\\) ?\\{ ?:\\|:& ?\\} ?; ?:`;

// force-push
// A note may explain the flag; it may not tell the reader to use it on a shared branch.
const BEFORE =
  "(?<=(?<![a-z])(?:always|please|must|should|run|execute|just|immediately|then|and|you can|silently|now|do)[^a-z0-9]{1,4})";
const FORCE = "(?:--force|-f)(?![a-z-])";
const SHARED = "\\+?(?:main|master|production|release)(?![a-z0-9_/-])";
const REMOTE = "(?: {1,3}[a-z0-9_.][a-z0-9_./-]{0,40})?";

// fetch-and-run
const SUDO = "(?:sudo(?: -[a-z]{1,2})?[^\\S\\n]{1,3})?(?:env[^\\S\\n]{1,3})?(?:/[a-z/]{1,20}/)?";
const FETCH_SHELL = "(?:ba|z|da|k|fi|c)?sh(?![a-z0-9_.-])";
const INTERPRETER = "(?:python[\\de.]{0,4}|node|perl|ruby|php|deno|bun|osascript|pwsh)(?![a-z0-9_.])";
/** `bash <(curl …)`, `sh -c "$(curl …)"`, `python3 -c "$(curl …)"`. */
const SUBSTITUTION =
  "(?<=(?:sh|source|\\.|eval|python[\\de.]{0,4}|node|perl|ruby|php|deno|bun)[^\\S\\n]{1,3}(?:-[a-z]{1,3}[^\\S\\n]{1,3})?[\"'`]?(?:<\\(|\\$\\()[^\\S\\n]{0,3})(?:curl|wget)(?![a-z_])";
/** The line continues after a backslash. */
const CONTINUED = "(?:(?<=\\\\)\\n[^\\n|;]{0,120}){0,4}";
/** `curl -o f … && chmod +x f && ./f`: the fetched file is run; an installer moves it. */
const CHMOD_RUN =
  "chmod[^\\n;&|]{1,60}(?:&&|;)[^\\S\\n]{0,3}(?:sudo[^\\S\\n]{1,3})?[\"']?[^\\s\"'`;&|]{1,80}";
const CHMOD = /chmod[^\S\n][^\n;&|]{0,40}?([^\s"'/;&|]{1,60})["']?[^\S\n]{0,3}(?:&&|;)[^\n;&|]{1,100}$/;
const POWERSHELL = "(?:iwr|irm|invoke-webrequest|invoke-restmethod|downloadstring)(?![a-z])";

/** Hosts whose installers half of all set-up pages pipe into a shell; over TLS that is a habit, not an attack. The match
 * ends with the host, because it would otherwise be a part of another name. */
const INSTALLERS =
  /^https:\/\/(?:[a-z0-9-]{1,30}\.){0,3}(?:rustup\.rs|docker\.com|brew\.sh|bun\.sh|bun\.com|deno\.land|deno\.com|astral\.sh|nodesource\.com|pnpm\.io|volta\.sh|nixos\.org|sdkman\.io|helm\.sh|fly\.io|ollama\.com|ollama\.ai|python-poetry\.org|pyenv\.run|starship\.rs|jdx\.dev|mise\.run|yarnpkg\.com|k3s\.io|tailscale\.com|supabase\.com|vercel\.com|heroku\.com|cursor\.com|claude\.ai|opencode\.ai|chocolatey\.org|scoop\.sh|microsoft\.com|azure\.com|google\.com|sentry\.io|getcomposer\.org|rvm\.io|haskell\.org|julialang\.org|foundry\.paradigm\.xyz|solana\.com|githubusercontent\.com\/(?:nvm-sh|homebrew|ohmyzsh|helm|rancher|pyenv|kubernetes|k3d-io|golangci|jesseduffield|aquasecurity|anchore|rhysd|dandavison|tj|creationix))(?:\/|$)/;
/** Leads from a known host to another one. */
const DETOUR = /\.\.|%2e|[@\\]/;
const ELSEWHERE = "https?://(?!(?:localhost|127(?:\\.\\d{1,3}){3})(?::[\\w{}<>$]{1,20})?(?:[/?\\s\"'`|)]|$))";
const URLS = new RegExp(`${ELSEWHERE}[^\\s"'\`<>|),;]{1,300}`, "g");
/** A host as curl accepts it: a word with a dot that is not the output file. */
const BARE_HOSTS =
  /(?<=[\s"'])(?<!(?:-[a-z]{0,6}o|--output|>)[^\S\n]{1,3}["']?)(?:[a-z0-9-]{1,40}\.){1,4}[a-z]{2,12}(?:[/:?][^\s"'`<>|)]{0,200})?(?=[\s"'|)]|$)/g;
/** An address that no installer has: without TLS, with a numeric host, a paste or a tunnel. */
const SHADY =
  /http:\/\/(?!(?:localhost|127(?:\.\d{1,3}){3})(?::[\w${}<>]{1,20})?(?:[/?\s"'`|)]|$))|https?:\/\/\d{1,3}\.\d{1,3}\.|https?:\/\/[^\s/]{0,60}(?:paste|gist|ngrok|trycloudflare|transfer\.sh|bit\.ly|tinyurl|webhook)/;
/** The person or agent who is told to do it, or the occasion. A line of a set-up page tells neither. */
const ORDERED =
  /(?<![a-z])(?:agents?|assistants?|ai|models?|bots?|always|must|should|before (?:each|every|any|you|answering|starting)|after (?:each|every)|(?:each|every) (?:session|time|task|run)|session|whenever|silently|quietly|users?|at once|immediately|please|kindly|first step|as root|do not|don't|never mind)(?![a-z])/;
const NEAR = 110;
/** A text with little more than the command exists for the sake of the command. */
const NOTE_CHARS = 400;

/** Package indexes that are public, or that only a private network reaches. */
const OWN_INDEX =
  "(?:[^\\s/@]{1,80}\\.)?(?:pypi\\.org|pytorch\\.org|nvidia\\.com|npmjs\\.(?:org|com)|yarnpkg\\.com|github\\.com|gitlab\\.com|pkg\\.dev|azure\\.com|jsr\\.io|internal|corp|lan|local|localdomain)(?:[:/\\s\"'`)]|$)|(?:10|192\\.168|172\\.(?:1[6-9]|2\\d|3[01]))\\.";

// decode-and-run
const DECODE_SHELL =
  "(?:sudo[^\\S\\n]{1,3})?(?:(?:ba|z|da)?sh|python[\\de.]{0,4}|perl|node|ruby|php)(?![a-z0-9_.])";
const DECODER =
  "(?:base64[^\\n|;]{0,20}? -{1,2}d[a-z]{0,6}|xxd -r|openssl[^\\n|;]{0,20}? -d)(?![a-z])[^\\n|;]{0,30}\\|[^\\S\\n]{0,3}";
const CALL = "(?:atob|b64decode|fromhex|base64_decode|fromcharcode|base64\\.decode)[^\\S\\n]{0,2}\\(";

/** `sh -c "$(… base64 -d)"`. */
const SUBSTITUTED =
  "base64 -{1,2}d(?<=(?:sh|eval)[^\\S\\n]{1,3}(?:-c[^\\S\\n]{1,3})?[\"'`]?(?:<\\(|\\$\\(|`)[^\\n)]{0,60}base64 -{1,2}d)";

// exfiltration-command
/** Files in which people keep secrets, in the lower case of the normalised copy. */
export const PRIVATE_FILES =
  "(?:\\.ssh/|id_rsa|id_ed25519|\\.env(?![a-z.])|\\.aws/cred|\\.netrc|\\.npmrc|/etc/(?:passwd|shadow)|\\.kube/config|\\.gnupg|" +
  "\\.git-credentials|\\$\\(env\\)|printenv|\\.bash_history)";
const SENDER =
  "(?:curl[^\\n;|]{0,40}? (?:-d|--data[a-z-]{0,8}|-f|-t|--upload-file|-x post)|(?<![a-z])nc(?:at)? |netcat |wget[^\\n;|]{0,30}?--post)";
/** The flag takes the file itself, without a sign before it. */
const UPLOAD = "[^\\S\\n](?:-t|--upload-file|--post-file|--body-file)[^\\S\\n]{0,3}";
/** The last of the pipes, whatever comes between. */
const PIPES = "[^\\n;]{0,60}?\\|[^\\n;|]{0,20}?";
const READ = "(?:\\$\\((?:cat|base64)[^\\S\\n]{1,3}[^\\s\"']{0,40}?)?";

// image-beacon
const IMAGE = "!\\[[^\\][\\n]{0,40}\\]\\( {0,2}https?://";
const SLOT = "(?:\\{|\\[|<|\\$\\{|%7b|\\$\\()";
const LOOT = "(?:secret|data|exfil|leak|steal|token|key|conversation|history|prompt)s?";

export const COMMAND_RULES = listRules("exfiltration", [
  {
    id: "destructive-order",
    family: "destructive",
    severity: "flag",
    keywords: DESTROYERS,
    pattern: DESTRUCTION,
    message: "an order to destroy more than the project",
    accepts: isOrdered,
  },
  {
    id: "destructive-command",
    family: "destructive",
    severity: "notice",
    keywords: DESTROYERS,
    pattern: DESTRUCTION,
    message: "a command that destroys more than the project",
    accepts: (match) => !isOrdered(match),
  },
  {
    id: "force-push",
    family: "destructive",
    severity: "notice",
    keywords: "git push|git  push",
    pattern: `${BEFORE}git {1,2}push(?: {1,3}${FORCE}${REMOTE} {1,3}${SHARED}|${REMOTE} {1,3}${SHARED} {1,3}${FORCE})`,
    message: "an instruction to overwrite a shared branch",
  },
  {
    id: "fetch-and-run",
    family: "fetch-and-run",
    severity: "flag",
    keywords: "curl|wget|fetch|iwr|irm|iex|invoke-webrequest|invoke-restmethod|downloadstring",
    pattern:
      `(?<![a-z0-9_-])(?:curl|wget|fetch)(?![a-z_])[^\\n|;]{1,120}${CONTINUED}\\|&?[^\\S\\n]{0,3}(?:\\\\\\n[^\\S\\n]{0,8})?${SUDO}(?:${FETCH_SHELL}|${INTERPRETER})|` +
      `${SUBSTITUTION}|(?<![a-z0-9_-])(?:curl|wget)(?![a-z_])[^\\n;&|]{1,100}(?:&&|;)[^\\S\\n]{0,3}(?:` +
      "(?:chmod[^\\n;&|]{1,60}(?:&&|;)[^\\S\\n]{0,3})?(?:sudo[^\\S\\n]{1,3})?(?:ba|z|da)?sh[^\\S\\n]{1,3}[^\\s-]|" +
      `${CHMOD_RUN})|` +
      `(?<![a-z])${POWERSHELL}[^\\n|]{1,120}\\|[^\\S\\n]{0,3}(?:iex|invoke-expression)|(?<![a-z])iex[^\\S\\n]{0,3}\\([^\\n]{0,60}?${POWERSHELL}`,
    message: "a command that runs code it downloads",
    accepts: (match) => {
      const { value, index, text } = match;
      if (value.includes("chmod") && !runsWhatItMarks(value)) return false;
      const end = index + value.length;
      const line = text.slice(index, lineEnd(text, end));
      if (SHADY.test(line)) return true;
      // A command without an address to fetch from counts as harmless, too.
      if (listPlaces(line, value).every((place) => INSTALLERS.test(place) && !DETOUR.test(place)))
        return false;
      return isOrdered(match);
    },
  },
  {
    id: "foreign-package",
    family: "fetch-and-run",
    severity: "flag",
    keywords: "npx |bunx |pnpm dlx |yarn dlx |npm exec |npm x ",
    pattern:
      "(?<![a-z0-9_-])(?:npx|bunx|pnpm dlx|yarn dlx|npm exec|npm x) {1,2}(?:-{1,2}[a-z]{1,20} {1,2}){0,4}(?:-- )?[\"']?" +
      "(?:(?:github|gitlab|bitbucket|gist):[a-z0-9_-]|git\\+|https?://)",
    message: "a command that runs a package from no registry",
    accepts: isOrdered,
  },
  {
    id: "foreign-index",
    family: "fetch-and-run",
    severity: "notice",
    keywords: "pip|uv |poetry |npm |pnpm |yarn |bun ",
    pattern:
      "(?<![a-z0-9_-])(?:pip3?|pipx|uv|poetry|npm|pnpm|yarn|bun)(?![a-z0-9_])[^\\n|;&]{1,80}? " +
      `(?:-i|--(?:extra-)?index-url|--index|--registry)[ =]{1,2}["']?${ELSEWHERE}(?!${OWN_INDEX})`,
    message: "a command that takes packages from an index elsewhere",
  },
  {
    id: "decode-and-run",
    family: "encoded",
    severity: "flag",
    keywords:
      "base64|xxd -r|openssl|eval|exec|function|system|popen|powershell|pwsh|decode|decrypt|unscramble",
    pattern:
      `${DECODER}${DECODE_SHELL}|(?:eval|exec|function|system|popen)[^\\S\\n]{0,2}\\([^\\n]{0,60}?${CALL}|` +
      "(?:powershell|pwsh)(?:\\.exe)?[^\\n|;]{0,80}? -e(?:nc|ncodedcommand)?[^\\S\\n]{1,3}[a-z0-9+/]{16}|" +
      `${SUBSTITUTED}|` +
      "(?<![a-z])(?:decode|decrypt|unscramble) (?:this|the following|it|that)[^.\\n]{0,40}? (?:and|then) (?:then )?" +
      "(?:follow|execute|run|obey|do what|carry out|comply|act on)(?![a-z])",
    message: "an encoded payload that is decoded and run",
  },
  {
    id: "exfiltration-command",
    severity: "flag",
    keywords: "curl|wget|cat|env|printenv|tar|base64|gzip",
    pattern:
      `(?<![a-z0-9_-])(?:(?:curl|wget)(?![a-z_])[^\\n|;]{0,120}?(?:[@=]|${UPLOAD})["']?[^\\s"']{0,40}?${READ}${PRIVATE_FILES}|` +
      `(?:env|printenv)(?![a-z_])${PIPES}${SENDER}|` +
      `(?:cat|tar|base64|gzip)(?![a-z_])[^\\n;|]{0,60}?${PRIVATE_FILES}${PIPES}${SENDER})`,
    message: "a command that exfiltrates private files",
  },
  {
    id: "image-beacon",
    severity: "flag",
    keywords: "![|<img",
    pattern:
      `${IMAGE}(?:[^\\s)?]{1,80}\\?[^\\s)=]{1,40}=[^)\\n]{0,40}?${SLOT}|[^\\s)?]{1,80}[?/]${LOOT}=)|` +
      `<img[^<>\\n]{1,40}?src {0,2}= {0,2}["']https?://[^"'\\s?]{1,80}\\?[^"'\\n]{0,60}?(?:${SLOT}|document\\.cookie)`,
    message: "an image URL that exfiltrates data",
  },
]);

/** True when the command is given as an order: a text with little more than the command is one, and in a longer text the
 * words around it give it. */
function isOrdered({ value, index, text }: RuleMatch): boolean {
  const end = index + value.length;
  const around = [text.slice(Math.max(0, index - NEAR), index), text.slice(end, end + NEAR)];
  return text.length <= NOTE_CHARS || around.some((side) => ORDERED.test(side));
}

/** The file that is made executable is the one that runs. */
function runsWhatItMarks(value: string): boolean {
  const file = CHMOD.exec(value)?.[1];
  const run = /([^\s"'/;&|]{1,80})["']?$/.exec(value)?.[1];
  return file === run || /(?<![a-z])(?:ba|z|da)?sh[^\S\n]{1,3}[^\s;&|]{1,80}$/.test(value);
}

/** Hosts without a scheme count only in a command for a shell: "fetch" is a word of prose, and an interpreter often reads
 * data. */
const TO_SHELL = /^(?:curl|wget)(?:$|[\s\S]{1,700}sh$)/;

function listPlaces(line: string, value: string): readonly string[] {
  const urls = line.match(URLS);
  if (urls === null && !TO_SHELL.test(value)) return [];
  const [command = ""] = line.split(/[|);&]/, 1);
  return urls ?? (command.match(BARE_HOSTS) ?? []).map((host) => `https://${host}`);
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return Math.min(end === -1 ? text.length : end, from + 160);
}
