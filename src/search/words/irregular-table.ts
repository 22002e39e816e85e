// Words whose other forms no suffix tells: each line is the base form, then its forms. Base forms are stemmed afterwards.

import type { WordMap } from "./hash-word.ts";

const LINES = `
arise arose arisen; bear bore borne; become became; begin began begun; bend bent; bind bound; bite bit bitten;
bleed bled; blow blew blown; break broke broken; bring brought; build built; burn burnt; buy bought; catch caught;
choose chose chosen; come came; creep crept; deal dealt; dig dug; draw drew drawn; dream dreamt; drink drank drunk;
drive drove driven; eat ate eaten; fall fell fallen; feed fed; feel felt; fight fought; find found; fly flew flown;
forbid forbade forbidden; forget forgot forgotten; freeze froze frozen; get got gotten; give gave given; go went gone;
grind ground; grow grew grown; hang hung; hear heard; hide hid hidden; hold held; keep kept; know knew known; lay laid;
lead led; learn learnt; leave left; lend lent; lie lain; light lit; lose lost; make made; mean meant; meet met;
overwrite overwrote overwritten; override overrode overridden; pay paid; rebuild rebuilt; redo redid redone;
rerun reran; rewrite rewrote rewritten; ride rode ridden; ring rang rung; rise rose risen; run ran; say said;
see saw seen; seek sought; sell sold; send sent; shake shook shaken; shoot shot; shrink shrank shrunk; sing sang sung;
sink sank sunk; sit sat; sleep slept; slide slid; speak spoke spoken; spend spent; spin spun; spring sprang sprung;
stand stood; steal stole stolen; stick stuck; strike struck; sweep swept; swim swam swum; take took taken; teach taught;
tear tore torn; tell told; think thought; throw threw thrown; understand understood; undo undid undone; wake woke woken;
wear wore worn; win won; wind wound; withdraw withdrew withdrawn; write wrote written;
appendix appendices; child children; criterion criteria; foot feet; goose geese; half halves; index indices; knife knives;
leaf leaves; life lives; man men; matrix matrices; mouse mice; person people; phenomenon phenomena; shelf shelves;
tooth teeth; vertex vertices; wife wives; woman women; bad worse worst; good better best`;

export const BASE_FORMS: WordMap = new Map(
  LINES.split(";").flatMap((line) => {
    const [base = "", ...forms] = line.trim().split(" ");
    return forms.map((form): [string, string] => [form, base]);
  }),
);
