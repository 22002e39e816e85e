import { defineStatusCommand } from "../frames/status-command.ts";

export const unarchive = defineStatusCommand("unarchive", "Bring an archived memory back");
