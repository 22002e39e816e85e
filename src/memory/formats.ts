/** What machine state looks like. A program that knows less than what is there does not write to it. */
export const STATE_FORMAT = 2;

/** Of the validators: a text that one passed may fail under the next. The first had no number, and counts as 1. */
export const RULE_SET_VERSION = 3;
