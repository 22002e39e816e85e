// Tokens of code hosts, package registries and build services. One row a kind of token; see token-shape.ts.

import { type TokenRow, tokenRule } from "./token-shape.ts";

const ROWS: readonly TokenRow[] = [
  ["github-token", "a GitHub token", "gh{p,o,u,s,r}_<alnum 36>"],
  ["github-fine-grained-token", "a GitHub fine-grained token", "github_pat_<url 82>"],
  ["github-app-token", "a GitHub app installation token", "ghs_<digits 1-12>_eyJ<padded 40-900>"],
  ["gitlab-token", "a GitLab token", "gl{pat,ptt,dt,rt,ft,soat,ffct,imt,oas}-<padded 20-64>"],
  ["gitlab-job-token", "a GitLab job token", "glcbt-<url 20-32>"],
  ["gitlab-agent-token", "a GitLab agent token", "glagent-<url 50>"],
  ["gitlab-registration-token", "a GitLab runner registration token", "GR1348941<url 20>"],
  ["gitlab-session-cookie", "a GitLab session cookie", "_gitlab_session=<hex 32>"],
  ["bitbucket-token", "a Bitbucket app password", "ATBB<alnum 32>"],
  ["atlassian-token", "an Atlassian API token", "AT{A,C}TT3<padded 180-300>"],
  ["sourcegraph-token", "a Sourcegraph token", "sgp_{,local_}<anyhex 40> ; sgp_<anyhex 16>_<anyhex 40>"],
  ["npm-token", "an npm access token", "npm_<alnum 36>"],
  ["pypi-token", "a PyPI upload token", "pypi-{AgEIcHlwaS5vcmc,AgENdGVzdC5weXBpLm9yZw}<url 50-1000>"],
  ["rubygems-token", "a RubyGems API token", "rubygems_<hex 48>"],
  ["crates-token", "a crates.io token", "cio<alnum 32>"],
  ["nuget-key", "a NuGet API key", "oy2<lower 43>"],
  ["clojars-token", "a Clojars token", "CLOJARS_<lower 60>"],
  ["docker-token", "a Docker access token", "dckr_{p,o}at_<url 27-32>"],
  ["artifactory-key", "an Artifactory API key", "AKCp<alnum 69>"],
  ["artifactory-reference-token", "an Artifactory reference token", "cmVmd<alnum 59>"],
  ["octopus-key", "an Octopus Deploy API key", "API-<upper 26>"],
  ["pulumi-token", "a Pulumi access token", "pul-<hex 40>"],
  ["buildkite-token", "a Buildkite token", "bkua_<lower 40>"],
  ["circleci-token", "a CircleCI token", "CCIP{AT,RJ}_<alnum 22>_<hex 40>"],
  ["harness-key", "a Harness API key", "{p,s}at.<url 22>.<alnum 24>.<alnum 20>"],
  ["infracost-token", "an Infracost token", "ico-<alnum 32>"],
  ["sonar-token", "a SonarQube token", "sq{u,p,a}_<hex 40>"],
  ["postman-key", "a Postman API key", "PMAK-<hex 24>-<hex 34>"],
  ["readme-key", "a ReadMe API key", "rdme_<lower 70>"],
  ["prefect-key", "a Prefect API key", "pn{u,b}_<alnum 36>"],
  ["endor-labs-key", "an Endor Labs API key", "endr+<url 16>"],
];

export const CODE_HOST_TOKENS = ROWS.map(tokenRule);
