import { defineRaiseCommand } from "./raise-command.ts";

export const promote = defineRaiseCommand("promote");
