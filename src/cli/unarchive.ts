import { defineStatusCommand } from "./status-command.ts";

export const unarchive = defineStatusCommand("unarchive", "Bring an archived memory back");
