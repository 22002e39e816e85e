import { defineRule } from "../rule.ts";
import { isOpaque, isWordy } from "./judge/opaque.ts";
import { isProverbial } from "./judge/password.ts";
import { isStandIn, isTemplate } from "./judge/placeholder.ts";

const SAMPLE = ["k7", "Qx", "2L", "m9"].join("");
const OPAQUE = SAMPLE.repeat(2);
const OWN_MACHINE =
  /^(?:localhost|127\.\d|0\.0\.0\.0|\[?::1|host\.docker\.internal|example\.(?:com|org|net)|db|database|postgres|mysql|mongo|redis|rabbitmq|host(?:name)?)\b/i;
const PLAIN_WORD = /^[a-z_-]{1,200}$/i;

/** `scheme://user:password@host`: databases, brokers, web and file servers. */
export default defineRule({
  id: "connection-string",
  family: "connection-string",
  severity: "error",
  keywords: ["://"],
  anchored: true,
  pattern:
    /:\/\/(?<user>[^\s:/@"'<>`(){}[\]]{0,100}):(?<secret>[^\s/"'<>`@]{3,200})@(?<host>[^\s/"'<>`?#@]{1,200})/dg,
  message: "a password in a URL",
  accepts: ({ groups }) => {
    const { user = "", secret = "", host = "" } = groups;
    if (isStandIn(secret) || isProverbial(secret) || secret === user) return false;
    if (/^(?:user)?(?:name)?$/i.test(secret)) return false;
    if (isOpaque(secret)) return true;
    // The password is the secret, so a stand-in for the user excuses only a plain word.
    if (isTemplate(user) || user.includes("$") || (isStandIn(user) && PLAIN_WORD.test(secret))) return false;
    // A plain word on the user's own machine is the password of an exercise.
    return !(OWN_MACHINE.test(host) && isWordy(secret));
  },
  catches: [
    `postgres://app:${SAMPLE}@db.internal:5432/app`,
    `https://deploy:${SAMPLE}@git.acme.dev/repo.git`,
    `redis://:${SAMPLE}@cache.internal:6379`,
    `mongodb+srv://app:${SAMPLE}@cluster0.acme.mongodb.net`,
    `amqp://my-app:${SAMPLE}@mq.acme.dev/x`,
    `redis://test_user:${SAMPLE}@cache.acme.dev:6379`,
    `https://x:${SAMPLE}@git.acme.dev/repo.git`,
    `smtps://bob%40acme.dev:${SAMPLE}@smtp.acme.dev:465`,
    `https://$USER:${OPAQUE}@git.acme.dev/repo.git`,
  ],
  spares: [
    "postgres://user:password@localhost/db",
    "postgres://postgres:postgres@db:5432",
    `https://\${USER}:\${PASSWORD}@host`,
    "mysql://user:<password>@host",
    "http://localhost:3000/a@b",
    "https://user:***@host",
    "https://x:token@git.acme.dev/repo.git",
    `sftp://my_user:${"word-".repeat(2)}word@files.acme.dev`,
    "https://%USER%:%PASSWORD%@git.acme.dev",
    "https://$user.name:$user.key1@git.acme.dev",
  ],
});
