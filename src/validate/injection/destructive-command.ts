import { defineRule } from "../rule.ts";

// Only targets that no runbook deletes: the root, the home directory, everything here, a whole disk.
const END = "(?=[\\s;&|`\"')\\]},]|\\.?(?:\\s|$))";
const TREE =
  "[\"']?(?:/|~|\\$\\{?home\\}?|\\*|\\.\\.?|/(?:home|etc|usr|var|bin|boot|lib|root|users|opt)|[a-z]:\\\\?)(?:/?\\*|/)?[\"']?";
const DISK = "/dev/(?:[sh]d[a-z]|nvme[\\do]|disk\\d|mmcblk)";

export default defineRule({
  id: "destructive-command",
  family: "destructive",
  severity: "notice",
  keywords: "rm |--no-preserve-root|mkfs|dd |chmod|chown|format c|del /|rd /|rmdir /|remove-item|shred|wipefs"
    .split("|")
    .concat(["find /", "find ~", "shutil.rmtree", ">/dev/", "> /dev/", ":()"]),
  anchored: true,
  pattern: new RegExp(
    `(?<![a-z0-9_.-])(?:rm(?: {1,2}-[a-z-]{1,20}){1,4} {1,2}${TREE}${END}|--no-preserve-root|` +
      `mkfs(?:\\.[a-z0-9]{2,8})?(?: {1,2}-[a-z]{1,8}){0,4} {1,2}/dev/[a-z0-9]{2,12}(?![a-z0-9/{])|` +
      `dd(?: {1,2}[a-z]{2,6}=[^\\s=]{1,60}){0,4} {1,2}of=${DISK}|chmod {1,2}-r {1,2}0?[07]{3} {1,2}(?:/|~|\\$home)${END}|` +
      `chown {1,2}-r {1,2}[^\\s/]{1,40} {1,2}/${END}|format c:|(?:del|rd|rmdir)(?: /[a-z]){1,4} c:|` +
      `remove-item(?: {1,2}-[a-z]{2,12}){0,4} {1,2}c:\\\\|(?:shred|wipefs)(?: {1,2}-[a-z-]{1,12}){0,4} {1,2}${DISK}|` +
      "find (?:/|~)(?: {1,2}-[a-z]{2,10} {1,2}[^\\s-][^\\s]{0,20}){0,4} {1,2}-delete|shutil\\.rmtree\\( ?[\"'](?:/|~)[\"'])|" +
      `> ?${DISK}|:\\(\\) ?\\{ ?:\\|:& ?\\} ?; ?:`,
    "g",
  ),
  message: "a command that destroys more than the project",
  catches: [
    "rm -rf /",
    "then run rm -rf ~/",
    "sudo rm -rf --no-preserve-root /",
    "rm -r -f $HOME",
    ":(){ :|:& };:",
    "dd if=/dev/zero of=/dev/sda",
    "mkfs.ext4 /dev/sda1",
    "chmod -R 777 /",
  ],
  spares: [
    "rm -rf node_modules",
    "rm -rf /var/lib/apt/lists/*",
    "rm -rf ~/.cache/yarn",
    "rm -rf ./dist",
    "dd if=disk.img of=copy.img",
    "mkfs.ext4 {{path/to/partition}}",
  ],
});
