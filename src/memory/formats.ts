/** What a root, a remote and machine state say of their form. Whatever says something else is refused and left as it is. */
export const FORMAT = "credence/1";

/** Of the validators: a text that one passed may fail under the next. The first had no number, and counts as 1. */
export const RULE_SET_VERSION = 3;
