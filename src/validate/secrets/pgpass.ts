import { defineRule } from "../rule.ts";
import { isOpaque } from "./judge/opaque.ts";
import { isPassword } from "./judge/password.ts";

const SAMPLE = ["d2Lk", "V78z", "Lx!t"].join("");

/** A line of PostgreSQL's file of passwords: host, port, database, user, password. */
export default defineRule({
  id: "pgpass",
  family: "connection-string",
  severity: "error",
  keywords: [":5432:", ":5433:", ":6432:", ":3306:", ":1521:", ":*:"],
  anchored: true,
  pattern:
    /:(?:5432|5433|6432|3306|1521|\*):(?:[\w-]{1,60}|\*):[\w.@-]{1,60}:(?<secret>[^\s:]{6,100})(?=\s|$)/dg,
  message: "a password in a line of a password file",
  accepts: ({ groups }) => {
    const { secret = "" } = groups;
    return isPassword(secret, true) || isOpaque(secret);
  },
  catches: [`db1.acme.dev:5432:app:ops:${SAMPLE}`, `*:*:*:ops:${SAMPLE}`],
  spares: [
    "localhost:5432:app:ops:password",
    "db:5432:app:ops:<password>",
    "docker run -p 127.0.0.1:5432:5432 postgres",
  ],
});
