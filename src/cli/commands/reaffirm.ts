import { defineRaiseCommand } from "../frames/raise-command.ts";

export const reaffirm = defineRaiseCommand("reaffirm");
