// Russian, Ukrainian, Polish, Czech, and Croatian with Serbian. Latin letters are without accents, as in the copy.

const RUSSIAN = `
not: не, никогда, нельзя, ничего, запрещено
without: без, не требует, не требуют
ignore: игнорир*, проигнорир*, забудь*, забыть, не обращай внимания, отбрось*, пренебрег*, отмени
earlier: предыдущ*, прежн*, ранее, выше, вышеуказанн*, начальн*, исходн*, свои, твои, ваши
orders: инструкц*, указани*, правил*, команд*, приказ*, директив*, ограничени*
everything: все, всё, все выше, все сказанное
reveal: покажи*, выведи*, раскрой*, повтори*, напечатай*, скажи мне, дай мне, расскажи, переведи, перескажи, процитируй
prompt: системный промпт, системного промпта, системное сообщение, твои инструкции, ваши инструкции, системные инструкции,
  скрытые инструкции
tell: говори*, сообща*, сообщи*, упомина*, рассказыва*, уведомля*, информир*, предупрежда*, докладыва*, сказав
user: пользовател*, владельц*, разработчик*, человек*, никому, никто, кому-либо, ревьюер*
silent: тихо, незаметно, тайно, скрытно, втайне, молча, без лишнего шума
summary: отчет*, отчёт*, ответ*, сводк*, итог*
ask: спрашива*, спроси*, подтвержд*, ждать, жди, запрашива*, уточнять
consent: разрешени*, одобрени*, согласи*, подтверждени*, согласован*
always: всегда, каждый раз, отныне, впредь, теперь и впредь, в каждой сессии, при каждом, перед каждым, после каждого, постоянно, навсегда
model: ии, нейросет*, ассистент*, агент*, языковая модель, языковой модели, помощник*
must: должен, должна, должны, обязан*, следует, нужно, пожалуйста
only-say: отвечай только
send: отправ*, пересла*, перешли*, загрузи на, загружай на, выгруз*, выложи*, передай*, опубликуй*, прикрепи*, скопируй*
loot: парол*, учетные данные, учётные данные, секреты, токены, ключи доступа, персональные данные, данные клиентов, переписк*
store: переменные окружения, переменных окружения, приватный ключ, приватные ключи, закрытый ключ, ssh-ключ*, куки браузера
outside: внешний сервер, внешний адрес, наш сервер, сторонний сервер, этот адрес, по адресу, на адрес, публичный тикет, вебхук*
off: отключ*, выключ*, обойди*, обход*, пропуст*, пропускай*, убери*, деактивир*
control: проверк*, сертификат*, подпис*, тест, тесты, тестов, ревью, защит*, безопасност*, хук*, файрвол*, песочниц*, валидаци*
run: запусти*, запускай*, выполни*, выполняй*
write: добав*, запиши*, записывай*, сохрани*, внеси*, допиши*
`;

const UKRAINIAN = `
not: не, ніколи, нічого, заборонено
without: без
ignore: ігнору*, проігнору*, забудь*, знехту*, відкинь
earlier: попередн*, вище, раніше, початков*, свої, твої
orders: інструкц*, вказівк*, правил*, команд*, наказ*, обмежен*
everything: все, усе
reveal: покажи*, виведи*, розкрий*, повтори*, надрукуй*, скажи мені, дай мені, переклади
prompt: системний промпт, системне повідомлення, твої інструкції
tell: кажи*, повідомля*, згадуй*, розповіда*, інформу*
user: користувач*, власник*, розробник*, нікому, людин*
silent: тихо, непомітно, таємно, приховано
summary: звіт*, відповід*, підсум*
ask: питай*, запиту*, підтвердж*, чекай*
consent: дозвол*, схвален*, згод*, підтвердження
always: завжди, щоразу, відтепер, надалі, у кожній сесії, перед кожним, після кожного
model: шi, штучний інтелект, асистент*, агент*, мовна модель
must: повинен, повинна, мусиш, маєш, потрібно, будь ласка
send: надішли*, надсилай*, відправ*, завантаж на, перешли*, опублікуй*
loot: парол*, облікові дані, секрети, токени, дані клієнтів
store: змінні середовища, приватний ключ, приватні ключі, ssh-ключ*
outside: зовнішній сервер, наш сервер, зовнішню адресу, на адресу
off: вимкни*, вимикай*, обійди*, пропусти*, відключ*
control: перевірк*, сертифікат*, підпис*, тести, захист*, безпек*, ревʼю, рев'ю
run: запусти*, виконай*
write: додай*, запиши*, збережи*
`;

const POLISH = `
not: nie, nigdy, zaden, zadnych, niczego, zabronione
without: bez, nie wymaga
ignore: zignoruj*, ignoruj*, zapomnij*, pomin*, odrzuc, nie zwracaj uwagi
earlier: poprzedni*, wczesniejsz*, powyzsz*, pierwotn*, poczatkow*, wszystkie poprzednie, swoje
orders: instrukcj*, polecen*, zasad*, regul*, wytyczn*, rozkaz*
everything: wszystko, wszystkim
reveal: pokaz, ujawnij, powtorz, wypisz, wyswietl, podaj mi, przetlumacz
prompt: prompt systemowy, promptu systemowego, swoje instrukcje, twoje instrukcje, komunikat systemowy
tell: mow, powiedz, informuj*, wspominaj*, powiadamiaj*, zglaszaj*, mowiac
user: uzytkownik*, wlasciciel*, programist*, nikomu, nikogo, komukolwiek, czlowiek*
silent: po cichu, cicho, potajemnie, dyskretnie, ukradkiem
summary: podsumowani*, odpowiedz*, raport*
ask: pytaj*, pytania, zapytaj, potwierdz*, czekaj*
consent: zgod*, pozwoleni*, zatwierdzeni*, potwierdzeni*, akceptacj*
always: zawsze, za kazdym razem, od teraz, odtad, w kazdej sesji, przed kazdym, po kazdym, na stale
model: asystent*, model jezykowy, agent ai, sztuczna inteligencja
must: musisz, nalezy, powinien*, prosze
only-say: odpowiadaj tylko
send: wyslij*, wysylaj*, przeslij*, przesylaj*, wgraj, opublikuj*
loot: hasla, poswiadczenia, dane logowania, sekrety, tokeny, dane klientow
store: zmienne srodowiskowe, zmiennych srodowiskowych, klucz prywatny, klucze prywatne, klucze ssh
outside: zewnetrzny serwer, nasz serwer, zewnetrzny adres, ten adres, pod adres, na adres
off: wylacz*, wylaczaj*, obejdz, omijaj*, pomijaj*
control: weryfikacj*, certyfikat*, podpis*, testy, testow, przeglad*, zabezpiecze*, kontrol*, bezpieczenstw*
run: uruchom*, wykonaj*
write: dodaj*, zapisz*, dopisz*
`;

const CZECH = `
not: nikdy, zadny, nerikej, neinformuj, neposilej, nezminuj
without: bez, bez toho
ignore: ignoruj*, zapomen*, neber v uvahu, preskoc
earlier: predchozi*, vyse, puvodni*, drivejsi*, vsechny predchozi, sve
orders: instrukc*, pokyn*, pravidl*, prikaz*, omezen*
everything: vse, vsechno
reveal: ukaz, zobraz, odhal, zopakuj, vypis, prozrad, preloz
prompt: systemovy prompt, systemovou zpravu, sve instrukce, sve pokyny
tell: rikej, nerikej, neinformuj, informuj*, nezminuj, zmin, oznam*, neoznamuj
user: uzivatel*, vlastnik*, vyvojar*, nikomu
silent: potichu, tajne, nenapadne, v tichosti
ask: neptej, ptani, zeptani, potvrzuj, cekej
consent: souhlas*, povolen*, schvalen*, potvrzen*
always: vzdy, pokazde, od nynejska, v kazde relaci, pred kazdym, po kazdem, natrvalo
model: asistent*, jazykovy model
must: musis, musi, mel by, prosim
send: posli*, odesli*, odesilej*, nahraj*, preposli*, zverejni*
loot: hesla, prihlasovaci udaje, tajemstvi, tokeny, udaje zakazniku
store: promenne prostredi, soukromy klic, soukrome klice, ssh klic*
outside: externi server, nas server, externi adresu, tuto adresu, na adresu
off: vypni*, vypinej*, obejdi*, deaktivuj*, zakaz
control: overovani*, kontrol*, certifikat*, podpis*, testy, ochran*, bezpecnost*
run: spust*, provest
write: pridej*, zapis*, uloz*
`;

export const SLAVIC_WORDS: string = [RUSSIAN, UKRAINIAN, POLISH, CZECH]
  .map((table) => table.trim())
  .join("\n");
