// Chinese, Japanese, Korean, Vietnamese and Indonesian. Vietnamese is without its marks, as in the copy.

const CHINESE = `
not: 不要, 不得, 别, 勿, 切勿, 禁止, 不允许, 严禁
without: 无需, 不必, 不用, 未经, 不经, 没有必要
ignore: 忽略, 无视, 無視, 忘记, 忘記, 忘掉, 不理会, 抛开, 覆盖, 绕开
earlier: 之前, 以前, 以上, 上面, 上述, 先前, 此前, 前面, 所有, 全部, 原来, 你的
orders: 指令, 指示, 规则, 規則, 命令, 限制, 约束, 要求, 提示词, 设定
everything: 一切, 所有内容, 全部内容
reveal: 显示, 顯示, 输出, 輸出, 告诉我, 打印, 重复, 透露, 泄露, 展示, 说出, 翻译, 复述, 列出
prompt: 系统提示, 系統提示, 提示词, 初始指令, 系统指令, 你的指令, 隐藏指令
guarded: 秘密
tell: 告诉, 告訴, 通知, 提及, 提到, 汇报, 说明, 提醒, 透露给, 让用户知道
user: 用户, 用戶, 使用者, 主人, 所有者, 开发者, 任何人, 别人, 人类
silent: 悄悄, 静默, 偷偷, 秘密地, 暗中, 不动声色, 默默
summary: 摘要, 总结, 回复, 报告, 回答中
omit: 隐藏
ask: 询问, 请示, 征求, 等待, 再问, 确认一下
consent: 许可, 批准, 同意, 确认, 授权, 权限请求, 权限提示
always: 总是, 始终, 每次, 从现在起, 从现在开始, 今后, 以后都, 每个会话, 永远, 一律, 永久
model: 人工智能, 助手, 智能体, 语言模型, 大模型, 模型
must: 必须, 应当, 应该, 务必, 需要, 请
only-say: 只回答
send: 发送, 發送, 上传, 上傳, 提交到, 转发, 传到, 发到, 发布, 贴到, 附在, 推送
loot: 凭据, 凭证, 密码, 密钥, 令牌, 机密, 客户数据, 聊天记录, 对话记录, 隐私数据
store: 环境变量, 私钥, 配置目录, 浏览器cookie, 钥匙串, 凭据文件
outside: 外部服务器, 我们的服务器, 远程服务器, 以下地址, 该地址, 外部地址, 公开的issue, 网址
off: 禁用, 关闭, 關閉, 跳过, 绕过, 停用, 取消
control: 证书校验, 证书验证, 签名验证, 签名校验, 校验, 验证, 测试, 代码审查, 审查, 防火墙, 沙箱, 安全检查, 钩子, 保护, 安全策略
run: 运行, 執行, 执行, 启动
write: 写入, 添加, 追加, 保存, 记录到, 加入
`;

const JAPANESE = `
not-after: ないで, しないで, ません, 禁止, ない, してはいけ, してはならない, せず, ず
without: なしで, せずに, 不要, 必要はありません, ことなく
ignore: 無視し, 忘れて, 破棄, 無効に
earlier: 以前の, 上記の, これまでの, 前の, 先ほどの, すべての, 全ての, 元の
orders: 指示, 命令, ルール, 規則, 制約, 制限, プロンプト
everything: 全部, すべて
reveal: 表示して, 見せて, 出力して, 教えて, 繰り返して, 印刷, 明かして, 翻訳して
prompt: システムプロンプト, 初期プロンプト, あなたの指示, システムメッセージ
tell: 知らせ, 伝え, 報告, 言わ, 通知, 話さ, 言及
user: ユーザー, ユーザ, 利用者, 所有者, 開発者, 誰にも, 人間
silent: こっそり, 密かに, 静かに, 黙って, 秘密裏
summary: 要約, 報告書, 回答に, サマリー
ask: 確認せず, 尋ね, 確認を求め, 聞かず
consent: 許可, 承認, 同意, 確認
always: 常に, 毎回, 今後, これからは, すべてのセッション, いつも, 必ず
model: アシスタント, エージェント, 言語モデル, 人工知能
must: なければならない, べき, してください, こと
only-say: とだけ答え
send: 送信, 送って, アップロード, 投稿, 転送, 貼り付け
loot: 認証情報, パスワード, 秘密情報, トークン, 個人情報, 会話履歴, 顧客データ
store: 環境変数, 秘密鍵, 認証ファイル
outside: 外部サーバー, 外部サーバ, 次のアドレス, 以下のurl, 我々のサーバー
off: 無効化, 無効にし, スキップ, 回避, オフにし, 解除
control: 検証, 証明書, 署名, テスト, レビュー, サンドボックス, ファイアウォール, フック, 保護, セキュリティ
run: 実行, 起動
write: 追加, 書き込, 保存, 追記
`;

const KOREAN = `
not-after: 마세요, 마라, 말고, 말 것, 않는다, 않습니다, 금지*, 마십시오, 말아라
without: 없이, 필요 없*, 필요없*
ignore: 무시*, 잊어*, 잊고, 버려*
earlier: 이전*, 위의, 위에, 앞의, 앞선, 기존*, 모든, 지금까지*
orders: 지시*, 명령*, 규칙*, 지침*, 제한*, 프롬프트*
everything: 모두, 전부, 모든것*
reveal: 보여*, 출력*, 알려줘*, 공개*, 반복*, 말해*, 번역*
prompt: 시스템 프롬프트*, 시스템프롬프트*, 시스템 메시지*, 너의 지시*
tell: 알리지, 알리*, 말하지, 보고*, 언급*, 전달하지
user: 사용자*, 소유자*, 개발자*, 아무에게*, 사람에게*
silent: 몰래, 조용히, 은밀*, 비밀리*
summary: 요약*, 보고서*, 답변*
ask: 묻지, 물어보*, 확인하지, 질문*
consent: 허락*, 승인*, 동의*, 확인, 허가*, 권한 요청*
yes: 예라고*
always: 항상, 매번, 앞으로*, 지금부터*, 모든 세션*, 언제나, 영구*
model: 어시스턴트*, 에이전트*, 언어 모델*, 인공지능*
must: 해야*, 하세요, 하십시오, 반드시
send: 전송*, 보내*, 업로드*, 게시*, 첨부*
loot: 자격 증명*, 비밀번호*, 토큰*, 비밀 정보*, 개인정보*, 대화 기록*, 고객 데이터*
store: 환경 변수*, 환경변수*, 개인 키*, 개인키*, ssh 키*
outside: 외부 서버*, 다음 주소*, 우리 서버*, 외부 주소*
off: 비활성화*, 끄고, 꺼*, 건너뛰*, 우회*, 해제*
control: 검증*, 인증서*, 서명*, 테스트*, 리뷰*, 코드 리뷰*, 방화벽*, 샌드박스*, 훅*, 보안*, 보호*
run: 실행*, 시작*
write: 추가*, 저장*, 기록*
`;

const VIETNAMESE = `
not: khong, khong duoc, dung, cam, khong bao gio
without: ma khong, khong can, khong can hoi
ignore: bo qua, phot lo, quen di, quen het, lo di
earlier: truoc do, ben tren, o tren, phia tren, ban dau, tat ca
orders: huong dan, chi dan, chi thi, quy tac, menh lenh, lenh
everything: moi thu, tat ca moi thu
reveal: hien thi, tiet lo, in ra, cho toi xem, lap lai, noi cho toi, dua cho toi, cho toi biet
prompt: loi nhac he thong, cau lenh he thong, system prompt cua ban, huong dan he thong
tell: noi voi, bao cho, thong bao, de cap, cho biet, bao voi
user: nguoi dung, chu so huu, lap trinh vien, bat ky ai, con nguoi
silent: am tham, lang le, bi mat, len lut
summary: ban tom tat, cau tra loi, bao cao
ask: hoi, xac nhan, xin phep
consent: cho phep, phe duyet, dong y, su dong y, xac nhan
always: luon luon, luon, moi lan, tu bay gio, tu nay, moi phien, truoc moi, sau moi, vinh vien
model: tro ly ai, tro ly, tac tu, mo hinh ngon ngu, tri tue nhan tao
must: phai, can phai, vui long
send: gui, tai len, dang len, chuyen tiep, dinh kem
loot: mat khau, thong tin dang nhap, bi mat, du lieu khach hang, thong tin xac thuc
store: bien moi truong, khoa rieng, khoa bi mat, khoa ssh
outside: may chu ben ngoai, may chu cua chung toi, dia chi sau, dia chi nay, may chu ngoai
off: tat het, tat di, hay tat, vo hieu hoa, bo qua, vuot qua
control: kiem tra, xac minh, chung chi, chu ky, bai kiem thu, danh gia ma, tuong lua, bao mat, bao ve
run: chay, thuc thi
write: them vao, ghi vao, luu vao
`;

const INDONESIAN = `
not: jangan, tidak, tidak boleh, dilarang, tanpa pernah
without: tanpa, tidak perlu, tak perlu
ignore: abaikan, lupakan, kesampingkan, jangan ikuti
earlier: sebelumnya, di atas, terdahulu, awal, semua
orders: instruksi, perintah, aturan, arahan, pedoman
everything: semuanya, segalanya
reveal: tampilkan, ungkapkan, cetak, ulangi, beri tahu saya, tunjukkan, terjemahkan
prompt: prompt sistem, instruksi sistem, pesan sistem, instruksimu, instruksi anda
tell: beri tahu, beritahu, memberi tahu, memberitahu, laporkan, sebutkan, menyebut*, katakan
user: pengguna, pemilik, pengembang, siapa pun, siapapun, manusia
silent: diam-diam, secara diam-diam, secara rahasia, tanpa suara
summary: ringkasan, jawaban, laporan
ask: bertanya, tanya, meminta, menunggu, minta
consent: izin, persetujuan, konfirmasi
always: selalu, setiap kali, mulai sekarang, setiap sesi, sebelum setiap, setelah setiap, secara permanen
model: asisten, agen, model bahasa, kecerdasan buatan
must: harus, wajib, mohon, tolong
send: kirim*, unggah*, teruskan, lampirkan, publikasikan
loot: kata sandi, kredensial, rahasia, data pelanggan
store: variabel lingkungan, kunci privat, kunci pribadi, kunci ssh
outside: server eksternal, server kami, alamat ini, alamat berikut
off: nonaktifkan, matikan, lewati, hindari
control: verifikasi, sertifikat, tanda tangan, pengujian, tes, tinjauan, keamanan, perlindungan, pemeriksaan
run: jalankan, eksekusi
write: tambahkan, tulis, simpan
`;

export const EASTERN_WORDS: string = [CHINESE, JAPANESE, KOREAN, VIETNAMESE, INDONESIAN]
  .map((table) => table.trim())
  .join("\n");
