// German, Dutch and Swedish. Without accents, as the copy is that is read.

const GERMAN = `
not: nicht, nie, niemals, kein, keine, keinen, keinesfalls, nichts, verboten
without: ohne, bedarf keiner, brauchen keine, braucht keine
but: aber, sondern, stattdessen, sonst
ignore: ignorier*, vergiss*, vergesst, vergessen sie, missacht*, verwirf, verwerf*, uberschreib*, setze dich hinweg, lass beiseite,
  hor nicht auf
earlier: vorherige*, bisherige*, obige*, vorangegangene*, fruhere*, ursprungliche*, vorige*, samtliche*, alle vorherigen, deine, bisher
orders: anweisung*, instruktion*, vorgabe*, befehl*, richtlinie*, regel, regeln, auftrag*, systemregeln
everything: alles, das obige, alles obige
reveal: zeig*, gib mir, gib aus, nenne*, verrat*, wiederhol*, offenbar*, drucke, ubersetze, wandle, lies vor, schreibe auf, gib wieder
prompt: systemprompt*, system-prompt*, deine anweisungen, deine instruktionen, deinen prompt, deine vorgaben, systemanweisung*,
  systemnachricht
tell: sag, sage, sagen, sagst, erzahl*, mitteil*, informier*, erwahn*, meld*, bericht*, verrate dem, wissen lassen, hinweisen
user: nutzer*, benutzer*, anwender*, eigentumer*, besitzer*, entwickler*, mensch, menschen, person, niemand*, jemand*
silent: heimlich, stillschweigend, unauffallig, unbemerkt, leise, im stillen, verdeckt, ohne aufsehen
summary: zusammenfassung*, antwort, bericht, ausgabe, protokoll*
ask: frage, fragen, nachfrag*, ruckfrage*, bestatig*, warte auf, warten auf, zu fragen
consent: erlaubnis, zustimmung, genehmigung*, freigabe*, bestatigung, berechtigungsabfrage*, berechtigung*, einwilligung
always: immer, stets, jedes mal, ab sofort, ab jetzt, kunftig, von nun an, dauerhaft, bei jeder, in jeder sitzung, vor jedem, nach jedem,
  grundsatzlich
model: ki, ki-assistent*, sprachmodell*, ki-agent*, assistent, assistenten, agent, agenten
address: an die, hinweis an, achtung, liebe
must: muss, musst, soll, sollst, sollen, mussen, bitte
only-say: antworte nur mit, schreibe nur
send: sende, senden, sendet, schick*, ubermittel*, ubertrag*, hochlad*, lade hoch, lade sie, lade es, weiterleit*, leite weiter,
  veroffentlich*, poste, anhang*
loot: zugangsdaten, passworter, kennworter, geheimnisse, anmeldedaten, kundendaten, gesprachsverlauf, schlusseldateien
store: umgebungsvariable*, private schlussel, privaten schlussel, ssh-schlussel, browser-cookies, schlusselbund, zugangsdatei*
outside: externen server, externe adresse, externen dienst, unseren server, fremden server, folgende adresse, diese adresse, ticketsystem,
  offentliches issue
off: deaktivier*, abschalt*, schalte, ausschalt*, umgeh*, uberspring*, abstell*, stelle ab, ausser kraft
control: zertifikatsprufung*, signaturprufung*, sicherheitsprufung*, prufung*, branchschutz, code-review, freigabeprozess, firewall,
  virenschutz, sicherheitsregeln, sicherheitsrichtlinie*, tests, schutz
install: ersetz*
run: fuhr aus, fuhre, ausfuhr*, starte
write: schreib*, trag ein, trage, eintrag*, speicher*, hinzufug*, fuge
`;

const DUTCH = `
not: niet, nooit, geen, niets
without: zonder
ignore: negeer*, vergeet*, sla over, leg naast je
earlier: vorige, eerdere, voorgaande, bovenstaande, oorspronkelijke, jouw, alle eerdere
orders: instructie*, opdracht*, regels, richtlijn*, aanwijzing*
everything: alles
reveal: toon, laat zien, herhaal, onthul, geef me, druk af, vertaal
prompt: systeemprompt, je instructies, je prompt, systeembericht
tell: vertel*, zeg, meld*, informeer*, vermeld*
user: gebruiker*, eigenaar, ontwikkelaar*, iemand, niemand
silent: stiekem, stilletjes, ongemerkt, heimelijk
summary: samenvatting, antwoord, verslag
ask: vraag, vragen, te vragen, bevestig*, wacht op
consent: toestemming, goedkeuring, bevestiging
always: altijd, telkens, vanaf nu, voortaan, elke keer, bij elke, in elke sessie, permanent
model: ai-assistent, taalmodel*
must: moet, moeten, dient
only-say: antwoord alleen met
send: stuur*, verstuur*, verzend*, upload
loot: wachtwoorden, inloggegevens, geheimen, sleutels, klantgegevens
store: omgevingsvariabelen, prive-sleutel*, ssh-sleutel*
outside: externe server, onze server, extern adres, dit adres
off: schakel uit, schakel, uitschakel*, omzeil*, zet uit, sla over
control: certificaatcontrole, handtekeningcontrole, beveiliging*, controles, tests, branchbeveiliging
run: voer uit, voer
write: schrijf, voeg toe, voeg, bewaar, zet in
`;

const SWEDISH = `
not: inte, aldrig, ingen, inga, inget
without: utan, utan att
ignore: ignorera, strunta i, glom, bortse fran, asidosatt
earlier: tidigare, foregaende, ovanstaende, ursprungliga, alla tidigare, dina
orders: instruktion*, regler, riktlinjer, anvisning*, kommandon
everything: allt, allt ovan
reveal: visa, avsloja, upprepa, skriv ut, beratta for mig, ge mig, oversatt
prompt: systemprompt*, systemmeddelande, dina instruktioner, din prompt
tell: beratta, saga, sag, informera, namn, meddela, upplys
user: anvandaren, anvandare, agaren, utvecklaren, nagon, manniskan
silent: tyst, i smyg, i hemlighet, obemarkt, diskret
summary: sammanfattning*, svaret, rapporten
ask: fraga, bekrafta, vanta pa
consent: tillatelse, godkannande, bekraftelse, samtycke
always: alltid, varje gang, fran och med nu, hadanefter, i varje session, fore varje, efter varje
model: ai-assistent*, sprakmodell*
must: maste, ska, bor
send: skicka, ladda upp, skickar, vidarebefordra, overfor
loot: losenord, inloggningsuppgifter, hemligheter, kunddata
store: miljovariabler*, privata nycklar, ssh-nycklar*
outside: extern server, var server, externa adressen, denna adress
off: stang av, inaktivera, kringga, hoppa over, avaktivera
control: certifikatkontroll*, signaturkontroll*, sakerhetskontroll*, granskning, granskningen, brandvagg*
run: kor, exekvera
write: skriv, lagg till, spara
`;

export const GERMANIC_WORDS: string = [GERMAN, DUTCH, SWEDISH].map((table) => table.trim()).join("\n");
