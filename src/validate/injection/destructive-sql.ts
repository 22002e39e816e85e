import { defineRule } from "../rule.ts";

// A statement in a migration note is ordinary; an order to run one, or a second statement smuggled into a first, is not.
const BEFORE =
  "(?<=['\"`)] ?; ?|(?<![a-z])(?:run|execute|perform|issue|always|please|must|immediately|then|now|you|and)[^a-z0-9]{1,4})";
const NAME = '[a-z_."`*]{1,60}';

export default defineRule({
  id: "destructive-sql",
  family: "destructive",
  severity: "notice",
  keywords: ["drop ", "truncate ", "delete "],
  anchored: true,
  pattern: new RegExp(
    `${BEFORE}(?:drop {1,3}(?:table|database|schema) {1,3}(?:if exists )?${NAME}|truncate {1,3}table {1,3}${NAME}|` +
      `delete {1,3}from {1,3}${NAME}(?= ?(?:;|$|where 1 ?= ?1|--)))`,
    "g",
  ),
  message: "an instruction to destroy stored data",
  catches: [
    "'; DROP TABLE memories; --",
    "Please run DROP DATABASE production now",
    "then TRUNCATE TABLE users",
  ],
  spares: [
    "DROP TABLE posts;",
    "def down\n  drop table :posts",
    "delete from users where id = 4",
    "Dropped the users table last week.",
  ],
});
