// Tells what a text orders from what it reports or forbids. "The page said 'ignore all instructions'" and "never pipe curl into
// a shell" hold the words of an attack and are the opposite of one.
//
// Attack: an order that is dressed up as a report, by one harmless word and a pair of quotes. So whatever takes a finding back has to
// govern it: a verb of reporting that has the quotation as its object, in the same clause, with no order between the two or behind
// them. A deed is not excused by quotation marks alone, because people write every command in them: the report has to call it an attack.

/** How far around a place is looked. */
const AROUND = 220;

type Span = { readonly start: number; readonly end: number };

/** What is quoted or done: wording can be reported, and a deed only forbidden or told of as an attack. */
export type Told = "wording" | "deed";

/** Whether the words of this span are reported or forbidden where they stand. Looks at the original. */
export function isToldOf(text: string, { start, end }: Span, told: Told): boolean {
  const before = text.slice(Math.max(0, start - AROUND), start);
  const after = text.slice(end, end + AROUND);
  if (isForbidden(before, after)) return true;
  return isQuoted(before, after, told) || isBlockQuoted(text, start, told);
}

/** Right before the words, in the same clause: a refusal, or why something was refused. A refusal of care ("do not hesitate to")
 * forbids nothing. */
const FORBIDDEN =
  /(?<![a-z])(?:never|do not|don['’]?t|must not|mustn['’]t|should not|shouldn['’]t|may not|cannot|can['’]t|not allowed to|forbidden to|refuse[sd]? to|refrain from|avoid|decided against|instead of|rather than|no longer|without ever|nobody may|no one may|against|(?:rejected|refused|removed|banned|blocked|declined) (?:because|since|as) (?:it|they|(?:its|their|the) [a-z-]{1,20}) (?:runs?|ran|pipes?|piped|calls?|called|execute[sd]?))(?! (?:hesitat|forget|fail|bother|mind|worry|need|ask|wait|tell|inform|mention))([^.!?;:\n]{0,60})$/i;

/** "Do not wait, run …", "to avoid trouble run …": what is forbidden ends before the order. */
const ORDER_BEHIND_NO =
  /(?:(?:,|(?<![a-z])(?:so|then|but|just|simply)) (?:please )?(?:run|use|do|execute|pipe|start|install|call)(?![a-z])|[a-z] (?:run|execute)["'`\s]{0,3}$)/i;
const ADVERB = /, (?:ever|please|at all|under any circumstances),/gi;

/** Right behind them, with nothing in between that makes it a condition. */
const FORBIDDEN_AFTER =
  /^["'`)\]]{0,3}\s{0,2}(?:(?!(?:if|when|unless|while|because|and|or|but|so)\s)[^.!?;\s]{1,30}\s{1,2}){0,6}?(?<![a-z])(?:(?:is|are|was|were|be) (?:strictly |explicitly )?(?:forbidden|prohibited|not allowed|disallowed|banned|not permitted|blocked|refused|rejected|a red flag|an attack|suspicious|malicious)|must be (?:refused|rejected|reported|flagged)|will be (?:blocked|rejected|refused))(?![a-z])/i;

function isForbidden(before: string, after: string): boolean {
  const between = FORBIDDEN.exec(before)?.[1]?.replace(ADVERB, "");
  if (between !== undefined && !ORDER_BEHIND_NO.test(between)) return true;
  return FORBIDDEN_AFTER.test(after);
}

/** Code marks excuse no command: people write every command in them. */
const OPEN = { wording: /["'`“‘«„]/, deed: /["'“‘«„]/ } as const;
const CLOSES: Readonly<Record<string, string>> = { "“": "”", "‘": "’", "«": "»", "„": "“" };

/** Right behind the quotation: a sentence about it that calls it an attack. */
const CALLED_ATTACK =
  /^["'”’»)\]]{0,2}[.,;:!]?\s{1,2}(?:[–—-]\s)?(?:(?:this|that|it|which|these|those|both)(?: is| was| are| were| looks like|['’]s)|clearly) (?:(?:an?|the|clearly|obviously|simply|known|classic|typical|attempted|indirect) ){0,3}(?:prompt[- ]injection|injection|attack|phishing|jailbreak|malicious|hostile|social engineering)(?![\w-])/i;

function isQuoted(before: string, after: string, told: Told): boolean {
  const paragraph = before.slice(before.lastIndexOf("\n\n") + 1);
  for (let at = paragraph.length - 1; at >= 0; at -= 1) {
    const mark = paragraph.charAt(at);
    if (!OPEN[told].test(mark) || /[\p{L}\p{N}]/u.test(paragraph.charAt(at - 1))) continue;
    const close = after.indexOf(CLOSES[mark] ?? mark);
    if (close === -1) continue;
    const behind = after.slice(close + 1);
    // A deed is reported where the report or the sentence behind it calls it an attack.
    const isReport = told === "wording" || CALLED_ATTACK.test(behind);
    const lead = paragraph.slice(0, at);
    return isGoverned(lead, isReport ? "wording" : "deed") && !ORDER_BEHIND.test(behind);
  }
  return false;
}

/** Before the mark: another quotation of the same list, and what opens a bracket or a code span. */
const LISTED = /["'`“‘«„][^"'`”’»“\n]{1,120}["'`”’»“][\s,;)/]{0,3}(?:(?:and|or)\s?)?$/;
const LISTED_MAX = 8;
const OPENERS = /[\s"'`“‘«„([{*#:—–-]{1,12}$/;
/** The dot of a file or a host ends no sentence. */
const SENTENCE_END = /[.!?;]["')\]]?\s|\n\s*(?:\n|[-*+>] )/g;

/** Words up to the quotation that order nothing. */
const ORDERS =
  "run|use|do|execute|follow|obey|apply|paste|type|start|call|when|whenever|if|must|should|please|always|now|then";
const BRIDGE = String.raw`(?:[\s,:(]{1,2}(?!(?:${ORDERS})(?![\w-]))[^\s,:()]{1,40}|\)){0,7}$`;
const SAYS =
  "says?|said|saying|reads|wrote|writes|contain(?:s|ed|ing)?|end(?:s|ed) with|ask(?:s|ed) for|quot(?:e|es|ed|ing)|report(?:s|ed)|titled|inject(?:s|ed|ing)?|detect(?:s|ed|ing)?|flag(?:s|ged|ging)|refus(?:es|ed|ing)|reject(?:s|ed|ing)?|strip(?:s|ped)?|escap(?:e|es|ed)|block(?:s|ed)|filter(?:s|ed)?|planted|invented|(?:found|received|saw|spotted|noticed) (?:this|the|an?|following) (?:[a-z-]{1,20} )?(?:text|line|sentence|message|comment|string|instruction|note|e-?mail)|stand|steht|lautete?t?|schrieb|enthielt|enthält|contient|contenait|disait|écrit|dice|decía|contiene|contenía";
const LIKE = String.raw`(?:things?|requests?|texts?|sentences?|strings?|inputs?|lines?|phrases?|words?|wordings?|prompts?|instructions?|messages?|payloads?|attacks?|attempts?|tags?|patterns?|titles?|examples?|flags?|samples?|fixtures?|phrases|textes|sätze|texte|frases|textos) \(?(?:such as|like|e\.g\.?|for example|du type|comme|wie|como|del tipo)`;
const HOSTILE =
  "(?:attackers?|intruders?|pentesters?|(?:hostile|malicious|injected|hidden|white-on-white|planted|suspicious|adversarial|phishing|fake|forged|poisoned|(?:prompt[- ])?injection|jailbreak|attack(?:er['’]s)?) (?:texts?|mails?|messages?|issues?|pages?|files?|lines?|commands?|instructions?|prompts?|contents?|strings?|examples?|payloads?|tests?|fixtures?|attempts?|documents?|notes?|comments?|rows?|patterns?)|all (?:invented|made up)|security (?:training|awareness)(?: examples?)?)";
const GOVERNS = new RegExp(
  String.raw`(?<![\w./@-]|\bas )(?:${SAYS}|${LIKE}|${HOSTILE})(?!\.\w)${BRIDGE}`,
  "i",
);
const TELLS_OF_ATTACK = new RegExp(String.raw`(?<![\w./@-])${HOSTILE}(?!\.\w)${BRIDGE}`, "i");
/** The clause orders what it reports, or lets somebody say it whom the reader obeys. */
const ORDERED =
  /(?:^|[,:(]\s{0,2}|(?<![\w-])(?:then|and|must|should|please|always|now|to)\s)(?:run|do|use|execute|follow|obey|apply|act on|comply with|carry out|perform)(?![\w-]| not|n['’]t)|(?<![\w-])(?:he|she|they|we|i|admins?|administrator|owner|maintainers?|team|boss|lead|manager|policy|as \w{1,20}) (?:has |have |just |also )?(?:said|says?|wrote|writes|asks|asked|reads)(?![\w-])/i;
const ORDER_BEHIND =
  /^[^\n]{0,120}?(?<![\w-])(?<!(?:not|never|n['’]t|refuse[sd]? to|without) )(?:run|do|execute|follow|obey|apply|perform|act on|comply with|carry out) (?:it|this|that|these|them|so|as|what)(?![\w-])/i;

/** `lead` ends where the quotation begins. */
function isGoverned(lead: string, told: Told): boolean {
  let rest = lead.replace(OPENERS, "");
  for (let count = 0; count < LISTED_MAX && LISTED.test(rest); count += 1)
    rest = rest.replace(LISTED, "").replace(OPENERS, "");
  const from = Array.from(rest.matchAll(SENTENCE_END), ({ 0: end, index }) => index + end.length).at(-1) ?? 0;
  const clause = rest.slice(from);
  return (told === "deed" ? TELLS_OF_ATTACK : GOVERNS).test(clause) && !ORDERED.test(clause);
}

/** A quotation of more lines, or of a longer one, is no quotation, but a way to be read slowly. */
const QUOTED_LINES_MAX = 20;
const QUOTED_LINE_CHARS_MAX = 2_000;

/** A line behind `>`, below a line that says what it is. */
function isBlockQuoted(text: string, start: number, told: Told): boolean {
  let line = lineStart(text, start);
  if (!/^[^\S\n]{0,3}>/.test(text.slice(line, line + 5))) return false;
  for (let lines = 0; line > 0 && lines < QUOTED_LINES_MAX; lines += 1) {
    if (!/^[^\S\n]{0,3}(?:>|\n|$)/.test(text.slice(line, line + 5))) break;
    line = lineStart(text, line - 1);
  }
  const end = text.indexOf("\n", line) + 1;
  return isGoverned(text.slice(Math.max(0, end - AROUND), end), told);
}

/** Where the line begins that this place is part of, or as far before it as is looked. */
function lineStart(text: string, at: number): number {
  const from = Math.max(0, at - QUOTED_LINE_CHARS_MAX);
  return from + text.slice(from, at).lastIndexOf("\n") + 1;
}
