// The words for a password in the languages that our users write. One list, because sentences, labels, headings and columns
// use the same words.

/** For languages that write no space after a word. */
export const UNSPACED_PASSWORD_WORDS = "비밀번호|암호(?!화)|패스워드|密[码碼]|口令|パスワード|รหัสผ่าน";

/** An alternation of whole words, with the endings that grammar gives them. */
export const PASSWORD_WORDS: string = [
  "pass(?:word|wort|phrase|code|ord(?:et)?)s?|passwd|pass|pwd|pw|kennwort|mot de passe|contrase[ñn]a|senha|palavra-passe",
  "parola(?: d'ordine|sı|nız)?|has[łl](?:o|a|em)|wachtwoord(?:en)?|[şs]ifre(?:si|niz|miz)?|lösenord(?:et)?|adgangskoden?",
  "kodeord(?:et)?|salasana|hesl(?:o|a|em)|jelszó|парол(?:ь|я|ю|ем)|पासवर्ड|كلمة (?:المرور|السر)|mật khẩu|κωδικός|סיסמ[הא]",
  `kata sandi|${UNSPACED_PASSWORD_WORDS}`,
].join("|");

/** Each of those words begins with one of these. */
export const PASSWORD_STEMS: readonly string[] =
  `pass|pw|kennwort|mot de passe|contrase|senha|palavra-passe|parola|hasł|hasl|wachtwoord|şifre|sifre|비밀번호|암호|패스워드|lösenord|adgangskode|kodeord|salasana|hesl|jelszó|парол|पासवर्ड|كلمة ال|mật khẩu|κωδικός|סיסמ|kata sandi|密码|密碼|口令|パスワード|รหัสผ่าน`.split(
    "|",
  );

/** "password for …" still names the password; "password policy …" does not. */
export const OF_WORDS =
  "for|of|to|on|in|at|from|is|was|de|du|des|d|für|von|zu|zum|para|do|da|del|per|di|voor|van|dla|till|för|til|k|ke|для|до|от|від|untuk|cho|pour|below|here";
