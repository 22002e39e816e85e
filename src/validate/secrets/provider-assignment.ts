// The long tail: services whose tokens have no prefix of their own, recognised by the name of the service next to an opaque
// value. One rule with a list instead of one file each, because they differ only in the name.

import { defineRule } from "../rule.ts";
import { assignmentOf, readAssignment } from "./judge/assignment.ts";
import { splitName } from "./judge/key-name.ts";
import { isOpaque, isUuid } from "./judge/opaque.ts";
import { isStandIn } from "./judge/placeholder.ts";

const PROVIDERS =
  `adafruit adobe airtable algolia alibaba aliyun asana atlassian auth0 bamboohr bitbucket bitly bittrex
  binance braintree brevo cloudant cloudflare cloudinary codecov codacy cohere coinbase confluent contentful coveralls
  datadog deepl deepseek digitalocean discord drone droneci dropbox elastic etsy fastly finicity finnhub firebase flickr
  freshbooks freshdesk gitter gitlab grafana heroku hubspot infura intercom ipstack jenkins jfrog jira jumpcloud kraken
  kucoin launchdarkly linkedin linode looker mailchimp mailgun mandrill mapbox mattermost meraki messagebird mistral
  netlify newrelic nytimes okta openai opsgenie pagerduty paypal pendo pinecone plaid pusher rapidapi recaptcha rollbar
  salesforce segment sendbird sendgrid sendinblue sentry sidekiq snyk softlayer sonar sourcegraph splunk spotify square
  squarespace sumologic supabase telegram todoist travis trello twilio twitch twitter typeform virustotal vonage vultr
  weatherapi webex wise yandex zendesk zoom`.split(/\s+/);

const CHARS_MIN = 20;
const SAMPLE = "4f9a07c3".repeat(5);

export default defineRule({
  id: "provider-assignment",
  family: "generic",
  severity: "error",
  keywords: PROVIDERS,
  anchored: true,
  pattern: assignmentOf(PROVIDERS.join("|")),
  message: "a credential for the service named next to it",
  accepts: (match) => {
    const found = readAssignment(match);
    if (found === null || isAbout(found.name)) return false;
    // A service named in prose, next to a commit or a record.
    if (/^[A-Z][a-z]{2,20}$/.test(found.name) && (/^[0-9a-f]{40}$/.test(found.value) || isUuid(found.value)))
      return false;
    const wholeWord = splitName(found.name).some((word) => PROVIDERS.includes(word));
    const isMade = /^[\w+/=.~-]+$/.test(found.value) && isOpaque(found.value, CHARS_MIN);
    return wholeWord && isMade && !isStandIn(found.value);
  },
  catches: [`sourcegraph: ${SAMPLE}`, `DATADOG_APP = "${SAMPLE}"`, `<heroku>${SAMPLE}</heroku>`],
  spares: [
    `ReactNativeCamerakit: ${SAMPLE}`,
    "heroku: my-app-name-production",
    `twitter_id: ${SAMPLE}`,
    `sentry_commit: ${SAMPLE}`,
    `- Jenkins: ${SAMPLE}`,
  ],
});

function isAbout(name: string): boolean {
  return /(?:^|[._-])(?:id|ids|commit|sha|hash|digest|version|url|uri|ref|rev|checksum|image|release|public|user|name|org|organization|team|project|account)(?:$|[._-])|(?:Id|Url|Sha|Hash|Version)$/i.test(
    name,
  );
}
