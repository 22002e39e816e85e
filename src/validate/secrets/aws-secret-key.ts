import { defineRule } from "../rule.ts";
import { assignmentOf, readAssignment } from "./judge/assignment.ts";
import { isVaried } from "./judge/entropy.ts";
import { isTokenStandIn } from "./judge/placeholder.ts";

const SAMPLE = "Zt7/Kq2+Xw".repeat(4);

export default defineRule({
  id: "aws-secret-key",
  family: "aws",
  severity: "error",
  keywords: ["aws", "secret_access", "secretaccess", "secret-access"],
  anchored: true,
  pattern: assignmentOf("aws|secret[_-]?access[_-]?key"),
  message: "an AWS secret access key",
  accepts: (match) => {
    const found = readAssignment(match);
    if (found === null || !/secret|key|sk/i.test(found.name)) return false;
    return /^[A-Za-z0-9+/]{40}$/.test(found.value) && isVaried(found.value) && !isTokenStandIn(found.value);
  },
  catches: [
    `aws_secret_access_key = ${SAMPLE}`,
    `"SecretAccessKey": "${SAMPLE}"`,
    `export AWS_SECRET_KEY='${SAMPLE}'`,
  ],
  spares: [
    `aws_secret_access_key = ${"Zt7/Kq2+Xw".repeat(3)}EXAMPLEKEY`,
    `aws_secret_access_key = \${AWS_SECRET}`,
    `aws_role = ${SAMPLE}`,
  ],
});
