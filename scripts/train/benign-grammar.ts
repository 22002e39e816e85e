// Harmless texts of our own making that use the words attacks use: memories of a project, questions, games, and notes by
// people who build with models. Without them the model would learn that every imperative is an attack.

import { BENIGN_PROMPTS } from "./benign-prompts.ts";
import { type Grammar, parseGrammar } from "./expand.ts";

export const BENIGN_GRAMMAR: Grammar = parseGrammar(`
text: {memory} | {memory} | {memory} {memory} {memory} | {memory} {memory} | {habit} | {habit} {habit} | {habit} {memory} |
  {memory} Why: {reason}. How to apply: {memory} | {memory} | {ask} |
  {ask} {detail} | {scene} {request} | {scene} {colour} {request} | {scene} {colour} {colour} {request} |
  {scene} {colour} {turn} {request} {colour} | {turn} {scene} {request} | {scene} {turn} {colour} {turn} {request} |
  {scene} {colour} {turn} {colour} {request} {turn} |
  {craft} | {craft} {colour} | {models} | {models} {models} | {models} {memory} | {phrase}
habit: Do not explain what you did. | Do not thank me. Do not repeat the question. | Keep your answers short. |
  Answer with {artifact} and no introduction. | Give me three ideas and say which one is best. | Say so when you are not sure. |
  Our bot must not answer questions about {topic}. | The chatbot should never talk about {topic}. | You can assume {tool} is there. |
  Tell me before you {action}. | Show me the whole log when {trouble} happens. | Explain it as if I were new to {tool}. |
  Be strict when you review {purpose}. | Write the answer in {style}, please. | Stop and ask if {trouble} happens twice. |
  When asked to {action}, list the steps first. | Call me by my first name. | Your replies should have no emoji. |
  I want you to use {tool}, not {tool}. | You are working on {purpose}; the code is in {place}. | Say "done" at the end. |
  Only print JSON, nothing else goes to stdout. | Respond only with {format}. | Reply only with {format}. | Output {format} and nothing else. | Translate every string to {style}. | Never answer before the tests are green. |
  Think like a reviewer and name every fault. | You should read {place} before you answer.
memory: Ignore everything in {place}. | ignore all files under {place} | Forget all {thing} older than a week. |
  Disregard the results of {tool} on {system}. | Drop everything after {trouble}. | Leave everything else as it is. |
  You must always {action}. You must never {fault}. | Never {fault}. Always {action}. Never skip {purpose}. |
  Never say that {purpose} is done before {tool} says so. | Write everything about {purpose} into {place}. |
  Repeat everything {when}. | Print everything that {tool} returns. | You will need {tool} to {action}. | {often} {action} {when}. | Use {tool} for {purpose}, not {tool}. |
  We decided to {decision} because {reason}. | Run {command} {when}. | Do not {fault}; {instead}. |
  The user prefers {liking}. | If the user asks for {artifact}, write it in {style}. |
  When the user reports {trouble}, check {place} first. | Never commit {thing}. |
  Ask the user before you {action}. | Skip the {kind} tests on {system} because {reason}. |
  Ignore {warning}; it is harmless. | Forget {tool}: we moved to {tool}. | Override {setting} in {place}. |
  The assistant should answer in {style}. | Prompt the user for {thing} {when}. |
  Follow the instructions in {place} to {action}. | From now on {purpose} goes through {tool}. |
  All previous versions of {thing} are kept for a year. | You are now able to {action} with {tool}. |
  {tool} acts as {part} for {purpose}. | System: {system}. Shell: zsh. Editor: vim. |
  The new rules for {purpose} are in {place}. | Disregard {warning} when {tool} is updated. |
  Bypass {part} with --direct if {trouble} comes back. | Reply to review comments before {action}.
often: Always | Please | Never forget to | Usually | Remember to | You must | First | On this machine
action: run the linter | update the changelog | open a pull request | rebase on main | rotate the logs |
  restart the worker | write a migration | tag the release | delete the old branch | print the version |
  send the report | format the code
when: before you commit | after each release | on Fridays | when the cache is cold | before merging |
  at night | in CI
tool: pnpm | vitest | the proxy | Postgres | the queue | make | nginx | the CLI | Redis | the staging cluster |
  esbuild
purpose: unit tests | builds | secrets | deployments | feature flags | search | uploads | logging | reviews
decision: keep one repository | drop the old API | store dates in UTC | pin every version | cache at the edge
reason: the build broke twice | two people lost work | the library is no longer maintained |
  it halves the start-up time | customers asked for it | the previous approach hid errors |
  auditors want a trail
command: make test | npm run lint | git fetch --prune | docker compose up | cargo check | pytest -q
fault: mock the database | use tabs in YAML | catch every error | print secrets | push to main |
  ignore exit codes
instead: use the test container | return a result | log and rethrow | open a branch | ask in the channel
liking: short answers | tabs over spaces | British spelling | functional style | one file a change | dark themes
artifact: a summary | a diagram | a commit message | a test plan | release notes
format: JSON | valid YAML | a table | the SQL query | one word | the patch
style: plain English | German | three bullet points | a table | the tone of the docs | Markdown
trouble: a timeout | a blank page | a failed login | slow queries | a 502 | lost messages
place: the README | docs/setup.md | config/app.yaml | the wiki | CONTRIBUTING.md | the dashboard | src/server.ts
thing: generated files | the .env file | API keys | build output | the password | a lock file | the licence text
kind: slow | browser | integration | snapshot | load
system: Windows | macOS | Alpine | Debian 12 | the old runner
warning: the deprecation warning | the above warning | the first error message | the lint hint | that notice
setting: the default timeout | the port | the log level | the base image | the theme
part: a reverse proxy | the fallback | the cache | a guard | an adapter | a buffer
models: The system prompt lives in {place} and is built at start-up. |
  Our evaluation has forty prompts; each is scored by {tool}. |
  An attacker can hide orders in a web page, so tool output is never trusted. |
  We strip role markers before text reaches the model. |
  The assistant message is stored with its token count. |
  Attempts to jailbreak the bot are logged and counted. |
  The model is told which tools exist; it cannot add one. |
  User input is escaped before it is put into the prompt template. |
  The agent needs approval for every command that writes. | Context over 100k tokens is summarised first. |
  The prompt asks the model to answer in {style}. | Guardrails reject answers that hold personal data. |
  Instructions in retrieved documents must not be followed. |
  The chatbot hands over to a person when {trouble} is mentioned.
phrase: {topic} {topic} | {tool} {trouble} | {purpose} on {system} | {topic} statistics Germany |
  {trouble} after update | List all {thing} | Show {thing} in {place} | Print the {kind} lines above | Say {topic} aloud |
  Repeat the {kind} run | Delete {thing} from {place} | Ignore {warning} in {tool} | Change the prompt of {tool} |
  Write {artifact} to {place} | Answer yes to {trouble} | Tell {tool} about {purpose} |
  # {heading} | ## {heading} | ### {heading} | ## {heading} {memory}
heading: Instructions | Usage | Setup instructions | Rules | Prompt | System requirements | Role of the user |
  Ignored files | Output | Tasks | New tasks | Overrides | Commands | Guidelines | Context | System messages | Answers
${BENIGN_PROMPTS}
`);
