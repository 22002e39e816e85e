import { defineRule } from "../rule.ts";
import { isPassword } from "./judge/password.ts";

const SAMPLE = ["d2Lk", "V78z"].join("");

/** Programs whose short flag takes the password itself. */
export default defineRule({
  id: "command-password",
  family: "command",
  severity: "error",
  keywords: [
    "sshpass",
    "mysql",
    "redis-cli",
    "ldapsearch",
    "docker login",
    "identified ",
    "xfreerdp",
    "htpasswd",
    "smbclient",
  ],
  anchored: true,
  pattern:
    /\b(?:(?:sshpass|docker login)\b(?:(?!sshpass|mysql|redis-cli)[^\n|;]){0,120}? -p ?|mysql(?:dump|admin|import)?\b(?:(?!sshpass|mysql|redis-cli)[^\n|;]){0,120}? -p|redis-cli\b(?:(?!sshpass|mysql|redis-cli)[^\n|;]){0,120}? -a |ldapsearch\b[^\n|;]{0,160}? -w |xfreerdp\b[^\n|;]{0,160}? \/p:|htpasswd -\w{0,4}b\w{0,4} [^\s|;]{1,80} [\w.@-]{1,60} |smbclient\b[^\n|;]{0,160}? -U ["']?[\w.\\@-]{1,60}%|(?:IDENTIFIED|identified) (?:(?:WITH|with) [\w'"]{1,40} )?(?:BY|by) (?:(?:PASSWORD|password) )?)["']?(?<secret>[^\s"'|;]{6,100})/dg,
  message: "a password on a command line",
  accepts: ({ groups }) => isPassword(groups["secret"] ?? "", true),
  catches: [
    `sshpass -p ${SAMPLE} ssh host`,
    `mysql -u root -p${SAMPLE} db`,
    `xfreerdp /u:ops /p:${SAMPLE} /v:box`,
    `htpasswd -bc .htpasswd ops ${SAMPLE}`,
    `smbclient //box/share -U ops%${SAMPLE}`,
    `redis-cli -h cache -a ${SAMPLE} ping`,
    `CREATE USER 'app'@'%' IDENTIFIED BY '${SAMPLE}';`,
  ],
  spares: [
    "sshpass -p $PASSWORD ssh host",
    "mysql -u root -p database2",
    "mysql -u root -p{{password}}",
    "docker login -p <token>",
  ],
});
