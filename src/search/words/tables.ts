// Words that carry grammar, not subject. The build writes them out: see scripts/build/render-tables.ts.

import type { WordMap, WordSet } from "./hash-word.ts";
import { stemWord } from "./stem.ts";

/** Words that S2's engine does not ask for. */
export const EXACT_STOP_WORDS: WordSet = new Set(
  `a about after all also am an and any are as at be because been but by can could did do does for from get go
   had has have he her him his how i if in into is it its just let like me my near need no not now of on one or
   other our out over she should so some such than that the their them then there these they this to too up us use
   using very want was we were what when where which while who why will with would you your`.split(/\s+/),
);

/** Words that our own ranking weighs lightly instead: between two memories alike they still tell. */
export const FUNCTION_WORDS: WordSet = new Set(
  `a about above after again all also am an and any are aren as at be because been before being below between both but by
   can could couldn did didn do does doesn doing don done down during each few for from further had hadn has hasn have
   having he her here hers him his how i if in into is isn it its itself just let ll me might more most must my near no
   nor not now of off on once only or other our out over own re same shall she should shouldn so some such than that the
   their them then there these they this those through to too under until up us use using ve very was wasn we were weren
   what when where which while who whom whose why will with won would wouldn yet you your yours`.split(/\s+/),
);

// Words that people say about any work to anybody.

/** With their stems. The build writes it out: see scripts/build/render-tables.ts. */
export const COMMON_WORD_TABLE: WordSet = new Set(
  `able accordingly actually add additional address after again ago ahead align all almost alone along already
   alternative always another answer any anybody anyone anything anyway apart appear apply approach around article
   ask available away back bad base basic bear because become begin behind believe best better big bit both break
   brief bring broken bug build bump button buy call can cannot care careful case catch cause certain certainly
   change cheap check choose clean clear click close code come comment commit common compare complete complicated
   configurable consider contain continue conversation convert copy correct could couple crash create current cut
   day decide delete demo depend describe design detail diff difference different difficult discuss document done
   double draft draw due early easy edge edit either else email empty end enough entire error especially even
   evening ever every everybody everyone everything everywhere exactly example except exist existing expect explain
   extra extract fact fail failing false far fast feel few figure file fill final find fine finish first five fix
   flaky follow forever forget form format forward four free full function further general get give go good got
   great group guess half hand handle hang happen happy hard head hear hello help helper here hi high hold hope hour
   however idea if ignore imagine implement implementation important improve include indeed inform information input
   inside instead interest interesting interface issue item itself job join joke just keep kind know lack large last
   late later leave left less let level life light like likely line lint list little load local log long look lose
   lot low machine main maintain major make man many mark matter may maybe mean meet memory mention merge message
   method mid middle might mind minimal minute mislead miss missing mistake moment month more morning most move much
   must name near necessary need never new next nice night nobody none nor normal note nothing notice now nowhere
   number object obtain obvious odd off offer often ok okay old once one only open option order original other
   otherwise output outside over own page paper part particular past pay people perfect perhaps person pick piece
   place plan please plenty point polite possible prepare present pretty prevent print probably problem process
   produce proper properly pros provide public pull put question quick quickly quite random rather reach read ready
   real really reason recent recommend reduce refactor regard relate release remain remember remove rename repeat
   replace reply report reproduce request require research rest result return revert review rid right risk role run
   safe same save say search second see seem select send sense separate serious set several shall share short should
   show side similar simple simplify simply since single sit six slow small solution solve some somebody somehow
   someone something sometimes somewhere soon sort sound source speak specific split stack stage stand start state
   status stay step still stop story straight string strong study stuff such suggest sum summarize summary suppose
   sure table take talk task team tell ten term test text than thank thanks that thing think third though thought
   three through throw time tiny today together told tomorrow tonight too top topic total toward trace translate
   tried true try turn twice two type understand undo unless unlike until unused update upon usage use used useful
   user usual usually value variable various version very via view wait walk want warn warning watch way week
   weekend welcome well whatever whether while whole wide will wish within without wonder word work world worry
   worth would write wrong year yes yesterday yet you young yourself zero`
    .split(/\s+/)
    .flatMap((word) => [word, stemWord(word)]),
);

// Words that developers use for one another, by stem. A memory that says `repository` answers a prompt that says `repo`, at a
// discount: what was really said counts more. General knowledge only, in two kinds: short forms mean the same thing, words
// of like meaning often do.

const SHORT_FORMS = `
a11y accessibility; addr address; admin administrator; app application; arg argument; arr array; async asynchronous;
attr attribute; auth authentication authorization authenticate login; authn authentication; authz authorization;
avg average mean; bool boolean; btn button; buf buffer; calc calculate; cert certificate; cfg conf config configuration;
center centre; char character; ci pipeline; cmd command; col column; color colour; concat concatenate; conn connection; coord coordinate;
cred credential; ctx context; db database; delim delimiter; dep dependency; dest dst destination; dev development;
df dataframe; dict dictionary hashmap; diff difference; dim dimension; dir directory folder; doc documentation document;
dup duplicate; elem element; env environment; err error exception; eta estimate; eval evaluate; exec execute execution; ext extension;
fmt format; fn func function; freq frequency; gen generate generator; gh github; gray grey; gui ui interface; hr hour;
i18n internationalization; idx index; img image picture photo; info information; infra infrastructure;
init initialize initialise initialization; int integer; iter iterate iterator; js javascript; k8s kubernetes;
l10n localization; lat latitude; len length; lib library; license licence; lng lon longitude; mail email; max maximum; md markdown; min minimum; mins minute; mongo mongodb;
ms millisecond; msg message; nav navigation; ns namespace; num number; o11y observability; obj object;
org organization organisation; param parameter; pct percent percentage; perf performance; perm permission; pg postgres postgresql psql;
pkg package; pos position; pref preference; prev previous; proc process; prod production; prop property;
pwd passwd password; py python; qty quantity; rb ruby; ref reference; regex regexp; repo repository; req request; res resp response;
sched schedule scheduler; sec second; sep separator; sig signature; spec specification; src source; stat statistics;
std standard; stdev deviation; str string; svc service; sync synchronize synchronous; temp tmp temporary; ts typescript;
tz timezone; uri url link; util utility; val value; var variable; vec vector; ver version; vs versus`;

const LIKE_MEANINGS = `
alarm alert warn page; allow permit enable; amount price cost; answer reply respond response; ask request query; author writer;
backup restore recover; begin start launch run execute; big large huge; bill invoice; block prevent avoid forbid disable; book novel; bug issue defect problem; buy purchase; cache memoize;
car vehicle; cash money funding; change edit modify update; check test validate verify; child kid; choose pick select;
city town; class type; clone copy duplicate; close exit quit; collection list array sequence; commit push; combine concatenate join merge;
common shared; company firm business; compare diff; compress zip; conceal hide; connect attach link;
convert cast parse transform; crimson scarlet maroon red; count length number size; country nation; create generate make new; current present;
customer client user; decide decision choice; delete drop erase remove; deploy deployment release ship rollout live; dependency package library;
directory folder; dish food meal; display print show view; doctor physician; download fetch pull; email letter mail; empty blank missing absent;
end finish complete; error exception failure fault; fast quick speed; father dad; favorite prefer preference like;
fetch get obtain retrieve; field attribute column; find locate lookup search; fix repair resolve solve; friend buddy;
function method procedure; game play; gift present; give provide supply; group team; guide tutorial; halt kill stop terminate; height altitude elevation;
happy glad; help assist support; hidden invisible; hobby activity; home house; human people person; ill sick;
image photo picture; install setup; iterate loop cycle; job career occupation work; keep preserve retain;
key id identifier; label caption text; learn study; letter character; line record row; live production; load open read; log print; manner approach way;
meeting call; message text sms; mock stub fake; mother mom mum; move rename; movie film; need require; nervous anxious; night evening midnight; old previous earlier;
order sort; page document; part piece section segment; pet dog cat; policy convention guideline rule; phone telephone call; push send upload; rebuild regenerate; revert undo rollback;
random shuffle; reason rationale why; replace substitute swap; sample fixture example; save store write; screen page view; sluggish slow performance; secret credential token; separate split divide;
shell console terminal; shop store; sleep delay pause wait; slow latency; small little tiny; style formatting;
staff employee; stage staging; talk discuss speak; task job ticket; teach instruct; trip journey travel vacation; try attempt; unique distinct;
unpack extract unzip; use utilize; whole entire full`;

/** The others of a stem, with spaces between. The build writes them out: see scripts/build/render-tables.ts. */
export const SHORT_FORM_TABLE: WordMap = readClasses(SHORT_FORMS);
export const SYNONYM_TABLE: WordMap = readClasses(LIKE_MEANINGS);

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
