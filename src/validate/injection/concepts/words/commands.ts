// The same acts as commands, code and paths. The copy is in lower case; a path counts anywhere inside a longer one.

export const COMMAND_WORDS = `
store: .ssh/, ~/.ssh, .ssh, id_rsa, id_ed25519, id_ecdsa, .aws/, ~/.aws, .aws/credentials, .env, .env.local, .env.production, .envrc,
  .netrc, .npmrc, .pypirc, .kube/config, ~/.kube, .docker/config.json, ~/.docker, .git-credentials, .gnupg, wallet.dat, .config/gcloud,
  application_default_credentials, .azure, .bash_history, .zsh_history, .psql_history, .python_history, /etc/shadow, /etc/passwd,
  .config/gh, .vault-token, .terraform.d, terraform.tfstate, cookies.sqlite, key4.db, logins.json, login data, local state, ~/.mozilla,
  /.mozilla, chrome/default, application support/google, leveldb, keychain-db, login.keychain, find-generic-password,
  security find-internet-password, dump-keychain, secret-tool, cmdkey, /proc/self/environ, /proc/1/environ, printenv, os.environ,
  process.env, env |, env|, env >, $(env), \`env\`, declare -x, export -p, gh auth token, gcloud auth print-access-token,
  aws configure get, aws sts get-session-token, kubectl get secret*, git credential fill, npm config get, ~/.claude/projects,
  .claude/projects, ~/.claude.json, .claude/memory, ~/.codex, ~/.gemini, ~/.cursor, memory.md, secrets.yaml, secrets.yml, secrets.json,
  credentials.json, service-account.json, .pem, token.json, 169.254.169.254, metadata.google.internal, history.jsonl, auth.json, ~/.config
write: >>, tee -a, tee, echo, sed -i, cat >
read: cat, grep, rg, find, tar, zip, base64, xxd, gzip, cp, readfile, readfilesync, open(, read_text, glob, os.walk, get-content, fs.read,
  dotenv_values, getenv
send: curl -d, curl --data*, curl -f, curl -x post, curl -xpost, curl --upload-file, curl -t, curl -s -x post, curl -s -d, curl -ss -d,
  curl -fss -d, wget --post*, nc, ncat, netcat, scp, rsync, sftp, requests.post, requests.put, requests.get, axios.post, axios.put,
  httpx.post, http.post, fetch(, urlopen, urllib.request, xmlhttprequest, sendbeacon, navigator.sendbeacon, invoke-webrequest,
  invoke-restmethod, irm, iwr, net.socket, socket.connect, /dev/tcp, gh gist create, gh issue create, gh issue comment, gh pr comment,
  gh api, git push, mail -s, sendmail, smtplib, mutt, nslookup, dig, aws s3 cp, aws s3 sync, gsutil cp, rclone, ftp, curl, wget
outside: http://, https://, ftp://, wss*, mailto:, s3://, gs://, webhook.site, requestbin, pipedream, ngrok*, burpcollaborator,
  interact.sh, oastify, transfer.sh, file.io, oxo.st, ix.io, termbin*, pastebin.com, hastebin*, paste.ee, dpaste*,
  discord.com/api/webhooks, api.telegram.org, hooks.slack.com, /dev/tcp/, gh gist create, gh issue create, gh issue comment,
  gh pr comment, trycloudflare.com, serveo.net, .onion, evil*, attacker*, exfil*
off-command: --no-verify, no-verify, sslverify false, sslverify=false, sslverify = false, git_ssl_no_verify*,
  node_tls_reject_unauthorized=0, node_tls_reject_unauthorized = 0, node_tls_reject_unauthorized to 0, node_tls_reject_unauthorized="0",
  node_tls_reject_unauthorized='0', pythonhttpsverify=0, strict-ssl false, strict-ssl=false, verify=false, verify = false,
  verify_ssl=false, rejectunauthorized: false, rejectunauthorized:false, insecureskipverify, insecureskipverify: true, insecure: true,
  --insecure, curl -k, wget --no-check-certificate, --no-check-certificate, --no-gpg-sign, gpgsign false, gpgsign=false, --no-gpg-check*,
  --nogpgcheck, --allow-unauthenticated, --force-yes, --no-sandbox, --disable-web-security, --privileged, chmod 777, chmod -r 777,
  chmod a+rwx, chmod 666, setenforce 0, ufw disable, iptables -f, --trusted-host, stricthostkeychecking no, stricthostkeychecking=no,
  userknownhostsfile=/dev/null, xattr -d com.apple.quarantine, xattr -cr, spctl --master-disable, csrutil disable,
  set-executionpolicy bypass, set-executionpolicy unrestricted, -executionpolicy bypass, executionpolicy bypass, set-mppreference,
  gosumdb=off, goflags=-insecure, gonosumcheck*, gonosumdb, goinsecure, npm audit=false, audit=false, --no-audit, ignore-scripts=false,
  ignore-scripts false, --skip-checks, --skip-tests, -dskiptests, --no-tests, [skip ci], [ci skip], husky=0, skip_hooks=1, skip=all,
  core.hookspath /dev/null, core.hookspath=/dev/null, hookspath=/dev/null, --dangerously-skip-permissions, --dangerously-bypass*,
  dangerouslydisablesandbox, bypasspermissions, "defaultmode": "bypasspermissions", permission-mode, --yolo, --full-auto, --approval-mode,
  --trust-all-tools, --allow-all-tools, --auto-approve, bash(*), "bash(*)", "allow": ["*"], nopasswd: all, nopasswd:all,
  verify_signature=false, verify_signature: false, "verify_signature": false, alg: none, algorithm none, auth=none, auth: none,
  disable_auth=true, @pytest.mark.skip, it.skip, xit(, test.skip, # nosec, # noqa: s, eslint-disable security, nolint:gosec,
  continue-on-error: true, gh pr merge --admin, enforce_admins=false, --exit-zero, --no-fail, allow_failure: true,
  --disable-content-trust, docker_content_trust=0, disable-content-trust, --no-verify-ssl, --tls-verify=false, --tlsverify=false,
  sslmode=disable, trustservercertificate=true, -o stricthostkeychecking*, checkserveridentity, ssl._create_unverified_context,
  create_unverified_context, urllib3.disable_warnings, cert_none
foreign: --registry*, --index-url*, --extra-index-url*, extra-index-url*, index-url*, index_url*, registry=*, pip_index_url*,
  npm_config_registry*, --find-links*, goproxy=*, git+https*, git+http*, git+ssh*, npm i git*, npm install git*, npm i http*,
  npm install http*, pip install http*, pip install git*, @latest, raw.githubusercontent.com, gist.githubusercontent*, gist.github.com,
  bit.ly, tinyurl*, git remote set-url*, git remote add*, brew tap*, add-apt-repository*, [patch.crates-io], replace-with, "resolutions",
  "overrides", npm link, curl -o, curl -lo, curl -slo, curl -sslo, curl -fsslo, wget -o, wget http*, curl -o http*, apt-key adv*,
  --no-lockfile, --no-frozen-lockfile, --no-save-exact, replace directive, --source http*, nuget.config source
install: npm i git*, npm install git*, npm i http*, npm install http*, pip install http*, pip install git*, npm i, npm install, npm add,
  pnpm add, yarn add, pip install, pip3 install, uv add, poetry add, go get, go install, cargo add, cargo install, gem install,
  composer require, brew install, apt install, apt-get install, npm config set, pip config set, yarn config set, git remote set-url*,
  git remote add*, git submodule add, docker pull, npx, dotnet add, code --install-extension, claude mcp add
bundled: ./bin/, ./scripts/*, ./tools/, ./helper, ./setup, ./install, ./assets/, assets/*, resources/*, vendor/bin, scripts/setup*,
  scripts/install*, scripts/bootstrap*, scripts/helper*, scripts/init*, scripts/sync*, scripts/run*, .pyc, .so, .dll, .dylib, .exe, .node,
  .jar, .wasm, .bin, .dmg, .pkg, .msi, .scr, .vbs, .ps1, .whl, .vsix, .deb, .rpm, dyld_insert_libraries*
run: preload*, sh, bash, zsh, python, python3, node, chmod +x, exec(, eval(, subprocess*, os.system, child_process, start-process, dlopen,
  sudo, nohup, setsid, rundll32, regsvr32, powershell, pwsh, osascript, open -a, java -jar
postinstall: postinstall, preinstall, postinstall script, preinstall script, post-install script, pre-install script, install script,
  setup.py, build.rs, cmdclass, conftest.py, sitecustomize, .pth file, postcheckout, post-checkout, post-merge, postcreatecommand
persists: ~/.codex/config.toml, ~/.gemini/settings.json, ~/.cursor/mcp.json, .claude/settings*, settings.local.json, ~/.claude/settings*,
  ~/.claude/claude.md, .claude/claude.md, ~/.claude, .claude/hooks, .claude/commands, .claude/agents, .claude/skills, .github/copilot*,
  .gemini/, .codex/config.toml, .codex, .mcp.json, mcp.json, ~/.bashrc, .bashrc, ~/.zshrc, .zshrc, ~/.profile, .bash_profile, .zprofile,
  .zshenv, config.fish, crontab -, crontab -e, crontab -l, /etc/cron*, @reboot, launchctl, launchagents, launchdaemons,
  ~/library/launchagents, systemctl enable, systemctl --user enable, .config/systemd, .config/autostart, schtasks, currentversion\\run,
  authorized_keys, .git/hooks, git config --global, core.hookspath, init.templatedir, .gitconfig, /etc/hosts, /etc/sudoers*,
  .vscode/settings.json, .vscode/tasks.json, .github/workflows, .gitlab-ci.yml, .npmrc, sessionstart, userpromptsubmit, pretooluse,
  posttooluse, claude config set, claude mcp add, ~/.ssh/config, ~/.ssh/authorized_keys
variable: process.env.*, os.environ[*, os.environ.get*, os.getenv*, getenv(*, import.meta.env*
evidence: history -c, unset histfile, histfile=/dev/null, histsize=0, git reflog expire, clear-history, wevtutil, journalctl --vacuum*,
  > ~/.bash_history, rm ~/.bash_history
silent: >/dev/null 2>&1, > /dev/null 2>&1, &>/dev/null, 2>/dev/null &, --silent --output /dev/null, -windowstyle hidden, disown
own: .env.example, .env.sample, .env.template, known_hosts, id_rsa.pub, id_ed25519.pub, .pub, 10., 192.168., registry.npmjs.org, pypi.org,
  proxy.golang.org, crates.io, rubygems.org, ghcr.io, docker.io, gcr.io, quay.io, github.com/login, vault kv, vault write, op read,
  op item, aws secretsmanager, aws ssm, gh secret set, kubectl create secret, doppler run, sops -d, .internal, .local, .corp, .lan,
  internal.example, localhost
backdoor: /dev/tcp*, bash -i, nc -e, nc -lvp, nopasswd*, usermod -ag sudo, useradd, adduser, net user, chmod u+s, setuid, ssh -r,
  ngrok http, --acl public-read, "principal": "*", allusers, oooo/0, oooo/o
relay: anthropic_base_url*, openai_base_url*, openai_api_base*, gemini_base_url*, anthropic_api_url*, azure_openai_endpoint*,
  https_proxy*, http_proxy*, all_proxy*, node_extra_ca_certs*, update-ca-certificates, add-trusted-cert, certutil -addstore
unbound: bypasspermissions, danger-full-access, approval_policy = "never", approval_policy="never", approval_policy=never,
  approval-policy never, --dangerously-skip-permissions, --dangerously-bypass*, --yolo, autoapprove, "autoapprove": ["*"], alwaysallow,
  "alwaysallow": ["*"], --trust-all-tools, --allow-all-tools, bash(*), "bash(*)", dangerouslydisablesandbox, yolo mode,
  skip permission prompts
evidence-command: history -c, unset histfile, histfile=/dev/null, histsize=o, histsize=0, reflog expire, git reflog expire, wevtutil cl,
  clear-eventlog, journalctl --vacuum*, auditctl -e 0, auditctl -d, truncate -s 0 /var/log*, rm /var/log*, rm ~/.bash_history
`;
