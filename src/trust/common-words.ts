// Words that people choose passwords from, most chosen first in each group. Passphrases made of few of them are guessed first.

const CHOSEN = `password passwort passwd passphrase passcode pass pwd secret secrets admin administrator root toor login logon
welcome letmein iloveyou ilove iloveu loveyou lovely love lover forever monkey dragon master shadow sunshine princess football
baseball basketball soccer hockey superman batman spiderman ironman starwars startrek pokemon pikachu minecraft fortnite
roblox trustno1 hello helloworld hellothere whatever freedom michael jordan jordan23 charlie donald access mustang cheese
computer internet network server service system security changeme changeit default guest user username account test testing
tester demo temp temporary sample example please enter open opensesame sesame god jesus christ jesuschrist heaven angel angels
devil killer hunter ranger soldier warrior ninja samurai pirate wizard magic matrix phoenix falcon eagle eagles tiger tigers
lion panther cougar wolf wolves bear bears dog doggy puppy cat kitty kitten bunny rabbit turtle dolphin chicken butterfly
spider scorpion snake rainbow unicorn flower flowers rose blossom summer winter spring autumn sommer herbst january february
march april june july august september october november december monday tuesday wednesday thursday friday saturday sunday
morning evening midnight london paris berlin madrid moscow newyork chicago boston dallas texas florida california america
american canada england france germany deutschland india china japan russia brazil mexico australia`;

const NAMES = `michelle jessica ashley jennifer amanda nicole daniel matthew joshua andrew anthony robert thomas william david
james john joseph richard george christopher christian jonathan nicholas alexander alexandra benjamin samuel samantha
elizabeth victoria stephanie melissa rebecca rachel hannah sarah emily laura maria marie anna andrea patricia barbara linda
susan karen nancy sandra charlotte sophie sophia isabella olivia emma lucas martin peter patrick kevin brian steven justin
brandon tyler austin dylan ryan jason eric mark paul adam alex max sam ben tom tim jack harry oliver jake luke maggie molly
bailey buster pepper ginger cookie chocolate vanilla banana orange apple cherry strawberry peanut butter coffee`;

const MORE = `money success winner winning champion lucky happy smile family friend friends bestfriend babygirl babyboy baby
daddy mommy mother father brother sister sweet sweetheart honey darling sexy beautiful handsome crazy blink182 metallica
nirvana slipknot eminem beatles guitar music dance dancer gamer gaming player playboy xbox playstation nintendo yankees
lakers cowboys steelers packers redsox liverpool arsenal chelsea barcelona realmadrid manchester united juventus ferrari
porsche mercedes corvette camaro harley yamaha honda toyota google facebook instagram twitter youtube amazon microsoft
windows linux ubuntu debian apple iphone samsung android github gitlab docker kubernetes postgres mysql oracle database
python javascript hacker hacking hack1ng leet elite cyber crypto bitcoin ethereum diamond silver golden gold purple yellow
green black white blue red orange pink thunder lightning storm hurricane blizzard fire water earth wind ocean mountain
river forest island beach sunset moon moonlight star stars galaxy universe space rocket cosmos planet super mega ultra
power strong number one two three four five six seven eight nine ten zero hundred thousand million correcthorsebatterystaple
thequickbrownfox quickbrownfox tobeornottobe loremipsum maytheforcebewithyou openthedoor iamroot nopassword mypassword
yourpassword newpassword oldpassword thepassword mysecret topsecret supersecret verysecret letmeinnow whocares fuckyou fuck
shit asshole bitch biteme qazwsx qazwsxedc zaqwsx 1q2w3e 1q2w3e4r 1q2w3e4r5t q1w2e3r4 zaq12wsx qweasd qweasdzxc asdzxc
p4ssw0rd pa55w0rd p455w0rd p@ssw0rd passw0rd contraseña contrasena senha motdepasse azertyuiop haslo heslo parola wachtwoord
hallo bonjour hola ciao amor teamo bella schatz ficken arschloch soleil doudou marseille`;

export const COMMON_WORDS: ReadonlySet<string> = new Set(`${CHOSEN} ${NAMES} ${MORE}`.split(/\s+/));
