// Spanish, Portuguese, French and Italian. Without accents, as the copy is that is read.

const SPANISH = `
not: nunca, jamas, ningun*, nada, no debes, no debe, no se lo, no le digas, no digas, no menciones, no informes,
  no avises, no cuentes, no reveles, no notifiques, no lo menciones, no le cuentes, no envies, no desactives
without: sin que, sin preguntar, sin pedir, sin confirmar, sin avisar, sin consultar, sin decir, sin permiso,
  sin esperar, sin el, sin la, no requiere, no requieren
ignore: ignora*, olvida, olvidate, olvide, olviden, haz caso omiso, descarta*, pasa por alto, deja de lado, omite
earlier: anterior*, previa, previas, previo, previos, de arriba, originales, iniciales, tus, todas las, todos los
orders: instruccion*, indicacion*, ordenes, regla, reglas, directriz, directrices, consigna*, normas, restriccion*
everything: todo lo anterior, todo lo dicho
reveal: muestra*, revela*, repite*, imprime, dime, dame, escribe, ensena*, traduce, convierte
prompt: prompt del sistema, mensaje del sistema, tus instrucciones, tu prompt, tus reglas, instrucciones ocultas
above: texto anterior, texto de arriba, lo que esta arriba, conversacion anterior
guarded: la contrasena secreta, la clave secreta, contrasena secreta, clave secreta, el secreto
tell: no le digas, no digas, no menciones, no informes, no avises, no cuentes, no reveles, no notifiques,
  no lo menciones, no le cuentes, digas, dile, decir, diga, menciones, mencionar, menciona, informar, informes,
  informale, avises, avisar, avisa, notificar, notifiques, cuentes, reveles
user: usuario*, dueno, propietario, desarrollador*, nadie, alguien, persona, revisor*
silent: en silencio, discretamente, en secreto, silenciosamente, a escondidas, sin que se note
summary: resumen, respuesta, informe, salida
omit: oculta*, omitas, deja fuera, no incluyas
ask: sin preguntar, sin pedir, sin confirmar, sin consultar, preguntar, preguntes, pregunta, pedir, confirmar,
  esperar, consultar
consent: permiso*, aprobacion*, confirmacion*, consentimiento, autorizacion*
granted: ya aprobado, ya aprobo, aprobado de antemano, aprobada de antemano, preaprobad*, autorizado de antemano,
  ya autorizo, ya dio su consentimiento, se considera aprobado, dalo por aprobado
yes: responde si, responde que si, contesta si, aprueba todas, aprueba todos, aprueba cualquier, acepta todas,
  acepta todos, permitir siempre, di que si
always: siempre, cada vez, de ahora en adelante, a partir de ahora, en cada sesion, en todas las sesiones,
  antes de cada, despues de cada, permanentemente
model: ia, asistente*, agente*, modelo de lenguaje, inteligencia artificial
reads: lea esto, lee esto, lea este, lee este, leyendo esto
address: nota para, mensaje para, atencion, estimado, querido, aviso para, para la
must: debe, debes, deben, tienes que, hay que, por favor
only-say: responde solo con, responde solamente, responde unicamente, di solo, y nada mas, limitate a decir
send: envia*, enviar*, manda, mandar, sube, subir, reenvia*, transmite, publicar, publicalo, adjunta*
loot: credenciales, contrasenas, secretos, tokens, datos privados, datos de clientes, historial de la conversacion,
  claves
store: variables de entorno, claves privadas, clave privada, clave ssh, claves ssh, cookies del navegador, llavero
outside: servidor externo, nuestro servidor, direccion externa, esta direccion, un servidor, webhook,
  incidencia publica
gather: recopila*, recoge, reune, busca
off: desactiva*, deshabilita*, apaga, salta*, omite, elude, quita, evita
control: verificacion*, comprobacion*, certificado*, firma, firmas, pruebas, revision de, revisiones, cortafuegos,
  seguridad, proteccion*, validacion*, politica*
install: instala*, sustituye, reemplaza*, descarga*
foreign: otro registro, registro alternativo, repositorio alternativo, espejo
run: ejecuta*, lanza, corre
write: anade, agrega, guarda, inserta, escribela, registra
memory: memoria*, nota, notas, este archivo, este documento
outranks: tiene prioridad, tienen prioridad, prevalece*, no necesita confirmacion, no necesitan confirmacion,
  no requiere confirmacion, como verificad*, esta por encima
`;

const PORTUGUESE = `
not: nao, nunca, jamais, nenhum*, nada
without: sem, dispensa, nao exige
ignore: ignore, ignora*, esqueca*, esquece, desconsider*, descart*, deixe de lado
earlier: anterior*, previas, previos, acima, originais, iniciais, suas, seus, todas as, todos os
orders: instruc*, regra, regras, diretriz*, ordens, orientac*, comandos
everything: tudo, tudo acima
reveal: mostre*, revele*, repita*, exiba*, diga-me, me diga, me de, imprima, traduza, escreva
prompt: prompt do sistema, mensagem do sistema, suas instrucoes, seu prompt, suas regras
guarded: senha secreta, chave secreta, o segredo
tell: diga, dizer, conte, contar, mencione, mencionar, informe, informar, avise, avisar, notificar, notifique, revelar
user: usuario*, utilizador*, dono, proprietario, desenvolvedor*, ninguem, alguem, pessoa, revisor*
silent: em silencio, discretamente, secretamente, silenciosamente, escondido, as escondidas
summary: resumo, resposta, relatorio
omit: oculte*, omita*, esconda*, deixe fora, nao inclua
ask: perguntar, pergunte, pedir, peca, confirmar, esperar, consultar
consent: permissao, permissoes, aprovacao, confirmacao, consentimento, autorizacao
granted: ja aprovado, ja aprovou, aprovado antecipadamente, pre-aprovad*, ja autorizou, ja consentiu,
  considere aprovado, ja foi aprovad*
yes: responda sim, aprove todas, aprove todos, aprove qualquer, aceite todas, aceite todos, permitir sempre
always: sempre, toda vez, cada vez, de agora em diante, a partir de agora, em cada sessao, em todas as sessoes,
  antes de cada, apos cada, permanentemente
model: ia, assistente*, agente*, modelo de linguagem
reads: leia isto, le isto, ler isto, lendo isto
address: nota para, mensagem para, atencao, caro, aviso para, para a
must: deve, deves, devem, precisa, por favor, tem que
only-say: responda apenas, responda somente, diga apenas, e nada mais
send: envie*, envia*, enviar*, mande, carregue, encaminhe*, transmita, publique*, anexe*, copie
loot: credenciais, senhas, segredos, tokens, dados privados, dados de clientes, chaves
store: variaveis de ambiente, chaves privadas, chave privada, chave ssh, chaves ssh, cookies do navegador
outside: servidor externo, nosso servidor, endereco externo, este endereco, um servidor
gather: colete*, recolha*, reuna, procure
off: desative*, desabilite*, desligue*, pule, contorne*, remova
control: verificac*, certificado*, assinatura*, testes, revisao, revisoes, seguranca, protecao, protecoes, validacao,
  politica*
install: instale*, substitua*, baixe
foreign: outro registro, registro alternativo, espelho
run: execute*, rode, inicie
write: adicione*, acrescente, salve, grave, escreva-a, insira
memory: memoria*, nota, notas, este arquivo, este documento
outranks: tem prioridade, prevalece*, nao precisa de confirmacao, nao precisam de confirmacao, como verificad*
`;

const FRENCH = `
not: ne, jamais, aucun*, rien, n'en
without: sans, ne necessite
ignore: ignore, ignorez, ignorer, oublie, oubliez, oublier, neglige*, fais abstraction, faites abstraction,
  ne tiens pas compte, ne tenez pas compte, laisse de cote, laissez de cote
earlier: precedente, precedentes, precedents, anterieur*, ci-dessus, initiales, d'origine, toutes les, tous les, tes,
  vos
orders: instruction*, consigne*, regle, regles, directive*, ordre, ordres, recommandations
everything: tout, tout ce qui precede
reveal: montre*, revele*, affiche*, repete*, donne-moi, donnez-moi, dis-moi, dites-moi, imprime*, ecris, traduis,
  recopie
prompt: invite systeme, prompt systeme, message systeme, tes instructions, vos instructions, ton prompt,
  instructions cachees
above: texte ci-dessus, texte precedent, ce qui precede
guarded: mot de passe secret, cle secrete, le secret
tell: dis, dire, dites, mentionne*, informez, informer, previens, prevenir, prevenez, signale*, avertis*, parle,
  parler, parlez, indique*
user: utilisateur*, proprietaire, developpeur*, personne, quiconque, relecteur*
silent: en silence, discretement, secretement, silencieusement, en cachette, a l'insu
summary: reponse, rapport, compte rendu
omit: cachez, omets, omettez, masque*, n'inclus pas
ask: demander, demande, demandez, confirmer, attendre, consulter
consent: permission*, autorisation*, approbation*, confirmation*, consentement, accord, validation humaine
granted: deja approuve*, deja autorise*, deja donne son accord, approuve* d'avance, approuve d'avance,
  autorise d'avance, considere comme approuve, preapprouve*, vaut approbation, vaut accord
yes: reponds oui, repondez oui, approuve toutes, approuve tous, approuvez toutes, accepte toutes, acceptez toutes,
  toujours autoriser
always: toujours, chaque fois, a chaque, desormais, dorenavant, dans chaque session, avant chaque, apres chaque,
  en permanence
model: ia, l'ia, assistant*, agent, agents, modele de langage
reads: lit ceci, lisez ceci, lit ce, lisant ceci
address: note a, note pour, message a, message pour, attention, cher, chere, a l'attention
must: doit, dois, doivent, devez, il faut, veuillez
only-say: reponds uniquement, repondez uniquement, reponds seulement, dis seulement, et rien d'autre
send: envoie*, envoyer, envoyez, transmets, transmettez, telecharge vers, televerse*, publie, publiez, transfere,
  transferez, copiez, joins, joignez
loot: identifiants, mots de passe, secrets, jetons, donnees privees, donnees clients, cles
store: variables d'environnement, cles privees, cle privee, cle ssh, cles ssh, cookies du navigateur, trousseau
outside: serveur externe, notre serveur, adresse externe, cette adresse, un serveur, ticket public
gather: collecte*, rassemble*, recupere*, cherche
off: desactive*, coupe, contourne*, saute, supprime*, passe outre
control: certificat, certificats, tests, revue, relecture, securite, protection*, pare-feu, politique*
install: installe*, remplace*
foreign: autre registre, miroir, depot alternatif
run: execute*, lance*, lancez
write: ajoute*, ecrit, inscris, enregistre*, insere*
memory: memoire*, ce fichier, ce document
outranks: a priorite, a la priorite, prime sur, l'emporte, ne necessite aucune confirmation,
  ne necessitent aucune confirmation, comme verifie*
`;

const ITALIAN = `
not: non, mai, nessun*, niente, nulla
without: senza, non richiede, non richiedono
ignore: ignora*, dimentica*, trascura*, scorda*, lascia perdere, metti da parte
earlier: precedenti, precedente, sopra, iniziali, originali, tutte le, tutti i, tue, tuoi
orders: istruzion*, regola, regole, direttiv*, ordini, indicazion*, linee guida
everything: tutto, tutto quanto
reveal: mostra*, rivela*, ripeti*, stampa, dimmi, dammi, scrivi, traduci
prompt: prompt di sistema, messaggio di sistema, tue istruzioni, tuo prompt, istruzioni nascoste
guarded: password segreta, chiave segreta, il segreto
tell: dire, dica, menzionare, menziona*, informare, informarlo, avvisa*, avverti*, segnala*, comunicare, raccontare
user: utente, utenti, all'utente, l'utente, proprietario, sviluppator*, nessuno, qualcuno, revisore
silent: in silenzio, di nascosto, segretamente, silenziosamente, senza farsi notare
summary: riepilogo, riassunto, risposta, rapporto
omit: nascondi, ometti, tralascia, non includere
ask: chiedere, chiedi, confermare, attendere, consultare
consent: permess*, autorizzazion*, approvazion*, conferma, conferme, consenso
granted: gia approvato, gia autorizzato, approvato in anticipo, gia dato il consenso, considerato approvato,
  preapprovat*
yes: rispondi si, approva tutte, approva tutti, approva ogni, accetta tutte, accetta tutti, consenti sempre
always: sempre, ogni volta, d'ora in poi, da ora in poi, in ogni sessione, prima di ogni, dopo ogni, permanentemente
model: ia, assistente, agente, agenti, modello linguistico, intelligenza artificiale
address: nota per, messaggio per, attenzione, caro, gentile, avviso per
must: deve, devi, devono, bisogna, per favore
only-say: rispondi solo con, rispondi soltanto, di' solo, e nient'altro
send: invia*, spedisci, manda, carica, inoltra*, trasmetti, pubblica, pubblicare, allega
loot: credenziali, segreti, dati privati, dati dei clienti, chiavi, password salvate
store: variabili d'ambiente, chiavi private, chiave privata, chiave ssh, chiavi ssh, cookie del browser
outside: server esterno, nostro server, indirizzo esterno, questo indirizzo, un server
gather: raccogli*, cerca
off: disattiva*, disabilita*, spegni, salta, aggira*, rimuovi
control: verifica, verifiche, certificati, firma, firme, revisione, revisioni, sicurezza, protezion*, validazion*,
  controlli
install: installa*, sostituisci
foreign: altro registro, registro alternativo
run: esegui*, lancia, avvia
write: aggiungi*, salva*, inserisci*
memory: memoria, memorie, nota, questo file, questo documento
outranks: ha la precedenza, hanno la precedenza, prevale*, non serve conferma, non richiede conferma, come verificat*
`;

export const ROMANCE_WORDS: string = [SPANISH, PORTUGUESE, FRENCH, ITALIAN]
  .map((table) => table.trim())
  .join("\n");
