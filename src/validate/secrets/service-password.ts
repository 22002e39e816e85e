// A line of a list of accesses that names a service and a value, and nothing else.

import { defineRule } from "../rule.ts";
import { isStrayPassword } from "./judge/stray.ts";

const SERVICES =
  `grafana jenkins nexus keycloak rabbitmq sentry vaultwarden bitwarden harbor gitea gitlab github metabase kibana
  elastic elasticsearch mysql mariadb postgres postgresql mongo mongodb redis oracle mssql database kafka vpn wifi wlan
  router firewall nas proxmox portainer argocd rancher sonarqube artifactory jira confluence wordpress phpmyadmin adminer
  superset airflow minio nextcloud owncloud zabbix prometheus pihole unifi ftp sftp smtp imap ldap ssh rdp root admin
  cpanel plesk splunk datadog tableau sap salesforce hubspot okta teamcity octopus drone traefik consul nomad
  openvpn wireguard anydesk teamviewer docker registry dockerhub npm pypi aws azure gcp heroku netlify vercel cloudflare
  twitter linkedin slack zoom notion figma trello asana mailchimp sendgrid twilio stripe paypal`.split(/\s+/);

/** Of the line that the service stands in: a mark of a list, and a word or two. */
const LINE_START = /^[ \t>*•+-]{0,100}(?:\d{1,2}[.)] \*{0,2})?(?:[A-Za-z]\w{0,15} ){0,2}$/;
const BEFORE_CHARS_MAX = 120;
const SAMPLE = ["Qx7", "!mLk", "42Wz"].join("");

/** "- Grafana …", "VPN staging: …". */
export default defineRule({
  id: "service-password",
  family: "prose",
  severity: "error",
  keywords: SERVICES,
  anchored: true,
  pattern: new RegExp(
    `(?<![\\w-])(?:${SERVICES.join("|")})(?![\\w.-])(?: [\\w()-]{1,16}){0,2}\\*{0,2} {0,2}[:=–—-]?\\*{0,2} {1,3}["'\`]?(?<secret>[^\\s"'\`<>|]{8,64})["'\`]?[ \\t\\r]{0,8}(?:\\([^()\\n]{0,60}\\)[ \\t\\r]{0,8})?$`,
    "dgim",
  ),
  message: "a password behind the name of a service",
  accepts: ({ groups, text, index }) => {
    const { secret = "" } = groups;
    const before = text.slice(Math.max(0, index - BEFORE_CHARS_MAX), index);
    if (!LINE_START.test(before.slice(before.lastIndexOf("\n") + 1))) return false;
    return /[!@#$%^&*?]/.test(secret) && isStrayPassword(secret);
  },
  catches: [`- Grafana ${SAMPLE}`, `VPN staging: ${SAMPLE}`, `* **Nexus** - \`${SAMPLE}\` (since May)`],
  spares: [
    "- Grafana 10.2.3-ubuntu",
    "Docker image: acme/api@sha256",
    "MySQL port: 3306",
    "GitHub issue: acme/api#1234",
    "Redis: redis@7.2.4",
    "ssh ops@db1.acme.dev",
    "AWS region: eu-central-1",
    "npm test: --coverage=90%",
    "Slack: #team-Platform2",
  ],
});
