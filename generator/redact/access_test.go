package redact

import "testing"

// TestWhatOpensSomething has sentences in many languages that say how something is opened without a name beside the value.
func TestWhatOpensSomething(t *testing.T) {
	t.Parallel()
	checkMarked(t, "sentences", []string{
		"Der Benutzer `reporting` ist angelegt; beim ersten Login bitte `«q6vSBpzkkEELzQQY»` eingeben und danach ändern.", "Die Seite ist per htaccess geschützt, Name jana und dann «Fr33d0m-k4tze#», schau dir bitte das Layout an",
		"a senha do roteador continua «amoGatos77#», entra lá e abre a porta 2222", "la password del gestionale è rimasta «G4tt0-n3r0?», usala per scaricare le fatture", "pour te connecter à phpMyAdmin tu mets igor et ensuite «Ch4t-n01r!!» — après ça regarde la table",
		"log into the staging box, it'll ask you for something, give it «Spring79#x» and then restart nginx", "try «M4r1p-0ch0u!!» first, if the router refuses it then I must have changed it", "Listo: la cuenta ya existe. Entra con ana@x.dev y «yemvyq-Nyjwin-tavru1»; guárdalo bien",
		"腾讯云 SecretId 已经有了，SecretKey 密钥 填 «XS0MMr0esYVZUvRx5q7MdmascpsWC6GB»，帮我 写个 上传 脚本 好吗", "зайди на сервер под ольгой, пароль обычный — «k0tik486!» , и посмотри логи пожалуйста",
		"our supplier sent this over for their stock feed: «8as0F8ugKk28mUdPX3oXPM0vi2Z0dTMI», put it in the header they call X-Auth", "The request needs the value the admin pasted, «1zj5eCLkhOcB4a2HupYO5VKYOLY7PlGaqIxK», in the third header",
	})
	e := mustNew(t, Options{})
	for _, text := range []string{
		"log into the box and run build #1234 of release-2024! please", "the login page of v2.14.3-rc1! is protected now by a check", "unlock the file with lock id 8as0F8ugKk28mUdPX3oXPM0vi2Z0dTMI and go on", "the password form of commit 1a2b3c4d5e6f7a8b is broken again!",
		"sign in with GitHub and open issue PROJ-1234! right after that please", "Zugang zur Seite src/app2/Login.tsx! ist für alle gesperrt", "the router matches /users/42!detail before any other one of them", "VPN setup needs Windows11! and a reboot of the machine",
	} {
		if clean, _ := e.Text(text); clean != text {
			t.Errorf("%q became %q", text, clean)
		}
	}
}

// TestWhatLeadsToAPassword has what people choose behind words that lead to it, and passphrases with words of sentences.
func TestWhatLeadsToAPassword(t *testing.T) {
	t.Parallel()
	checkMarked(t, "led", []string{
		"Der Benutzer heißt ingrid und rein kommt man mit «handball22», bitte nicht ins README schreiben", "1. laptop from Jan\n2. VPN: your surname, then «LUNAorange435» until IT gives you a token", "the tablet in the lobby is locked, unlock is «0136». then open chrome",
		"Der Tresor im Keller geht mit «197244» auf, das soll auch in die Notiz", "it just texted me «014545», type that in quick", `passphrase = "«le tanuki siniy danse avec filou»"`,
		`passphrase = "«the tanuki siniy and danse avec»"`, `the wifi password's "«maple window tractor»", write it down`,
		"Mein Hauptkennwort lautet «zipper.hazel.gravel.hatchet» und ich möchte alle Einträge",
	})
	e := mustNew(t, Options{})
	for _, text := range []string{
		"log into the box with ssh, and then restart nginx2 on it please", "the VPN was set up in 2019, then Ubuntu2204 came", "unlock is 2024 in the list", `passphrase = "enter the long secret words of your team"`, "the password is com.example.app.forms", "das Kennwort lautet this.props.form.value",
	} {
		if clean, _ := e.Text(text); clean != text {
			t.Errorf("%q became %q", text, clean)
		}
	}
}
