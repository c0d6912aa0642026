package redact

import (
	"encoding/base64"
	"testing"
)

// TestValuesByPlaceAndShape has values that their place or their groups show, where they were once missed.
func TestValuesByPlaceAndShape(t *testing.T) {
	t.Parallel()
	b64 := func(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) }
	for group, texts := range map[string][]string{
		"groups":          {"Token: «Bend-uLaT-59wE3»", "./x --token «9Vbn-LzKq-wXt47» --region eu", "https://x.dev/hook?secret=«hKdW-pQs3-T7mzR»", `export AUTH="Bearer «hKdW-pQs3-T7mzR»"`, "api_key=«Kq4z-WbNx-7jdRt» level=info"},
		"sign and tail":   {"client_secret=«Heron2814$wq» client_id=x", `{"accessToken":"«Walnut2814$wq»"}`, `curl -H "x-api-key: «Walnut2814#w»" https://x.dev`, `curl -su "«Walnut2814$wq»:" https://x.dev`},
		"words and dash":  {`curl -H "X-Vault-Token: «copper-basket-ladder62»" https://x.dev`, `api_token = '«copper-basket-ladder62»'`},
		"elements":        {"<apiKey>«b5wl4NCYTERicVoM»</apiKey>"},
		"with an animal":  {"API_TOKEN=«CopperMonkey584»", "if (req.headers['x-api-key'] !== '«Basket_monkey_48»') return", "API_TOKEN=«WhiskeyBasket48»"},
		"cookies":         {`curl -b "session=«CopperBasket519»" https://x.dev`, "ASP.NET_SessionId=«hQw7RtZk2Lm9XpBv4Nc8»; .ASPXAUTH=«Zk2Lm9XpBv4Nc8hQw7Rt»", "li_at=«Zk2Lm9XpBv4Nc8hQw7Rt»", "laravel_session=«3f9c1b7ae04d58c26b17ea90d35f84c2»; path=/", ".x.dev\tTRUE\t/\tTRUE\t1798761600\tsid\t«Zk2Lm9XpBv4Nc8hQw7Rt»", "#HttpOnly_.x.dev\tTRUE\t/app\tFALSE\t0\tauth\t«CopperBasket519»", `{"name":"sid","value":"«Zk2Lm9XpBv4Nc8hQw7Rt»","domain":".x.dev","path":"/","httpOnly":true}`},
		"dumps":           {"COPY public.t (id, api_token, note) FROM stdin;\n1\t«CopperBasket519»\tx\n2\t«Kq4z-WbNx-7jdRt»\ty\n\\.\n"},
		"devices":         {"snmp-server community «CopperBasket519» RO"},
		"logs of builds":  {"##vso[task.setvariable variable=dbPassword;issecret=true]«copperbasket5»", "##[debug]Evaluating: secrets.API_KEY\n##[debug]=> '«CopperBasket519»'\n"},
		"protocols":       {"USER joe\n331 Password required\nPASS «copper5basket»\n230 ok", `a1 LOGIN joe@x.dev "«copper5basket»"`},
		"keys of a vault": {"Unseal Key 1: «q8Zk2Lm9XpBv4Nc8hQw7RtZk3Lm5XpBv6Nc7hQw8RtY=»\n"},
		"secrets":         {"apiVersion: v1\nkind: Secret\nmetadata:\n  name: x\ndata:\n  redis: «" + b64("copper5basket") + "»\n  username: YWRtaW4=\n", "kind: Secret\nstringData:\n  redis: «copper5basket»\n"},
		"settings":        {"INSERT INTO settings (key, value) VALUES ('site', 'x'), ('smtp_password', '«Copper_basket_48»');", "insert into wp_options (option_id, option_name, option_value) values (1, 'api_token', '«CopperBasket519»')", "INSERT INTO devices (name, value, password) VALUES ('site', 'x', '«Copper_basket_48»'), ('smtp_password', '«Copper_basket_49»', '«Copper_basket_50»');"},
		"lists":           {`test: ["CMD", "redis-cli", "-a", "«copper5basket»", "ping"]`, `cmd: ["mysqladmin", "ping", "-uroot", "-p«copper5basket»"]`, `["curl", "-u", "joe:«copper5basket»", "https://x.dev"]`},
		"bundler":         {`BUNDLE_GEMS__X__DEV: "joe:«CopperBasket519»"`, "export BUNDLE_RUBYGEMS__PKG__GITHUB__COM=joe:«copper5basket»"},
		"files":           {"printf '%s' '«copper-basket-5»' > secrets/db_password.txt", `echo -n "«copper5basket»" > ./api_token`},
		"announced":       {"Please use the following password to go on with the setup: «Copper_basket_48»", "when it asks for a password, type «CopperBasket519»"},
		"by form":         {"key prod:calm-otter-512|«eyJ2MiI6Ijg0YjFkOTBjNzJlZjRhMTU5ZDM2MDdiOGM0ZTJmMWEwIn0=»", `[{"value":"«npg_RwKpTzUmLcXd»"}]`},
		"homes":           {"cat /root/../home/«ottokar»/.bashrc", "/nix/var/nix/profiles/per-user/«ottokar» x", "ls /run/media/«ottokar»/USB"},
		"cut off":         {"x\n\"password\": \"«k8Zq2xW7t5Yw1P»\ny", "x\n\"api_key\": \"«k8Zq2xW7t5Yw1P»\r\ny"},
		"arrows":          {"Password→ «copper5Basket!»"},
		"sentences":       {"Using access token «CopperBasket519» for upload"},
		"addresses":       {`"git+https://«w7jfKXCRt5Dm»:x-oauth-basic@github.com/x/y.git"`},
	} {
		checkMarked(t, group, texts)
	}
}

// TestNoValuesByPlaceAndShape has what looks like them.
func TestNoValuesByPlaceAndShape(t *testing.T) {
	t.Parallel()
	e := mustNew(t, Options{})
	for _, text := range []string{
		"token: Item-Name-2024", "token: x-request-id-7", "access_token: eu-West-1a-Main", `keyScheme = "rsassa-pss-sha256"`, "<apiKey>{apiKey}</apiKey>", "<token>the token of the page</token>", "snmp-server community public RO",
		"li_at=none", "jsessionid=currentSession", "session=CopperBasket519", ".x.dev\tTRUE\t/\tTRUE\t0\ttheme\tdark", `{"name":"sid","value":"none","domain":".x.dev"}`, "COPY t (id, token) FROM stdin;\n1\tnone\n\\.", "##vso[task.setvariable variable=x;issecret=true]$(x)", "##[debug]Evaluating: secrets.API_KEY\n##[debug]=> '***'",
		"INSERT INTO settings (key, value) VALUES ('password_policy', 'strict'), ('theme', 'dark-2024');", `["redis-cli", "-a", "$REDIS_PASSWORD"]`, `["mysql", "-h", "db5"]`, `BUNDLE_GEMS__X__DEV: "https://x.dev"`, "echo 'tag=v1.2' >> $GITHUB_OUTPUT", "echo 'joe:x:1001:1001::/bin:/bin/false' >> /etc/passwd", `echo "v1.2.3" > token_version.txt`,
		"\"password\": \"sommerzeit\ny", "\"token\": \"a-word-2\ny", "map[\"password\"]: \" + key2 + \n",
		"Use the following password rules: eight characters", "it asks for a password, type yours", "npg_type_name_12", "prod: calm-otter-512", "/srv/../home/header/index", "/run/media/user/USB",
		"ok\nPASS pkg/x", "USER joe\nPASS all tests", "the LOGIN page works", "kind: Secret\ndata:\n  username: YWRtaW4=\n", "kind: ConfigMap\ndata:\n  redis: redis-1\n", "Unseal Key 1: (will be hidden)", "12→token", "a password → a hash", "Using access token authentication for upload", "https://token:x-oauth-basic@github.com/x/y.git",
	} {
		if got, found := e.Text(text); len(found) > 0 {
			t.Errorf("%q became %q", text, got)
		}
	}
}
