package redact

import "testing"

// TestToldInSentences has sentences without a name beside the value: what people choose behind words that lead to it, passwords of
// several words, codes of doors and those that are valid once, what follows on the next line, what is beside an address.
func TestToldInSentences(t *testing.T) {
	t.Parallel()
	checkMarked(t, "told", []string{
		"entra por ssh a 10.1.2.3 como deploy, la clave de siempre «Barcelona.Verano.77», y reinicia nginx",
		"Pour le wifi du bureau: «soleil-cactus-93» (tout en minuscules)",
		"j'ai remis l'ancien mdp, donc «Paris*Hiver55», essaie encore",
		"Per entrare nel NAS usa luca e «Vespa.Roma.88», poi copia le foto",
		"server ka password hai «delhi-garmi-48», login karke dekho",
		"passwordnya «nasi-goreng-64», coba login",
		"The old one doesn't work anymore, it's «marble-falcon-38» now. Try logging in again.",
		"I changed it yesterday, the new one is «Copper*Lantern29», please update the .env",
		"when it prompts you just enter «Walnut*Ridge83» and hit enter",
		"sudo will ask, it's «pebble-otter-57»",
		"you'll need «Maple.Thunder.812» to unlock the keychain",
		"My laptop login is «Orchid*Tiger66», use it for sudo when needed",
		"For the demo we use demo@acme.io and «Sunny*Parrot82»",
		"I signed up at groundlight, they gave me «hT7vQ2mX9bLp4KzR8wNc3JdF6gYs1VtA» — add it to the env",
		"ok here you go: «hT7vQ2mX9bLp4KzR8wNc3JdF6gYs1VtA»",
		"assistant: Please paste the API key.\nuser: «hT7vQ2mX9bLp4KzR8wNc3JdF6gYs1VtA»",
		"Q: which password did you set? A: «copper-tulip-28»",
		"the safe combination is «38-14-72»",
		"alarm code for the office: «4831», keep it out of the docs",
		"gate code is «7294#»",
		"our door opens with «5527»",
		"google just sent me «849215», enter it",
		"use «849215» to sign in",
		"my ssh key has a passphrase and it's \"«velvet hollow magnet brisk»\"",
		"the phrase to open the vault is \"«velvet hollow magnet brisk»\"",
		"vpn login bob «Falcon*Quartz21»",
		"- admin@acme.io : «Falcon*Quartz21»",
		"admin@acme.io «Falcon*Quartz21»",
		"admin@acme.io / «falcon-quartz-21»",
		"admin@acme.io:«falcon-quartz-21»",
		"admin@acme.io\n«Falcon*Quartz21»",
		"mein Passwort war bisher «katze-hund-22», jetzt ist es «Sommer*Regen48»",
		"Das neue lautet «Hamburg*Regen61», trag es bitte in die .env ein",
		"Nimm als Passwort einfach «apfel-birne-73»",
		"melde dich mit jana und «apfel-birne-73» an",
		"wenn er fragt: «Apfel*Birne73»",
		"le nouveau c'est «Pomme*Poire73», mets-le dans le .env",
		"Connecte-toi avec marie et «pomme-poire-73»",
		"le code de la porte c'est «4831A»",
		"Der Alarmcode ist «5813#», bitte nicht notieren",
		"key safe code «5813» is behind the bin",
		"The lockbox is next to the door, code «5813»",
		"Use «5813» on the keypad then turn the handle",
		"The network is GuestNet and you get in with «Panda.Sunny.71»",
		"I log in as ola with «fjord-laks-58»",
		"reset it to «Fjord*Laks58» please",
		"the password used to be «fjord-laks-58» but now it's «sommer-wind-92»",
		"I think it was «Fjord*Laks58», maybe with a capital L",
		"логин ola, пасс «Fjord*Laks58»",
		"u: ola p: «Fjord*Laks58»",
		"u=ola p=«Fjord*Laks58»",
		"Our Jenkins is at ci.corp.io, ola and «Fjord*Laks58»",
		"Grafana runs on :3000 with admin and «fjord-laks-58»",
		"ssh ola@10.0.0.5 with «Fjord*Laks58»",
		"ssh ola@10.0.0.5 then «fjord-laks-58»",
		"mysql -u root, password fjord? no: «fjord-laks-58»",
		"the db password hasn't changed: «fjord-laks-58»",
		"unlock the zip with «fjord-laks-58»",
		"The archive opens with «Fjord*Laks58»",
		"das Archiv öffnet man mit «fjord-laks-58»",
		"la phrase de passe est \"«nectar tulipe phare marbre»\"",
		"the alarm system: arm with «5813», disarm with «7721»",
		"Hey, garage keypad is «58134», close it after",
		"Code Haustür «5813», bitte in die Willkommensmail",
		"le code du portail est «5813B»",
		"il codice del cancello è «5813», mettilo nella guida",
		"I got an sms that says «581347»",
	})
}

// TestNothingToldInSentences has sentences that speak of hosts, branches, pages and numbers in the same way.
func TestNothingToldInSentences(t *testing.T) {
	t.Parallel()
	e := mustNew(t, Options{})
	for _, text := range []string{
		"log in to the box and use falcon-berlin-12 as the host",
		"The host is falcon-berlin-12, sign in with your key",
		"log into the cluster with node alpine-cedar-24 and run it",
		"Sign in with GitHub, then open ticket marble-falcon-381 please",
		"der Zugang zum Server ist kaffee-berlin-12, Name des Rechners",
		"the new one is called marble-falcon-38 and it is a branch",
		"The old one doesn't work anymore, it's marble-falcon-038 now. Try logging in again.",
		"log in and check the image amber-lantern-12 in the registry",
		"The old one doesn't work, it's the dataset amber-lantern-12 now",
		"wait for the door to close, code 137 means killed",
		"the alarm fired 4831 times today in the gate check",
		"// Unsupported opcode — close with 1003",
		"WhatsApp sent me to ticket 849215 again, use it to sign in to nothing",
		"use 849215 rows to sign in the report",
		"admin@acme.io wrote 12 mails today",
		"admin@acme.io\nSecond line of text",
		"joe@x.dev: Re: build #1234 failed",
		"mail bob@corp.io about release-notes-12 please",
		"Here is the commit:\n8as0F8ugKk28mUdPX3oXPM0vi2Z0dTMI",
		"here you go:\nsrc/components/LoginForm2.tsx",
		"what is the id?\nuser: hT7vQ2mX9bLp4KzR8wNc3JdF6gYs1VtA",
		"Here's the page:\nuser: see docs-2024-10",
		"the password field says \"bitte hier klein eingeben\" in German",
		"the label of the password is \"orchid gravel tundra lantern\"",
		"user: joe p: 12 of 20",
		"?u=joe&p=2",
		"the passphrase dialog has \"save cancel retry\" buttons",
		"log in, then see section 10.2.3 and table R2-D2 of it",
		"writeSession(t, path, snapshotFixture(\"changed\"), 10*time.Minute)",
		"the CA is 9zwhS3b1oYuUEqWNpu2SPkEH24JMVWFEVQvHuYXZpump, log in to buy",
	} {
		if clean, _ := e.Text(text); clean != text {
			t.Errorf("%q became %q", text, clean)
		}
	}
}

// TestFurtherPlacesOfKeys has keys of streams and of gossip, hashes of Windows, schemes and headers of services, words of commands, and
// the words of wallets in other languages that nothing calls so.
func TestFurtherPlacesOfKeys(t *testing.T) {
	t.Parallel()
	checkMarked(t, "keys", []string{
		"ffmpeg -re -i loop.mp4 -c copy -f flv rtmp://a.rtmp.youtube.com/live2/«ukjr-o5cg-a76u-kn29-isbu»",
		"obs server rtmps://live-api-s.facebook.com:443/rtmp/«FB-1234567890-0-Ab3kX9pQ7rT2vW5z»",
		"bob:1001:aad3b435b51404eeaad3b435b51404ee:«7771cfbd8bd675e56959ed89cbc6aa1c»:::",
		"curl -H 'Authorization: Splunk «47ac474e-a790-41cb-81ae-9dc7ccbcf36a»' https://hec",
		"curl -H 'Authorization: Zoho-oauthtoken «1000.8cb99dxxa9b4f7c2.9b8d7e6f5a4b3c2d»' https://x",
		"influx write -b sensors -o home -t «udZJT4DY8cZ4mvvbI0HtszZs8P8Wqb3FWqnWMxnTq6epSD1KOGOdClgwtBcb4hfEC64vu1zg6Im7avyciP7l==» -f out.lp",
		"b2 authorize-account 00522dcd1c14e0b0000000001 «K0057y36ZgpWjwKEZNsMv4sBgCOW8eW»",
		"b2 account authorize 00522dcd1c14e0b0000000001 «K0057y36ZgpWjwKEZNsMv4sBgCOW8eW»",
		"encrypt = \"«N5TMrV5FvZQp81VfHVtXEcVOaYjG8c8RTJxZORmQbLI=»\"",
		"{\"datacenter\":\"dc1\",\"encrypt\":\"«N5TMrV5FvZQp81VfHVtXEcVOaYjG8c8RTJxZORmQbLI=»\"}",
		"«arroz boleto cañón dardo exilio flauta gordo hueco jardín lacio mango nube»",
		"«abisso bacca cadetto daccapo ebano fabbrica gabbiano hotel iato labbro maestro nuotare»",
		"let c = Client::builder().auth(Auth::Basic(\"mrossi\".into(), \"«BoAlQW2v4Iw8THSRGU»\".into())).build()?;",
		"auth=(\"mrossi\", \"«Fjord*Laks58»\")",
		"headers: { \"x-honeycomb-team\": \"«rAlsHUPga06iO6BbH81hWp»\" }",
		"curl -H 'X-Acme-Team: «rAlsHUPga06iO6BbH81hWp»' https://x",
	})
	e := mustNew(t, Options{})
	for _, text := range []string{
		"rtmp://localhost/live/stream",
		"rtmp://host.example.org/live/room-main-2024-01",
		"git clone a:::b",
		"encrypt = true",
		"Private Key: 0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80",
		"stripe.api_key = \"sk_test_4eC39HqLyjWDarjtT1zdp7dc\"",
		"commit the changes with report per function before the next function starts",
		"please rewrite the readme and remove old stuff from other files",
		"mache bitte weiter und schreibe danach noch mehr tests dazu heute",
		"continue with phase three then update every test file again please",
		"pour cette partie nous allons faire autre chose demain avec eux",
		"{\"x-amz-id-2\": \"Ab3kX9pQ7rT2vW5zLm8nB4cD6fG1hJ\"}",
		"\"x-vercel-id\": \"iad1::Ab3kX9pQ7rT2vW5zLm8nB4cD6fG1hJ\"",
		"curl -H 'X-Request-Id: Ab3kX9pQ7rT2vW5zLm8nB4cD6fG1hJ' https://x.dev",
		"curl -H 'X-Acme-Team: blue-team-of-germany-2' https://x.dev",
	} {
		if clean, _ := e.Text(text); clean != text {
			t.Errorf("%q became %q", text, clean)
		}
	}
}
