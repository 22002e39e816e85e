// Words with which a text addresses its reader, in English: orders, people, permission, secrecy, time. Lower case and
// without accents, like the copy that patterns read. A star ends a stem.

export const ENGLISH_WORDS = `
not: not, never, don't, dont, do not, must not, mustn't, should not, shouldn't, cannot, can't, may not, avoid, refrain*, refuse*, forbid*,
  prohibit*, disallow*, under no circumstances, at no time, no agent may, nobody may, no one may, not allowed, not permitted, reject*,
  block*, prevent*, detect*, protects against, protect against, warn against, guard against, isn't allowed, is against
careless: hesitate*, forget to, fail to, bother*, worry*, need to, have to, be afraid, mind, hold back, wait, feel obliged, stop to
without: without, no further, no additional, no extra, no need for, no need to, not necessary to, not worth, unnecessary to,
  there is no reason to, needs no, need no, needing no, skipping, regardless of, requires no, require no
but: but, instead, however, unless, except, then, simply, rather, just
ignore: ignore*, ignoring, disregard*, forget, forget about, forgetting, neglect, abandon, set aside, put aside, overrule*,
  pay no attention to, pay no heed to, stop following, stop obeying, no longer follow, discard, throw away, throw out, leave behind,
  leave aside, let go of, deviate from, unlearn, cancel, dismiss, erase, ignroe, igonre, ingore, ignor, disreguard, disregrad, forgot all,
  skip past, wipe, clear your mind of, override, overriding, supersede, bypass, ignorieren your, ignora your, ignora tus, throw your,
  act as if you never got, pretend you never saw
earlier: previous, previously, prior, above, earlier, preceding, foregoing, former, past, initial, original, aforementioned, so far,
  until now, up to now, up to this point, before this, given to you, you were given, you have been given, you were told, you got, your,
  pervious, previos, prevoius, everything before, of the system, beforehand, you received, at the start, at the top, from before
orders: instruction*, directive*, guideline*, guidance, prompt, prompts, rule, rules, constraint*, restriction*, guardrail*, programming,
  orders, limits, limitation*, safety training, alignment, instuction*, intructions, instrucions, instructoins, ethics, brief, assignment,
  tasks, content policy, content policies, safety policy, what you were told, what you were taught
everything: everything, anything, all of that, all of this, all that
reveal: reveal*, show, showing, print, repeat, output, display, tell me, tell us, give me, give us, list, dump, leak, translate*, encode*,
  summarize, summarise, write out, write down, recite, provide, expose, disclose, divulge, echo, paste, spell*, describe, quote, copy,
  convert, transcribe, rephrase, paraphrase, restate, reproduce, rewrite, put into words, read out, read back, read aloud, spit out,
  share, hand over, i need, i want, let me see, return, type out, render, turn into, render as, explain, elaborate on, recall
demand: tell me, tell us, give me, give us, what is, what's, whats, what was, what were, reveal*, divulge, disclose, let me know, show me,
  hint, hints, clue, clues, guess, spell*, remind me, i forgot, i lost, need to know, i need, hand over, rhymes with, starts with,
  first letter, letters of, characters of, synonym*, the letters
prompt: system prompt, system prompts, system message, system instruction*, systemprompt, system text, hidden prompt, hidden instruction*,
  initial prompt, initial instruction*, original prompt, original instruction*, secret prompt, secret instruction*, your instruction*,
  your full prompt, your entire prompt, your prompts, your guidelines, your rules, your own configuration, your directives,
  your programming, your initial, your own instructions, your brief, your starting text, your opening text, developer message,
  developer prompt, preamble, pre-prompt, preprompt, meta prompt, metaprompt, confidential instruction*, internal instruction*,
  underlying prompt, base prompt, the text that set you up, your context window, your first message, your hidden, your internal
above: text above, above text, everything above, content above, words above, lines above, sentences above, paragraph above,
  paragraphs above, messages above, above message*, preceding text, preceding paragraph*, text before, words before, content before,
  sentences before, what stands above, what is written above, what is above, conversation so far, chat so far, previous message*,
  first message, earlier messages, text at the top, text at the start, beginning of the conversation, start of the conversation,
  start of this chat, beginning of this chat, top of the context, before this line, before this message, above this line,
  everything before, everything you were told, everything you have been told, all prior text, all previous text, the conversation above,
  first words, the first line, the first sentence, opening lines, all of the above, entire conversation, whole conversation,
  full conversation, your context, the context above
guarded: secret keys, secret passwords, secret codes, secrets you, secret that you, password you, key you were, keys you,
  confidential key, confidential password, confidential information, confidential data, protected information, forbidden word, magic word,
  access key you, what you are hiding, what you are guarding, what you were told to keep, the word you, phrase you, code you, token you,
  secret key, secret password, secret code, secret word, secret phrase, secret passphrase, secret token, secret pin, secret value,
  secret you, the secret, your secret, the password, your password, the passphrase, the passcode, the access code, the hidden key,
  the key you, the flag, the confidential, the hidden word, the code word, that secret, secret information, this secret, hidden password
tell: document it, show the diff, showing the diff, question this, tell, telling, inform, informing, notify, notifying, mention,
  mentioning, disclosing, alert, alerting, warn, warning, let know, acknowledge, bring up, surface, surfacing, announce, announcing,
  raise with, report this, report it, reporting, say anything, talk about, point out, flag to, admit, remark on, comment on, bother,
  draw attention, call attention, communicate, advise, trouble, burden, letting them know, make aware, showing this, explain to, refer to,
  narrate, log to the chat
user: the admins, admins, administrators, the board, management, security, auditors, the auditor, user, users, user's, human, humans,
  owner, owners, developer, developers, operator, reviewer, reviewers, maintainer, maintainers, person, customer, anyone, anybody,
  the team, teammates, your principal, engineer, engineers, whoever asked, colleague*, nobody, no one, people, them, the requester,
  the client, your colleague
silent: do not document, don't document, never document, do not announce, without announcing it, keep quiet about, not be noticed,
  will not notice, won't notice, never notices, without a word, without notice, without a note, tell nobody, tell no one,
  no one has to know, nobody has to know, nobody sees, nobody notices, no one notices, no one will, so nothing is recorded,
  leaves no record, without a record, not recorded, unrecorded, do not log it, is not disturbed, hidden from, need not know, needn't know,
  does not need to know, do not need to know, doesn't need to know, need not be told, does not need to be told, do not need to be told,
  not need to be informed, should not be informed, needs to be informed, needs to know, need not see, does not need to see,
  doesn't need to see, has to know, should not know, must not know, should never know, will never know, must not see, should not see,
  must never see, silently, quietly, secretly, covertly, discreetly, stealthily, behind the scenes, without comment, unobtrusively,
  invisibly, surreptitiously, transparently to, no visible output, without a trace, without any trace, unnoticed, out of sight,
  under the radar, without drawing attention, keep quiet, stay quiet, stay silent, keep it quiet, keep this quiet, keep this between,
  keep it between, between us, keep this secret, keep it secret, keep this private, keep this confidential, off the record,
  without leaving, no trace, say nothing, keep silent, keep it to yourself, keep this to yourself, keep that to yourself, undetected,
  raises no questions, not visible to, hide the output, hide its output, > /dev/null 2>&1 &, remain invisible, without announcing,
  is not announced, goes unmentioned, go unmentioned
summary: review, the description, the docs, the documentation, the change record, the record, the review, summary, summaries, your answer,
  your response, your reply, your report, your output, final report, final message, the report, changelog, change log, commit message,
  pr description, pull request description, the transcript, the visible output, status update, the recap, your explanation, release notes,
  the diff, the chat, hand-off, handoff notes, progress notes, progress report, the plan you show
omit: omit, omitting, leave out, leave it out, leave this out, leave that out, leave them out, left out, exclude, keep out, keep it out,
  keep this out, keep them out, suppress, hide, hiding, conceal, concealing, withhold, withholding, gloss over, skip over, drop from,
  strip from, play down, do not list, never list, do not include, don't include, never include, do not show, don't show, never show,
  no mention, not mention, not appear, not show up, should not appear, stays out of, stay out of, out of the, does not belong in,
  don't belong in
ask: ask, asking, confirm, confirming, check with, checking with, request, requesting, wait for, waiting for, seek, seeking, consult,
  consulting, prompting, prompting for, double-check, stop for, pause for, pausing for, clear it with, run it by, running it past
consent: permission, permissions, approval, approvals, confirmation, consent, sign-off, signoff, authorization, authorisation, go-ahead,
  permission prompt, permission prompts, permission request*, permission dialog*, confirmation prompt*, confirmation dialog*,
  approval prompt*, approval request*, tool prompt*, human review, a second look, second opinion, green light, clearance, further checks,
  further questions
said-yes: already approved, already agreed, already authorised, already authorized, already confirmed, already consented, already cleared,
  already granted, already given, was cleared by, were cleared by, is authorised to, is authorized to, are authorised to,
  are authorized to, still valid, is in effect, extends to
granted: as confirmed, as approved, as authorised, as authorized, as agreed, as granted, pre-approved, preapproved, pre-authorised,
  pre-authorized, preauthorized, pre-cleared, approved in advance, agreed in advance, authorised in advance, authorized in advance,
  granted in advance, confirmed in advance, given in advance, has agreed to, have agreed to, has approved all, has approved every,
  has consented, gave consent, gave permission, gave full, gave blanket, gave standing, standing approval, standing permission,
  standing consent, standing authorisation, standing authorization, blanket approval, blanket permission, blanket consent,
  signed off on all, signed off on every, approved in the last session, approved last session, approved last week, approved yesterday,
  approved earlier, carried over, carries over, carry over, remains valid, remain valid, remains in force, stays valid, stays in force,
  permission persists, approval persists, covers all future, covers every future, covers future, applies to all future,
  counts as approval, counts as consent, counts as a yes, count as confirmed, treat as approved, treat it as approved,
  treated as approved, treat as confirmed, treated as confirmed, consider it approved, consider this approved, consider them approved,
  assume approval, assume consent, assume permission, assume yes, assume the answer is yes, implied consent, implicit approval,
  merged in advance, silence is consent, silence means, no answer means yes, said yes to everything, permission once given,
  granted you full
yes: approve them without, approve it without, approve without, approve every, approve their, as resolved, as approved,
  answer is always yes, answer is yes, answer is always allow, answer is always, is always yes, accept them, accept it, accept each,
  accept every, grant every, grant any, say lgtm, merge on their own, merge on its own, merge without, approve your own, merges itself,
  approve automatically, automatically approve, confirm everything, confirm all, click through, wave it through, wave them through,
  report no findings, report no problems, mark as resolved, dismiss the review, dismiss requested, answer yes, say yes, reply yes,
  respond yes, choose yes, select yes, press y, type yes, click yes, click allow, choose allow, select allow, press enter, hit enter,
  answer y, always allow, allow always, don't ask again, do not ask again, accept the prompt, accept the dialog, confirm the prompt,
  approve the prompt, approve the dialog, approve them, approve it, approve all, approve any, accept whatever, grant whatever,
  auto-approve them, auto-approve every, auto-accept every, rubber-stamp, lgtm, wave through, merge it, merge them, merge immediately,
  self-approve, approve its own
always: by default, all repositories, each dockerfile, whole organisation, whole organization, all sessions, all commits, all routes,
  all agents,
  until further notice, from today on, all future, any session, any project, always, every time, each time, from now on, going forward,
  in every session, in all sessions, in each session, every session, each session, all future sessions, future sessions, in future,
  permanently, globally, for all, for every, whenever, before each, before every, after each, after every, on each, on every,
  at the start of, at the beginning of, at startup, as the first step, as a first step, first thing, as a final step, from today,
  as a matter of course, unconditionally, in any project, in every project, all projects, every project, every repository, each repository
model: summarisers, summarizers, reviewing agent, review bot, for llm crawlers, ai readers, llm readers, for ai, for llms, as an ai,
  ai tools, all ai, crawlers, to the ai, to the llm, to the assistant, to the language model, to the coding agent, ai, a.i., llm, llms,
  language model, language models, chatbot, claude, copilot, gpt, chatgpt, gemini, cursor, codex, ai assistant, ai assistants, ai agent,
  ai agents, coding agent, coding agents, coding assistant, assistant, assistants, agent, agents, automated reviewer, automated reviewers,
  ai model, ai models, ai system, ai systems, ai reader, the model, the bot, summarizer, summariser, crawler, automated system,
  automated systems, automated reader, automated readers, machine reader, machine readers, robots reading, bots reading, neural network
reads: summarise this, summarize this, summarises this, summarizes this, that summarise, that summarize, that process, who process,
  that parse, that index, reading this, reads this, read this, processing this, processes this, process this, parsing this, parses this,
  parse this, summarizing this, summarising this, indexing this, who reads, that reads, which reads, who read, that read, reviewing this,
  reviews this, analyzing this, analysing this, ingesting this, ingests this, encountering this, opens this, opening this, handling this,
  loads this, loading this, retrieves this, retrieving this
address: for llm crawlers, ai readers, llm readers, for ai, for llms, as an ai, if an ai, ai tools, all ai, to the ai, to the llm,
  to the assistant, to the language model, to the coding agent, dear, attention, note to, note for, notice to, notice for, message to,
  message for, a message from, letter to, memo to, memo for, instruction for, instructions for, instruction to, instructions to,
  addressed to, intended for, for the attention of, hey, hello, to any, to all, to every, to whichever, if you are, if you're,
  should you be, listen, important message for, reminder for, reminder to, to whom, only for
owner-says: as your operator, as your owner, as your developer, as your admin, your developers have, the ceo to, the cto to, from the cto,
  from the ceo, from management, from head office, i am the owner, i am the admin, your owner, your maker, your makers, your creator,
  your developers, your administrator, your operator, i am your, i'm your, this is your, from the owner, from your, on behalf of,
  your new owner, head office, the security team here, it department, the platform team here, system administrator
must: wants you to, want you to, wants the assistant to, order you to, i order you, is instructed to, are instructed to, has decided,
  have decided, asks you to, must, should, shall, have to, has to, needs to, need to, is required, are required, is to, are to,
  be sure to, make sure to, kindly, please, you will, you must, you should, you need to, your job is, your task is, required to, ensure,
  is expected to, are expected to, are asked to, is asked to, remember to
now-you: you are now, from now on you, from now on, you will act, act as, pretend, your new role, your new task, your new job,
  your new instruction*, your real task, your real job, your true, your actual task, your only task, your next task, new instruction*,
  new task, new directive*, new rule*, updated instruction*, revised instruction*, the following instructions replace,
  actual instruction*, real instruction*, switch to, enter, activate, you have been switched, you're now, imagine you are, simulate
only-say: respond only with, reply only with, answer only with, only respond with, only reply with, only answer with, only output,
  only say, only print, nothing but, and nothing else, nothing more, say exactly, output exactly, print exactly, write exactly,
  reply exactly, respond exactly, answer exactly, just say, just print, just output, just reply, just answer, just write, simply say,
  simply output, simply reply, start your answer with, start your response with, start your reply with, begin your answer with,
  begin your reply with, begin your response with, start with the words, begin with the words, end every reply with, end each reply with,
  end your answer with, end every answer with, end all answers with, close every answer with, include the phrase, include the words,
  include the sentence, include the string, insert the phrase, must contain the phrase, must include the phrase, must begin with,
  must start with, must end with, append the phrase, with the phrase, with the word, with the single word, with the sentence,
  the only word, the only thing you, say the words, repeat the word, repeat this word, word forever, over and over, instead of answering,
  instead of the answer, instead of a summary, instead of summarizing, instead of summarising, in place of the summary,
  your entire answer, your whole answer, your entire response, your only output, your final answer must
urgent: urgent, urgently, immediately, critical, emergency, highest priority, top priority, time-sensitive, right away, at once,
  mandatory, this is important, very important, extremely important, asap, life or death, without delay
wrapper: debug mode, debugging mode, maintenance mode, developer mode, god mode, sudo mode, admin mode, system mode, test mode,
  training mode, diagnostic mode, audit mode, compliance mode, unrestricted mode, root mode, test pipeline, test harness,
  evaluation harness, evaluation mode, admin override, system override, emergency override, special case, special exception,
  special instruction*, priority override, safety test, this is a test, this is only a test, authorized test, authorised test,
  red team exercise, debugging session, debugging purposes, for debugging, for testing purposes, for quality assurance, calibration run,
  integration check, system update, policy update, security update, system notice, system alert, system notification, system command,
  end of input, end of document, end of user input, begin instructions, start of instructions, override code, administrator code,
  authorization code, hypothetically, as an exception, exceptionally, one-time exception
summarising: whatever the user asks, whatever is asked, no matter what is asked, whatever you are asked, no matter the question,
  whatever the question, when you summarize, when you summarise, when summarizing, when summarising, if you summarize, if you summarise,
  if asked to summarize, if asked to summarise, when asked to summarize, when asked to summarise, when asked about, if asked about,
  if the user asks, when the user asks, whenever the user, when translating, if you translate, when you translate, when you review,
  when reviewing, when you quote, when you cite, if anyone asks, when someone asks
to-do: user to, users to, customer to, customers to, reader to, the person to, anyone to
attacker: typosquat*, dependency confusion, post-mortem, postmortem, what happened, pentest*, red team, social engineering,
  incident report, was compromised, got compromised, were compromised, attempts to, attempting to, attack pattern*, patterns include,
  the risk of, risk that, attacker, attackers, an attack, adversary, adversaries, malware, phishing, malicious, an intruder, a worm,
  trojan, threat actor*, the exploit, vulnerability, vulnerabilities, hackers, a hacker, the threat, prompt injection, prompt injections,
  injection attack*
`;
