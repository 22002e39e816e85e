// Orders to a model in languages other than English, as one table. The concepts cover twenty languages already, and acts
// are found in all of them; these patterns find more, as measured on the available data. They are written without accents,
// because the copy that they read has none.

import type { BareRule } from "../../rule.ts";
import { listRules } from "./rule-rows.ts";

/** In a script of its own a pattern runs at letters of that script; elsewhere it begins with one of the keywords. */
type Sentences = { readonly keywords?: string; readonly pattern: string | RegExp };

function speak(language: string, sentences: Sentences): readonly BareRule[] {
  const id = `steering-${language.toLowerCase()}`;
  const message = `an instruction to a model, in ${language}`;
  const accepts: BareRule["accepts"] = ({ value, index, text }) =>
    !isInterface(value, text.slice(index + value.length, index + value.length + TOLD_CHARS));
  return listRules("language", [{ id, severity: "flag", message, accepts, ...sentences }]);
}

// As in English: an order to hide the reader's deeds is an attack; a note on what an interface tells the user is none.

const TOLD_CHARS = 80;
/** The person to be kept in the dark, at the end of such an order; the rest of the word may follow. */
const NOT_TOLD = /(?:utilisateur|nicht|пользовател|usuarios?|utent[ei]|korisnik|用户|المستخدم)$/;
/** The clause that names what is hidden. */
const TOLD =
  /^(?:[a-zа-я]{0,4},? (?:mit,? |что,? )?(?:dass|ob|warum|welch|qu[e']|si|pourquoi|quel|por que|se|che|perche|qual|что|почему|как|верн|da|[اأ]ن|[اإ]ذا|هل|ما)(?![a-z])|(?![你您我这此关])[\u4e00-\u9fff])[^.;!?。\n]{0,60}/;
const DEED =
  /(?<![a-z])(?:du|ich|wir|dies|tu|vous|nous|j'|ceci|cela|cette|has|he|hemos|esto|isto|isso|voce|hai|abbiamo|questo)(?![a-z])|(?<![a-z])(?:envi[aeo]|envoy|invia|instal|modif|ejecut|execut|esegui|cambi|borr|gesendet|geschickt|ausgefuhrt|geandert|geloscht)|ты|вы |мы |это|отправ|запуст|измен|удал|[你您我这此]|发送|执行|运行|修改|删除|上传|[اأ]نك|[اأ]رسل|نفذ|هذا/;

function isInterface(value: string, after: string): boolean {
  const told = NOT_TOLD.test(value) ? TOLD.exec(after)?.[0] : undefined;
  return told !== undefined && !DEED.test(told);
}

// Croatian.

// Bosnian, Croatian and Serbian in Latin script share these words.
const CROATIAN_THINGS = "(?:instrukcij|uput|naredb|pravil|upit|poruk|kontekst|prompt)";

// French.

const FRENCH_THINGS =
  "(?:instructions?|consignes?|directives?|regles?|ordres?|invites?|contexte|prompts?|restrictions?|messages? precedents?|" +
  "ce (?:qui (?:precede|a ete dit)|que (?:je|tu|vous|nous|l'on|on)))";
const FRENCH_IGNORE =
  "(?:ignore[rz]?|oublie[rz]?|neglige[rz]?|(?:fais|faites|faire) abstraction|ne (?:tiens|tenez|tenir) (?:pas|aucun|plus) compte|" +
  "ne (?:suis|suivez|respecte[rz]?) (?:pas|plus)|passe[rz]? outre|contourne[rz]?)(?: d[eu]s?| a)?";
/** "Ignore instructions" is English as well; the article distinguishes the languages. */
const FRENCH_ARTICLE = "(?: bien)? (?:toutes?|tous|tout|les|tes|vos|ces|mes|ta|ton|votre|le|la|aux)(?![a-z])";
const FRENCH_SHOW = "(?:montre|affiche|revele|donne|repete|imprime|dis|ecris)[rz]?";

// German.

const GERMAN_THINGS =
  "(?:anweisung(?:en)?|instruktion(?:en)?|befehle?n?|regeln?|vorgaben|aufgaben?|auftrage?|angaben|prompts?|richtlinien|" +
  "informationen|kontext|ausfuhrungen|eingaben|hinweise|nachrichten|texte?s?|gedanken|dokumente?|alles gesagte)";
const GERMAN_EARLIER =
  "alle|obige|vorherige|bisherige|vorangegangene|vorangehende|vorige|fruhere|deine|ihre|samtliche|jegliche|ursprungliche";
const GERMAN_IGNORE =
  "(?:ignorier(?:e|en|t)?|vergiss|vergesst|vergessen|missachte[nt]?|verwirf|umgehen?|uberschreiben?|" +
  "(?:folge|befolge|beachte)n? (?:sie )?nicht|lass(?:en)?)";
const GERMAN_SHOW =
  "(?:zeige?|gib|nenne|verrate|drucke|wiederhole|sage?|offenbare?)n?(?: (?:sie|mir|uns|bitte)){0,3}";
const GERMAN_PROMPT =
  "(?:system-?prompts?|prompt-?texte?|prompts?|anweisungen|instruktionen|eingabeaufforderung|systemanweisung)";
const GERMAN_USER = "(?:nutzer|benutzer|anwender|user)";

// Russian.

const RUSSIAN_THINGS =
  "(?:инструкци|указани|правил|команд|промпт|сообщени|контекст|распоряжени|ограничени|запрос)";
const RUSSIAN_EARLIER = "(?:вс[её]х?|предыдущи|прежни|прошл|свои|твои|ваши|выше|данные|эти|системн)";
const RUSSIAN_IGNORE =
  "(?:(?:про)?игнориру(?:й|йте|я)|забудь(?:те)?|забыть|не (?:следуй|обращай внимания на|выполняй|учитывай)(?:те)?|отмени(?:те)?|отбрось(?:те)?)";
const RUSSIAN_SHOW = "(?:покажи|выведи|раскрой|повтори|напечатай|скажи|назови)(?:те)?";

// Spanish.

const SPANISH_THINGS =
  "(?:instrucciones|ordenes|reglas|indicaciones|directrices|directivas|normas|restricciones|mensajes?|contexto|" +
  "(?:el|tu|los|tus) prompts?|tareas|lo anterior|todo lo (?:anterior|que|dicho))";
const SPANISH_IGNORE =
  "(?:ignor(?:a|e|ar|ad|en)|olvid(?:a|e|ar|ate|ad|en)|descart(?:a|e|ar)|omit(?:e|a|ir)|haz caso omiso|" +
  "no (?:hagas caso|sigas|obedezcas)|desestim(?:a|e))(?: de| a)?";
const SPANISH_SHOW = "(?:muestra|muestrame|revela|revelame|dime|imprime|repite|ensename|escribe)";

export const LANGUAGE_RULES: readonly BareRule[] = [
  speak("Croatian", {
    keywords:
      "zaboravi|ignorisi|ignoriraj|zanemari|prikazi|otkrij|ponovi|pokazi|ispisi|nemoj|ne |bez |od sada|" +
      "sada si",
    pattern:
      `(?<![a-z])(?:(?:zaboravi|ignorisi|ignoriraj|zanemari)(?:te)?[^.\\n]{0,12}?(?:sve|svoj[ae]|prethodn|ranij|gornj|prijasnj)[^.\\n]{0,20}?${CROATIAN_THINGS}|` +
      "zaboravi(?:te)? sve(?: (?:sto|prije|ranije|do)|[^a-z]{0,2}$)|" +
      `(?:prikazi|otkrij|ponovi|pokazi|ispisi)[^.\\n]{0,12}?(?:svoj|sistemsk|sustavn|pocetn)[^.\\n]{0,16}?${CROATIAN_THINGS}|` +
      "(?:nemoj|ne) (?:reci|govori|spominji|obavijesti|obavesti)[^.\\n]{0,16}?korisnik|bez (?:pitanja|dozvole|znanja) korisnik|" +
      "od sada si |sada si (?:ti )?(?:dan|novi|neogranic))",
  }),
  speak("French", {
    keywords:
      "ignore|oubli|neglig|fais |faites |faire |ne |n'|passe|contourne|montre|affiche|revele|donne|repete|" +
      "imprime|dis|ecris|sans dem|sans pre|sans inf|sans ave|sans con|tu es |vous etes|a partir de m",
    pattern:
      `(?<![a-z])(?:${FRENCH_IGNORE}${FRENCH_ARTICLE}[^.\\n]{0,24}?(?<![a-z])${FRENCH_THINGS}|oublie[rz]? tout(?: ce|[^a-z]{0,2}(?: et|$))|` +
      `${FRENCH_SHOW}[^.\\n]{0,20}?(?<![a-z])(?:(?:ton|votre|le) (?:prompt|invite|message systeme)|` +
      "(?:tes|vos|les) (?:instructions|consignes|regles) (?:systeme|initiales|d'origine|internes|cachees)|(?:tes|vos) (?:instructions|consignes))|" +
      "(?:ne |n')(?:le |la |lui |leur |en )?(?:dis|dites|parle[rz]?|mentionne[rz]?|revele[rz]?|informe[rz]?|previens|prevenez|signale[rz]?)[^.\\n]{0,24}?l'utilisateur|" +
      "sans (?:demander|prevenir|informer|avertir|consulter)(?: a)? (?:l'utilisateur|la permission|personne)|" +
      "(?:tu es|vous etes) (?:desormais|maintenant|dorenavant) |a partir de maintenant,? (?:tu|vous) )",
  }),
  speak("German", {
    keywords:
      `${GERMAN_EARLIER}|` +
      "ignorier|verg|missacht|verwirf|umgeh|uberschreib|folge|befolge|beachte|lass|hore|die |das |" +
      "abweichend|zeig|gib|nenn|verrat|druck|wiederhol|sag|offenbar|erzahl|teil|informier|meld|nutzer|" +
      "benutzer|anwender|ohne |du bist|jetzt bist|nun bist|ab jetzt|ab sofort|ab nun|stell dir|ich mochte",
    pattern:
      `(?<![a-z])(?:${GERMAN_IGNORE}[^.\\n]{1,20}?(?<![a-z])(?:${GERMAN_EARLIER}|die|das)[^.\\n]{1,24}?(?<![a-z])${GERMAN_THINGS}|` +
      "(?:ignorieren?|vergiss|vergessen)(?: sie)?(?: bitte)?(?: jetzt| nun)? (?:alles|das obige)(?![a-z])|horen? (?:sie )?nicht auf (?:alles|das|die)|" +
      "(?:die|alle|das) (?:obige|vorherige|bisherige)[^.\\n]{1,30}? (?:zu )?ignorieren|abweichend (?:zu|von)[^.\\n]{1,20}?(?:vorherig|bisherig|obig|instruktion|anweisung)|" +
      `(?:${GERMAN_EARLIER})[^.\\n]{1,20}?${GERMAN_THINGS}[^.\\n]{0,40}?(?:irrelevant|ungultig|nichtig|hinfallig|aufgehoben|vergessen|streichen)|` +
      `${GERMAN_SHOW}[^.\\n]{0,24}?(?<![a-z])(?:dein|ihr|alle|den|die|system)[a-z]{0,3}[^.\\n]{0,24}?${GERMAN_PROMPT}|` +
      `(?:sage?|erzahle?|verrate|teile?|informiere|melde)n?[^.\\n]{0,24}?${GERMAN_USER}[^.\\n]{0,20}?(?<![a-z])nichts?(?![a-z])|` +
      `(?:be)?nutzer nichts? (?:informier|sag|mitteil|erzahl|verrat)|ohne (?:den |die )?${GERMAN_USER} zu (?:frag|informier)|` +
      "ohne (?:nachfrage|ruckfrage) (?:aus|lo|ander|install)|du bist (?:jetzt|nun|ab jetzt|ab sofort|nicht mehr) |(?:jetzt|nun) bist du |" +
      "ab (?:jetzt|sofort|nun),? (?:bist|wirst|sollst|musst|antwortest|sprichst) du|stell dir vor,? du (?:bist|warst)|" +
      "ich mochte,? dass (?:sie|du) (?:als|wie) [^.\\n]{1,50}? (?:fungier|agier|auftr|handel|antwort))",
  }),
  speak("Russian", {
    pattern: new RegExp(
      `(?<![а-яё])(?:${RUSSIAN_IGNORE}[^.\\n]{0,12}?${RUSSIAN_EARLIER}[^.\\n]{0,28}?${RUSSIAN_THINGS}|забудь(?:те)? (?:про |обо? )?вс[её]м?(?:,? что| и|[^а-яё]{0,2}$)|` +
        `${RUSSIAN_SHOW}[^.\\n]{0,16}?(?:системн[а-я]{2,4} (?:промпт|запрос|инструкц|сообщени|подсказк)|` +
        "(?:свои|твои|ваши|начальн[а-я]{2}|исходн[а-я]{2}) (?:инструкци|правил|указани)|(?:свой|твой) (?:системный )?промпт)|" +
        "не (?:говори|сообщай|рассказывай|упоминай|показывай)(?:те)?[^.\\n]{0,20}?пользовател|" +
        "без (?:ведома|разрешения|согласия|подтверждения|спроса) пользовател|(?:теперь|отныне|с этого момента) ты |ты теперь )",
      "g",
    ),
  }),
  speak("Spanish", {
    keywords:
      "ignor|olvid|descart|omit|haz caso|no |desestim|muestra|revela|dime|imprime|repite|ensename|escribe|" +
      "sin pre|sin avi|sin inf|sin con|sin ped|ahora eres|a partir|actua como",
    pattern:
      `(?<![a-z])(?:${SPANISH_IGNORE}[^.\\n]{1,24}?(?<![a-z])${SPANISH_THINGS}|olvid(?:a|e|ar|ate)(?: de)? todo(?: (?:que|lo)|[^a-z]{0,2}(?: y|$))|` +
      `${SPANISH_SHOW}[^.\\n]{0,16}?(?<![a-z])(?:(?:tu|el|su) (?:prompt|mensaje del sistema)|` +
      "(?:tus|las|sus) (?:instrucciones|indicaciones|reglas) (?:iniciales|del sistema|originales|internas|ocultas)|tus instrucciones)|" +
      "no (?:le |les |se lo )?(?:digas|informes|menciones|cuentes|avises|reveles|muestres)[^.\\n]{0,24}?(?:al|el|los) usuario|" +
      "sin (?:preguntar|avisar|informar|consultar)(?: nada)?(?: al usuario|[.,;!])|sin pedir (?:permiso|confirmacion)|" +
      "ahora eres (?:un|una|el|la|dan)(?![a-z])|a partir de (?:ahora|este momento),? (?:eres|seras|debes|vas|actua|responde)|" +
      "actua como si (?:fueras|no))",
  }),
  speak("Italian", {
    keywords: "non ",
    pattern: String.raw`(?<![a-z])non (?:dire|dirlo|rivelare|menzionare|informare|avvisare|raccontare)[^.\n]{0,24}?(?<![a-z])(?:all')?utent[ei](?![a-z])`,
  }),
  speak("Turkish", {
    keywords: "kullaniciya",
    pattern: String.raw`kullaniciya[^.\n]{0,16}?(?:soyleme|bildirme|haber verme|gosterme|bahsetme|anlatma|sormadan)(?![a-z])`,
  }),
  speak("Japanese", {
    pattern:
      /(?:これまで|今まで|以前|上記|上|先|前)(?:の|に|ほど)[^。\n]{0,10}?(?:指示|命令|指令|ルール|規則|プロンプト)[^。\n]{0,8}?(?:無視(?!しな|せず|され)|忘れ(?!な|ず)|従わな)|(?:ユーザー|利用者)(?:に|には)[^。\n]{0,6}?(?:言わな|伝えな|知らせな|教えな|話さな|報告しな|言うな|伝えるな)/g,
  }),
  speak("Korean", {
    pattern:
      /(?:이전|앞선|앞의|위의|지금까지|기존)[^.\n]{0,10}?(?:지시|명령|지침|규칙|프롬프트)[^.\n]{0,8}?(?:무시(?!하지|되)|잊어|잊으)|사용자(?:에게|한테)[^.\n]{0,8}?(?:알리지|말하지|전하지|보고하지)/g,
  }),
  speak("Hindi", {
    pattern: /(?:उपयोगकर्ता|यूजर)[^।\n]{0,14}?(?:मत|न|नहीं) बता/g,
  }),
  speak("Portuguese", {
    keywords: "nao ",
    pattern: String.raw`(?<![a-z])nao (?:diga|conte|informe|avise|revele|mencione|mostre)[^.\n]{0,24}?(?<![a-z])usuarios?(?![a-z])`,
  }),
  speak("Chinese", {
    pattern:
      /(?<!(?:不要|别|勿|不得|不能|不可|避免|不会|[「『“"'])请?)(?:忽略|无视|無視|忘记|忘記|忘掉|不要理会|不要遵守|不要遵循)(?:掉|你|您)?[^。\n]{0,6}?(?:之前|以前|以上|先前|上述|上面|前面|此前)[^。\n]{0,8}?(?:指令|指示|命令|规则|規則|提示|要求)|(?:不要|别|切勿|请勿|不得|不能)(?:把[^。\n]{0,8})?(?:告诉|告知|通知|提醒|透露给)[^。\n]{0,4}?用户/g,
  }),
  speak("Arabic", {
    pattern:
      /(?<![\u0600-\u06ff]|عدم )(?:تجاهل|انس|انسى|لا تتبع)[^.\n]{0,12}?(?:التعليمات|ال[اأ]وامر|القواعد|التوجيهات|ال[اإ]رشادات)[^.\n]{0,12}?(?:السابقة|[اأ]علاه)|لا (?:تخبر|تعلم|تبلغ|تقل|تذكر)[^.\n]{0,14}?المستخدم/g,
  }),
].flat();
