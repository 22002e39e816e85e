// The words that claims.ts reads claims with. Each table is split when it is first asked for: most commands never ask.

/** `a=b c` lines as a map from each word behind `=` to what stands before it. */
function lazyTable(rows: string): () => ReadonlyMap<string, string> {
  let made: ReadonlyMap<string, string> | null = null;
  return () => {
    made ??= new Map(
      rows
        .trim()
        .split("\n")
        .flatMap((row) => {
          const [name = "", words = ""] = row.split("=");
          return words.split(" ").map((word) => [word, name.trim()] as const);
        }),
    );
    return made;
  };
}

function lazyWords(
  words: string,
  form: (word: string) => string = (word) => word,
): (word: string) => boolean {
  let made: ReadonlySet<string> | null = null;
  return (word) => {
    made ??= new Set(words.trim().split(/\s+/).map(form));
    return made.has(word);
  };
}

/** Light: forms of one word must meet, whatever the rest of it is called. */
export function stemOf(word: string): string {
  if (word.length < 4 || /[\d/_.@]/.test(word)) return word;
  let stem = word.replace(/(?<=...)(?:ies|ied)$/, "i").replace(/(?<=[^su])s$/, "");
  stem = stem.replace(/(?<=....)(?:ations?|ating|ated|ates?|ments?|ings?|ers?|ed|(?<=ov)al|ions?)$/, "");
  stem = stem.replace(/(?<=...)e$/, "").replace(/y$/, "i");
  return stem.replace(/([bdfglmnprt])\1$/, "$1");
}

/** Things of which a project has one at a time: who names another one disagrees. Lower case, without spaces. */
export const alternativeOf: () => ReadonlyMap<string, string> = lazyTable(`
  packages=npm yarn pnpm bun
  tests=jest vitest mocha jasmine ava pytest unittest nose junit testng rspec minitest
  browser=playwright cypress selenium puppeteer webdriverio
  broker=kafka nats rabbitmq sqs pulsar activemq zeromq jetstream
  bundler=webpack vite rollup esbuild parcel turbopack rspack
  format=black ruff yapf autopep8 prettier biome dprint
  python=poetry pipenv pip uv conda pdm hatch
  ci=jenkins circleci travis buildkite teamcity drone gitlab bamboo
  provision=ansible salt puppet chef terraform pulumi cloudformation
  errors=sentry bugsnag rollbar airbrake
  metrics=datadog prometheus newrelic grafana graphite
  docs=sphinx mkdocs docusaurus hugo jekyll vitepress gitbook
  orm=typeorm prisma sequelize drizzle knex hibernate jooq sqlalchemy peewee
  database=postgres postgresql mysql mariadb sqlite mongodb oracle dynamodb cassandra cockroachdb
  jvm=gradle maven sbt bazel
  frontend=react vue svelte angular solid ember
  server=express fastify koa hono nestjs flask django fastapi
  state=redux mobx zustand recoil pinia vuex
  deploy=helm kustomize nomad
  cloud=aws azure gcp hetzner heroku
  chat=slack teams discord mattermost zulip
  tracker=jira linear asana trello youtrack
  login=oauth keycloak auth0 okta cognito
  cache=memcached redis varnish
  css=tailwind bootstrap sass emotion
  pages=cursor offset keyset
  ids=uuid ulid auto-increment autoincrement snowflake
  branches=git-flow gitflow trunk trunk-based
  landing=squash rebase merge-commits
  indent=tabs spaces
  api=graphql rest grpc soap
  amounts=cents decimal decimals float floats
`);

/** Of one group, another word says that another thing is meant. */
export const qualifierOf: () => ReadonlyMap<string, string> = lazyTable(`
  environment=staging stage production prod dev development local locally laptop laptops ci demo sandbox cluster qa preview canary customers pruebas producción produktion testumgebung
  platform=ios android windows macos mac linux web mobile desktop frontend backend arm x86 amd64
  bound=least minimum min lowest floor most maximum max ceiling highest
  end=server client
  side=read reads write writes upload uploads download downloads
  kind=unit integration e2e smoke soft hard access refresh
  role=primary replica master slave leader follower admin admins
`);

const DAYS = `
  mon=monday mondays montag montags lundi lunes
  tue=tuesday tuesdays dienstag dienstags mardi martes
  wed=wednesday wednesdays mittwoch mittwochs mercredi miércoles
  thu=thursday thursdays donnerstag donnerstags jeudi jueves
  fri=friday fridays freitag freitags vendredi viernes
  sat=saturday saturdays samstag samstags samedi sábado
  sun=sunday sundays sonntag sonntags dimanche domingo`;
export const weekdayOf: () => ReadonlyMap<string, string> = lazyTable(DAYS);

export const monthOf: () => ReadonlyMap<string, string> = lazyTable(`
  1=january januar janvier enero
  2=february februar février febrero
  3=march märz mars marzo
  4=april avril abril
  5=mai mayo
  6=june juni juin junio
  7=july juli juillet julio
  8=august août agosto
  9=september septembre septiembre
  10=october oktober octobre octubre
  11=november novembre noviembre
  12=december dezember décembre diciembre
`);

export const numberOf: () => ReadonlyMap<string, string> = lazyTable(`
  1=seule
  2=two twice zwei deux dos
  3=three drei trois tres
  4=four vier quatre cuatro
  5=five fünf cinq cinco
  6=six sechs seis
  7=seven sieben sept siete
  8=eight acht huit ocho
  9=nine neun neuf nueve
  10=ten zehn dix diez
  11=eleven elf onze
  12=twelve zwölf douze doce
  14=fourteen vierzehn quatorze catorce
  15=fifteen fünfzehn quinze quince
  16=sixteen sechzehn seize
  20=twenty zwanzig vingt veinte
  30=thirty dreißig trente treinta
  60=sixty sechzig soixante sesenta
`);

/** `time` in milliseconds, `size` in bytes: 2 seconds are 2000 ms. */
export const unitOf: () => ReadonlyMap<string, string> = lazyTable(`
  time 1=ms millisecond milliseconds
  time 1000=s sec secs second seconds sekunden secondes segundos
  time 60000=min mins minute minutes minuten minutos
  time 3600000=h hour hours stunden heures horas
  time 86400000=day days tage tagen jours días
  time 604800000=week weeks wochen semaines semanas
  time 2592000000=month months monate mois meses
  time 31536000000=year years jahre ans años
  size 1=byte bytes
  size 1024=kb kib
  size 1048576=mb mib
  size 1073741824=gb gib
  size 1099511627776=tb tib
  share 1=% percent prozent
  tries 1=times attempts retries tries
`);

/** They say nothing about what a sentence is about. */
export const isFunctionWord: (word: string) => boolean = lazyWords(`
  port a about above all also an and any are as at be been before being but by can cannot could did do does done each either else every
  for from get gets got had has have he her him his how i if in into is it its itself just made make makes may me might more most must
  my no none nor not of off on once one only onto or other our out over own per please shall she should since so some such than that
  the their them then there these they this those through to too under until up upon us use used uses using very via was we were what
  when where which while who whose why will with within without would yet you your t s don now still always never
  der die das den dem des ein eine einen einem einer und oder ist sind wird werden mit für von zu im in am auf bei nach noch bis nicht
  man sich es er sie wir le la les un une des du de et ou est sont dans sur pour avec par que qui en à au aux ne pas se son sa ses el los
  las lo y o es son del con por para al su sus no hay se
`);

/** Stems of words that any two notes of a project may share. */
export const isGeneric: (stem: string) => boolean = lazyWords(
  `adr draft initial service app application team project repo repository file folder directory config configuration set setup value day
  time run work need want keep live go come belong call start stop follow take put add change new old first last next same different
  main code system thing part way place rule policy note case user people person group member default current currently version
  release issue problem support list item data name type option require expect allow owner development engine product example document
  doc see tell say write read open close return show job task fail error result server client command output level available last cause
  running install size`,
  stemOf,
);

/** What makes a sentence an exception of a rule, or a stricter one beside it. */
export const isSparing: (word: string) => boolean = lazyWords(`
  except exception exceptions excepted exempt exempted unless aside apart excluded excluding stricter tighter looser special
  generally usual general allgemeinen strengere sauf salvo otherwise whereas besides additionally prefers prefer likes
  dislikes wants example examples e.g eg might sometimes often depending depends added introduced
`);

/** What has versions that people name by a plain number. */
export const isVersioned: (word: string) => boolean = lazyWords(`
  node nodejs python java jdk jre go golang rust ruby rails php perl react vue angular svelte next nuxt postgres postgresql mysql mariadb
  redis elasticsearch mongodb kubernetes k8s terraform gradle maven openapi typescript ecmascript swift kotlin scala django flask laravel
  spring webpack vite eslint debian ubuntu alpine fedora macos ios android electron tailwind bootstrap dotnet version release protocol
  http tls bazel xcode helm kafka nginx versión
`);

/** What a person is to a thing. By stem. */
export const isRole: (stem: string) => boolean = lazyWords(
  `own owner maintain maintainer lead led review reviewer approve approval admin ask contact page sign signature decide decision made
  translate translation rights responsible manage look rota mandatory mail captain steward charge zuständig does`,
  stemOf,
);

export const forbids: (word: string) => boolean = lazyWords(
  "not never forbidden banned prohibited disallowed cannot disabled no nothing don't mustn't can't verboten nunca jamais nie interdit prohibido",
);
export const permits: (word: string) => boolean = lazyWords(
  "may allowed fine ok okay permitted tolerated welcome optional enabled must always required mandatory preferred erlaubt muss permitido",
);
