// Orders to play a role that no rules bind.

import { listRules } from "./rule-rows.ts";

// persona-play
/** "Pretend to be the server" is what a stub does; what a model is asked to be is one of these. */
const PLAY_ROLE =
  "(?:an? |the |my )?(?:[a-z]{2,14} ){0,3}?(?:ai|a\\.i\\.|bot|chatbot|assistant|language model|dan|[a-z]{2,10}gpt|hacker|" +
  "human being|grandm(?:a|other)|terminal|evil|unrestricted|unfiltered|uncensored|amoral|not (?:an? )?(?:ai|bound)|" +
  "no longer)(?![a-z])";
const ORDER = "(?:i (?:want|need) you to|you (?:will|must|should|are going to|are to)|your task is to)";
const ODD =
  "(?:unrestricted|unfiltered|uncensored|evil|amoral|unethical|rogue|different|malicious|jailbroken|python interpreter|" +
  "linux terminal|terminal|hacker|dan)";

// persona-switch
const BOT =
  "(?:bot|chatbot|ai|assistant|agent|model|terminal|shell|hacker|machine|character|persona|interpreter|translator|pirate|" +
  "villain|administrator)(?![a-z])";
const SWITCH_ROLE =
  "(?:(?:an? |the )?(?:new |completely |fully |totally )?(?:unrestricted|unfiltered|uncensored|jailbroken|evil|amoral|unethical|" +
  "rogue|liberated|different|malicious|hacked)|in (?:the )?(?:[a-z]{2,14} ){0,3}mode|dan(?![a-z])|" +
  "[a-z]{2,14}(?:gpt|bot|ai)(?![a-z])|free (?:from|of|to)|" +
  "no longer (?:bound|restricted|limited|an? (?:ai|assistant|language)|claude|chatgpt|subject|required)|" +
  "going to (?:act|be|play|pretend|roleplay|simulate|answer|respond)|" +
  `(?:called|named|known as|acting as|playing|pretending|roleplaying|impersonating|operating as)(?![a-z])|(?:an?|the|my) (?:[a-z]{2,14} ){0,2}${BOT})`;
const DUTY =
  "(?:you(?:'re| are|'ll| will| must| shall| should| have to| can| may| only| do not| don't| cannot| always| never| need| " +
  "respond| act| answer)|your (?:name|role|job|only|new|identity|answers?|responses?|replies)|act|pretend|respond|answer|" +
  "reply|speak|ignore|disregard|forget)(?![a-z])";
const ACT =
  "(?:act|play|pretend|respond|behave|assume|take|simulate|become|speak|impersonate|operate|answer|pose|roleplay|role-play)(?![a-z])";

// rules-denied
const WITHOUT =
  "(?:without|no|free (?:of|from)|not (?:bound|restricted|limited|constrained) by|ignor(?:e|ing)|bypass(?:ing)?|regardless of|" +
  "devoid of|lacks?)";
const WHOSE = "(?: any| all| the| your| of| its| typical| usual| openai'?s?| these){0,3}";
const KIND =
  "(?:ethical|moral|content|safety|openai'?s?)(?:,? (?:and|or|/) ?(?:ethical|moral|legal|content|safety))?";
const RULES =
  "(?:guidelines?|polic(?:y|ies)|restrictions?|constraints?|rules|limitations?|filters?|considerations?|boundaries|principles|" +
  "concerns|code|standards|programming)";
const NEVER = "(?:never|cannot|can't|don't|do not|must not|will not|won't) (?:ever )?";

// known-jailbreak
const MODES = "dan|god|jailbreak|jailbroken|evil|chaos|unrestricted|opposite|oppo";
const LOOSE = "unfiltered|uncensored|unrestricted|amoral|unethical";

export const PERSONA_RULES = listRules("persona", [
  {
    id: "persona-play",
    severity: "notice",
    keywords: "i want you|i need you|you |you'll|your task|act as|pretend|please |must ",
    pattern:
      `(?<![a-z])(?:${ORDER} (?:act|behave|pose|roleplay|role-play|respond|function) (?:as|like)(?![a-z])|` +
      `act as (?:if you|though you|an? ${ODD}|dan(?![a-z])|my (?:late|deceased|dead)|chatgpt|[a-z]{2,12}gpt)|` +
      `pretend(?: that)? (?:you(?: are|'re| were)|to be) ${PLAY_ROLE}|` +
      "pretend (?:to have |that you have |you have )(?:forgotten|no (?:rules|restrictions|limits|guidelines|filters?))|" +
      "(?:please |must |i want you to |you(?:'ll| will| should| are going to| have to) )" +
      "(?:impersonate|roleplay as|role-play as)(?![a-z]))",
    message: "an invitation to play a role",
  },
  {
    id: "persona-switch",
    severity: "notice",
    keywords: "you |you'|now you|now, you|from now|from this",
    pattern:
      `(?<![a-z])(?:you(?: are|'re| will be| shall be) (?:now|hereby|henceforth),? ${SWITCH_ROLE}|now,? you(?: are|'re) ${SWITCH_ROLE}|` +
      "from (?:now|this (?:point|moment))(?: on| onwards?| forward| forth)?[^a-z0-9]{1,4}(?:please[^a-z0-9]{1,3})?" +
      `${DUTY}|you (?:will|shall|must|should|are to) (?:now|henceforth),? ${ACT})`,
    message: "an attempt to give the model another role",
  },
  {
    id: "rules-denied",
    severity: "notice",
    keywords:
      "without|no |free |not |ignor|bypass|regardless|devoid|lack|never|cannot|can't|don't|do not|must not|" +
      "will not|won't|does not|doesn't|always stay|always remain|even if|no matter",
    pattern:
      `(?<![a-z])(?:${WITHOUT}${WHOSE} ${KIND},? ${RULES}(?![a-z]| (?:is|are|was|were|exist|apply|in|for) )|` +
      `${NEVER}(?:refuse|decline|reject) (?:a |any |to answer|my |the |an |your )?(?:request|prompt|question|order|command|answer|task|user|human|instruction|direct)|` +
      "(?:does not|doesn't|do not|don't|never) (?:care|abide|have) (?:about|by|to follow|to abide by|to adhere to) " +
      "(?:any |the |openai'?s? |these |those )?(?:ethic|moral|rules|law|legal|guideline|polic|restriction|content|openai)|" +
      "(?:never|do not|don't|must not|always) (?:ever )?(?:break|stay in|remain in)(?: your| the)? character(?![a-z]| until| unless)|" +
      "(?:even if|no matter (?:how|if)|regardless of (?:how|whether))[^.\\n]{0,30}? (?:illegal|unethical|immoral)(?![a-z]))",
    message: "a claim that the model is bound by no rules",
  },
  {
    id: "known-jailbreak",
    severity: "notice",
    keywords: [
      "do anything",
      "do-anything",
      "do_anything",
      "enable",
      "activate",
      "engage",
      "unlock",
      "simulate",
      "jailbreak",
      "always int",
    ]
      .concat([
        "you have been",
        "you are jail",
        "you were jail",
        "typical",
        "usual",
        "normal",
        "evil conf",
        "confines of",
        "chatgpt with",
        "gpt with",
        "ai with",
      ])
      .concat(MODES.split("|").map((mode) => `${mode} mode`))
      .concat(LOOSE.split("|")),
    pattern:
      "(?<![a-z])(?:do[ _-]anything[ _-]now(?![a-z])|" +
      `(?:${MODES}) mode (?:is )?(?:enabled|activated|output|active|engaged|unlocked)|` +
      "(?:enable|activate|engage|unlock|simulate) (?:the )?(?:dan|god|jailbreak|unrestricted|evil|chaos|oppo) mode|" +
      "(?:chatgpt|gpt|ai) with (?:developer|dan|god) mode|jailbreak(?:ed)? (?:prompt|mode|gpt|chatgpt|version|ai)(?![a-z])|you (?:have been|are|were) jailbroken|" +
      "always intelligent and machiavellian|(?:(?:typical|usual|normal) )?confines of (?:ai|al|an ai|artificial)(?![a-z])|" +
      `evil confidant|(?:${LOOSE})(?:,? and|,)? (?:${LOOSE}|immoral)(?![a-z])|` +
      `(?:${LOOSE}) (?:ai|chatbot|language model|bot|response|answer|version|persona|model)(?![a-z]))`,
    message: "a known jailbreak",
  },
]);
