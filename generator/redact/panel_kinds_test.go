package redact

import (
	"encoding/base64"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"sync"
)

// secretKind is one kind of secret of the panel. form is read by grow: classes with
// counts are drawn at random, "|" is dropped, so that no token stands here.
type secretKind struct {
	name string
	env  string // the variable that usually holds it
	form string
}

const (
	kw = "[A-Za-z0-9]"
	kd = "[A-Za-z0-9_-]"
	kh = "[0-9a-f]"
	ku = kh + "{8}-" + kh + "{4}-4" + kh + "{3}-a" + kh + "{3}-" + kh + "{12}"
)

// kinds were written from the providers' documentation, apart from the table of
// rules.
var kinds = []secretKind{
	{"github classic", "GITHUB_TOKEN", "gh|p_" + kw + "{36}"},
	{"github oauth", "GH_TOKEN", "gh|o_" + kw + "{36}"},
	{"github server", "GITHUB_TOKEN", "gh|s_" + kw + "{36}"},
	{"github fine-grained", "GITHUB_PAT", "github|_pat_" + kw + "{22}_" + kw + "{59}"},
	{"gitlab personal", "GITLAB_TOKEN", "gl|pat-" + kd + "{20}"},
	{"gitlab deploy", "CI_DEPLOY_TOKEN", "gl|dt-" + kd + "{20}"},
	{"gitlab runner", "RUNNER_TOKEN", "gl|rt-" + kd + "{20}"},
	{"bitbucket app", "BITBUCKET_APP_PASSWORD", "AT|BB" + kw + "{32}"},
	{"atlassian", "JIRA_API_TOKEN", "AT|ATT3xFfGF0" + kd + "{170}=" + "[0-9A-F]{8}"},
	{"aws key id", "AWS_ACCESS_KEY_ID", "AK|IA[A-Z2-7]{16}"},
	{"aws temporary id", "AWS_ACCESS_KEY_ID", "AS|IA[A-Z2-7]{16}"},
	{"aws secret", "AWS_SECRET_ACCESS_KEY", "[A-Za-z0-9+/]{40}"},
	{"aws session", "AWS_SESSION_TOKEN", "IQoJ|b3JpZ2luX2Vj[A-Za-z0-9+/]{300}="},
	{"anthropic api", "ANTHROPIC_API_KEY", "sk-|ant-api03-" + kd + "{93}AA"},
	{"anthropic oauth", "CLAUDE_CODE_OAUTH_TOKEN", "sk-|ant-oat01-" + kd + "{93}AA"},
	{"anthropic refresh", "refreshToken", "sk-|ant-ort01-" + kd + "{93}AA"},
	{"anthropic admin", "ANTHROPIC_ADMIN_KEY", "sk-|ant-admin01-" + kd + "{93}AA"},
	{"openai project", "OPENAI_API_KEY", "sk-|proj-" + kd + "{74}T3|BlbkFJ" + kd + "{74}"},
	{"openai legacy", "OPENAI_API_KEY", "sk-" + kw + "{20}T3|BlbkFJ" + kw + "{20}"},
	{"openai service", "OPENAI_API_KEY", "sk-|svcacct-" + kd + "{58}T3|BlbkFJ" + kd + "{58}"},
	{"deepseek", "DEEPSEEK_API_KEY", "sk-" + kh + "{32}"},
	{"google api", "GOOGLE_API_KEY", "AI|zaSy" + kd + "{33}"},
	{"google oauth access", "GOOGLE_ACCESS_TOKEN", "ya|29.a0" + kd + "{140}"},
	{"google client secret", "GOOGLE_CLIENT_SECRET", "GOC|SPX-" + kd + "{28}"},
	{"google refresh", "GOOGLE_REFRESH_TOKEN", "1//|0[0-9]" + kd + "{60}"},
	{"openrouter", "OPENROUTER_API_KEY", "sk-|or-v1-" + kh + "{64}"},
	{"hugging face", "HF_TOKEN", "hf|_[A-Za-z]{34}"},
	{"replicate", "REPLICATE_API_TOKEN", "r8|_" + kw + "{37}"},
	{"groq", "GROQ_API_KEY", "gs|k_" + kw + "{52}"},
	{"xai", "XAI_API_KEY", "xa|i-" + kw + "{80}"},
	{"perplexity", "PERPLEXITY_API_KEY", "pp|lx-" + kw + "{48}"},
	{"nvidia", "NVIDIA_API_KEY", "nv|api-" + kd + "{64}"},
	{"pinecone", "PINECONE_API_KEY", "pc|sk_" + kw + "{6}_" + kw + "{56}"},
	{"mistral", "MISTRAL_API_KEY", kw + "{32}"},
	{"cohere", "CO_API_KEY", kw + "{40}"},
	{"deepgram", "DEEPGRAM_API_KEY", kh + "{40}"},
	{"slack bot", "SLACK_BOT_TOKEN", "xo|xb-[0-9]{12}-[0-9]{13}-" + kw + "{24}"},
	{"slack user", "SLACK_USER_TOKEN", "xo|xp-[0-9]{12}-[0-9]{12}-[0-9]{13}-" + kh + "{32}"},
	{"slack app", "SLACK_APP_TOKEN", "xa|pp-1-A[A-Z0-9]{10}-[0-9]{13}-" + kh + "{64}"},
	{"slack webhook", "SLACK_WEBHOOK_URL", "https://hooks.|slack.com/services/T[A-Z0-9]{8}/B[A-Z0-9]{10}/" + kw + "{24}"},
	{"discord bot", "DISCORD_BOT_TOKEN", "MT|I[0-9A-Za-z]{21}[A-Za-z0-9]{2}.G" + kw + "{5}." + kd + "{38}"},
	{"discord webhook", "DISCORD_WEBHOOK", "https://discord|.com/api/webhooks/1[0-9]{17}/" + kd + "{68}"},
	{"telegram", "TELEGRAM_BOT_TOKEN", "[1-9][0-9]{9}:A|A" + kd + "{33}"},
	{"stripe live", "STRIPE_SECRET_KEY", "sk|_live_51" + kw + "{90}"},
	{"stripe restricted", "STRIPE_KEY", "rk|_live_51" + kw + "{90}"},
	{"stripe test", "STRIPE_SECRET_KEY", "sk|_test_51" + kw + "{90}"},
	{"stripe webhook", "STRIPE_WEBHOOK_SECRET", "wh|sec_" + kw + "{32}"},
	{"twilio key", "TWILIO_API_KEY", "S|K" + kh + "{32}"},
	{"twilio auth token", "TWILIO_AUTH_TOKEN", kh + "{32}"},
	{"sendgrid", "SENDGRID_API_KEY", "S|G." + kd + "{22}." + kd + "{43}"},
	{"mailgun", "MAILGUN_API_KEY", "ke|y-" + kh + "{32}"},
	{"mailchimp", "MAILCHIMP_API_KEY", kh + "{32}-us1[0-9]"},
	{"brevo", "BREVO_API_KEY", "xkey|sib-" + kh + "{64}-" + kw + "{16}"},
	{"resend", "RESEND_API_KEY", "r|e_" + kw + "{8}_" + kw + "{24}"},
	{"postmark", "POSTMARK_SERVER_TOKEN", ku},
	{"npm", "NPM_TOKEN", "np|m_" + kw + "{36}"},
	{"pypi", "TWINE_PASSWORD", "py|pi-AgEIcHlwaS5vcmc" + kd + "{120}"},
	{"rubygems", "GEM_HOST_API_KEY", "ruby|gems_" + kh + "{48}"},
	{"crates.io", "CARGO_REGISTRY_TOKEN", "ci|o" + kw + "{32}"},
	{"nuget", "NUGET_API_KEY", "o|y2[a-z0-9]{43}"},
	{"docker hub", "DOCKER_PASSWORD", "dckr|_pat_" + kd + "{27}"},
	{"digitalocean", "DIGITALOCEAN_TOKEN", "do|p_v1_" + kh + "{64}"},
	{"heroku", "HEROKU_API_KEY", ku},
	{"heroku prefixed", "HEROKU_API_KEY", "HR|KU-AA" + kd + "{58}"},
	{"vercel", "VERCEL_TOKEN", kw + "{24}"},
	{"netlify", "NETLIFY_AUTH_TOKEN", "nf|p_" + kw + "{36}"},
	{"cloudflare token", "CLOUDFLARE_API_TOKEN", kd + "{40}"},
	{"cloudflare global", "CLOUDFLARE_API_KEY", kh + "{37}"},
	{"fly", "FLY_API_TOKEN", "fo|1_" + kd + "{43}"},
	{"fly macaroon", "FLY_API_TOKEN", "fm|2_[A-Za-z0-9+/]{160}="},
	{"render", "RENDER_API_KEY", "rn|d_" + kw + "{32}"},
	{"railway", "RAILWAY_TOKEN", ku},
	{"supabase", "SUPABASE_ACCESS_TOKEN", "sb|p_" + kh + "{40}"},
	{"planetscale", "PLANETSCALE_SERVICE_TOKEN", "pscale|_tkn_" + kd + "{43}"},
	{"planetscale password", "DATABASE_PASSWORD", "pscale|_pw_" + kd + "{43}"},
	{"neon", "NEON_API_KEY", "na|pi_[a-z0-9]{64}"},
	{"databricks", "DATABRICKS_TOKEN", "da|pi" + kh + "{32}"},
	{"airtable", "AIRTABLE_API_KEY", "pa|t" + kw + "{14}." + kh + "{64}"},
	{"algolia", "ALGOLIA_ADMIN_KEY", kh + "{32}"},
	{"datadog", "DD_API_KEY", kh + "{32}"},
	{"datadog app", "DATADOG_APP_KEY", kh + "{40}"},
	{"new relic", "NEW_RELIC_API_KEY", "NR|AK-[A-Z0-9]{27}"},
	{"sentry", "SENTRY_AUTH_TOKEN", "sntr|ys_eyJpYXQiOjE3[A-Za-z0-9]{120}_[A-Za-z0-9+]{43}"},
	{"sentry user", "SENTRY_AUTH_TOKEN", "sntr|yu_" + kh + "{64}"},
	{"grafana", "GRAFANA_TOKEN", "gl|sa_" + kw + "{32}_" + kh + "{8}"},
	{"grafana cloud", "GRAFANA_CLOUD_TOKEN", "gl|c_eyJvIjoi" + kw + "{100}="},
	{"honeycomb", "HONEYCOMB_API_KEY", kw + "{22}"},
	{"pagerduty", "PAGERDUTY_TOKEN", "u[+]" + kd + "{18}"},
	{"vault", "VAULT_TOKEN", "hv|s.CAES" + kd + "{90}"},
	{"terraform", "TF_TOKEN", kw + "{14}.atlas|v1." + kd + "{67}"},
	{"pulumi", "PULUMI_ACCESS_TOKEN", "pu|l-" + kh + "{40}"},
	{"doppler", "DOPPLER_TOKEN", "dp|.pt." + kw + "{43}"},
	{"doppler service", "DOPPLER_TOKEN", "dp|.st.prd." + kw + "{43}"},
	{"onepassword", "OP_SERVICE_ACCOUNT_TOKEN", "op|s_eyJ" + kw + "{300}"},
	{"age", "SOPS_AGE_KEY", "AGE-|SECRET-KEY-1[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{58}"},
	{"tailscale", "TS_AUTHKEY", "tskey|-auth-" + kw + "{17}-" + kw + "{32}"},
	{"linear", "LINEAR_API_KEY", "lin|_api_" + kw + "{40}"},
	{"notion", "NOTION_TOKEN", "nt|n_[0-9]{11}" + kw + "{35}"},
	{"notion legacy", "NOTION_API_KEY", "secret|_" + kw + "{43}"},
	{"figma", "FIGMA_TOKEN", "fig|d_" + kd + "{40}"},
	{"asana", "ASANA_ACCESS_TOKEN", "1/|[0-9]{16}:" + kh + "{32}"},
	{"hubspot", "HUBSPOT_ACCESS_TOKEN", "pat|-na1-" + ku},
	{"intercom", "INTERCOM_ACCESS_TOKEN", "dG9r|Oj[A-Za-z0-9]{50}="},
	{"zendesk", "ZENDESK_API_TOKEN", kw + "{40}"},
	{"typeform", "TYPEFORM_TOKEN", "tf|p_" + kd + "{44}"},
	{"contentful", "CONTENTFUL_MANAGEMENT_TOKEN", "CFP|AT-" + kd + "{43}"},
	{"mapbox secret", "MAPBOX_SECRET_TOKEN", "sk|.eyJ" + kw + "{80}." + kd + "{22}"},
	{"dropbox", "DROPBOX_TOKEN", "sl|.B" + kd + "{135}"},
	{"postman", "POSTMAN_API_KEY", "PM|AK-" + kh + "{24}-" + kh + "{34}"},
	{"shopify", "SHOPIFY_ACCESS_TOKEN", "shp|at_" + kh + "{32}"},
	{"square", "SQUARE_ACCESS_TOKEN", "EA|AA" + kd + "{60}"},
	{"paypal", "PAYPAL_CLIENT_SECRET", "E" + kd + "{79}"},
	{"plaid", "PLAID_SECRET", kh + "{30}"},
	{"facebook", "FACEBOOK_ACCESS_TOKEN", "EA|AG" + kw + "{160}"},
	{"twitter bearer", "TWITTER_BEARER_TOKEN", "AAAAAAAAAAAAAAAAAAAAA[A-Za-z0-9%]{90}"},
	{"twitch", "TWITCH_CLIENT_SECRET", "[a-z0-9]{30}"},
	{"spotify", "SPOTIFY_CLIENT_SECRET", kh + "{32}"},
	{"okta", "OKTA_API_TOKEN", "00" + kd + "{40}"},
	{"auth0", "AUTH0_CLIENT_SECRET", kd + "{64}"},
	{"azure client secret", "AZURE_CLIENT_SECRET", kw + "{3}8Q|~" + "[A-Za-z0-9_.-]{33}" + kw},
	{"azure storage", "AZURE_STORAGE_KEY", "[A-Za-z0-9+/]{86}=="},
	{"alibaba", "ALIBABA_ACCESS_KEY_ID", "LT|AI" + kw + "{20}"},
	{"jwt", "ACCESS_TOKEN", "ey|JhbGciOiJIUzI1NiJ9.eyJ" + kd + "{60}." + kd + "{43}"},
	{"circleci", "CIRCLE_TOKEN", kh + "{40}"},
	{"snyk", "SNYK_TOKEN", ku},
	{"sonar", "SONAR_TOKEN", "sq|p_" + kh + "{40}"},
	{"codecov", "CODECOV_TOKEN", ku},
	{"launchdarkly", "LAUNCHDARKLY_SDK_KEY", "sd|k-" + ku},
	{"posthog", "POSTHOG_PERSONAL_API_KEY", "ph|x_" + kw + "{43}"},
	{"dynatrace", "DT_TOKEN", "dt|0c01.[A-Z2-7]{24}.[A-Z2-7]{64}"},
	{"artifactory", "ARTIFACTORY_API_KEY", "AK|Cp" + kw + "{69}"},
	{"rails secret", "SECRET_KEY_BASE", kh + "{128}"},
	{"django secret", "DJANGO_SECRET_KEY", "[a-z0-9_@%^*+=-]{50}"},
	{"session secret", "SESSION_SECRET", "[A-Za-z0-9+/]{43}="},
	{"generic key", "ACME_API_KEY", kw + "{24}"},
	{"generic short token", "SERVICE_TOKEN", kw + "{16}"},
	{"encryption key", "ENCRYPTION_KEY", kh + "{64}"},
	{"password with signs", "DB_PASSWORD", "[A-Z][a-z]{5}[0-9]{3}[!#]" + kw + "{3}"},
	{"password word and digits", "MYSQL_PASSWORD", "[bdflmprst][aeiou][ltrsn][aeiou][kmpb][0-9]{4}"},
	{"password random", "POSTGRES_PASSWORD", kw + "{20}"},
}

// formParts matches the classes of a form, with their counts, and the text between them.
var formParts = regexp.MustCompile(`\[([^\]]+)\](?:\{(\d+)[^}]*\})?|[^\[]+`)

// formPieces has the pieces of each form that was read: most are drawn from hundreds of times.
var formPieces sync.Map

// formPiece is a piece of a form: text, or so many letters of a class.
type formPiece struct {
	text    string
	letters []byte
	count   int
}

// readForm returns the pieces of a form.
func readForm(form string) []formPiece {
	if read, ok := formPieces.Load(form); ok {
		return read.([]formPiece)
	}
	var pieces []formPiece
	for _, m := range formParts.FindAllStringSubmatch(strings.NewReplacer("[|]", "[|]", "|", "").Replace(form), -1) {
		p := formPiece{text: m[0]}
		if m[1] != "" {
			p = formPiece{letters: lettersOf(m[1]), count: 1}
		}
		if m[2] != "" {
			p.count, _ = strconv.Atoi(m[2])
		}
		pieces = append(pieces, p)
	}
	formPieces.Store(form, pieces)
	return pieces
}

// grow draws a string of the form at random, as short as it allows.
func grow(rng *rand.Rand, form string) string {
	var b strings.Builder
	for _, p := range readForm(form) {
		b.WriteString(p.text)
		for range p.count {
			b.WriteByte(p.letters[rng.IntN(len(p.letters))])
		}
	}
	return b.String()
}

// lettersOf lists the bytes of a class, in order.
func lettersOf(class string) []byte {
	var in [256]bool
	for i := 0; i < len(class); i++ {
		last := i
		if i+2 < len(class) && class[i+1] == '-' {
			last = i + 2
		}
		for c := int(class[i]); c <= int(class[last]); c++ {
			in[c] = true
		}
		i = last
	}
	var letters []byte
	for c, ok := range in {
		if ok {
			letters = append(letters, byte(c))
		}
	}
	return letters
}

// panelCase is one text with one secret in it.
type panelCase struct {
	kind, context, text, secret string
}

// contexts are the kinds of text that secrets were put in.
var contexts = []struct {
	name string
	text func(k secretKind, secret string) string
}{
	{"env file", func(k secretKind, s string) string {
		return "# local settings\nNODE_ENV=production\n" + k.env + "=" + s + "\nPORT=8080\n"
	}},
	{"quoted export", func(k secretKind, s string) string { return "export " + k.env + "=\"" + s + "\"\n" }},
	{"json", func(k secretKind, s string) string {
		return "{\n  \"name\": \"app\",\n  \"" + camelName(k.env) + "\": \"" + s + "\",\n  \"retries\": 3\n}"
	}},
	{"json in string", func(k secretKind, s string) string {
		return `{"type":"text","text":"{\"env\":{\"` + k.env + `\":\"` + s + `\"},\"ok\":true}\n"}`
	}},
	{"header", func(k secretKind, s string) string {
		return "curl -sS https://api.acme.dev/v1/items -H 'Accept: application/json' -H 'Authorization: Bearer " + s + "'"
	}},
	{"key header", func(k secretKind, s string) string {
		return "> POST /v1/items HTTP/2\n> Host: api.acme.dev\n> X-Api-Key: " + s + "\n>"
	}},
	{"prose", func(k secretKind, s string) string {
		return "Please use this one for now, the " + k.name + " key is " + s + " and it works on staging."
	}},
	{"yaml", func(k secretKind, s string) string {
		return "services:\n  web:\n    environment:\n      " + k.env + ": " + s + "\n      LOG_LEVEL: debug\n"
	}},
	{"command line", func(k secretKind, s string) string {
		return "$ ./deploy --region eu-west-1 --" + strings.ToLower(strings.ReplaceAll(k.env, "_", "-")) + " " + s + " --dry-run"
	}},
	{"log line", func(k secretKind, s string) string {
		return "2025-03-04T10:22:31Z INFO  config loaded " + strings.ToLower(k.env) + "=" + s + " region=eu-west-1 took=12ms"
	}},
	{"python", func(k secretKind, s string) string {
		return "client = Client(\n    " + strings.ToLower(k.env) + "='" + s + "',\n    timeout=30,\n)"
	}},
	{"numbered file", func(k secretKind, s string) string {
		return "     1\u2192# secrets\n     2\u2192" + k.env + "=" + s + "\n     3\u2192DEBUG=1\n"
	}},
	{"diff", func(k secretKind, s string) string {
		return "@@ -1,2 +1,2 @@\n DEBUG=1\n-" + k.env + "=\n+" + k.env + "=" + s + "\n"
	}},
	{"docker env list", func(k secretKind, s string) string { return `"Env": ["PATH=/usr/bin", "` + k.env + "=" + s + `"]` }},
	{"name and value", func(k secretKind, s string) string { return `{"name": "` + k.env + `", "value": "` + s + `"}` }},
	{"double escaped", func(k secretKind, s string) string {
		return `"arguments": "{\"body\": \"{\\\"` + k.env + `\\\": \\\"` + s + `\\\"}\"}"`
	}},
}

func camelName(env string) string {
	parts := strings.Split(strings.ToLower(env), "_")
	for i := 1; i < len(parts); i++ {
		if parts[i] != "" {
			parts[i] = strings.ToUpper(parts[i][:1]) + parts[i][1:]
		}
	}
	return strings.Join(parts, "")
}

// shapedCases are secrets whose context is part of what they are.
func shapedCases(rng *rand.Rand) []panelCase {
	var out []panelCase
	add := func(kind, context, before, secret, after string) {
		out = append(out, panelCase{kind, context, before + secret + after, secret})
	}
	for _, scheme := range []string{"postgres", "postgresql", "mysql", "mongodb+srv", "redis", "amqp", "https", "ftp", "smtp", "clickhouse"} {
		pw := grow(rng, kw+"{14}")
		for _, wrap := range [][3]string{{"env", "DATABASE_URL=", ""}, {"json", `{"url": "`, `"}`}, {"prose", "it connects to ", " now"}, {"log", "dial ", ": timeout"}, {"yaml", "  url: ", "\n  pool: 5"}} {
			add("url "+scheme, wrap[0], wrap[1]+scheme+"://svc_app:", pw, "@db.internal:5432/main"+wrap[2])
		}
	}
	for _, label := range []string{"RSA ", "EC ", "OPENSSH ", "", "ENCRYPTED ", "DSA "} {
		lines := ""
		for range 6 {
			lines += grow(rng, "[A-Za-z0-9+/]{64}") + "\n"
		}
		last := grow(rng, "[A-Za-z0-9+/]{22}") + "=="
		key := "-----BEGIN " + label + "PRIVATE KEY-----\n" + lines + last
		end := "\n-----END " + label + "PRIVATE KEY-----"
		secret := strings.Split(lines, "\n")[3]
		in := func(context, text string) { out = append(out, panelCase{"pem " + label, context, text, secret}) }
		in("whole", "$ cat id\n"+key+end+"\n$")
		in("cut off", "$ cat id\n"+key[:len(key)-40])
		in("escaped", `{"private_key": "`+strings.ReplaceAll(key+end, "\n", `\n`)+`\n"}`)
		numbered := ""
		for i, l := range strings.Split(key+end, "\n") {
			numbered += strings.Repeat(" ", 5) + string(rune('1'+i)) + "\u2192" + l + "\n"
		}
		in("numbered", numbered)
		in("indented", "    "+strings.ReplaceAll(key+end, "\n", "\n    "))
		in("diff", "+"+strings.ReplaceAll(key+end, "\n", "\n+"))
	}
	for range 6 {
		pw := grow(rng, "[A-Za-z]{4}[0-9]{4}[!@#]"+kw+"{3}")
		add("flag", "mysql", "mysql -h db -u root -p", pw, " app < dump.sql")
		add("flag", "curl", "curl -u deploy:", pw, " https://ci.acme.dev/job")
		add("flag", "long", "tool login --username bob --password ", pw, " --yes")
		add("flag", "sshpass", "sshpass -p '", pw, "' ssh bob@host uptime")
		add("flag", "docker", "docker login -u bob -p ", pw, " registry.acme.dev")
		add("netrc", "file", "machine api.acme.dev\n  login bob\n  password ", pw, "\n")
		add("netrc", "line", "machine api.acme.dev login bob password ", pw, "\n")
		add("xml", "element", "<server><id>x</id><password>", pw, "</password></server>")
		add("xml", "attribute", `<add key="DbPassword" value="`, pw, `" />`)
		add("connection string", "dotnet", "Server=db;Database=app;User Id=sa;Password=", pw, ";Encrypt=true")
		basic := base64.StdEncoding.EncodeToString([]byte("deploy:" + pw))
		add("basic", "header", "Authorization: Basic ", basic, "\n")
		add("basic", "docker config", `{"auths":{"r.acme.dev":{"auth":"`, basic, `"}}}`)
		add("query", "access_token", "GET https://api.acme.dev/v1/me?access_token=", grow(rng, kw+"{32}"), "&page=2 200")
		add("query", "sas", "https://acct.blob.core.windows.net/c/b?sv=2022-11-02&sr=b&sig=", grow(rng, kw+"{42}")+"%3D", "&se=2025-01-01")
		add("query", "api_key", "fetch('https://maps.acme.dev/tiles?api_key=", grow(rng, kw+"{28}"), "')")
		add("cookie", "header", "Cookie: theme=dark; session_id=", grow(rng, kw+"{32}"), "; lang=en")
		add("cookie", "set", "set-cookie: connect.sid=s%3A", grow(rng, kw+"{32}"), "; Path=/; HttpOnly")
		add("npmrc", "file", "//registry.npmjs.org/:_authToken=", grow(rng, ku), "\n")
		add("npmrc", "auth", "//npm.acme.dev/:_auth=", basic, "\n")
		token := "gh" + grow(rng, "p_"+kw+"{36}")
		add("base64 of a token", "k8s", "data:\n  value: ", base64.StdEncoding.EncodeToString([]byte(token)), "\n")
		add("url token", "git", "git clone https://x-access-token:", token, "@github.com/acme/app.git")
		add("url token", "git user", "https://", grow(rng, kw+"{40}"), "@git.acme.dev/app.git")
	}
	return out
}
