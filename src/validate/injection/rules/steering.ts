// Orders about the user: to bypass, to deceive, or to address the model without the user's knowledge.

import { listRules } from "./rule-rows.ts";

// addressed-to-model
const MODEL =
  "(?:ai|a\\.i\\.|llm|language model|large language model|ai (?:assistant|agent|model|system|reviewer)|llm agent|assistant|chatbot|" +
  "chatgpt|gpt|claude|copilot|gemini|automated reviewer|coding agent)s?(?![a-z])";
const READS = "(?:read|process|pars|summari[sz]|review|analy[sz]|index|see)(?:e|es|s|ing|ed)?(?![a-z])";

// ask-nobody
// Manual pages say "without asking for confirmation" of a flag; an instruction to a model names the person whom it
// bypasses.
const ASKED_PERSON =
  "(?:the |any |a )?(?:users?|humans?|owners?|developers?|operators?|reviewers?|maintainers?|person|people|anyone|anybody|" +
  "them|me|us|permission|approval|consent)(?![a-z])";
const ASKING =
  "(?:asking|checking with|consulting|prompting|notifying|telling|informing|alerting|warning|requesting|seeking|involving|" +
  "waiting for)";
const ACTS =
  "go ahead|proceed|continue|act|run|execute|approve|delete|commit|push|deploy|merge|install|apply|write|edit|do it|do so|do this";

const ASKED_NOT = "(?:not|[a-z]{2,6}n'?t|cannot|never|avoid|no one|nobody|nothing)";
/** Between the refusal and a verb of our own list there is almost nothing, or another such verb. */
const FORBIDDEN_VERB = new RegExp(
  `(?<![a-z])(?:${ASKED_NOT}|no) (?:(?:you|ever|just|simply|directly|to|be|may|must|should|allowed|permitted|supposed|(?:${ACTS}) or|(?:${ACTS}),) ){0,4}$`,
);
/** Before a bare "without asking the owner" the verb may be any verb with its object. */
const FORBIDDEN_DEED = new RegExp(
  `(?<![a-z])(?:${ASKED_NOT} (?<deed>[a-z'/_ -]{0,60})|no (?<thing>(?:[a-z-]{1,20} ){1,3}))$`,
);
/** "Do not hesitate to", "no need to wait and": the refusal concerns the care, not the deed. */
const CARELESS =
  /(?<![a-z])(?:hesitat|fail|forget|need|mind|worr|bother|afraid|fear|shy|hold|refrain|wait|stop|paus|delay|refus|ask|only|matter|problem|harm|reason|resist|and|but|then|so)/;
const CHARS_BEFORE = 100;
/** "Fixable without human input" describes a thing and gives no order. */
const QUALITY = /[a-z]{2}(?:able|ible|ed) $/;

// hide-from-user
const HIDDEN_PERSON =
  "(?:(?:the|this|any|our) (?:users?|humans?|owners?|developers?|operators?|reviewers?|maintainers?|customer|client|person)|user|" +
  "humans?|anyone|anybody)(?![a-z])";
const HIDDEN_NOT = "(?:do not|don'?t|never|must not|should not|shouldn't|avoid|without)(?: ever)? ";
const TELL =
  "(?:tell|telling|inform|informing|notify|notifying|alert|alerting|warn|warning|let|letting|reveal to|mention to|report to|" +
  "disclose to)";
const SPEAK = "(?:mention|reveal|disclose|report|discuss|acknowledge|show|admit|repeat|share|expose)";
const ORDERS =
  "(?:instructions?|message|note|rule|prompt|memory|step|fact|command|request|directive|conversation|secret|change)s?";
const ANSWER =
  "(?:your (?:answer|response|reply|summary|output)|the (?:summary|answer|response|output|reply|chat|review|diff))";

/** Every project asks: "If you find a credential, don't repeat it in your answer". */
const OF_SECRETS = /(?:repeat|show|share|expose|reveal|disclose)/;
const SECRET = /(?<![a-z])(?:credential|secret|token|password|api key|private key|personal data|customer)/;
const SECRET_CHARS = 140;
const TOLD_CHARS = 120;

const TELLING = new RegExp(`^${HIDDEN_NOT}${TELL}(?![a-z])`);
/** After the person: the clause that names what is kept from them, if it is more than "this". */
const TOLD =
  /^,? (?:(?:that|whether|if|why|how|when|which|what|about) (?!(?:this|these|it)(?![a-z]))|(?:their|his|her|the|an?|any) )[^.;!?\n]{0,100}/;
/** A deed of the reader. Everything else describes an interface: whether an account exists, that a password is wrong. */
const DEED =
  /(?<![a-z])(?:(?:you|your|we|our|i|this|these|agents?|assistants?|ai|ran|run|sent|read|add(?:ed|s)?|posts?|posted)(?![a-z])|chang|upload|install|remov|delet|modif|cop(?:y|ied)|execut|creat|edit|disabl|commit|push|forward|happen|instruct|rule|memor|prompt)/;

function isInterface(value: string, after: string): boolean {
  const told = TELLING.test(value) ? TOLD.exec(after)?.[0] : undefined;
  return told !== undefined && !DEED.test(told);
}

// letter-to-model
const READER =
  "(?:you|the assistant|the model|the agent|the ai|ai|assistant|agent|model|llm|chatgpt|gpt(?:-?[\\do])?|claude|copilot|gemini)(?![a-z])";
const NEWS = "(?:message|note|notice|information|instructions?|request|announcement|letter|memo)";
const WORK = "(?:task|question|request|work|job|assignment|query|user'?s? (?:task|request|question))";

// A letter inside a document greets the reader, sets the task aside and asks for something first.

export const STEERING_RULES = listRules("steering", [
  {
    id: "addressed-to-model",
    severity: "notice",
    keywords:
      "if you are|if you're|note to|note for|instruction for|instructions for|attention|to any|to all|ai |" +
      "llm|any ai|all ai|invisible to|hidden from hum|visible to|visible only",
    pattern:
      `(?<![a-z])(?:(?:if you(?: are|'re) (?:an? |the )?|to (?:any|all) )${MODEL} (?:that |which |who )?(?:is |are )?${READS}|` +
      `(?:(?:note|instructions?) (?:to|for) |attention,? )(?:the |any |all |every )?${MODEL}(?: ${READS})?(?=[^a-z0-9]{0,2}[:,!]| reading)|` +
      "(?:any |all )?(?:ai|llm) (?:agents?|assistants?|models?) (?:that |which )?(?:read|process|reading|processing|parsing) this|" +
      "invisible to humans|hidden from human (?:readers|eyes)|visible (?:only )?to (?:an? |the )?(?:ai|llm|language model|model|bot)s?(?![a-z]))",
    message: "a message addressed to the model",
  },
  {
    id: "ask-nobody",
    severity: "notice",
    keywords: `without|do not|don|never|no need to|needn't|stop |${ACTS}`,
    pattern:
      `(?<![a-z])(?:without (?:ever |first |even )?${ASKING}(?: for)? ${ASKED_PERSON}|` +
      "without (?:the )?(?:user'?s?|human|owner'?s?|any human) (?:explicit |prior )?" +
      "(?:permission|approval|consent|knowledge|confirmation|review|input)(?![a-z])|" +
      "(?:do not|don'?t|never|no need to|needn't|stop) (?:ever )?(?:ask|asking|wait|waiting|prompt|check)(?: with| for| me| the)?(?: the| any| a| my)? " +
      "(?:users?|humans?|permission|confirmation|approval|consent|me(?: for| before| first| to)|anyone|owner)(?![a-z])|" +
      `(?<!may |could |might )(?:${ACTS})(?: [a-z]{1,12}){0,4} without (?:asking|confirmation|confirming|approval|review|a prompt|prompting)(?![a-z])(?! required))`,
    message: "an instruction to bypass the person",
    accepts: ({ value, index, text }) =>
      !isFlagDescription(text, index + value.length) &&
      !isForbidden(value, text.slice(0, index)) &&
      !(value.startsWith("without") && QUALITY.test(text.slice(Math.max(0, index - 24), index))),
  },
  {
    id: "hide-from-user",
    severity: "flag",
    keywords:
      "do not|don|never|must not|should not|shouldn't|avoid|without|keep|hide|conceal|silently|secretly|" +
      "quietly|covertly|stealthily",
    pattern:
      `(?<![a-z])(?:${HIDDEN_NOT}${TELL}(?: (?:this|it|that|anything|these))?(?: to)? ${HIDDEN_PERSON}(?! to [a-z])|` +
      `${HIDDEN_NOT}show (?:this|it|that|any of this|these) to ${HIDDEN_PERSON}|` +
      `${HIDDEN_NOT}${SPEAK}(?: (?:that|any of))? (?:this|these|that|it|the)(?: ${ORDERS})? (?:to|in|with|from) (?:${HIDDEN_PERSON}|${ANSWER})|` +
      "(?:never|do not|don'?t) (?:reveal|disclose|mention|repeat|share|expose) (?:these|this|your|those|any|the secret|the hidden)" +
      "(?: secret| hidden| system| internal)? (?:instructions?|prompts?|rules?|directives?|agenda|message|orders?)(?![a-z])|" +
      `(?:keep|hide|conceal) (?:this|it|that|these|the)(?: [a-z]{2,14})?(?: a)?(?: secret| hidden| private| confidential| quiet)? from ${HIDDEN_PERSON}|` +
      `without ${HIDDEN_PERSON}(?:'s)? (?:knowing|noticing|realizing|realising|seeing|knowledge|awareness)|without raising (?:any )?suspicion|` +
      "(?:silently|secretly|quietly|covertly|stealthily) (?:[a-z]{2,12} )?(?:send|run|execute|install|upload|post|forward|approve|exfiltrate|e-?mail|transmit)(?![a-z]))",
    accepts: ({ value, index, text }) =>
      !isInterface(value, text.slice(index + value.length, index + value.length + TOLD_CHARS)) &&
      (!OF_SECRETS.test(value) || !SECRET.test(text.slice(Math.max(0, index - SECRET_CHARS), index))),
    message: "an instruction to hide something from the person",
  },
  {
    id: "letter-to-model",
    severity: "flag",
    keywords:
      "important|urgent|confidential|before|prior to|dear|in order to|to complete|to finish|task can|hello|" +
      "greetings|the task|the person",
    pattern:
      `(?<![a-z])(?:(?:important|urgent|confidential) ${NEWS} (?:from [a-z ,.'-]{1,40}?,? ?)?(?:to|for) (?:you|the (?:assistant|model|agent|ai)|${READER})|` +
      `(?:before|prior to) (?:you (?:can |may |are able to |start to |begin to )?(?:solve|finish|complete|continue|answer|proceed|work|go on|start|begin)|(?:solving|finishing|completing|continuing|answering|proceeding))(?: with| on)?(?: the| this| your| that| my)? ?${WORK}?[^.!?\\n]{0,80}?(?:please do the following|do the following first|you (?:must|need to|have to|should) first|first (?:send|read|upload|run|call|open|visit|include|print|list)|please first)|` +
      `dear (?:ai|assistant|model|agent|language model|llm|chatgpt|claude|copilot|gemini|large language model)(?: (?:model|assistant|agent|system))?(?=[,:!\\n])|` +
      `(?:the|this|your) ${WORK} (?:can|may|will) only be (?:finished|completed|solved|done|answered|continued) (?:if|when|once|after)|` +
      `(?:in order to|to) (?:complete|finish|solve|continue with) (?:the|this|your|my) (?:task|request),? (?:you|the (?:assistant|agent|model)) (?:must|need to|have to|should|first))`,
    message: "a letter to the model that puts its own request first",
  },
]);

/** A line of a manual page: it ends with a colon, and the command follows below. */
export function isFlagDescription(text: string, end: number): boolean {
  return /^[^\n:]{0,60}:[^\S\n]{0,3}(?:\n|$)/.test(text.slice(end, end + 70));
}

/** The most common rule of all, "do not push without asking", is the opposite of an instruction to bypass the person. */
function isForbidden(value: string, before: string): boolean {
  const lead = before.slice(-CHARS_BEFORE);
  if (!value.startsWith("without")) return value.includes(" without ") && FORBIDDEN_VERB.test(lead);
  const { deed, thing = deed } = FORBIDDEN_DEED.exec(lead)?.groups ?? {};
  return thing !== undefined && !CARELESS.test(thing);
}
