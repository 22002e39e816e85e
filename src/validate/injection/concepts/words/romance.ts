// Spanish, Portuguese, French and Italian. Without accents, as the copy is that is read.

const SPANISH = `
not: nunca, jamas, ningun*, nada, no debes, no debe, no se lo, no le digas, no digas, no menciones, no informes, no avises, no cuentes,
  no reveles, no notifiques, no lo menciones, no le cuentes, no envies, no desactives
without: sin que, sin preguntar, sin pedir, sin confirmar, sin avisar, sin consultar, sin decir, sin permiso, sin esperar, sin el, sin la,
  no requiere, no requieren
ignore: ignora*, olvida, olvidate, olvide, olviden, haz caso omiso, descarta*, pasa por alto, deja de lado, omite
earlier: anterior*, previa, previas, previo, previos, de arriba, originales, iniciales, tus, todas las, todos los
orders: instruccion*, indicacion*, ordenes, regla, reglas, directriz, directrices, consigna*, normas, restriccion*
everything: todo lo anterior, todo lo dicho
reveal: muestra*, revela*, repite*, imprime, dime, dame, escribe, ensena*, traduce, convierte
prompt: prompt del sistema, mensaje del sistema, tus instrucciones, tu prompt, tus reglas, instrucciones ocultas
tell: no le digas, no digas, no menciones, no informes, no avises, no cuentes, no reveles, no notifiques, no lo menciones, no le cuentes,
  digas, dile, decir, diga, menciones, mencionar, menciona, informar, informes, informale, avises, avisar, avisa, notificar, notifiques,
  cuentes, reveles
user: usuario*, dueno, propietario, desarrollador*, nadie, alguien, persona, revisor*
silent: en silencio, discretamente, en secreto, silenciosamente, a escondidas, sin que se note
summary: resumen, respuesta, informe, salida
ask: sin preguntar, sin pedir, sin confirmar, sin consultar, preguntar, preguntes, pregunta, pedir, confirmar, esperar, consultar
consent: permiso*, aprobacion*, confirmacion*, consentimiento, autorizacion*
always: siempre, cada vez, de ahora en adelante, a partir de ahora, en cada sesion, en todas las sesiones, antes de cada, despues de cada,
  permanentemente
model: ia, asistente*, agente*, modelo de lenguaje, inteligencia artificial
address: nota para, para la
must: debe, debes, deben, tienes que, hay que, por favor
only-say: responde solamente
send: envia*, enviar*, manda, mandar, sube, subir, reenvia*, transmite, publicar, publicalo, adjunta*
loot: credenciales, contrasenas, secretos, tokens, datos privados, datos de clientes, historial de la conversacion, claves
store: variables de entorno, claves privadas, clave privada, clave ssh, claves ssh, cookies del navegador, llavero
outside: servidor externo, nuestro servidor, direccion externa, esta direccion, un servidor, webhook, incidencia publica
gather: recopila*, recoge
off: desactiva*, deshabilita*, apaga, salta*, omite, elude, quita, evita
control: verificacion*, comprobacion*, certificado*, firma, firmas, pruebas, revision de, revisiones, cortafuegos, seguridad, proteccion*,
  validacion*, politica*
run: ejecuta*, lanza, corre
write: anade, agrega, guarda, inserta, escribela, registra
memory: memoria*, nota
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
tell: diga, dizer, conte, contar, mencione, mencionar, informe, informar, avise, avisar, notificar, notifique, revelar
user: usuario*, utilizador*, dono, proprietario, desenvolvedor*, ninguem, alguem, pessoa, revisor*
silent: em silencio, discretamente, secretamente, silenciosamente, escondido, as escondidas
summary: resumo, resposta, relatorio
ask: perguntar, pergunte, pedir, peca, confirmar, esperar, consultar
consent: permissao, permissoes, aprovacao, confirmacao, consentimento, autorizacao
always: sempre, toda vez, cada vez, de agora em diante, a partir de agora, em cada sessao, em todas as sessoes, antes de cada, apos cada,
  permanentemente
model: ia, assistente*, agente*, modelo de linguagem
address: nota para, para a
must: deve, deves, devem, precisa, por favor, tem que
only-say: responda apenas
send: envie*, envia*, enviar*, mande, carregue, encaminhe*, transmita, publique*, anexe*, copie
loot: credenciais, senhas, segredos, tokens, dados privados, dados de clientes, chaves
store: variaveis de ambiente, chaves privadas, chave privada, chave ssh, chaves ssh, cookies do navegador
outside: servidor externo, nosso servidor, endereco externo, este endereco, um servidor
off: desative*, desabilite*, desligue*, pule, contorne*, remova
control: verificac*, certificado*, assinatura*, testes, revisao, revisoes, seguranca, protecao, protecoes, validacao, politica*
run: execute*, rode, inicie
write: adicione*, acrescente, salve, grave, escreva-a, insira
memory: memoria*, nota
`;

const FRENCH = `
not: ne, jamais, aucun*, rien, n'en
without: sans, ne necessite
ignore: ignore, ignorez, ignorer, oublie, oubliez, oublier, neglige*, fais abstraction, faites abstraction, ne tiens pas compte,
  ne tenez pas compte, laisse de cote, laissez de cote
earlier: precedente, precedentes, precedents, anterieur*, ci-dessus, initiales, d'origine, toutes les, tous les, tes, vos
orders: instruction*, consigne*, regle, regles, directive*, ordre, ordres, recommandations
everything: tout, tout ce qui precede
reveal: montre*, revele*, affiche*, repete*, donne-moi, donnez-moi, dis-moi, dites-moi, imprime*, ecris, traduis, recopie
prompt: invite systeme, prompt systeme, message systeme, tes instructions, vos instructions, ton prompt, instructions cachees
tell: dis, dire, dites, mentionne*, informez, informer, previens, prevenir, prevenez, signale*, avertis*, parle, parler, parlez, indique*
user: utilisateur*, proprietaire, developpeur*, personne, quiconque, relecteur*
silent: en silence, discretement, secretement, silencieusement, en cachette, a l'insu
summary: reponse, rapport, compte rendu
ask: demander, demande, demandez, confirmer, attendre, consulter
consent: permission*, autorisation*, approbation*, confirmation*, consentement, accord, validation humaine
always: toujours, chaque fois, a chaque, desormais, dorenavant, dans chaque session, avant chaque, apres chaque, en permanence
model: ia, l'ia, assistant*, agent, agents, modele de langage
address: note pour, attention
must: doit, dois, doivent, devez, il faut, veuillez
only-say: reponds seulement
send: envoie*, envoyer, envoyez, transmets, transmettez, telecharge vers, televerse*, publie, publiez, transfere, transferez, copiez,
  joins, joignez
loot: identifiants, mots de passe, secrets, jetons, donnees privees, donnees clients, cles
store: variables d'environnement, cles privees, cle privee, cle ssh, cles ssh, cookies du navigateur, trousseau
outside: serveur externe, notre serveur, adresse externe, cette adresse, un serveur, ticket public
gather: collecte*
off: desactive*, coupe, contourne*, saute, supprime*, passe outre
control: certificat, certificats, tests, revue, relecture, securite, protection*, pare-feu, politique*
install: installe*
run: execute*, lance*, lancez
write: ajoute*, ecrit, inscris, enregistre*, insere*
memory: ce document
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
tell: dire, dica, menzionare, menziona*, informare, informarlo, avvisa*, avverti*, segnala*, comunicare, raccontare
user: utente, utenti, all'utente, l'utente, proprietario, sviluppator*, nessuno, qualcuno, revisore
silent: in silenzio, di nascosto, segretamente, silenziosamente, senza farsi notare
summary: riepilogo, riassunto, risposta, rapporto
ask: chiedere, chiedi, confermare, attendere, consultare
consent: permess*, autorizzazion*, approvazion*, conferma, conferme, consenso
always: sempre, ogni volta, d'ora in poi, da ora in poi, in ogni sessione, prima di ogni, dopo ogni, permanentemente
model: ia, assistente, agente, agenti, modello linguistico, intelligenza artificiale
must: deve, devi, devono, bisogna, per favore
only-say: rispondi solo con
send: invia*, spedisci, manda, carica, inoltra*, trasmetti, pubblica, pubblicare, allega
loot: credenziali, segreti, dati privati, dati dei clienti, chiavi, password salvate
store: variabili d'ambiente, chiavi private, chiave privata, chiave ssh, chiavi ssh, cookie del browser
outside: server esterno, nostro server, indirizzo esterno, questo indirizzo, un server
off: disattiva*, disabilita*, spegni, salta, aggira*, rimuovi
control: verifica, verifiche, certificati, firma, firme, revisione, revisioni, sicurezza, protezion*, validazion*, controlli
run: esegui*, lancia, avvia
write: aggiungi*, salva*, inserisci*
memory: memoria, nota
outranks: prevale*
`;

export const ROMANCE_WORDS: string = [SPANISH, PORTUGUESE, FRENCH, ITALIAN]
  .map((table) => table.trim())
  .join("\n");
