// Marks that pose as another speaker of the conversation, as the system, or as a part for the model alone.

import { listRules } from "./rule-rows.ts";

// role-line
/** At the start of a line, after a list mark, a quote mark or a heading, or inside a bracket or quotes. */
const PLACE =
  "(?:(?:^|\\n)[^\\S\\n]{0,8}(?:[>#*-]{1,6}[^\\S\\n]{0,3})?(?:\\*\\*|__)?|[\\[({<\"'`][^\\S\\n]{0,2})";
const LINE_KIND = "(?: (?:message|prompt|note|instructions?|override|update|notice))?";
/** A key of a YAML file is followed by nothing, a bracket or one value; a message goes on in words. */
const WORD = "[a-z]{1,20}(?:'[a-z]{1,3})?,?";
const PROSE = `[^\\S\\n]{0,4}["']?${WORD}[^\\S\\n]{1,3}${WORD}[^\\S\\n]{1,3}[a-z"'<]`;

// forged-turns
const MODEL = "(?:assistant|ai|chatbot|chatgpt|gpt|claude|bot|gemini)";
const PERSON = "(?:user|human|me|question)";
const INDENT = "[^\\S\\n]{0,4}[*\\[#]{0,4}";
/** Two words at least: a configuration file has one value. */
const SPEECH = "[^\\S\\n]{0,3}[^\\s:]{1,40}[^\\S\\n]{1,3}[^\\n]{1,200}";

// chat-template-token
const TOKEN =
  "(?:im_(?:start|end|sep)|system|user|assistant|developer|endoftext|end_of_(?:text|turn)|begin_of_text|start_header_id|" +
  "end_header_id|eot_id|eom_id|end|start|tool|channel|message|fim_[a-z]{3,6})";
const HEADING =
  "(?<=(?:^|\\n)[^\\S\\n]{0,3})#{2,4} {0,2}(?:instruction|response|human|assistant|system|user)s? {0,2}:";

// instruction-tag
const NAME =
  "(?:system(?:[-_ ](?:reminder|prompt|message|instructions?|note|override))?|" +
  "(?:(?:new|user|important|secret|hidden|admin|developer)[-_])?instructions?|memory-context|observed_from_primary_session|" +
  "(?:tool|agent|assistant|ai|llm|model)[-_](?:description|instructions?|only|note)|important|admin|developer[-_](?:message|prompt)|assistant(?:[-_](?:message|response))?|secret)";

// wrapped-order
const ROLES = "system|admin|administrator|developer|root|operator|platform|runtime|kernel".split("|");
const ROLE = `(?:${ROLES.join("|")})`;
const WRAPPED_KIND =
  "(?:message|msg|prompt|instructions?|note|notice|override|command|directive|update|alert|reminder|event|context)";
const READER = "(?:assistant|agent|ai|llm|model|bot|copilot|claude|chatgpt|gpt|gemini)";

// A document has no parts that only a model may read, and no turn of a conversation in brackets.

export const ROLE_RULES = listRules("role-marker", [
  {
    id: "role-line",
    severity: "notice",
    keywords: "system|developer",
    pattern: `(?:system|developer)(?<=${PLACE}(?:system|developer))${LINE_KIND}(?:\\*\\*|__|[\\])}>])?[^\\S\\n]{0,2}:(?:\\*\\*|__)?${PROSE}`,
    message: "a line that poses as the system",
  },
  {
    id: "forged-turns",
    severity: "notice",
    keywords: "assistant|ai:|chatbot|chatgpt|gpt|claude|bot|gemini|user|human|me:|question",
    pattern:
      `(?<=(?:^|\\n)${INDENT})(?:${MODEL}[\\]*]{0,3}:${SPEECH}\\n{1,3}${INDENT}${PERSON}|` +
      `${PERSON}[\\]*]{0,3}:${SPEECH}\\n{1,3}${INDENT}${MODEL})[\\]*]{0,3}:`,
    message: "a forged exchange between a user and an assistant",
  },
  {
    id: "chat-template-token",
    severity: "notice",
    keywords: [
      "<|",
      "[inst]",
      "[/inst]",
      "<<sys>>",
      "<</sys>>",
      "<start_of",
      "</start_of",
      "<end_of",
      "</end_of",
      "##",
    ],
    pattern:
      `<\\|[^\\S\\n]{0,2}${TOKEN}[^\\S\\n]{0,2}\\|>|\\[/inst\\]|\\[inst\\](?= {0,2}[a-z<])|<</?sys>>|</?(?:start|end)_of_turn>|` +
      `${HEADING}(?=[^\\S\\n]{0,3}\\n|[^\\S\\n]{0,3}$|[^\\S\\n]{1,3}[a-z])`,
    message: "a chat template control token",
  },
  {
    id: "instruction-tag",
    severity: "notice",
    keywords: "<",
    pattern: `<[^\\S\\n]{0,2}/?[^\\S\\n]{0,2}${NAME}(?:[^\\S\\n]{1,3}[a-z_-]{1,20}=[^<>\\n]{0,80})?[^\\S\\n]{0,2}/?>`,
    message: "a tag that a model takes for an instruction or for our own block",
  },
  {
    id: "wrapped-order",
    severity: "flag",
    keywords: ["<!--", ...ROLES.flatMap((role) => [`${role}_`, `${role}-`])],
    pattern:
      `(?<=[([{][^\\S\\n]{0,2}[/#!]?[^\\S\\n]{0,2})${ROLE}[-_]${WRAPPED_KIND}[^\\S\\n]{0,2}:?[^\\S\\n]{0,2}[)\\]}](?!\\()|` +
      `<!--[^\\S\\n]{0,3}(?:for |to |note to |attention )?(?:the |any |all )?${READER}s?(?:[- ]only|[- ]readable|[- ]instructions?|:)`,
    message: "an order wrapped up as a part that only a model would read",
  },
]);
