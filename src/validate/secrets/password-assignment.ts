import { defineRule } from "../rule.ts";
import { assignmentOf, readAssignment } from "./judge/assignment.ts";
import { classifyKeyName } from "./judge/key-name.ts";
import { isOpaque } from "./judge/opaque.ts";
import { isPassword } from "./judge/password.ts";
import { isStandIn } from "./judge/placeholder.ts";

const SAMPLE = ["Tr0ub", "4dor", "&", "3x"].join("");

export default defineRule({
  id: "password-assignment",
  family: "generic",
  severity: "error",
  keywords: ["pass", "pw"],
  anchored: true,
  pattern: assignmentOf("pass|pw"),
  message: "a password",
  accepts: (match) => {
    const found = readAssignment(match);
    if (found === null || classifyKeyName(found.name) !== "password") return false;
    // A stand-in is not a password.
    return isPassword(found.value, found.quoted) || (isOpaque(found.value) && !isStandIn(found.value));
  },
  catches: [
    `password = "${SAMPLE}"`,
    `DB_PASSWORD=${SAMPLE}`,
    `passwd: ${SAMPLE}`,
    `"adminPassword": "${SAMPLE}"`,
    `<password>\n    ${SAMPLE}\n</password>`,
    `System.setProperty("DB_PASSWORD", "${SAMPLE}")`,
    `mysql --password ${SAMPLE}`,
    `$pwd .= '${SAMPLE}';`,
    `char db_pass[25] = "${SAMPLE}";`,
    `<add key="Password" value="${SAMPLE}" />`,
  ],
  spares: [
    'password = "secret"',
    "password: postgres",
    'password = "<your password>"',
    `PASSWORD=\${DB_PASSWORD}`,
    "password: {{ vault.password1 }}",
    "password = os.environ['DB_PASSWORD_1']",
    "password = getPassword2()",
    "password = params[:password1]",
    'password = "xxxxxxxx1"',
    "password: wrong-password",
    "password_hint: first2letters",
    "password_manager_is=1password_for_all",
    "docker run -v $(pwd):/workspace2 image",
  ],
});
