// A timer of the person's own session that syncs their memories once an hour, where they want one: two units of systemd, or one
// job of launchd. The text is shown before it is written, and the person starts it.

import { platform } from "node:os";
import { join } from "node:path";
import { type Launch, launcherIn, placeWords } from "../../../agents/hook-words.ts";
import { CredenceError } from "../../../memory/errors.ts";
import { type Artefact, type Changing, isChange, launcherOf, putAll, takeAll } from "../artefacts.ts";
import type { ProgramPlaces } from "../launch.ts";
import { readSettings } from "../settings-file.ts";

export type TimerFile = { readonly path: string; readonly text: string };

export type Timer = {
  readonly files: readonly TimerFile[];
  /** What starts it, and what ends it. */
  readonly start: string;
  readonly stop: string;
};

/** Nothing but what install wrote is written again or removed. */
const MARK = /credence install timer/;

function isOurs(text: string | null): boolean {
  return text === null || MARK.test(text.slice(0, 300));
}

function artefactOf({ path, text: ours }: TimerFile): Artefact {
  return {
    ...{ role: "timer", path, backupName: null, mode: 0o644 },
    put: () => ({ kind: "edited", text: ours }),
    take: (text) => ({ kind: "edited", text: isOurs(text) ? null : text }),
  };
}

export function putTimer({ files }: Timer, home: string, setting: Changing): void {
  const other = files.find(({ path }) => !isOurs(readSettings(path)));
  if (other !== undefined)
    throw new CredenceError("EXISTS", `${other.path} is not ours`, "move it away, then try again");
  putAll([launcherOf(setting.launch, home), ...files.map(artefactOf)], setting);
}

/** @returns the files that went, or would go. */
export function takeTimer({ files }: Timer, setting: Omit<Changing, "settle">): string[] {
  const { changes, failures } = takeAll(files.map(artefactOf).toReversed(), setting);
  for (const { error } of failures) throw error;
  return changes.filter(isChange).map(({ plan }) => plan.path);
}

const NAME = "credence-sync";
const EVERY_SECONDS = 3_600;

export function renderTimer(
  launch: Launch,
  { home, env }: ProgramPlaces,
  system: string = platform(),
): Timer {
  const words = [launcherIn(launch.state), "sync", "--scope", "user", ...placeWords(launch)];
  if (system === "darwin") return renderJob(words, join(home, "Library", "LaunchAgents"));
  return renderUnits(words, join(env["XDG_CONFIG_HOME"] || join(home, ".config"), "systemd", "user"));
}

function renderUnits(words: readonly string[], directory: string): Timer {
  const service = `# Written by \`credence install timer\`.
[Unit]
Description=Sync the memories of coding agents

[Service]
Type=oneshot
ExecStart=${words.map(quoteUnit).join(" ")}
Nice=10
`;
  const timer = `# Written by \`credence install timer\`.
[Unit]
Description=Sync the memories of coding agents every hour

[Timer]
OnStartupSec=5min
OnUnitActiveSec=1h
RandomizedDelaySec=5min

[Install]
WantedBy=timers.target
`;
  return {
    files: [
      { path: join(directory, `${NAME}.service`), text: service },
      { path: join(directory, `${NAME}.timer`), text: timer },
    ],
    start: `systemctl --user enable --now ${NAME}.timer`,
    stop: `systemctl --user disable --now ${NAME}.timer`,
  };
}

/** In a unit `%` and `$` begin something, also between quotes. */
function quoteUnit(word: string): string {
  const escaped = word.replaceAll("%", "%%").replaceAll("$", "$$$$");
  return `"${escaped.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}

function renderJob(words: readonly string[], directory: string): Timer {
  const path = join(directory, `${NAME}.plist`);
  const args = words.map((word) => `    <string>${escapeXml(word)}</string>\n`).join("");
  const text = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<!-- Written by credence install timer. -->
<plist version="1.0">
<dict>
  <key>Label</key>
  <string>${NAME}</string>
  <key>ProgramArguments</key>
  <array>
${args}  </array>
  <key>StartInterval</key>
  <integer>${EVERY_SECONDS}</integer>
  <key>ProcessType</key>
  <string>Background</string>
</dict>
</plist>
`;
  return { files: [{ path, text }], start: `launchctl load -w ${path}`, stop: `launchctl unload -w ${path}` };
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
