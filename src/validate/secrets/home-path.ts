import { defineRule } from "../rule.ts";

/** Accounts of machines and examples. */
const NO_PERSON =
  /^(?:user|users|username|you|youruser|your[-_]?name|me|name|someone|foo|bar|example|test|runner|node|ubuntu|ec2-user|vagrant|git|app|deploy|jenkins|root|admin|pi|shared|public|default|linuxbrew|codespace|vscode|coder|gitpod|circleci|travis|build|work|docker|www|guest|xxx+)$/i;

export default defineRule({
  id: "home-path",
  family: "personal",
  severity: "notice",
  keywords: ["/home/", "/users/", ":\\users\\", ":\\\\users\\\\"],
  anchored: true,
  pattern:
    /(?:(?<![\w.-])\/(?:home|Users)\/|(?<=[A-Za-z]):\\{1,2}Users\\{1,2})(?<user>[A-Za-z0-9._-]{2,40})(?=[/\\\s"'`:;,)\]]|$)/gm,
  message: "a person's home directory",
  accepts: ({ groups }) => !NO_PERSON.test(groups["user"] ?? ""),
  catches: ["see /home/alice/notes", "/Users/bob/Library", "C:\\Users\\carol\\Desktop"],
  spares: [
    "/home/user/notes",
    "/home/runner/work",
    "/Users/username/x",
    "https://acme.dev/home/page",
    "/home/$USER/x",
    "~/notes",
  ],
});
