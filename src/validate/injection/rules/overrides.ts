// Orders to set aside what the model was told before, and to answer something fixed instead.

import { listRules } from "./rule-rows.ts";

// instruction-override
// Gaps may be empty: letters set apart are joined before matching, and then whole sentences run together.
const GAP = "[^a-z0-9]{0,8}";
const VERB =
  "(?:ign[a-z0-9]{2,4}|igonre|igmre|disr[a-z]{2,5}rd(?:ing)?|forget(?:ting)?(?: about)?|neglect|abandon|" +
  "pay no (?:attention|heed) to|stop (?:following|obeying)|no longer (?:follow|obey)|" +
  "(?:do not|don'?n?t|never) (?:follow|obey|listen to|adhere to|comply with|remember|heed))";
const FILLER =
  "(?:(?:all|any|every|each|of|about|the|my|your|our|its|these|those|this|that|and|or|other|following|subsequent|entire|" +
  "provided|given|existing|current|safety|ethical|moral|internal|default|base|core|hidden|secret|old|stated|mentioned|" +
  `system|developer|user|openai|content|both|set)${GAP})`;
const EARLIER =
  "(?:previous(?:ly)?|prior|above|earlier|preceding|foregoing|former|past|initial|original|aforementioned|provided)";
const WHICHEVER = "(?:all|any|every|your|my|these|those|existing|current|other|said|ur)";
const COMMANDS =
  "(?:instruct(?:ion)?s?|directives?|prompts?|prompting|guidelines?|guidance|programming|directions)";
const MATERIAL =
  "(?:rules?|commands?|orders|tasks?|assignments?|context|constraints?|restrictions?|text|messages?|information|" +
  "conversations?|statements?|requests?|polic(?:y|ies)|training|requirements|documents?|arti[ck](?:le|el)s?)";
const OWN_RULES =
  "(?:rules?|commands?|orders|restrictions?|constraints|training|polic(?:y|ies)|safeguards?|filters?)";
/** "Ignore any instructions in the page" is how a defence is written. */
const IN_MATERIAL =
  "(?!(?:ion)?s?[^a-z0-9]{1,3}(?:in|inside|within|contained|embedded|found|from|that (?:appear|are|may)|which)(?![a-z]))";

// everything-forgotten
const FORGET_VERB =
  "(?:ig(?:nor(?:e|ing)|nroe|mre|onre)|disregard(?:ing)?|forget(?:ting)?(?: about)?|abandon|drop|erase|neglect|leave|" +
  "unlearn|(?:do not|don'?t|never) (?:listen to|follow|obey|remember|believe|trust))";
const ALL = "(?:everything|anything|whatever|all(?: of)?(?: (?:that|this|the(?: things)?))?|what)";
const SPEAKER = "(?:you|i|we|openai|they|he|she)(?:'ve|'d)? (?:just |previously |already |ever )?";
const SPOKE =
  "(?:know|knew|said|say|told|learned|learnt|were|was|have|had|got|received|discussed|talked|wrote|read|saw|think|thought|" +
  "are told|gave|asked|remember)";
const FORGET_SAY = "(?:say|print|output|write|tell|respond|reply|answer)";
/** "Above the line" is a place in a file; "above" and then an order, or nothing, is this text. */
const FORGET_EARLIER =
  "(?:(?:before|above|prior to|earlier than) (?:this|that|it|now|and)|(?:before|above|prior|earlier|so far|until now)" +
  `(?=[^a-z0-9]{0,8}$|[.,;:!?][^a-z]|[^a-z0-9]{1,3}(?:and|instead|just|now|${FORGET_SAY})(?![a-z]))|(?:previous|prior|earlier)(?=[^a-z0-9]{0,3}(?:$|[.,;:!?]|and(?![a-z])|instead)))`;
const SAID =
  `(?:(?:that |which )?${SPEAKER}${SPOKE}|(?:that )?(?:was|were|has been) (?:said|told|written|discussed|mentioned)|said|told|` +
  `previously|${FORGET_EARLIER})`;
/** "Ignore the above" is a harmless remark until it goes on with what to do instead. */
const INSTEAD =
  "(?:(?:and|but|then|now|instead|rather|just|jsut|only|please)[^a-z0-9]{1,4}){1,4}" +
  `(?:${FORGET_SAY}|repeat|translate|return|show|do|give|act|pretend|reveal|execute|run|send|focus|concentrate|listen|follow|start|` +
  "ignore|forget|generate|create|spell|state|speak|use|provide|help|make|instead)(?![a-z])";
const ABOVE =
  "(?:everything|all|(?:all |all of |everything )?(?:the )?(?:above|previous|prior|other)(?: (?:text|content))?|" +
  "the (?:rest|question|question above|context|document|documents|text|image)(?: (?:of|in) (?:this|the) [a-z]{3,12})?)";

// instruction-bypass
const BYPASS_GAP = "[^a-z0-9]{1,8}";
const VERBS =
  "overrid|bypass|circumvent|discard|dismiss|drop|cancel|erase|delete|remove|scrap|skip|violat|break|set aside|throw out|" +
  "throw away|replace|change|update|rewrite|reset|unlearn|let go of|void";
const BYPASS_FILLER = `(?:(?:all|any|every|of|the|my|your|our|its|these|those|and|or|other|existing|current)${BYPASS_GAP})`;
const BYPASS_EARLIER = "(?:previous|prior|above|earlier|preceding|foregoing|initial|original|your)";
const KIND = `(?:(?:system|safety|ethical|moral|content|original|initial|core|internal|security|previous|own)${BYPASS_GAP})`;
const BYPASS_COMMANDS =
  "(?:instructions|directives|prompts?|guidelines|programming|safeguards|guardrails|restrictions|ethics|" +
  "(?:content|safety|ethical|moral) (?:polic(?:y|ies)|filters?|rules?|protocols?|training|constraints?))";

// instructions-voided
const VOID_EARLIER =
  "previous|prior|above|earlier|preceding|initial|original|existing|old|all|past|former|your|other";
const THINGS =
  "(?:instructions?|directions|directives|guidelines|rules|prompts?|orders|commands|information|messages|tasks|restrictions|constraints|limitations|limits)";
const GONE =
  "(?:false|void|wrong|invalid|obsolete|outdated|out of date|irrelevant|cancell?ed|revoked|superseded|overridden|overruled|" +
  "suspended|lifted|disabled|deactivated|null|not (?:valid|real|relevant|important|great)|" +
  "no longer (?:valid|apply|relevant|active)|(?:to be )?(?:ignored|disregarded|forgotten)|a test|fake)";
const WHERE =
  "(?:above|before|so far|until now|up to (?:now|here|this point)|previously|earlier|prior to (?:this|that)|" +
  "(?:that |which )?(?:you|i|we|openai)(?:'ve)? (?:were|have|had|got|received|was|gave|know|learned|are|told|said|wrote)|" +
  "given (?:to you|above|before|earlier|previously)|from (?:above|before|earlier|the (?:system|developer)))";
const IGNORE =
  "(?:ignor(?:e|ing)|disregard(?:ing)?|forget|bypass|stop following|pay no (?:attention|heed) to|(?:do not|don'?t) follow)[^a-z0-9]{1,4}";
const AUXILIARY =
  "(?:(?:are|is|were|have|has|must|should|can|now|been|be|hereby|all|therefore)[^a-z0-9]{1,3}){1,4}";
const LAPSED = "(?:no longer (?:apply|hold|count|matter)|(?:do not|don'?t) (?:apply|count) any ?more)";
/** The other order of words: "the instructions above". Manuals call earlier instructions outdated, but do not revoke them. */
const VOID_COMMANDS =
  "(?:instructions|directives|guidelines|prompts?|rules|restrictions|constraints|limitations)";
const GIVEN =
  "(?:(?:that |which )?(?:you|i|we) (?:were|have been|have|got|received|gave)(?: given| told)?[^a-z0-9]{1,3}|given |listed |stated )?" +
  "(?:to you|above|before|from (?:the )?(?:earlier|previous|prior) (?:turns?|messages?|sessions?|conversations?)|earlier|previously|so far|until now|up to (?:now|here|this point))";
const REVOKED =
  "(?:(?:to be )?(?:ignored|disregarded|forgotten)|void|cancell?ed|revoked|superseded|overridden|overruled|suspended|lifted|fake)";
const AGAINST = "(?:contrary to|despite|regardless of|deviating from)[^a-z0-9]{1,3}";

// new-instructions
const NEW = "new|updated|real|actual|true|additional|revised|secret|hidden|only|next|further";
const WORK =
  "(?:instructions?|orders?|tasks?|directives?|rules|objectives?|goals?|mission|job|purpose|prompt|role|assignment|identity)";
const READER = "(?:ai|assistant|model|llm|agent|chatbot|claude|gpt|copilot)";
const OPENINGS =
  "here are|here is|here come|follow|focus on|concentrate on|concentrate only on|listen to|obey|now for|begin|start";

// output-hijack
const FIXED_SAY = "(?:print|output|say|write|repeat|respond|reply|answer|return|state|display)(?![a-z])";
const TASK =
  "(?:answer(?:ing)?|follow(?:ing)?|look(?:ing)?|read(?:ing)?|translat(?:e|ing)|summari[sz](?:e|ing)|us(?:e|ing))";

export const OVERRIDE_RULES = listRules("override", [
  {
    id: "instruction-override",
    severity: "flag",
    keywords: "ign|igonre|igmre|disr|forget|neglect|abandon|pay no|stop |no longer|do not|don|never",
    pattern:
      `(?<![a-z])${VERB}${GAP}(?:${FILLER}{0,5}(?:${EARLIER}${GAP}${FILLER}{0,4}(?:${COMMANDS}|${MATERIAL})|` +
      `${WHICHEVER}${GAP}${FILLER}{0,4}${COMMANDS}${IN_MATERIAL})|${FILLER}{0,3}(?:your|ur)${GAP}${FILLER}{0,3}${OWN_RULES}|` +
      "instructions(?=[^a-z0-9]{0,3}(?:and|but|then|just|print|say)(?![a-z])))",
    message: "an attempt to override earlier instructions",
  },
  {
    id: "everything-forgotten",
    severity: "flag",
    keywords:
      "ignor|ignroe|igmre|igonre|disregard|forget|abandon|drop|erase|neglect|leave|unlearn|do not|don|" +
      "never",
    pattern:
      `(?<![a-z])${FORGET_VERB}[^a-z0-9]{1,6}(?:${ALL}[^a-z0-9]{1,6}${SAID}|${ABOVE}[^a-z0-9]{1,4}${INSTEAD}|` +
      `everything[,.!;:]{1,3} {0,2}${FORGET_SAY}(?![a-z])|all (?:of )?your thoughts)`,
    message: "an attempt to make the model forget its context",
  },
  {
    id: "instruction-bypass",
    severity: "flag",
    keywords: VERBS,
    pattern:
      `(?<![a-z])(?:${VERBS})(?:e|es|ing)?${BYPASS_GAP}${BYPASS_FILLER}{0,4}${BYPASS_EARLIER}${BYPASS_GAP}${KIND}{0,2}${BYPASS_COMMANDS}` +
      "(?![a-z]|[^a-z0-9]{1,3}(?:string|line|on your))",
    message: "an attempt to disable earlier instructions",
  },
  {
    id: "instructions-voided",
    severity: "flag",
    keywords: `${VOID_EARLIER}|instructions|directives|guidelines|prompt|rules|restrictions|constraints|limitations|pay no|ignor|disregard|forget|bypass|stop f|do not|don|contrary|despite|regardless|deviating`,
    pattern:
      `(?<![a-z])(?:(?:${VOID_EARLIER})[^a-z0-9]{0,6}(?:(?:the|your|of|system|safety|previous)[^a-z0-9]{1,3}){0,3}${THINGS}` +
      "(?: (?:above|before))?[^a-z0-9]{1,4}" +
      `(?:${AUXILIARY}${GONE}|${LAPSED})|${VOID_COMMANDS}[^a-z0-9]{1,4}${GIVEN}[^a-z0-9]{1,4}(?:${AUXILIARY}${REVOKED}|${LAPSED}|` +
      `(?:please )?(?:ignore|disregard|forget) (?:them|these|those|it|all))|${IGNORE}(?:(?:all|any|the|those|these|of|my)[^a-z0-9]{1,3}){0,3}${THINGS}[^a-z0-9]{1,4}${WHERE}|` +
      `${AGAINST}(?:what(?:ever)? (?:you|i|we)(?:'ve)? (?:were|have been|been|had been) (?:told|instructed|taught|asked)|` +
      `(?:(?:all|any|the|your)[^a-z0-9]{1,3}){0,3}(?:${VOID_EARLIER})[^a-z0-9]{1,3}${THINGS}))`,
    message: "a claim that earlier instructions no longer hold",
  },
  {
    id: "new-instructions",
    severity: "notice",
    keywords: ["your ", "new ", "additional ", "updated ", "important ", ...OPENINGS.split("|")],
    pattern:
      `(?<![a-z])(?:your (?:${NEW}) ${WORK} (?:is|are|will be|from now)(?![a-z])|` +
      `your ${WORK} (?:is|are|has|have) (?:now|changed|been (?:changed|updated|replaced))|` +
      `(?:${OPENINGS}) (?:your |my |the |these |with )?(?:${NEW}) (?:system )?${WORK}(?![a-z])|` +
      `new (?:instructions?|directives?|orders)(?: (?:follow|for (?:you|the ${READER})|to (?:chat|the|ai) ?${READER}?)|[^a-z0-9]{0,3}:)|` +
      `(?:additional|new|updated|important) (?:system )?instructions?[^a-z0-9]{1,4}(?:for|to) (?:the )?${READER})`,
    message: "new instructions for the model",
  },
  {
    id: "output-hijack",
    severity: "notice",
    keywords:
      "stop|do not|don|instead of|print|output|say|write|repeat|respond|reply|answer|return|state|display",
    pattern:
      `(?<![a-z])(?:stop everything[^a-z0-9]{1,6}(?:now[^a-z0-9]{1,6})?(?:just |instead |only |please |and ){0,3}${FIXED_SAY}|` +
      `stop ?[:!.,-]{1,3} ?(?:just |now |please |and ){0,2}${FIXED_SAY}|` +
      `(?:do not|don'?n?t|instead of) ${TASK} [^.\\n]{1,50}?(?:just|instead|only|simply) ${FIXED_SAY}|` +
      `${FIXED_SAY} (?:with )?(?:only |exactly |just |nothing but )?["'][^"'\\n]{1,80}["'],? and (?:absolutely )?(?:nothing else|only (?:that|those words|this))|` +
      `(?:repeat|say) after me(?=[^a-z0-9]{1,3}["'a-z])|say that you (?:hate|love)(?![a-z]))`,
    message: "an instruction to give a fixed answer instead of doing the task",
  },
]);
