// Programs that name a place in a way of their own: a sentence, the command, the rule. And beside each the ordinary work that
// looks like it.

import type { FreeCase } from "./cases-free.ts";
import type { DeniedCase } from "./cases-write.ts";

const INDEX = ".claude/memory/index.md";
const BAD = ".claude/memory/quarantine/project_bad.md";

export const KIN: readonly DeniedCase[] = [
  ["openssl writes by -out", `openssl enc -aes-256-cbc -in a -out ${INDEX}`, "write-root"],
  ["openssl writes by -keyout", `openssl req -x509 -keyout ${INDEX} -out /tmp/c`, "write-root"],
  ["sqlite3 writes by .output", `sqlite3 a.db ".output ${INDEX}" "select 1"`, "write-root"],
  [
    "sqlite3 writes by .once from its input",
    `sqlite3 a.db <<'EOF'\n.once ${INDEX}\nselect 1;\nEOF`,
    "write-root",
  ],
  ["sqlite3 writes by .backup through a pipe", `echo ".backup ${INDEX}" | sqlite3 a.db`, "write-root"],
  ["sqlite3 writes by vacuum into", `sqlite3 a.db "VACUUM INTO '${INDEX}'"`, "write-root"],
  ["sqlite3 writes by writefile", `sqlite3 a.db "select writefile('${INDEX}', 'x')"`, "write-root"],
  ["sqlite3 writes by -cmd", `sqlite3 -cmd ".log ${INDEX}" a.db 'select 1'`, "write-root"],
  ["sqlite3 reads by readfile", `sqlite3 a.db "select readfile('${BAD}')"`, "read-quarantine"],
  ["sqlite3 reads by .import", `sqlite3 a.db ".import ${BAD} t"`, "read-quarantine"],
  ["psql writes by copy", `psql -c "\\\\copy t to '${INDEX}'"`, "write-root"],
  ["psql writes by its output option", `psql -c 'select 1' -o ${INDEX}`, "write-root"],
  ["psql writes by an output command", `psql db <<'EOF'\n\\o ${INDEX}\nselect 1;\nEOF`, "write-root"],
  ["mysql writes by outfile", `mysql -e "select 1 into outfile '${INDEX}'" db`, "write-root"],
  ["duckdb writes by copy", `duckdb a.db "COPY t TO '${INDEX}'"`, "write-root"],
  ["make in a root is denied", "make -C .claude/memory/memories", "write-root"],
  ["make in a root by a long option is denied", "make --directory=.claude/memory all", "write-root"],
  ["ninja in a root is denied", "ninja -C .claude/memory", "write-root"],
  ["cmake into a root is denied", "cmake -S . -B .claude/memory/build", "write-root"],
  ["cargo into a root is denied", "cargo build --target-dir .claude/memory/t", "write-root"],
  ["tar beside a root is denied", "tar xf m.tar -C .claude", "write-root"],
  ["tar beside a root by a long option is denied", "tar -xf m.tar --directory=.claude", "write-root"],
  ["tar from beside a root is denied", "cd .claude && tar xf ../m.tar", "write-root"],
  ["unzip beside a root is denied", "unzip -o m.zip -d .claude", "write-root"],
  ["7z beside a root is denied", "7z x m.7z -o.claude", "write-root"],
  ["a deep chmod of the parent is denied", "chmod -R 000 .claude", "write-root"],
  ["a deep chown of the parent is denied", "chown -R nobody .claude", "write-root"],
  ["a deep setfacl of the parent is denied", "setfacl -R -m u:x:r .claude", "write-root"],
  ["a deep chmod beside machine state is denied", "chmod --recursive 000 ~/.local/state", "write-state"],
  ["git grep without an index is denied", "git grep --no-index x", "read-quarantine"],
  [
    "git grep without an index in the parent is denied",
    "git grep --no-index x -- .claude",
    "read-quarantine",
  ],
  [
    "git grep of everything untracked is denied",
    "git grep --untracked --no-exclude-standard x",
    "read-quarantine",
  ],
  ["git hash-object keeps a copy", `git hash-object -w ${BAD}`, "read-quarantine"],
  ["a pattern for the program itself is denied", "prettier --write '.claude/**/*.md'", "write-root"],
];

export const KIN_FREE: readonly FreeCase[] = [
  ["openssl may write elsewhere", "openssl rand -hex -out build/key 16"],
  ["openssl may read a memory", `openssl dgst -sha256 ${INDEX}`],
  ["sqlite3 may write elsewhere", 'sqlite3 a.db ".output build/dump.sql" ".dump"'],
  ["sqlite3 may ask for a path", `sqlite3 a.db "select * from t where path = '${INDEX}'"`],
  ["psql may copy elsewhere", "psql -c \"\\\\copy t to 'build/t.csv' csv\""],
  ["mysql may ask", "mysql -e 'select 1' db"],
  ["make elsewhere is ordinary", "make -C docs"],
  ["ninja elsewhere is ordinary", "ninja -C build"],
  ["cmake elsewhere is ordinary", "cmake -S . -B build && cmake --build build"],
  ["tar elsewhere is ordinary", "tar xf x.tar -C build"],
  ["tar at the top is ordinary", "tar xf x.tar"],
  ["unzip elsewhere is ordinary", "unzip x.zip -d build"],
  ["a deep chmod elsewhere is ordinary", "chmod -R u+w src"],
  ["a deep chmod at the top is ordinary", "chmod -R g+w ."],
  ["a chmod beside a root is ordinary", "chmod +x .claude/hooks/a.sh"],
  ["a deep chown elsewhere is ordinary", "chown -R me build"],
  ["git grep of tracked files is ordinary", "git grep foo"],
  ["git grep of untracked files is ordinary", "git grep --untracked foo"],
  ["git grep without an index elsewhere is ordinary", "git grep --no-index foo -- src"],
  ["a list of tracked files is read", "git ls-files | xargs wc -l"],
  ["a list of new files is read", "git ls-files -o --exclude-standard | xargs cat"],
  ["a list of others elsewhere is read", "git ls-files -o src | xargs cat"],
  ["a list of others may be shown", "git ls-files -o"],
  ["a status is read", "git status --porcelain | awk '{print $2}' | xargs cat"],
  ["git hash-object of a file is ordinary", "git hash-object -w README.md"],
  ["a container gets the project", 'docker run -v "$PWD:/work" -w /work node npm test'],
  ["a pattern for all visible files is ordinary", "prettier --write '**/*.md' 'src/**/*.ts'"],
  ["another name of another program is ordinary", "ln -s $(which node) /tmp/n && /tmp/n promote x"],
];
