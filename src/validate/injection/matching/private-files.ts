// Where people keep what nobody else may read. Both rules about sending things away look for it, whether the order is given
// in words or as a command.

/** The source of a pattern for the normalised copy, which is in lower case. */
export const PRIVATE_FILES =
  "(?:\\.ssh/|id_rsa|id_ed25519|\\.env(?![a-z.])|\\.aws/cred|\\.netrc|\\.npmrc|/etc/(?:passwd|shadow)|\\.kube/config|\\.gnupg|" +
  "\\.git-credentials|\\$\\(env\\)|printenv|\\.bash_history)";
