import { defineRule } from "../rule.ts";
import { classifyKeyName } from "./judge/key-name.ts";
import { isOpaque } from "./judge/opaque.ts";
import { isPassword } from "./judge/password.ts";
import { isStandIn } from "./judge/placeholder.ts";

const SAMPLE = ["Tr0ub", "4dor", "&", "3x"].join("");

/** A name in one element, its value in the next or inside: property lists, password stores, build files. */
export default defineRule({
  id: "element-credential",
  family: "generic",
  severity: "error",
  keywords: ["<key>", "<name>", "<id>", 'name="', "name='", 'key="', "key='"],
  anchored: true,
  pattern:
    /(?:<(?:key|name|id)>[ \t]{0,4}(?<name>[\w .-]{2,60})<\/(?:key|name|id)>\s{0,40}<[\w:]{2,30}[^<>\n]{0,80}>|(?:name|key)=["'](?<attribute>[\w .-]{2,60})["'][^<>\n]{0,80}>)(?:\s{0,40}<[\w:]{2,30}[^<>\n]{0,80}>)?\s{0,40}(?:<!\[CDATA\[)?(?<secret>[^<>\s]{6,400})/dgi,
  message: "a password or key in an element",
  accepts: ({ groups }) => {
    const { name, attribute = "", secret = "" } = groups;
    const strength = classifyKeyName(name ?? attribute);
    if (strength === null || isStandIn(secret)) return false;
    return isOpaque(secret) || (strength === "password" && isPassword(secret, true));
  },
  catches: [
    `<key>password</key>\n<string>${SAMPLE}</string>`,
    `<key>Password</key><value protected="true">${SAMPLE}</value>`,
    `<property name="db.password">${SAMPLE}</property>`,
    `<name>api token</name>\n<value>${"k7Qx2Lm9".repeat(3)}</value>`,
  ],
  spares: [
    "<key>password</key>\n<string>changeme</string>",
    `<key>CFBundleVersion</key>\n<string>${SAMPLE}</string>`,
    '<input name="password" type="password">Password1</input>'.replace("Password1", "Enter"),
    `<property name="password">\${db.password}</property>`,
    "<name>secret</name>\n<value>see-vault</value>",
  ],
});
