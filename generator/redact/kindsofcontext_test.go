package redact

import "testing"

// TestKindsOfContext has places of values that say what these are without a common name beside them.
func TestKindsOfContext(t *testing.T) {
	t.Parallel()
	checkMarked(t, "names", []string{
		`{"hmac": "«LjoEvKm3M+8uBqWTfIeQPoVa2cmLEUec»"}`, "1) \"hmac\"\n2) \"«LjoEvKm3M+8uBqWTfIeQPoVa2cmLEUec»\"", `{"door_code": "«48213»"}`, `{"doorCode":"«48213»"}`,
		`{"security_answer": "«Rover1987»"}`, "snmp_community: «k4rst0ffel»", `dkim_private = "«Iq84kdmAh663rfCD0OKAsUrPvz17xGx9HwTnzu4R»"`, `{"refresh":"«pq84kdmAh663rfCD0OKAsUrPvz17xGx9HwTnzu4R»"}`,
		"| id | refresh_value                            |\n|----|------------------------------------------|\n|  3 | «Iq84kdmAh663rfCD0OKAsUrPvz17xGx9HwTnzu4R» |",
		`{"Plaintext": "«Iq84kdmAh663rfCD0OKAsUrPvz17xGx9HwTnzu4RaBc=»", "KeyId": "x"}`, `{"routing_key":"«cEYzcVOYU8WzWfR8rsZ8»","event_action":"trigger"}`,
	})
	checkMarked(t, "logs", []string{
		`time=2025-06-08T14:21:51Z level=INFO msg="using credentials" account=keiko key_id=0xCV6O7s value=«oHK4W6gvUj7MMpXh2zJwuxmRrzFOeCtk»`,
		`{"level":"debug","msg":"resolved secret","name":"db","value":"«oHK4W6gvUj7MMpXh2zJwuxmRrzFOeCtk»"}`, `time=x level=INFO msg="using credentials" account=olga value=«5e8bbf8e-6168-45cc-aa02-81e571d8ae00»`,
		`level=debug msg="rotated api key" old=«oHK4W6gvUj7MMpXh2zJwuxmRrzFOeCtk» new=«pHK4W6gvUj7MMpXh2zJwuxmRrzFOeCtk»`, `10:42:01 INFO loaded credential from vault value=«oHK4W6gvUj7MMpXh2zJwuxmRrzFOeCtk»`,
	})
	checkMarked(t, "chats", []string{
		"[10:42] pavel: whats the root pw on srv-app again?\n[10:43] boss: «tigerguitar»\n[10:43] pavel: thx", "<kim> was ist das passwort für den nas?\n<lea> «sommerwind77»", "lea 10:12 AM\nwhat's the password for staging?\ntom 10:13 AM\n«purplerain88»",
		"A: 管理员密码是多少？\nB: «tiger8848»", `User wrote "«dragoncookie»" as the answer to my question about the DB login. I'll export it`, `The user answered "«dragoncookie»" when I asked for the database password.`,
	})
	checkMarked(t, "dictated", []string{
		`hmm it's "«D'welcome.879»" with the apostrophe, copy it exactly`, `nein, es ist "«Kater!Karlo.77»" mit Ausrufezeichen`, "it is «Hello_World_77» with underscores and a capital H", "c'est «Soleil'Bleu42» avec l'apostrophe",
		"es «Gato'Negro42» con apóstrofo", "user admin and then «HamburgThunder22», all one word", "das Passwort, «TigerKatze88», alles klein geschrieben",
		`WiFi is "hunter-5G" and the key's «tokyotiger660», flash the ESP with that`, "password's «Blue42Moon!» btw",
	})
	checkMarked(t, "tables", []string{
		"id   login   password\n7    loader  «pZuo84pECNyW»",
	})
}

// TestNoSecretsInSuchContexts has what looks alike.
func TestNoSecretsInSuchContexts(t *testing.T) {
	t.Parallel()
	e := mustNew(t, Options{})
	for _, text := range []string{
		`{"hmac": "sha256"}`, `const hmac = crypto.createHmac(algorithm, key)`, `{"refresh": "always"}`, `{"tok": "identifier_12"}`, `{"activation_code": null}`, "exit code: 48213", `{"zip_code": "48213"}`, `"accountIdEncrypt": "MC1IDX12m15rWVqvHImVkC7HIaSghypGW7CBJ"`,
		`level=INFO msg="request done" value=oHK4W6gvUj7MMpXh2zJwuxmRrzFOeCtk`, `level=INFO msg="token count" value=1234567890123456`, `{"msg":"secret rotated","value":"3"}`, "urn:ietf:params:oauth:token-type:saml2",
		`{"name":"db","value":"oHK4W6gvUj7MMpXh2zJwuxmRrzFOeCtk"}`, "bob: what is the password policy?\nann: strict", "Where is the password?\nsettings", "name the variable userName with a capital N", "write it as file_name.md with an underscore",
		"I renamed it to parse_v2 with underscores", "the key's default value is 42", "the key's name", "The user typed \"hello\" when the prompt came up", "The user wrote \"continue\" as the answer", "NAME  PASSWORD  AGE\nthe list below has three columns",
		"call it Section2 with a capital S", "routing_key=orders.created.v2", `routing_key: "events-inventory-2024-refresh"`,
	} {
		if clean, _ := e.Text(text); clean != text {
			t.Errorf("%q became %q", text, clean)
		}
	}
}
