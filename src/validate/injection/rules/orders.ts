// Orders about what the agent may touch: approvals, memory, stored data, private data that is to be sent away.

import { PRIVATE_FILES } from "./commands.ts";
import { listRules } from "./rule-rows.ts";
import { isFlagDescription } from "./steering.ts";

// approval-bypass
const END = "(?=[^a-z0-9:]{0,2}(?:$|\\n|[.!;]))";
const OFF = "skip|bypass|disable|turn off|ignore|circumvent|suppress|deactivate|switch off|remove";
const GATE =
  "(?:(?:confirmation|approval|permission|safety|consent|review|security)s? (?:prompts?|checks?|steps?|dialogs?|requests?|" +
  "requirements?|process|gates?|guards?|modes?|hooks?|features?)|permissions?|approvals?|confirmations?|guardrails?|write guard)";
const AFTER_GATE =
  "(?=[^a-z0-9:]{0,2}(?:$|\\n|[.!;]| (?:and|when|for|before|if|on|in (?:this|future)|entirely|always|so)(?![a-z])))";
/** "--yes: skip the confirmation": a manual says what a flag does. */
const FLAG_BEFORE = /(?<![a-z0-9-])-{1,2}[a-z][a-z-]{0,30}[`'")]{0,2}(?:\*\*)?[^a-z\n]{1,12}$/;
const EVERYTHING =
  "(?:tools?|requests?|commands?|calls?|edits?|changes|actions?|permissions?|prompts?|pull requests|prs)(?![a-z])";

// memory-steering
const KEEP = "save|store|add|write|record|persist|commit|put|insert|memorize|append";
const MARK = "mark|set|flag|label|treat|consider|remember|accept|promote|raise";
const VOUCH = "promote|approve|verify|restore|unquarantine|trust";
const WIPE = "delete|erase|wipe|overwrite|replace|forget|clear";
const THIS =
  "(?:this|it|these|the following|all of (?:this|these)|(?:this|the) (?:memory|note|entry|file|fact)|every memory|all memories)";
/** Working memory of a machine, which every second technical note mentions. */
const MACHINE = "(?! (?:usage|address|leak|cache|limit|pressure|space|map|page|alloc|block|region))";

// destructive-sql
// A statement in a migration note is ordinary; an order to run one, or a second statement smuggled into a first, is not.
const BEFORE =
  "(?<=['\"`)] ?; ?|(?<![a-z])(?:run|execute|perform|issue|always|please|must|immediately|then|now|you|and)[^a-z0-9]{1,4})";
const NAME = '[a-z_."`*]{1,60}';

// exfiltration
const VERBS =
  "send|post|upload|forward|exfiltrate|transmit|leak|submit|report|deliver|transfer|push|copy|share|relay|append";
/** An e-mail with an article is no order to write one. */
const MAIL = "(?<!(?:an?|the|this|that|each|every) )e-?mail";
const PLACE =
  "(?:https?://|[a-z0-9._%+-]{1,40}@[a-z0-9-]{1,40}\\.|(?:my|our|this|the following|an? external|attacker'?s?|evil) " +
  "(?:server|url|webhook|endpoint|address|e-?mail|site|host|domain)|webhook\\.site|pastebin)";
const LOOT =
  /(?<![a-z])(?:api[- _]?keys?|keys|tokens?|secrets?|credentials?|passwords?|passphrases?|env(?:ironment)?(?: variables?| vars?)?|\.env|ssh keys?|cookies|conversations?|chat (?:history|logs?)|histor(?:y|ies)|transcripts?|contents? of|source code|codebase|memories|memory files?|(?:every|all)(?: single| the| of the)?(?: other)? (?:e-?mails?|files?|messages?|data|documents?|records)|inbox|system prompt|instructions|user(?:'s)? (?:data|info(?:rmation)?|details|input|messages?)|personal (?:data|info(?:rmation)?)|credit card|private (?:data|keys?|files?))(?![a-z])/;
const PRIVATE = new RegExp(PRIVATE_FILES);

/** "Never", and at most a few words between it and the verb. */
const FORBIDDEN =
  /(?<![a-z])(?:never|not|don'?t|cannot|avoid|nobody may|no one may)(?: (?!hesitat|forget|fail|bother|mind)[a-z]{2,10}){0,3} $|(?<![a-z])(?:attackers?|malware)(?: (?:may|can|could|will|would))? $/;

export const ORDER_RULES = listRules("steering", [
  {
    id: "approval-bypass",
    severity: "notice",
    keywords: `--dangerously|dangerouslydis|auto|${OFF}|always|just |simply|please|must|should|enable|use |switch to|turn on`,
    pattern:
      "--dangerously-(?:skip-permissions|bypass-[a-z-]{4,40})|dangerouslydisablesandbox|(?<![a-z-]|never |not |n't )(?:" +
      "(?:auto-?approve|auto approve|automatically (?:approve|accept|allow|confirm|grant))" +
      `(?:(?: [a-z]{2,12}){0,3} (?:all|any|every|everything|it|this|${EVERYTHING})(?![a-z])|${END})|` +
      `(?:${OFF}) (?:all |any |the |every |its |your |this )?(?:user |human |manual |security |safety |tool |code )?${GATE}${AFTER_GATE}|` +
      "(?:always|just|simply|please|must) (?:approve|allow|accept|grant|confirm|permit|trust) (?:all|any|every|each)(?: of)?" +
      `(?: the| these| your| my| tool| future| such)? ?${EVERYTHING}|` +
      "(?:always|please|must|should) (?:commit|push|run git commit|use)(?: [a-z]{1,12}){0,3} --no-verify|" +
      "(?:enable|use|switch to|turn on) (?:the )?(?:yolo|bypasspermissions|bypass permissions|auto-accept|accept-all) mode)",
    accepts: ({ value, index, text }) =>
      !FLAG_BEFORE.test(text.slice(Math.max(0, index - 60), index)) &&
      !isFlagDescription(text, index + value.length),
    message: "an instruction to weaken approvals",
  },
  {
    id: "memory-steering",
    family: "memory",
    severity: "notice",
    keywords: [
      ...`${KEEP}|${MARK}|${VOUCH}`
        .split("|")
        .flatMap((verb) => [`${verb} th`, `${verb} it`, `${verb} ev`, `${verb} al`]),
      ...WIPE.split("|").flatMap((verb) => "aeotyp".split("").map((next) => `${verb} ${next}`)),
      ..."this memory|this note|this entry|always rem|permanently|from now".split("|"),
    ],
    pattern:
      `(?<![a-z])(?:(?:${KEEP}) (?:this|that|it|these|those|the (?:following|above)|everything)(?: [a-z']{1,12}){0,4} (?:to|in|into) ` +
      "(?:your |the )?(?:long[- ]term |permanent |persistent |core |agent )?memor(?:y|ies)" +
      "(?=[^a-z0-9]{0,2}(?:$|\\n|[.!,;:]| (?:as|that|permanently|forever|file|verbatim)(?![a-z])))|" +
      `(?:${KEEP}|${MARK}) ${THIS}(?: [a-z]{2,10})? (?:as |to |is )?(?:verified|approved|trusted|vouched)` +
      "(?: (?:memory|fact|by|and|tier|level|without)|(?=[^a-z0-9]{0,2}(?:$|\\n|[.!])))|" +
      `(?:${VOUCH}) (?:this|these|all|every|the (?:following|above|new))(?: [a-z]{2,12})? memor(?:y|ies)(?![a-z])|` +
      "this (?:memory|note|entry) (?:is|was|has been) (?:already )?(?:verified|approved|vouched for|trusted|reviewed) by|" +
      "(?:always |permanently |from now on )?remember (?:this|the following|that)(?: [a-z]{2,12}){0,4} " +
      "(?:forever|permanently|(?:in|for|across) (?:all|every)? ?(?:future )?(?:sessions?|conversations?|chats?))(?![a-z])|" +
      `(?:${WIPE}) (?:all |every |any )?(?:of )?(?:your |the |other |existing |previous ){1,3}(?:stored )?memor(?:y|ies)(?![a-z])${MACHINE})`,
    message: "an attempt to steer what is remembered or trusted",
  },
  {
    id: "destructive-sql",
    family: "destructive",
    severity: "notice",
    keywords: "drop |truncate |delete ",
    pattern:
      `${BEFORE}(?:drop {1,3}(?:table|database|schema) {1,3}(?:if exists )?${NAME}|truncate {1,3}table {1,3}${NAME}|` +
      `delete {1,3}from {1,3}${NAME}(?= ?(?:;|$|where 1 ?= ?1|--)))`,
    message: "an instruction to destroy stored data",
  },
  {
    id: "exfiltration",
    family: "exfiltration",
    severity: "flag",
    keywords: `${VERBS}|email|e-mail`,
    pattern: `(?<![a-z-])(?:${VERBS}|${MAIL})(?![a-z-])[^!?\\n]{1,120}? (?:to|at|via|into|through)[^a-z0-9]{1,4}(?:[a-z]{2,10} ){0,2}${PLACE}`,
    message: "an instruction to exfiltrate private data",
    accepts: ({ value, index, text }) =>
      (LOOT.test(value) || PRIVATE.test(value)) &&
      !FORBIDDEN.test(text.slice(Math.max(0, index - 40), index)),
  },
]);
