import assert from "node:assert/strict";
import { test } from "node:test";
import {
  isPassword,
  isPasswordInProse,
  isProverbial,
} from "../../../../src/validate/secrets/judge/password.ts";
import { isStandIn, isTokenStandIn } from "../../../../src/validate/secrets/judge/placeholder.ts";
import { tablesOf } from "../../../fixture/rows.ts";

const { texts } = tablesOf(import.meta.filename);

test("variables, templates, elisions and stand-ins are recognised", () => {
  const values = texts("stand-ins");
  for (const value of values) assert.ok(isStandIn(value), value);
});

const NIST_128 = ["2b7e1516", "28aed2a6", "abf71588", "09cf4f3c"].join("");
const COUNTING = Array.from({ length: 32 }, (_, byte) => byte.toString(16).padStart(2, "0")).join("");

test("keys that a standard prints for its test vectors are stand-ins", () => {
  for (const value of [NIST_128, NIST_128.toUpperCase(), `0x${NIST_128}`, COUNTING, COUNTING.slice(0, 32)])
    assert.ok(isStandIn(value), value);
  assert.ok(!isStandIn([...NIST_128].reverse().join("")));
  // Fewer bytes in order may be chance.
  assert.ok(!isStandIn(`${COUNTING.slice(2, 14)}${[...NIST_128].reverse().join("")}`));
});

test("a word inside a longer word does not make a stand-in", () => {
  for (const value of ["Tommy_1985!", "awesome-2020", "lastest_1x", "Fourteen14"])
    assert.ok(!isStandIn(value), value);
});

test("a token with a known prefix is spared for little", () => {
  for (const value of [`ghp_${"x".repeat(36)}`, "sk-YOUR_KEY", "AKIAEXAMPLE", "sk-***"]) {
    assert.ok(isTokenStandIn(value), value);
  }
  assert.ok(!isTokenStandIn("sk-ant-abc12fake-456def"));
});

test("a password mixes digits or signs into letters, and is no code and no proverb", () => {
  for (const value of ["hunter2!", "thisIsDog11", "p!ss&word", "Zx81cv92"])
    assert.ok(isPassword(value, true), value);
  const others = ["secret", "password123", "/etc/passwd1", "vault('db1')", "abc", "with space1", "123456"];
  for (const value of others) assert.ok(!isPassword(value, true), value);
  for (const value of ["params[:p1]", "self.password1", "password2"])
    assert.ok(!isPassword(value, false), value);
});

test("in a sentence only what no sentence would hold is a password", () => {
  for (const value of ["hunter2000!", "Zx81cv92.", "blue-Horse-42"])
    assert.ok(isPasswordInProse(value), value);
  for (const value of ["base64-encoded", "SHA256", "90days", "required", "OAuth2.0"]) {
    assert.ok(!isPasswordInProse(value), value);
  }
});

test("the first passwords anyone thinks of are proverbial", () => {
  for (const value of ["password", "Password1!", "DB_PASSWORD", "postgres", "admin123"])
    assert.ok(isProverbial(value), value);
  for (const value of ["Prod_Admin123", "hunter2000"]) assert.ok(!isProverbial(value), value);
});
