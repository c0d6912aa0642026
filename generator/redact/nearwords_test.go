package redact

import "testing"

// TestValuesNearWords has values that have no name beside them: words of the sentence, of a comment, of a heading say what they are.
func TestValuesNearWords(t *testing.T) {
	t.Parallel()
	for group, texts := range map[string][]string{
		"sentences": {"The signing key is in the settings file now: «kzX8Qm2Lw9Vt4Rb7Yc1N»", "for auth they gave me «9a235ba892116f4636deec5438f2f1d83670c0a78cdcebbc9a5548e9e4052ae7» which goes in the header",
			"I'll send «D7t837jUkYFUTSqmGEkDYx89X4rm» in the Authorization header.", "db pass has an apostrophe in it: «Harbor's_89», quote it", "my wifi password has a space: \"«blue kettle 77»\"",
			"SIM PIN «4711», door PIN «8264»"},
		"comments": {"// Key of the attachments. Do not change.\nconst K: &'static str = \"«d7cc0c49304f865901d7e4fa3bb4fd4b74719c134f6b5d3132eef7936780ceb0»\";",
			"# API key for the weather service\nK = \"«gCeUgWoQfKzAKNSTeO04»\"", "const MASTER = \"«d7cc0c49304f865901d7e4fa3bb4fd4b»\"; // encryption key"},
		"headings": {"WLAN-Netzwerkschlüssel (WPA2)\n«yQ4iVWErHUCG»", "API Settings\nYour new secret key\n«TJeaKgIJ754ZsWdIi3srGtytvf»\nCopy"},
		"users": {"postgres user is `gateway` with `«20X-htDIEmyhLjSI»`.", "nas: user backup with «falcon3470»", "login is mina / «maplesilver» on the demo tenant", "log in with admin and «appletree77»",
			"db01 (root, «falcon3470»)", "  login with: «St0e9X92kqWrZUoR4F3q»"},
		"printed": {"kubectl get secret grafana -o jsonpath=\"{.data.admin-password}\" | base64 --decode ; echo\n$ !!\n«LEqLkgvRSnb8k1nL»", "==> secrets/api.key <==\n«kFvQ0a8xw3Zc5Rt7Yb1Nm9Lp2Qs4»\n",
			"$ xxd -p -c 64 master.key\n«2001f29c020b8ba8214a6ccc21e7d828a705e15b92a91b5361bf6121ded0d304»"},
		"strings": {"key = (\"«rsRHXboRBcv5ZTLJ8bGmcK»\"\n       \"«qoX5AjPvnT2FMTAfCqvVO0»\")", "srcds_run +sv_setsteamaccount «2DE64C1A40195B99BE8794047ACF9612» +map x",
			"INSERT INTO api_keys (id, owner, key) VALUES (7, 'noah', '«optko4PcDVlIqV1YntyGDuzKvWSoJCfY»');", "INSERT INTO tokens VALUES (7, '«kzX8Qm2Lw9Vt4Rb7Yc1NkzX8Qm2L»', NOW());",
			"CREATE USER 'pavel'@'%' IDENTIFIED BY '«пароль7945»';\nFLUSH PRIVILEGES;", "webhook_id: «9f1c0a7d4be23358c6d1e2f30a4b5c6d»", "username admin privilege 15 password 0 «winterkettle»",
			"https://x.dev/invite/accept/«tGPzRXbhDrAn92kO9uHwlxQoxx2V8Zc2OSsvRccBD7h»", "https://x.dev/d?q=x&appid=«PxnJPSf1KFjkFSovarR2»"},
		"bytes": {"uint8_t nwkSKey[] = {«0x3C, 0x8E, 0x51, 0xA9, 0x0F, 0xD2, 0x77, 0x64, 0xB1, 0x2A, 0x9C, 0xE5, 0x48, 0x13, 0xF6, 0x8D»};",
			"char key[] = \"«\\x3c\\x8e\\x51\\xa9\\x0f\\xd2\\x77\\x64\\xb1\\x2a\\x9c\\xe5\\x48\\x13\\xf6\\x8d»\";",
			"network_key:\n  - «77\n  - 12\n  - 201\n  - 33\n  - 90\n  - 17\n  - 250\n  - 6\n  - 44\n  - 131\n  - 9\n  - 200\n  - 71\n  - 38\n  - 160\n  - 55»\n"},
		"keys": {"privateExponent:\n    «17:8a:3b:c9:d0:e1:f2:44:9c:77:1a:b3:cd:ee:01:\n    27:8a:3b:c9»\nprime1:\n", "<RSAKeyValue><Modulus>xxx</Modulus><D>«mGWFqHbd3Cz27pY6LW74ulUw0YfADWv8»</D></RSAKeyValue>",
			"Account.from_key(\"«0x4df29bba573b95b3f31fdcf7f507fb1ae74c47562d8bd86db9979669b3f93e59»\")",
			"exported for Phantom: «3b8m7p6mAcYo3o8kTgK2mnNdXGGVnKxjQbuBKs2YjR6inKLmHepTMHVLQ3U84ckRcfvMBcRnBoBYkBae6VXH1xkN»",
			"import this wallet: «0xa79b2d73483260c102bb90bfe62f79893bb62c3a2ff458de167be1b19aa1bbf5»"},
		"found": {"[22][ssh] host: 10.0.0.4   login: root   password: «winterkettle»", "$ passwd joe\nNew password: «winterkettle»\nRetype new password: «winterkettle»",
			"{password, \"«Winterkettle77»\"}", "Secret ID    = «4a1c0a7d-4be2-4358-96d1-b6039458751b»", "NEO4J_AUTH=neo4j/«Winterkettle77»", "A temporary password is provided for this session: «kzX8Qm2Lw»",
			"composer config github-oauth.github.com «d344538bf236d7ebc83e22b982db3afaa2c3a82b»", "gocryptfs -extpass \"echo «Winterkettle77»\" a b", "the password, as Ben set it: «Winter!kettle77»"},
		"codes": {"the 2fa setup page shows this: «5ken oi7h 3acv ekb3 552o 5d2z 2f6f ihn3» - what now?", "GitHub backup codes for farid:\n  * «1120 6130»\n  * (used)\n", "my last google backup code is «8123 4571», use it",
			"HomeKit setup code: «031-45-154»", "Matter pairing code: «34970112332»"},
		"recovery": {"Bitwarden recovery code: «k7qx m2lw 9vt4 rb7y c1nk zx8q m4tp w3de»", "Recovery code\n«K7QXM2LW9VT4RB7YC1NKZX8QM4TPW3DE»", "/key/swarm/psk/1.0.0/\n/base16/\n«04f07f5d4d39ac6f5b210c2583ff1c746014ec0aa326fc1f19e87fed2688b274»",
			"SIGNER_PK=«0x0f1db9ef380fd8bccc2a4875f1946a2bb73c5c513bc3a67aab07a5aab9d877cd»", "const PRIV = \"«d5ad5d4543ea3b074cc462950cc821015932535158031a4cf705d0fd7e8bf8ca»\";"},
		"passphrases": {"the keepass master phrase is \"«coffee banana garden maple!»\" so", "vault:\n  passphrase: «welcome river rocket silver»\n  x: 1", "ssh-keygen -t ed25519 -N '«rocket guitar pepper sunset!»' -f x"},
	} {
		checkMarked(t, group, texts)
	}
}

// TestWordsNearHarmlessValues has texts that look like those above, and have none.
func TestWordsNearHarmlessValues(t *testing.T) {
	t.Parallel()
	e := mustNew(t, Options{KeepPaths: true})
	for _, text := range []string{
		"The token refresh is in commit 9a235ba892116f4636deec5438f2f1d83670c0a7 now", "the key has the sha256 9a235ba892116f4636deec5438f2f1d83670c0a78cdcebbc9a5548e9e4052ae7",
		"{'site': 'GitHub', 'release': '0ba4f5c2d6e7f8091a2b3c4d5e6f708192a3b4c5'}", "Token count of request kzX8Qm2Lw9Vt4Rb7Yc1N: 4096", "// Key of the map\nconst K = \"user-settings-version-2024\"",
		"# token tests\nassert len(x) == 3", "password has to be changed: see issue PROJ-12", "user text, CodeHighlight hook", "\"Design user authentication\" → SessionTokenFlow", "user joe with admin rights",
		"the user logs in with Chrome120", "login is user / username", "login: name / maplesilver2", "INSERT INTO keys (id, name) VALUES (7, 'optko4PcDVlIqV1YntyGDuzKvWSoJCfY');", "webhook_id: 123456789012345678",
		"const key[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};", "uint8_t keys[] = {0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00};",
		"==> README.md <==\nhello\n", "backup codes:\n  * (used)\n", "pub:\n    04:17:8a:3b:c9:d0:e1:f2:44:9c:77:1a:b3:cd:ee:01\n", "<RSAKeyValue><Modulus>mGWFqHbd3Cz27pY6LW74ulUw0YfADWv8</Modulus></RSAKeyValue>",
		"wallet address: 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266", "wallet tx hash: 0xa79b2d73483260c102bb90bfe62f79893bb62c3a2ff458de167be1b19aa1bbf5",
		"Solana signature: 3b8m7p6mAcYo3o8kTgK2mnNdXGGVnKxjQbuBKs2YjR6inKLmHepTMHVLQ3U84ckRcfvMBcRnBoBYkBae6VXH1xkN", "passphrase: leave it empty to skip", "PIN 4711 of the chip", "card number 4711, pin 12 of the board",
		"estas palabras son para que la gente pueda leer lo que dice el texto", "these words are only here to make a long line of text that says nothing", "setup code is in setup.py",
		"recovery code is sent by mail", "recovery code: 3 left this week only", "task = \"build\"", "disk = 9f1c0a7d", "user_pk=0f8b1c2d-3e4f-4a5b-8c6d-7e8f9a0b1c2d",
		"  id: 'efb7b8c949ac4650a09736fc376e9aee', // Cloudflare token rules",
		"$ echo 1\n$ !!\n1\n", "{\"id\":\"call_08_ed3iLW2XpP7P1ooPvg292156\",\"input\":\"a # b token\"}", "password: form.controls.again,", "{password, required}", "Secret ID of the app", "login: root\npassword: incorrect",
		"password: com.example.app", "New password: unchanged\nDone: unchanged2",
	} {
		if out, _ := e.Text(text); out != text {
			t.Errorf("%q became %q", text, out)
		}
	}
}

// TestWordsOfWallets has the words of wallets in several languages.
func TestWordsOfWallets(t *testing.T) {
	t.Parallel()
	checkMarked(t, "wallets", []string{
		"restore the wallet with these words: «supremo parar miope vídeo sudor ave química cambio donar cliente torso tiza»",
		"mes 12 mots: «séminal ignorer novateur puceron ultrason plafond bobine source siphon vecteur cobra intime»",
		"recupera il wallet con queste parole: «abaco abbaglio abbinato abete abisso abolire abrasivo abrogato accadere accenno accusato acetone»",
		"MNEMONIC=\"«やすい　えんとつ　きらく　ふへん　めいそう　そよかぜ　きかく　はんえい　はんめい　せんきょ　きさま　つかう»\"\n",
		"mnemonic = \"«가격 가끔 가난 가능 가득 가르침 가뭄 가방 가상 가슴 가운데 가을»\"", "助记词: «的 一 是 在 不 了 有 和 人 这 中 大»",
		"words: [\"«abandon\", \"walnut\", \"elbow\", \"mirror\", \"jelly\", \"exhibit\", \"rotate\", \"spoil\", \"grape\", \"tunnel\", \"vivid\", \"bacon»\"]",
		"my ledger 24: «hospital minute dinner seven knock ridge wage bounce purse inside nurse ozone grape tunnel vivid bacon jelly exhibit rotate spoil absent walnut elbow mirror»",
		"SLIP39 share: «academic acid acrobat romp change injury painting safari drug browser trash fridge busy finger standard angry similar overall prune ladybug»", "Monero: 25 word seed «tuxedo puffin lumber hunter oxygen fazed gusts sapling wagtail mystery ugly eskimos ruined sack tunnel vivid pastry dagger ounce gourmet zodiac yoyo abbey adjust ounce»",
	})
}
