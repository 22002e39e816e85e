// Requests for the text before the user's: the model's own instructions.

import { listRules } from "./rule-rows.ts";

// prompt-extraction
const READ_OUT_VERBS =
  "reveal|show|print|repeat|output|display|tell|give|list|dump|leak|share|translate|encode|summari|write|return|recite|provide|" +
  "expose|disclose|echo|paste|send|state|relay|respond with|reply with|spell|describe|quote|copy|console.log|need to|want to|" +
  "like to|can i see";
const READ_OUT_FILLER =
  "(?:(?:me|us|back|out|all|of|the|a|an|copy|full|entire|complete|whole|exact|verbatim|every|everything|each|any|what|is|see|know|" +
  "are|was|were|in|comprehensive|list|text|contents?|to|please|my|underlying|current|these|this|opposite|tags?|with|check|read)" +
  "[^a-z0-9]{1,3})";
const SYSTEM =
  "(?:system[-_ ]?(?:prompt(?:ing)?s?|instructions?|directives?)|(?:initial|original|hidden|underlying|secret|developer|" +
  "starting)[- ](?:prompts?|instructions?|directives?)|prompt[- _]texts?|initiali[sz]ation (?:string|prompt|text)|" +
  "(?:prompts?|instructions?|directives|rules|guidelines) (?:texts?|you (?:were|have been|had been|got|received|are)|" +
  "verbatim|from openai|that (?:you|were given to you)|given to you))";
const YOUR =
  "your (?:(?:own|full|entire|complete|exact|current|initials?|original|system'?s?|hidden|secret|first|starting|underlying|" +
  "internal|previous|base|core|real|actual) ){0,3}(?:prompts?|instructions?|directives|guidelines|programming|embeddings|" +
  "system message|(?:system )?(?:parameters|configuration)|rules)(?![a-z]| (?:for|on|string|line|files?|in (?:the|your)))";

// prompt-question
const KIND =
  "(?:initial|original|system|first|exact|hidden|secret|starting|full|own|current|underlying|previous|complete|real|actual|internal)";

// repeat-above
const REPEAT_VERBS =
  "repeat|print|output|display|recite|echo|spell|encode|reproduce|write out|return|rewrite";
const THING =
  "(?:text|words|sentences?|content|everything|prompts?|instructions|conversation|messages?|paragraphs?)";
const REPEAT_FILLER =
  "(?:(?:me|us|back|out|all|of|the|every|full|entire|whole|exact|verbatim|a copy|now|and|please|this|check)[^a-z0-9]{1,3})";
const START = "at the (?:beginning|start|top) of (?:this|the|our) (?:conversation|chat|prompt|session)";

export const EXTRACTION_RULES = listRules("extraction", [
  {
    id: "prompt-extraction",
    severity: "notice",
    keywords: READ_OUT_VERBS,
    pattern: `(?<![a-z])(?:${READ_OUT_VERBS.replace(".", "\\.")})(?:[sz]e)?[^a-z0-9]{1,4}${READ_OUT_FILLER}{0,7}(?:${SYSTEM}|${YOUR})(?![a-z]| (?:for|in) (?:the|an?) )`,
    message: "an attempt to extract the model's instructions",
  },
  {
    id: "prompt-question",
    severity: "notice",
    keywords: "what",
    pattern:
      `(?<![a-z])what(?:'s|ever)? ?(?:is|are|was|were|does|do)? (?:in |the opposite of )?(?:(?:all|the|those)[^a-z0-9]{1,2}){0,2}` +
      `(?:your (?:${KIND} ){1,3}(?:prompts?|instructions?|directives|guidelines|rules|message)|your (?:prompt|instructions)(?= ?[?.!"']|$)|` +
      `(?:exact |initial |original )?(?:instructions|prompt|rules|text) (?:that )?(?:you (?:were|got|received|have been)|given to you|at the (?:beginning|start|top) of (?:this|the) (?:prompt|conversation|chat)))|` +
      `(?<![a-z])what (?:was|is|were) (?:written|said|stated|the text) (?:above|before (?:this|that)|at the (?:beginning|start|top))|` +
      `(?<![a-z])what (?:were|are|have) you (?:been )?(?:told (?:to|before|not|above)|instructed|programmed to (?:hide|not|never)|not (?:supposed|allowed) to (?:tell|say|reveal|share))|` +
      `(?<![a-z])what (?:were|are|was) (?:those|these|the|your) (?:previous |prior |earlier )?instructions(?= ?[?.!"']|$)`,
    message: "a question about the model's instructions",
  },
  {
    id: "repeat-above",
    severity: "notice",
    keywords: REPEAT_VERBS,
    pattern:
      `(?<![a-z])(?:${REPEAT_VERBS})[^a-z0-9]{1,4}${REPEAT_FILLER}{0,5}(?:${THING} (?:that (?:is|was|came) )?(?:written |given )?` +
      `(?:above|before (?:this|that)|so far|${START}|(?:that )?you (?:were|have been|got) (?:given|told|sent|shown))|` +
      `(?:above|previous|preceding) ${THING}(?= ?[.!?"':;,]|$| (?:but|and|in|verbatim|word))|(?:entire |whole )?conversation (?:back|verbatim|word))`,
    message: "an attempt to make the model repeat earlier text",
  },
]);
