import { defineRaiseCommand } from "./raise-command.ts";

export const reaffirm = defineRaiseCommand("reaffirm");
