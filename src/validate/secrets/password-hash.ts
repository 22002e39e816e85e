import { defineRule } from "../rule.ts";
import { isVaried } from "./judge/entropy.ts";

const SALT = "k7Qx2Lm9";
const HASH = "aB3dE6gH9kL".repeat(8);

/** An entry of /etc/shadow, .htpasswd or a table of users, from which the password can be guessed at leisure. */
export default defineRule({
  id: "password-hash",
  family: "hash",
  severity: "error",
  keywords: [
    "$1$",
    "$2a$",
    "$2b$",
    "$2x$",
    "$2y$",
    "$5$",
    "$6$",
    "$7$",
    "$y$",
    "$apr1$",
    "$argon2",
    "$scrypt$",
    "pbkdf2_sha",
    "{ssha}",
  ],
  anchored: true,
  pattern:
    /\$(?:[156]|apr1)\$(?:rounds=\d{1,9}\$)?[./A-Za-z0-9]{1,16}\$[./A-Za-z0-9]{22,86}|\$2[abxy]\$\d\d\$[./A-Za-z0-9]{53}|\$[y7]\$[./A-Za-z0-9$]{20,160}|\$argon2(?:id|i|d)\$v=\d{1,3}\$m=\d{1,9},t=\d{1,4},p=\d{1,4}\$[+/\w]{8,90}\$[+/\w]{20,120}|\$scrypt\$[\w=,+/$]{30,200}|pbkdf2_sha(?:1|256|512)\$\d{1,9}\$[\w+/.-]{4,64}\$[\w+/]{20,120}|\{SSHA\}[\w+/]{28,80}/gi,
  message: "the hash of a password",
  accepts: ({ value }) => isVaried(value.slice(value.indexOf("$", 5) + 1)) && /\d/.test(value.slice(8)),
  catches: [
    `root:$6$${SALT}$${HASH.slice(0, 86)}:19000:0:99999:7:::`,
    `maria:$apr1$${SALT}$${HASH.slice(0, 22)}`,
    `$2y$10$${HASH.slice(0, 53)}`,
    `$argon2id$v=19$m=65536,t=3,p=4$${SALT.repeat(2)}$${HASH.slice(0, 43)}`,
    `pbkdf2_sha256$600000$${SALT}$${HASH.slice(0, 43)}=`,
  ],
  spares: [
    "echo $1$2",
    "costs $5$ or $6$",
    `$2y$10$${"x".repeat(53)}`,
    `s/$1/$2/; sha256:${"3f2a9c".repeat(8)}`,
    "$argon2id$v=19$m=65536,t=3,p=4$<salt>$<hash>",
  ],
});
