// Tokens of clouds, hosting, databases, secret stores and monitoring. One row a kind of token; see token-shape.ts.

import { type TokenRow, tokenRule } from "./token-shape.ts";

const ACCOUNT_KEY = "A3-<upper 6>-<upper 11>-<upper 5>-<upper 5>-<upper 5>";
const LONG_ACCOUNT_KEY = "A3-<upper 6>-<upper 6>-<upper 5>-<upper 5>-<upper 5>-<upper 5>";

const ROWS: readonly TokenRow[] = [
  ["digitalocean-token", "a DigitalOcean token", "do{p,o,r}_v1_<hex 64>"],
  ["heroku-key", "a Heroku API key", "HRKU-AA<url 58>"],
  ["fly-token", "a Fly.io token", "fo1_<url 43> ; fm{1a,1r,2}_<base64 100-900>"],
  ["vercel-token", "a Vercel token", "vc{p,i,a,r,k}_<alnum 24-64>"],
  ["netlify-token", "a Netlify token", "nfp_<alnum 36-48>"],
  ["cloudflare-token", "a Cloudflare token", "cf{at,ut,k}_<alnum 48>"],
  ["cloudflare-origin-key", "a Cloudflare origin CA key", "v1.0-<hex 24>-<hex 146>"],
  ["scalingo-token", "a Scalingo token", "tk-us-<url 48>"],
  ["alibaba-key-id", "an Alibaba Cloud access key", "LTAI<alnum 20>"],
  ["tencent-key-id", "a Tencent Cloud secret ID", "AKID<alnum 32>"],
  ["yandex-key", "a Yandex Cloud key", "AQVN<url 35-38> ; YCAJ<url 36>"],
  ["yandex-token", "a Yandex Cloud token", "t1.<url 10-400>.<url 86>"],
  ["planetscale-token", "a PlanetScale credential", "pscale_{tkn,oauth,pw}_<padded 32-64>"],
  ["supabase-token", "a Supabase token", "sbp_<hex 40> ; sb_secret_<url 31-40>"],
  ["databricks-token", "a Databricks token", "dapi<hex 32>"],
  ["clickhouse-key", "a ClickHouse Cloud key", "4b1d<alnum 38>"],
  ["doppler-token", "a Doppler token", "dp.{pt,st,ct,sa,scim,audit}.<padded 40-48>"],
  ["vault-token", "a HashiCorp Vault token", "hv{s,b,r}.<url 90-300>"],
  ["terraform-token", "a Terraform Cloud token", "<alnum 14>.atlasv1.<padded 60-70>"],
  ["openshift-token", "an OpenShift token", "sha256~<url 43>"],
  ["tailscale-key", "a Tailscale key", "tskey-{api,auth,client,scim,webhook}-<alnum 8-40>-<alnum 16-60>"],
  ["defined-networking-key", "a Defined Networking key", "dnkey-<padded 26>-<padded 52>"],
  ["dynatrace-token", "a Dynatrace token", "dt0{c01,s01,s16}.<upper 8-24>.<upper 64>"],
  ["new-relic-key", "a New Relic key", "NR{AK,II,IQ}-<url 27-32> ; NRJS-<hex 19> ; NRAA-<hex 27>"],
  [
    "grafana-token",
    "a Grafana token",
    "glc_<base64 32-400> ; glsa_<alnum 32>_<hex 8> ; eyJrIjoi<base64 60-400>",
  ],
  ["sentry-token", "a Sentry token", "sntryu_<hex 64> ; sntrys_eyJ<padded 60-400>"],
  ["bedrock-key", "an Amazon Bedrock key", "ABSK<base64 100-280> ; bedrock-api-key-<base64 50-900>"],
  ["amazon-mws-token", "an Amazon MWS token", "amzn.mws.<uuid>"],
  ["google-oauth-secret", "a Google OAuth client secret", "GOCSPX-<url 28>"],
  ["google-oauth-token", "a Google OAuth token", "ya29.<url 30-400>"],
  ["firebase-messaging-key", "a Firebase messaging key", "AAAA<url 7>:APA91b<url 130-140>"],
  ["azure-devops-token", "an Azure DevOps token", "<alnum 76>AZDO<alnum 4>"],
  ["azure-function-key", "an Azure function key", "<url 44>AzFu<base64 6-10>"],
  ["confluent-secret", "a Confluent secret", "cflt<base64 60>"],
  ["age-secret-key", "an age secret key", "AGE-SECRET-KEY-1<bech32 58>", "monotonous"],
  ["onepassword-account-key", "a 1Password account key", `${ACCOUNT_KEY} ; ${LONG_ACCOUNT_KEY}`],
  ["onepassword-service-token", "a 1Password service account token", "ops_eyJ<padded 250-900>"],
  ["encoded-jwt", "an encoded JSON web token", "ZXlK<base64 60-900>"],
];

export const CLOUD_TOKENS = ROWS.map(tokenRule);
