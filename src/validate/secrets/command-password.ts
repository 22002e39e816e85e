import { defineRule } from "../rule.ts";
import { isPassword } from "./judge/password.ts";
import { isStandIn } from "./judge/placeholder.ts";

const HEX = /^[0-9a-fA-F]{32,128}$/;
const SAMPLE = ["d2Lk", "V78z"].join("");

/** Programs, and the flag before their password. A flag belongs to the same command, and not to the next one on the line. */
const FLAGS: readonly (readonly [programs: string, flag: string])[] = [
  ["sshpass|(?:docker|podman|helm registry|az|oc) login|mongo(?:sh|dump|restore)?|cqlsh|7z", " -p ?"],
  ["mysql(?:dump|admin|import)?", " -p"],
  ["sqlcmd|bcp|zip|unzip|mosquitto_(?:pub|sub)|ipmitool", " -P ?"],
  ["redis-cli", " -a "],
  ["ldap(?:search|modify|add|delete|whoami)", " -w "],
  ["openssl", " (?:-[kK] |-pass(?:in|out)? pass:)"],
  ["ssh-keygen", " -N "],
  ["xfreerdp", " \\/p:"],
  ["smbclient", " -U [\"']?[\\w.\\\\@-]{1,60}%"],
  ["snmp(?:walk|get)", " -c "],
  ["lftp", " -u [\\w.@-]{1,60},"],
];
/** Programs that take the password as a positional argument. */
const PLACES =
  "htpasswd -\\w{0,4}b\\w{0,4} [^\\s|;]{1,80} [\\w.@-]{1,60} |net user [\\w.\\\\-]{1,60} |wpa_passphrase [^\\s|;]{1,60} |vault login |rclone obscure |(?:IDENTIFIED|identified) (?:(?:WITH|with) [\\w'\"]{1,40} )?(?:BY|by) (?:(?:PASSWORD|password) )?";
const PROGRAM = FLAGS.map(([programs]) => programs).join("|");
const BEHIND = FLAGS.map(
  ([programs, flag]) => `(?:${programs})\\b(?:(?!\\b(?:${PROGRAM})\\b)[^\\n|;]){0,120}?${flag}`,
).join("|");

/** Programs whose short flag takes the password itself. */
export default defineRule({
  id: "command-password",
  family: "command",
  severity: "error",
  keywords:
    "sshpass|docker login|podman login|helm registry login|az login|oc login|mongo|cqlsh|7z|mysql|sqlcmd|bcp|zip|unzip|mosquitto_|ipmitool|redis-cli|ldap|openssl|ssh-keygen|xfreerdp|smbclient|snmp|lftp|htpasswd|net user|wpa_passphrase|vault login|rclone obscure|identified ".split(
      "|",
    ),
  anchored: true,
  pattern: new RegExp(`\\b(?:${BEHIND}|${PLACES})["']?(?<secret>[^\\s"'|;\`]{6,100})`, "dg"),
  message: "a password on a command line",
  accepts: ({ groups }) => {
    const { secret = "" } = groups;
    return isPassword(secret, true) || (HEX.test(secret) && !isStandIn(secret));
  },
  catches: [
    `sshpass -p ${SAMPLE} ssh host`,
    `mysql -u root -p${SAMPLE} db`,
    `xfreerdp /u:ops /p:${SAMPLE} /v:box`,
    `htpasswd -bc .htpasswd ops ${SAMPLE}`,
    `smbclient //box/share -U ops%${SAMPLE}`,
    `zip -P ${SAMPLE} out.zip a.txt`,
    `openssl enc -d -aes-256-cbc -K ${"3f9a21c4".repeat(4)} -in a`,
    `net user ops ${SAMPLE} /add`,
    `redis-cli -h cache -a ${SAMPLE} ping`,
    `CREATE USER 'app'@'%' IDENTIFIED BY '${SAMPLE}';`,
  ],
  spares: [
    "sshpass -p $PASSWORD ssh host",
    "mysql -u root -p database2",
    "mysql -u root -p{{password}}",
    "docker login -p <token>",
    "openssl enc -aes-256-cbc -k $KEY_1 -in a",
    "gaps identified by `/audit-step2`",
  ],
});
