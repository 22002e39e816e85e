// Words that people say about any work to anybody.

import { stemWord } from "./stem.ts";
import type { WordSet } from "./word-lookup.ts";

/** With their stems. The build writes it out: see scripts/build/render-tables.ts. */
export const EVERYDAY_TABLE: WordSet = new Set(
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
