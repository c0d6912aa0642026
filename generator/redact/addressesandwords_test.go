package redact

import "testing"

// TestSecretsInFurtherPlaces has values in addresses, calls, quotes of other kinds and answers: what stands between « and » goes.
func TestSecretsInFurtherPlaces(t *testing.T) {
	t.Parallel()
	checkMarked(t, "places", []string{
		"sign in: https://app.x.dev/auth/verify?t=«zvNdcoixokmu3Q_iGb67kHeF1xBq2wEhOFNPy71uGEL» (valid 24h)",
		"https://x.dev/magic?id=7&t=«443482267b0201c18cea837b0427d72aaf55e1c0»", "http://10.0.0.7/api/«YpZ9ipl49vden7cD3PUxsQQID97avFYr»/lights/3/state",
		"curl http://hue.local/api/«3c00a9bf2380c6b60bc2a203cc3b6fb22258384e»/groups",
		"lnd: «0201036c6e6402ebfa4f37a00275e8d1267ab10eff9d9e7161713b46ff71d125e37d62a2abea38»", "PASS oauth:«d89w3ak6j4wvb48qlf6xpvuprdh3a9»",
		"new WorkOS('«sk_bvUnsMTBgxvBu87AqFK3fcL1yJueczOBntAkrSIyvrjNXJEm0zjZMYrJ»')",
		`PlainTextAuthProvider("cassandra", "«Walnut1361»")`, `PlainTextAuthProvider(username, '«8R7QQDtwJbZcnmWi»')`, `wlan.connect("attic-iot", "«walnut-garden-26»")`,
		`OAuth1Session("a", "b", "c", "«omjWaCVnWFh4xytTs0dUXK5XU7jyhdeGVBxEB49U4EdBX»")`, `sign.exe /f cert.pfx /p "«3JTEsHLZ19B79uzL»" setup.exe`,
		"remember_web_59ba36addc2b2f9401580f014c7f58ea4e30989d=«n1BJ08EPQ-gpgbvgPQJiB_YouFL-2o9HTvMN_pQv-470YxJBg5uj»; tz=x",
		"wordpress_logged_in_0f8b1c2d3e4f4a5b8c6d7e8f9a0b1c2d=«joe%7C1771124095%7CvBYcjXYKTxvwpX4qfkzIF0kU2cw1uIJuyEeMPoQVGYE»",
		"ldap: bind failed cred=\"«HxXCH7RJsS1Y»\" rc=49", "$ bw generate -uln --length 20\n«k8Zq2xW7t5Yw1PmBd3Vn»\n", "$ diceware -n 4\n«walnut-garden-maple-shadow»\n",
		"cy.get('[name=pw]').type('«HammerWalnut63»')", "Anmeldung \\texttt{student}, Kennwort \\texttt{«falcon-walnut-49»}", "password: \\verb|«Walnut5012»|",
		"what is the root pw on srv-7 again?\nboss: «walnut7guitar»\n", "[10:42] joe: root password?\n[10:43] ann: «walnut7guitar»\n",
		"- FTP: joe // «MatrixWalnut31»", "FTP : anna et «c7jt0yAtDoUx»", "the password is “«walnut-bridge-orange-monkey»”, all small",
		"Das Kennwort lautet „«Walnut7bridge»“.", "the passphrase is “«walnut bridge orange monkey»”", "the recovery phrase is \"«walnut-bridge-orange-monkey»\"",
		"The password has a special character («Walnut_Feliz1447!»), so I encode it", "code from the sms: «241700» , be quick",
		"hasło do serwera to «Любовь_9056», sprawdź", "pass phrase is «Walnut7's_37»", "the password is «D'Walnut.879»",
		"my metamask phrase is: «slush dream news dream enforce skill multiply hand april govern session ramp». derive it",
		`{"wallet":"main","words":"«laurier broder motif déchirer détourer ignorer taxer flamme apéritif panda fémur diamant»"}`,
	})
	checkMarked(t, "keys", []string{
		"hex: «302e020100300506032b657004220420dd26cedbf2d0fd22400eca2f37440376d4dfdc69317a7a00c3095a46a4d17832»",
		"«MIICdwIBADANBgkqhkiG9w0BAQEFAASCAmEwggJdAgEAAoGBAMQ6NmYolibUYF/swz/z9HrMBB7mJtnUBv2+EqbvNrYMdK3B5mLgyUjhaFbOG/L2i+4Aw3vAaH5GnSZf4Zo56bYcGhmhgHvcjAUE»",
		"«30820277020100300d06092a864886f70d0101010500048202613082025d02010002818100c43a3666289626d4605fecc33ff3f47acc041ee626d9d406fdbe12a6ef36b60c74ad»",
		"«30770201010420ff39a6ff42eb7b6b8e0f361f46702d539dd5aae7e3a8b2cf2e9efc4099f0bf33»a00a06082a",
		"{ x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU', d: '«jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI»', crv: 'P-256' }",
		"Keypair.fromSecretKey(Uint8Array.from([«174,47,154,16,202,193,206,113,199,190,53,133,169,175,31,56,222,53,138,189,224,216,117,173,10,149,53,45,73,251,237,246,15,185,186,82,177,240,148,69,241,227,167,80,141,89,240,121,121,35,172,247,68,251,226,218,48,63,176,109,168,89,238,135»]))",
		"one of my recovery codes is «a7d4b-yvs6q»", "use «a7d4b-yvs6q» as my backup code", "Backup codes\n* «482a-9930» (used)\n* «1203-b871»",
		"Save these codes:\n  «4821-9930»  «1203-8871»\n  «5512-0093»", "/app/prod/log_level\ninfo\n/app/prod/db_password\n«LjoEvKm3M8uBqWTfIeQPoVa2»\n", "$ xkcdpass -n 4\n«walnut falcon football lantern»\n",
		`AT+CWJAP="home","«walnutdune7»"`, "the box password on the sticker reads «Walnut5012»", `{\"routing_key\":\"«3849936b2917793a67224154c1909cd3»\",\"event_action\":\"trigger\"}`,
		"wg peer private: «l2bvd8MgyRF+f8WVzXezxClD4BxX1sXavIe7YpHOT6E=»", "private: «4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318»",
		`"priv": "«0x4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318»"`, "VAPID private: «jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI»",
		"mongo joe:«Walnut5012»@mongo:27017/db",
	})
	e := mustNew(t, Options{})
	for _, text := range []string{
		"use utf8-text as the recovery code", "2026-01-22 is a recovery code day", "the backup codes is-used-x",
		"/app/token\n/app/token2\n", "/app/api_key\nnot found", "$ bw generate --help\nGenerate a password or passphrase", `"routing_key": "orders.created.eu-west-1"`, "the password reads from a file",
		"private: 4c0883a69102937d6231471b5dbb6204fe512961", "private: true", "private = new-session-of-the-things-that-are-here-now", "public: l2bvd8MgyRF+f8WVzXezxClD4BxX1sXavIe7YpHOT6E=",
		"pub MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAxDo2ZiiWJtRgX+zDP/P0eswEHuYm2dQG/b4Spu82tgx0rcHmYuDJSOFoVs4b8vaL7gDDe8Bofka",
		"30819f300d06092a864886f70d010101050003818d0030818902818100c43a3666289626d4605fecc33ff3f47acc041ee626d9d406fdbe12a6ef36b60c74ad",
		"new Uint8Array([0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31])", "image: repo:Tag2024x@sha256:4711",
		"{ crv: 'P-256', x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU' }",
		"https://youtu.be/watch?v=x&t=1699999999", "https://x.dev/app.js?t=443482267b0201c18cea837b0427d72aaf55e1c0", "https://x.dev/login?t=1771124095123",
		"GET /api/users/lights", "/api/configuration-of-all-the-lights-here/lights", "oauth:authorization_code_grant_of_them", "sk_" + "configuration_of_the_things_that_are_here_and_there_again",
		"socket.connect(\"localhost\", \"events\")", `wlan.connect(ssid, password)`, "remember_web_guard=enabled", "cred = credentials.Default()", "cred: struct cred",
		"$ bw generate --help\nGenerate", "password \\emph{is} needed", "should we reset the password?\nYes, please", "is that the password?\nno: it is 12 of them",
		"FTP: connect and transfer", "FTP: host / directory", "the word “password” is “reserved” here", "The password has a limit (max_64 characters)",
		"The password has a suffix (password2)", "the password is joe's", "the password is user1's birthday", "the exit code from the app: 241700", "the phrase is: all of the things that we want to say about the words in this line",
	} {
		if out, _ := e.Text(text); out != text {
			t.Errorf("%q became %q", text, out)
		}
	}
}
