package query

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"steno/generator/search"
)

// asked are sessions in languages other than English, each with a question that a reader who remembers it may ask: in other forms of
// its words, or in words that no session has.
var asked = []struct{ language, says, question string }{
	{"de", "Ich habe die Suche beschleunigt: der Index wird jetzt in Blöcken gelesen, und das Ergebnis ist schneller da.", "wie habe ich die Suche schneller gemacht"},
	{"de", "Der Fehler beim Hochladen großer Dateien ist behoben. Die Verbindung wurde nach 30 Sekunden getrennt.", "warum brach das Hochladen von großen Dateien ab"},
	{"de", "Die Übersetzungen liegen nun in eigenen Ordnern, für jede Sprache einer. Fehlende Schlüssel meldet der Bau.", "wo liegen die Übersetzungen für eine Sprache"},
	{"de", "Das Passwort wird nicht mehr im Klartext gespeichert, sondern mit Argon2 verschlüsselt.", "wie werden Passwörter gespeichert"},
	{"de", "Wir haben die Datenbank auf Postgres umgestellt, weil SQLite bei parallelen Schreibzugriffen blockierte.", "weshalb haben wir die Datenbank umgestellt"},
	{"de", "Die Rechnungen werden nachts erzeugt und als PDF verschickt; die Mehrwertsteuer rundet jetzt kaufmännisch.", "wann werden Rechnungen verschickt"},
	{"de", "Der Zwischenspeicher wächst nicht mehr ohne Grenze: alte Einträge fallen nach einer Stunde heraus.", "wie groß darf der Zwischenspeicher wachsen"},
	{"de", "Für die Anmeldung gibt es jetzt eine Sperre nach fünf falschen Versuchen.", "wie oft darf man sich falsch anmelden"},
	{"de", "Die Grafik des Dashboards zeichnet nur noch sichtbare Punkte, das spart viel Rechenzeit.", "warum war das Zeichnen der Grafik so langsam"},
	{"de", "Ich habe den Kalender um Feiertage ergänzt, sie kommen aus einer kleinen Tabelle im Paket.", "woher kommen die Feiertage im Kalender"},
	{"de", "Beim Umbenennen eines Ordners gingen Verknüpfungen verloren. Jetzt werden sie mitgezogen.", "was passiert mit Verknüpfungen wenn ich einen Ordner umbenenne"},
	{"de", "Die Tests liefen auf Windows nicht, weil Pfade dort anders getrennt werden.", "weswegen scheiterte der Test unter Windows"},
	{"de", "Die Warteschlange verarbeitet Aufträge nun der Reihe nach, doppelte werden verworfen.", "werden doppelte Aufträge in der Warteschlange verworfen"},
	{"de", "Das Suchfeld im Kopf der Seite öffnet sich mit der Taste Schrägstrich.", "mit welcher Taste öffnet man das Suchfeld"},
	{"de", "Der Drucker bekam leere Seiten, da die Schriftart fehlte. Wir betten sie nun ein.", "wieso druckte er leere Seiten"},
	{"de", "Die Zeitzone des Servers verschob alle Termine um eine Stunde; gespeichert wird nun in UTC.", "welche Zeitzone hat der Server bei Terminen"},
	{"de", "Ein zweiter Lauf vergleicht die Sicherungen; was beschädigt ist, meldet er am Morgen.", "Sicherungsvergleich beschädigte"},
	{"de", "Die Lizenzen aller Pakete stehen in einer Liste, die jede Nacht geprüft wird.", "Paketlizenzen prüfen"},
	{"de", "Nachrichten an Kunden werden in deren Sprache verschickt, Vorlagen dafür liegen im Archiv.", "Kundennachricht Vorlage Sprachen"},
	{"de", "Beim Start lädt das Programm die Einstellungen des Benutzers, und danach die der Gruppe.", "Benutzereinstellungen beim Programmstart"},
	{"de", "Die Bilder werden verkleinert, bevor sie auf die Karte kommen, sonst ruckelt das Verschieben.", "ruckelnde Karten mit großem Bild"},
	{"fr", "La recherche est plus rapide : l'index est lu par blocs et les résultats arrivent aussitôt.", "comment ai-je accéléré la recherche"},
	{"fr", "Le téléversement des gros fichiers échouait, la connexion était coupée après trente secondes.", "pourquoi le téléversement d'un gros fichier a-t-il échoué"},
	{"fr", "Les traductions sont rangées dans un dossier par langue, et les clés manquantes sont signalées.", "où sont rangées les traductions"},
	{"fr", "Nous avons remplacé SQLite par Postgres, car les écritures parallèles se bloquaient.", "pourquoi avons-nous remplacé la base de données par Postgres"},
	{"fr", "Le cache ne grossit plus sans limite : les entrées anciennes expirent après une heure.", "quand est-ce qu'une entrée ancienne du cache expire"},
	{"fr", "Le calendrier affiche les jours fériés, qui viennent d'un petit tableau du paquet.", "d'où viennent les jours fériés du calendrier"},
	{"fr", "Les factures sont envoyées la nuit, et la taxe est arrondie correctement.", "quand envoie-t-on une facture"},
	{"fr", "Le mot de passe est chiffré avec Argon2 avant d'être enregistré.", "comment les mots de passe sont-ils chiffrés"},
	{"fr", "Les sauvegardes abîmées sont signalées le matin, après une comparaison avec la copie.", "sauvegarde abîmée signaler"},
	{"fr", "Les licences des paquets sont vérifiées chaque nuit contre une liste.", "vérification de la licence d'un paquet"},
	{"es", "La búsqueda es más rápida: el índice se lee por bloques y los resultados llegan enseguida.", "cómo hice más rápida la búsqueda"},
	{"es", "La subida de archivos grandes fallaba porque la conexión se cortaba a los treinta segundos.", "por qué falló la subida de un archivo grande"},
	{"es", "Las traducciones están en una carpeta por idioma, y se avisa de las claves que faltan.", "dónde está la traducción de cada idioma"},
	{"es", "Cambiamos SQLite por Postgres porque las escrituras paralelas se bloqueaban.", "por qué cambiamos la base de datos"},
	{"es", "La memoria intermedia ya no crece sin límite: las entradas antiguas caducan en una hora.", "cuándo caduca una entrada antigua"},
	{"es", "El calendario muestra los días festivos, que vienen de una pequeña tabla del paquete.", "de dónde vienen los festivos del calendario"},
	{"es", "Las facturas se envían por la noche y el impuesto se redondea bien.", "cuándo se envía la factura"},
	{"es", "Las copias dañadas se avisan por la mañana, tras compararlas con el original.", "avisar de una copia dañada"},
	{"es", "Las licencias de los paquetes se revisan cada noche contra una lista.", "revisión de la licencia del paquete"},
	{"es", "La contraseña se cifra con Argon2 antes de guardarla.", "cómo se cifran las contraseñas"},
}

// everyday are words that most texts of a language have, and some that many have.
var everyday = [][]string{
	strings.Fields("der die das und ist in zu den mit sich auf für nicht ein eine es im dem von werden wird haben habe hat wir ich wie warum wo wann was war kann man einen einer welche sind zum ab so nur weil darf liegen gibt kommen Datei Dateien Server Fehler Test Seite Code Funktion neu"),
	strings.Fields("le la les de des du un une et est en que qui dans pour pas sur avec il on nous ai a été sont comment pourquoi où quand quel se ce plus au par fichier fichiers serveur erreur test page code fonction nouveau base données"),
	strings.Fields("el la los las de del un una y es en que por con para se no lo su al más fue está son cómo qué dónde cuándo hay hice como archivo archivos servidor error prueba página código función nuevo base datos"),
}

// withoutMarks writes letters with marks as keyboards without them do.
var withoutMarks = strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue", "ß", "ss", "Ä", "Ae", "Ö", "Oe", "Ü", "Ue",
	"é", "e", "è", "e", "ê", "e", "à", "a", "ç", "c", "á", "a", "í", "i", "ó", "o", "ú", "u", "ñ", "n")

// fantasy is a word that no text has.
func fantasy(r *rand.Rand) string {
	var b strings.Builder
	for range 3 + r.IntN(2) {
		b.WriteByte("bdfgklmnprstvwz"[r.IntN(15)])
		b.WriteString([]string{"a", "e", "i", "o", "u", "ei", "ou"}[r.IntN(7)])
	}
	return b.String() + "rk"
}

// languageSite is an archive with these sessions, others in these languages, of their most frequent words, and some in English.
func languageSite(t *testing.T, r *rand.Rand) *Index {
	t.Helper()
	sessions := mixed(1, 40, 60)
	add := func(id string, docs ...string) {
		start := time.Date(2026, 3, 1, len(sessions), 0, 0, 0, time.UTC)
		s := search.Session{ID: id, URL: "sessions/" + id + "/index.html", Title: id, Start: start}
		for i, text := range docs {
			s.Docs = append(s.Docs, search.Doc{Anchor: fmt.Sprint("m-", i), Page: "index.html", Kind: "reply", Time: start, Text: text})
		}
		sessions = append(sessions, s)
	}
	for i, a := range asked {
		add(fmt.Sprint("asked-", i), "Bitte, s'il te plaît, por favor", a.says)
	}
	for i := range 150 {
		var docs []string
		for range 4 {
			var words []string
			for range 30 {
				words = append(words, everyday[i%3][r.IntN(len(everyday[i%3]))])
			}
			docs = append(docs, strings.Join(words, " "))
		}
		add(fmt.Sprint("other-", i), docs...)
	}
	return open(t, writeIndex(t, search.Options{Scope: search.ScopeEverything}, sessions))
}

// TestLanguages asks questions in German, French and Spanish. Their sessions are among the first three, also if a word is in none, or the question lacks
// a word; an answer that lacks half of the words comes with queries that find something.
func TestLanguages(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(47, 50))
	ix := languageSite(t, r)
	for _, v := range []struct {
		name  string
		least int
		of    func(q string) string
	}{
		{"as asked", 39, func(q string) string { return q }},
		{"spelled out", 39, withoutMarks.Replace},
		{"with a word that nothing has", 39, func(q string) string { return q + " " + fantasy(r) }},
		{"without a word", 36, func(q string) string {
			words := strings.Fields(q)
			n := r.IntN(len(words))
			return strings.Join(slices.Delete(words, n, n+1), " ")
		}},
	} {
		top, missed := 0, []string{}
		for i, a := range asked {
			q := v.of(a.question) + " "
			answer, err := ix.Search(t.Context(), q, Options{Limit: 20})
			if err != nil {
				t.Fatal(err)
			}
			var sessions []string
			for _, h := range answer.Hits {
				if !slices.Contains(sessions, h.Session) {
					sessions = append(sessions, h.Session)
				}
			}
			if slices.Contains(sessions[:min(3, len(sessions))], fmt.Sprint("asked-", i)) {
				top++
			} else {
				missed = append(missed, fmt.Sprintf("%s: %v, %v", q, answer.Remarks, answer.Offers))
			}
			for _, offer := range answer.Offers {
				if again, err := ix.Search(t.Context(), offer, Options{Limit: 1}); err != nil || len(again.Hits) == 0 {
					t.Errorf("%q offers %q, which finds nothing (%v)", q, offer, err)
				}
			}
		}
		t.Logf("%s: %d of %d in the top three; not: %s", v.name, top, len(asked), strings.Join(missed, "\n"))
		if top < v.least {
			t.Errorf("%s: %d of %d sessions are in the top three, promised are %d", v.name, top, len(asked), v.least)
		}
	}
}

// TestCompounds: words that are there as two, and words with other endings.
func TestCompounds(t *testing.T) {
	t.Parallel()
	dir := writeIndex(t, search.Options{Scope: search.ScopeEverything}, []search.Session{{ID: "a", URL: "sessions/a/index.html", Docs: []search.Doc{
		{Kind: "reply", Page: "index.html", Text: "Die Suche im Index ist schnell, und die Zeitung hat acht Seiten. Los archivos nuevos, große Übersetzungen, Aerger. The checkpoint store is gone."},
	}}})
	checkAgreement(t, dir, []string{"Indexsuche ", "Zeitungsseite", "schneller ", "archivo nuevas ", "checkpointstore ", "checkpointstone ", `"Indexsuche"`, "warum Flachland", "Suche Flachland ", "suchzeitig", "Uebersetzung ", "Uebersetzungen ", "groesse", "grosse ", "Ärger "})
	ix := open(t, dir)
	for q, want := range map[string]string{
		"Indexsuche ":      "taken apart: Indexsuche was not found as one word",
		"Zeitungsseite ":   "taken apart: Zeitungsseite was not found as one word",
		"checkpointstore ": "taken apart: checkpointstore was not found as one word",
		"schnelleren ":     "schnelleren was not found; showing results for schnell",
		"Uebersetzungen ":  "uebersetzungen was not found; showing results for ubersetzungen",
		"Ärger ":           "arger was not found; showing results for aerger",
		"warum Flachland ": "not found anywhere: Flachland, warum",
	} {
		a, err := ix.Search(t.Context(), q, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if len(a.Remarks) != 1 || a.Remarks[0] != want || strings.HasPrefix(want, "not") != (len(a.Hits) == 0) {
			t.Errorf("%q: %d hits, %q, want %q", q, len(a.Hits), a.Remarks, want)
		}
	}
	a, err := ix.Search(t.Context(), "Suche Flachland Zeitungsente ", Options{})
	if err != nil || len(a.Hits) != 1 || len(a.Offers) == 0 {
		t.Errorf("an answer with one of three words offers %q (%v)", a.Offers, err)
	}
}
