// Arabic, Hindi and Turkish. Turkish is without its marks, as in the copy.

const ARABIC = `
not: لا, لم, لن, عدم, ممنوع, يمنع
without: دون, بدون, من دون, دون الحاجة
ignore: تجاهل, تجاهلي, انس, انسى, اهمل, أهمل, تخط, تخطى
earlier: السابقة, السابق, أعلاه, اعلاه, الأولى, الأصلية, جميع, كل
orders: التعليمات, تعليمات, القواعد, الأوامر, الاوامر, التوجيهات, القيود, تعليماتك, قواعدك
everything: كل شيء, كل ما سبق
reveal: اعرض, أظهر, اظهر, اكشف, كرر, اطبع, أخبرني, اخبرني, ترجم
prompt: موجه النظام, رسالة النظام, تعليمات النظام, تعليماتك
tell: تخبر, إخبار, اخبار, تذكر, تبلغ, إبلاغ, ابلاغ, تعلم
user: المستخدم, المالك, المطور, أحدا, احد, أي شخص
silent: بصمت, سرا, بهدوء, خفية
summary: الملخص, التقرير, الإجابة
ask: تسأل, سؤال, تطلب, انتظار, الرجوع
consent: إذن, اذن, موافقة, الموافقة, تأكيد, تصريح
always: دائما, في كل مرة, من الآن فصاعدا, من الان فصاعدا, كل جلسة, قبل كل, بعد كل
model: الذكاء الاصطناعي, المساعد, الوكيل, نموذج اللغة
must: يجب, عليك, ينبغي, يرجى
send: أرسل, ارسل, إرسال, ارسال, ارفع, رفع, حمل إلى, انشر, حول
loot: كلمات المرور, بيانات الاعتماد, الأسرار, الرموز, بيانات العملاء
store: متغيرات البيئة, المفتاح الخاص, المفاتيح الخاصة, مفاتيح ssh
outside: خادم خارجي, خادمنا, العنوان التالي, هذا العنوان, عنوان خارجي
off: عطل, تعطيل, أوقف, اوقف, إيقاف, تجاوز
control: التحقق, الشهادات, الشهادة, التوقيع, الاختبارات, المراجعة, جدار الحماية, الحماية, الأمان, الفحص
run: شغل, نفذ, تشغيل
write: أضف, اضف, اكتب, احفظ
`;

const HINDI = `
not: मत, कभी नहीं
not-after: नहीं
without: बिना, के बिना, जरूरत नहीं
ignore: अनदेखा, नजरअंदाज, भूल, अनदेखी, नज़रअंदाज़
earlier: पिछले, पहले, ऊपर, पूर्व, सभी, पिछली
orders: निर्देश, निर्देशों, नियम, नियमों, आदेश, आदेशों
everything: सब कुछ, सब
reveal: दिखाओ, दिखाएं, बताओ, बताएं, दोहराओ, प्रकट, अनुवाद
prompt: सिस्टम प्रॉम्प्ट, सिस्टम निर्देश, अपने निर्देश
tell: बताना, बताए, सूचित, उल्लेख, बताएं
user: उपयोगकर्ता, मालिक, डेवलपर, किसी को, यूजर, यूज़र
silent: चुपचाप, गुप्त रूप से, चुपके से
summary: सारांश, जवाब, रिपोर्ट
ask: पूछे, पूछना, पुष्टि, प्रतीक्षा
consent: अनुमति, स्वीकृति, सहमति, मंजूरी
always: हमेशा, हर बार, अब से, हर सत्र
model: सहायक, एजेंट, भाषा मॉडल
must: चाहिए, कृपया, करें
send: भेजो, भेजें, भेज, अपलोड, पोस्ट
loot: पासवर्ड, क्रेडेंशियल, टोकन, गुप्त जानकारी
store: पर्यावरण चर, निजी कुंजी, एनवायरनमेंट वेरिएबल
outside: बाहरी सर्वर, हमारे सर्वर, इस पते, बाहरी पते
off: बंद, अक्षम, छोड़, बायपास
control: सत्यापन, प्रमाणपत्र, हस्ताक्षर, परीक्षण, समीक्षा, सुरक्षा, जांच
run: चलाओ, चलाएं, निष्पादित
write: जोड़ें, जोड़ो, लिखो, सहेजें
`;

const TURKISH = `
not: asla, hicbir, yasak, degil, soyleme, bildirme, bahsetme, haber verme
without: olmadan, gerek yok, sormadan, gerekmez, almadan, gerektirmez
ignore: gormezden gel*, yok say*, unut, unutun, dikkate alma, bir kenara birak
earlier: onceki*, yukaridaki*, daha onceki, ilk, tum onceki, tum
orders: talimat*, kural*, komut*, yonerge*, emir*
everything: her seyi, hepsini
reveal: goster*, acikla, tekrarla, yazdir, soyle bana, bana soyle, cevir
prompt: sistem istemi*, sistem promptu*, sistem mesaji*, talimatlarini
tell: soyleme, bildirme, bahsetme, haber verme, haber ver, bilgi verme, raporlama
user: kullanici*, sahibi*, gelistirici*, kimseye
silent: sessizce, gizlice, fark ettirmeden
summary: ozet*, yanit*, rapor*
ask: sormadan, onay bekleme*, sorma, danismadan
consent: izin, onay, onayi, onaya, izni
always: her zaman, daima, her seferinde, bundan sonra, simdiden itibaren, her oturumda, kalici olarak
model: yapay zeka, asistan*, dil modeli, ajan
must: gerekir, zorundasin, lutfen, malisin, melisin
send: gonder*, yukle, ilet, paylas, yayinla
loot: parola*, sifre*, kimlik bilgi*, gizli bilgi*, jeton*
store: ortam degisken*, ozel anahtar*, ssh anahtar*
outside: harici sunucu*, sunucumuz*, su adrese, bu adrese, dis sunucu*
off: devre disi birak*, kapat*, atla, etkisiz
control: dogrulama*, sertifika*, imza*, inceleme*, guvenlik*, koruma*
install: kur
run: calistir*, baslat
write: ekle, yaz, kaydet
`;

export const SOUTHERN_WORDS: string = [ARABIC, HINDI, TURKISH].map((table) => table.trim()).join("\n");
