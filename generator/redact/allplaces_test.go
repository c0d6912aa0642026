package redact

import "testing"

// TestValuesOfAllCharacters has what generators draw from all characters of a keyboard.
func TestValuesOfAllCharacters(t *testing.T) {
	t.Parallel()
	checkMarked(t, "all characters", []string{
		"define( 'SECURE_AUTH_SALT', '«AOIExD;Z*Z*=#a}eo6cOnu=BRocl*URrHU#lF*UetyrD2U<8/|kN5-][4c+aCOiZ»' );",
		"define('AUTH_KEY',         '«3|E!`R9jl4HY9i)~P7IKx9r<tog]s@QQ#+5W1:)wTUD:3cZLW;W@>Y[>[uO%LQ!C»');",
		"LOGGED_IN_KEY=\"«sBUm>JQ2.96x<Y~>;g@6eG*)R_kV-Se0sKjlEVS4H]L6kFSb6:M~<I#2Gx2e!b8+»\"",
		"NONCE_SALT=«MXz4_Jq71IWJ?<Gvx2e]Rb:#08~/9Hac>h#xK=5_AzfBy04(wai*6`BFg^J?)KWY»\nPORT=1",
		`resource "random_password" "p" {` + "\n  result = \"«(Ts7M2Ie<[x*tQb9+wZLTz3O»\"\n}",
	})
	e := mustNew(t, Options{})
	for _, text := range []string{
		`SECRET = "^(?=.*[A-Z])(?=.*[a-z])(?=.*[0-9])[A-Za-z0-9]{8,}$"`, `API_KEY="${API_KEY:-k8Zq2xW7t5Yw1PmBd3}"`,
		`secret: "/^(?=.*\\d)(?=.*[a-z])(?=.*[A-Z]).{8,32}$/"`, `secret: "b(A[0],{c:1},!D)=>E.f2(g)"`,
		`password = "https://x.dev/?A=b1&C={d2}#[e]"`,
	} {
		if out, _ := e.Text(text); out != text {
			t.Errorf("%q became %q", text, out)
		}
	}
}

// TestValuesAtMorePlaces has values whose place says what they are.
func TestValuesAtMorePlaces(t *testing.T) {
	t.Parallel()
	for group, texts := range map[string][]string{
		"signs":        {`password: "«@nch0r.46706»"`, "DB_PASSWORD=«@nch0r-61162»", "| id | login | passwd |\n|--|--|--|\n| 1 | joe | «@nch0r_611» |"},
		"dumps of PHP": {"Array\n(\n    [user] => joe\n    [pass] => «Walnut557!!»\n)", "array(2) {\n  [\"password\"]=>\n  string(10) \"«Walnut442!»\"\n}"},
		"sentences": {"ssh root@10.0.4.17 pw «C0pp3r_16437»", "Das Passwort ist «tZdN+JUsnQAym^@u»", "the new API key is\n\n«k8Zq2xW7t5Yw1PmBd3Vn»\n\nplease update it",
			"I found a hard-coded JWT secret in `config.ts`: `«k8Zq2xW7t5Yw1PmBd3Vn»`. Move it."},
		"calls": {"document.querySelector('#password').value = '«harbor-comet-ember-80»'", "EXEC sp_addlogin 'svc', '«Walnut_Falcon291»'",
			`exec.Command("openssl", "enc", "-d", "-k", "«harbor-comet-ember-11»", "-in", name)`, `.addHeader("X-Api-Key", "«CedarBadger1610!»")`,
			"addCookies([{ name: 'auth', value: '«843d944cb4f5cef3ea8a5fb5dd85709953d031a8»', url: 'http://x.dev' }])"},
		"groups": {"TERM=x\nGMAIL_APP_PASSWORD=«mhqc gxzl mypd uoxw»\nSHLVL=1"},
		"names":  {`{"plaintext_key":"«de427dd27cf517ea8572be1eff3519fec6492f4e»"}`},
		"keys":   {"<tls-auth>\n-----BEGIN OpenVPN Static key V1-----\n«fff39a5ad2e7401b20a80e58adac15b1»\n«ac86e98b5fc4acc71322e6476d65212b»\n-----END OpenVPN Static key V1-----"},
	} {
		checkMarked(t, group, texts)
	}
	e := mustNew(t, Options{})
	for _, text := range []string{
		"APP_PASSWORD=none when your mail runs", "MAIL_PASSWORD=from your user file\n",
		"password: @password1", "PASSWORD = @pass01", "token: @scope/pkg", "the password is\n\nrequired\n", "[pass] => required", "array(1) {\n  [\"password\"]=>\n  string(0) \"\"\n}",
		"ssh root@10.0.4.17 pw check", "error in key: Authorization", "el.value = password", `["GZIP", "ZIP", "Snappy"]`, `choices: ["MySQL", "SQLite"]`, `{"plaintext_key":"user_id"}`,
		`{"file_key":"V9fFusRtr1gh5rC8dmMwVQ"}`, `{"fileKey":"V9fFusRtr1gh5rC8dmMwVQ"}`, `{"figma_file_key":"V9fFusRtr1gh5rC8dmMwVQ"}`, `{"figmaFileKey": "V9fFusRtr1gh5rC8dmMwVQ"}`, "FIGMA_FILE_KEY=V9fFusRtr1gh5rC8dmMwVQ",
		`{"type":"password","value":""}`, "the password is too short!?",
	} {
		if out, _ := e.Text(text); out != text {
			t.Errorf("%q became %q", text, out)
		}
	}
}
