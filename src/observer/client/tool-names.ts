// Every tool that the client is known to have had, refused by name: those that S3 lists, those of the installed SDK, and
// those of older clients. `tools: []` offers none of them; this holds should that ever fail.

/** S3's twelve come first. The star stands for all that nobody has thought of. */
export const KNOWN_TOOLS: readonly string[] = [
  ...["Bash", "Read", "Write", "Edit", "Grep", "Glob", "WebFetch", "WebSearch", "Task", "NotebookEdit"],
  ...["AskUserQuestion", "TodoWrite"],
  ...["Agent", "Artifact", "ClaudeDesign", "CronCreate", "CronDelete", "CronList", "EndConversation"],
  ...["EnterPlanMode", "EnterWorktree", "ExitPlanMode", "ExitWorktree", "ListAgents"],
  ...["ListMcpResourcesTool", "LSP", "Monitor", "OfferChromeSetup", "PowerShell", "Projects"],
  ...["propose_skills", "ProposeGoal", "PushNotification", "ReadMcpResourceDirTool", "ReadMcpResourceTool"],
  ...["ReadNotifications", "RemoteTrigger", "ReportFindings", "ScheduleWakeup", "SendFeedback"],
  ...["SendMessage", "SendUserFile", "SendUserMessage", "ShareOnboardingGuide"],
  ...["ShowOnboardingRolePicker", "Skill", "SubagentHandback", "TaskCreate", "TaskGet", "TaskList"],
  ...["TaskStop", "TaskUpdate", "ToolSearch", "WaitForMcpServers", "Workflow"],
  ...["BashOutput", "KillBash", "KillShell", "LS", "MultiEdit", "NotebookRead", "SlashCommand"],
  ...["StructuredOutput", "TaskOutput", "TodoRead", "mcp__*", "*"],
];
