// What memories can come from and what they can be taken away as.

export const IMPORT_SOURCES = [
  "claude-code-memory",
  "claude-memory",
  "claude-mem",
  "claude-config",
  "mcp-memory",
  "markdown",
] as const;
export type ImportSourceName = (typeof IMPORT_SOURCES)[number];

export const EXPORT_FORMATS = ["markdown", "json", "claude-memory"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
