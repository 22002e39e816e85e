import { defineStatusCommand } from "./status-command.ts";

export const unretire = defineStatusCommand("unretire", "Bring a retired memory back");
