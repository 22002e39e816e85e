import { defineRaiseCommand } from "../frames/raise-command.ts";

export const promote = defineRaiseCommand("promote");
