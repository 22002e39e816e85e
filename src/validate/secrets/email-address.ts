import { defineRule } from "../rule.ts";

const RESERVED = /(?:^|[.@])(?:example(?:\.(?:com|org|net))?|test|invalid|localhost|local|example)$/i;
const GENERIC_USER =
  /^(?:git|noreply|no-reply|donotreply|user|username|you|me|your|name|email|someone|foo|bar|test|info|support|help|security|admin|root|hello|contact|postmaster|webmaster)$/i;

/** Personal data, noted rather than refused; the owner's own addresses are taken out by the caller. */
export default defineRule({
  id: "email-address",
  family: "personal",
  severity: "notice",
  keywords: ["@"],
  anchored: true,
  pattern:
    /@(?<=(?<![\w.+%/:-])(?<secretUser>[\w.+%-]{1,64})@)(?<secretDomain>[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){0,5}\.[A-Za-z]{2,24})(?![\w-])/dg,
  message: "an e-mail address",
  accepts: ({ groups }) => {
    const { secretUser: user = "", secretDomain: domain = "" } = groups;
    return (
      !RESERVED.test(domain) &&
      !GENERIC_USER.test(user) &&
      !/\.(?:png|jpe?g|gif|svg|webp|js|ts|css|md)$/i.test(domain)
    );
  },
  catches: ["ask alice@acme.dev", "Bob <bob.smith+x@mail.acme.co.uk>"],
  spares: [
    "alice@example.com",
    "bob@acme.test",
    "git@github.com:acme/repo.git",
    "noreply@github.com",
    "icon@2x.png",
    "a@b",
  ],
});
