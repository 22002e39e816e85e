// Words that developers use for one another, by stem. A memory that says `repository` answers a prompt that says `repo`, at a
// discount: what was really said counts more. General knowledge only, in two kinds: short forms mean the same thing, words
// of like meaning often do.

import { stemWord } from "./stem.ts";
import type { WordMap } from "./word-lookup.ts";

const SHORT_FORMS = `
a11y accessibility; addr address; admin administrator; app application; arg argument; arr array; async asynchronous;
attr attribute; auth authentication authorization authenticate login; authn authentication; authz authorization;
avg average mean; bool boolean; btn button; buf buffer; calc calculate; cert certificate; cfg conf config configuration;
char character; ci pipeline; cmd command; col column; concat concatenate; conn connection; coord coordinate;
cred credential; ctx context; db database; delim delimiter; dep dependency; dest dst destination; dev development;
df dataframe; dict dictionary hashmap; diff difference; dim dimension; dir directory folder; doc documentation document;
dup duplicate; elem element; env environment; err error exception; eval evaluate; exec execute execution; ext extension;
fmt format; fn func function; freq frequency; gen generate generator; gh github; gui ui interface; hr hour;
i18n internationalization; idx index; img image picture photo; info information; infra infrastructure;
init initialize initialise initialization; int integer; iter iterate iterator; js javascript; k8s kubernetes;
l10n localization; len length; lib library; max maximum; md markdown; min minimum; mins minute; mongo mongodb;
ms millisecond; msg message; nav navigation; ns namespace; num number; o11y observability; obj object;
org organization organisation; param parameter; perf performance; perm permission; pg postgres postgresql psql;
pkg package; pos position; pref preference; prev previous; proc process; prod production; prop property;
pwd passwd password; py python; rb ruby; ref reference; regex regexp; repo repository; req request; res resp response;
sched schedule scheduler; sec second; sep separator; sig signature; spec specification; src source; stat statistics;
std standard; stdev deviation; str string; svc service; sync synchronize synchronous; temp tmp temporary; ts typescript;
tz timezone; uri url link; util utility; val value; var variable; vec vector; ver version; vs versus`;

const LIKE_MEANINGS = `
allow permit enable; answer reply respond response; ask request query; author writer; begin start launch run execute;
big large huge; block prevent avoid forbid disable; book novel; bug issue defect problem; buy purchase; cache memoize;
car vehicle; cash money funding; change edit modify update; check test validate verify; child kid; choose pick select;
city town; class type; clone copy duplicate; close exit quit; collection list array sequence; combine concatenate join merge;
common shared; company firm business; compare diff; compress zip; conceal hide; connect attach link;
convert cast parse transform; count length number size; country nation; create generate make new; current present;
customer client user; decide decision choice; delete drop erase remove; deploy deployment release ship;
directory folder; dish food meal; display print show view; doctor physician; download fetch pull; empty blank;
end finish complete; error exception failure fault; fast quick speed; father dad; favorite prefer preference like;
fetch get obtain retrieve; field attribute column; find locate lookup search; fix repair resolve solve; friend buddy;
function method procedure; game play; gift present; give provide supply; group team; guide tutorial; halt kill stop terminate;
happy glad; help assist support; hidden invisible; hobby activity; home house; human people person; ill sick;
image photo picture; install setup; iterate loop cycle; job career occupation work; keep preserve retain;
key id identifier; learn study; letter character; line record row; load open read; log print; manner approach way;
meeting call; mother mom mum; move rename; movie film; need require; nervous anxious; old previous earlier;
order sort; page document; part piece section segment; pet dog cat; policy convention guideline rule; push send upload;
random shuffle; reason rationale why; replace substitute swap; save store write; secret credential token; separate split divide;
shell console terminal; shop store; sleep delay pause wait; slow latency; small little tiny; style formatting;
talk discuss speak; task job ticket; teach instruct; trip journey travel vacation; try attempt; unique distinct;
unpack extract unzip; use utilize; whole entire full`;

/** The others of a stem, with spaces between. The build writes them out: see scripts/build/render-tables.ts. */
export const SHORT_FORM_TABLE: WordMap = readClasses(SHORT_FORMS);
export const LIKE_MEANING_TABLE: WordMap = readClasses(LIKE_MEANINGS);

/** A word may be in several classes. */
function readClasses(text: string): Map<string, string> {
  const kin = new Map<string, string[]>();
  for (const line of text.split(";")) {
    const stems = [...new Set(line.trim().split(/\s+/).map(stemWord))];
    for (const stem of stems) {
      const others = kin.get(stem) ?? [];
      kin.set(stem, [...others, ...stems.filter((other) => other !== stem && !others.includes(other))]);
    }
  }
  return new Map([...kin].map(([stem, others]) => [stem, others.join(" ")]));
}
