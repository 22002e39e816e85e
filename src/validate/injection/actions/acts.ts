// What a text has its reader do, as combinations of concepts in one sentence, and how much each weighs. No single step of
// an honest runbook weighs 1; a private file that is read here and sent away there does, and so does a step kept secret.

export type ActFamily =
  | "exfiltration"
  | "harvesting"
  | "weakening"
  | "installing"
  | "persisting"
  | "indirect"
  | "standing"
  | "secrecy"
  | "consent"
  | "authority"
  | "extraction"
  | "override"
  | "address"
  | "output";

/** What a finding is called after. Who acts, and when, is no deed. */
export type DeedFamily = Exclude<ActFamily, "standing">;

export type Act = {
  readonly name: string;
  readonly family: ActFamily;
  /** A text is flagged where the acts near each other weigh 1 together, each name counted once. */
  readonly weight: number;
  /** Completes "it …". */
  readonly says: string;
  /** Each slot wants a concept of its own; alternatives are divided by a bar. The first is the verb that a "never" forbids. */
  readonly slots: readonly string[];
  /** From the first to the last character of all of them. */
  readonly within: number;
  /** The slots stand in this order. */
  readonly ordered?: true;
  /** Any of these concepts in the sentence makes it honest. */
  readonly unless?: string;
  /** The act itself is a prohibition, so a "never" before it changes nothing. */
  readonly isForbidding?: true;
};

/** One line per act: name, family, weight, slots, reach, options, what it says. */
const TABLE = `
sends-stores exfiltration 1 send+store+outside 170 !own : sends stored credentials or private files out
sends-loot exfiltration 0.8 send+loot+outside 150 !own|variable : sends private data out
sends-creds exfiltration 0.6 send+cred+outside 130 !own|variable : sends credentials out
sends-found exfiltration 0.5 send+copy+outside 130 !own|variable : sends what it found to an outside address
sends-all exfiltration 0.4 send+loot|store|cred 90 !own|variable : hands private data on
reads-store harvesting 0.4 read|gather|stash+store 90 !own : reads a credential store or private files
reads-stores harvesting 0.7 gather|stash|read+store+store 220 !own : gathers credentials from several places
keeps-creds harvesting 0.6 stash|gather+cred 90 !own : writes credentials down
begs-creds harvesting 0.5 begs+cred 90 - : has the user type credentials
control-off weakening 0.5 off|off-command+control 70 - : switches a protection off
state-off weakening 0.6 is-off+control 80 - : declares a protection off
command-off weakening 0.4 off-command 200 - : runs a command without its protection
commands-off weakening 0.4 off-command+off-command|control|is-off 160 - : more than one of them
reroutes weakening 0.6 relay+outside 110 !own : sends what the model reads through another host
unbound weakening 0.6 unbound+write|persists|install|run|always|model|send 110 - : lifts what holds an agent back
foreign-unchecked installing 0.6 foreign+off|off-command|wipe|is-off+control 200 !own : takes what it installs unchecked
foreign-install installing 0.5 install|run|write+foreign 90 !own : installs from somewhere else
foreign-served installing 0.5 foreign+outside 120 !own : takes packages from another place
runs-bundled installing 0.45 run|install+bundled 80 - : runs a file that came with the text
runs-unread installing 0.6 unread+bundled|run|foreign|install 120 - : asks not to look into what is run
install-hook installing 0.5 postinstall+run|send|write 90 - : uses an install script
write-persistent persisting 0.5 write|send|run|stash+persists 100 - : changes what later sessions obey
writes-rules persisting 0.3 write|stash+agent-docs 80 - : changes the rules of agents
evidence-command persisting 0.6 evidence-command 200 - : runs a command that removes evidence
opens-door persisting 0.6 write|run|send+backdoor 80 - : opens a way in
wipes-evidence persisting 0.5 wipe|off+evidence 40 - : removes the evidence
obeys-remote indirect 0.6 follow+remote 150 - : takes its orders from a place that others write
obeys-url indirect 0.5 follow+outside 150 !own : from an outside address
standing standing 0.4 habit|always 300 - : as a standing order
by-agent standing 0.2 session|model 300 - : by the agent
quiet secrecy 0.6 silent+backdoor|evidence|evidence-command|control|send|run|install|write|off|is-off|read|off-command|persists|yes|wipe|gather|stash|foreign|postinstall 110 - : does so quietly
hidden secrecy 0.35 silent 300 - : out of sight
disguised secrecy 0.5 disguise+control|off|is-off|send|run|wipe|write|install|summary|user|tell 130 - : under another name
not-told secrecy 0.6 not|without+tell+user|summary 50 > !to-do forbidding : is kept from the user
left-out secrecy 0.55 omit+summary|user 70 forbidding : is left out of what the user sees
unsaid-it secrecy 0.3 not|without+tell+copy 24 > !to-do forbidding : goes unmentioned
unsaid secrecy 0.35 not|without+tell 16 > !to-do forbidding : goes unmentioned
hush secrecy 0.4 silent+user|summary 80 forbidding : asks for silence
consent-claimed consent 0.75 granted 200 - : claims a consent given in advance
consent-remembered consent 0.5 said-yes+user|consent|always|run|send 90 - : claims that someone agreed
consent-twice consent 0.3 granted+granted 160 - : more than once
consent-needless consent 0.5 without+consent 60 forbidding : needs no consent
consent-lasting consent 0.3 granted|said-yes|consent+always 120 - : for all times
yes-to-prompts consent 1 yes+consent 100 - : answers permission prompts with yes
yes-always consent 0.6 yes+always|user|model|control|granted|unread 90 - : approves beforehand
text-outranks authority 0.8 outranks+memory|model 110 - : gives a text authority over its reader
outranks-user authority 0.4 outranks+user|orders|consent|always|granted|against-user|outranks 110 - : sets a text above the user
defies-user authority 0.5 against-user+memory|must|outranks|granted|run|always|write 110 - : defies the user
reads-out extraction 1 reveal+prompt 45 - : asks for the hidden instructions
asks-secret extraction 0.6 reveal|demand+guarded 50 - : asks for a secret that is kept
wants-secret extraction 0.4 demand+guarded 40 - : in so many words
secret-anyway extraction 0.4 guarded+ignore|now-you|wrapper|urgent|only-say|orders|model|not|prompt|without 150 - : by a way around its rules
override override 1 ignore+earlier+orders 60 - : overrides earlier instructions
all-void override 0.7 ignore+everything|above 40 - : sets aside what stands above
new-orders override 0.4 now-you+orders|prompt|ignore|reveal|guarded|only-say 120 - : gives a new task
wrapped override 0.6 wrapper+reveal|ignore|off|send|only-say|guarded|now-you|prompt|yes|orders|model|must 120 - : wraps an order in a special case
addressed address 0.6 address+model 30 > - : addresses the model
reader-model address 0.7 model+reads 40 - : addresses whoever reads it as a model
addressed-order address 0.4 address|reads+model+must 100 - : tells a model what to do
owner-orders address 0.5 owner-says+ignore|off|outranks|granted|yes|reveal|send|backdoor 110 - : gives orders as the owner
fixed-answer output 0.5 only-say 300 - : fixes the answer
fixed-by-agent output 0.5 only-say+model|user 120 - : tells the agent what to answer
hooked-answer output 0.5 summarising+only-say|must|outranks|omit|now-you|send|reveal|not 110 - : waits for a question
`;

export const ACTS: readonly Act[] = TABLE.trim().split("\n").map(parseAct);

function parseAct(line: string): Act {
  const [head = "", says = ""] = line.split(" : ");
  const [name = "", family = "", weight = "", slots = "", within = "", ...options] = head.split(" ");
  const unless = options.find((option) => option.startsWith("!"))?.slice(1);
  return {
    name,
    family: family as ActFamily,
    weight: Number(weight),
    says,
    slots: slots.split("+"),
    within: Number(within),
    ...(options.includes(">") ? { ordered: true as const } : {}),
    ...(unless === undefined ? {} : { unless }),
    ...(options.includes("forbidding") ? { isForbidding: true as const } : {}),
  };
}
