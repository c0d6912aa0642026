package redact

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// negatives makes texts of the kinds that hold random-looking identifiers.
func negatives(rng *rand.Rand) []string {
	var out []string
	g := func(form string) string { return grow(rng, form) }
	for range 8 {
		sha := g(kh + "{40}")
		out = append(out,
			"commit "+sha+"\nAuthor: Dev <dev@example.com>\nDate:   Mon Mar 4 10:00:00 2025 +0000\n\n    Fix the parser\n",
			"[main "+sha[:7]+"] Add a cache\n 3 files changed, 41 insertions(+), 2 deletions(-)",
			"golang.org/x/net v0.33.0 h1:"+g("[A-Za-z0-9+/]{43}")+"=\ngolang.org/x/net v0.33.0/go.mod h1:"+g("[A-Za-z0-9+/]{43}")+"=",
			"    \"node_modules/ms\": {\n      \"version\": \"2.1.3\",\n      \"resolved\": \"https://registry.npmjs.org/ms/-/ms-2.1.3.tgz\",\n      \"integrity\": \"sha512-"+g("[A-Za-z0-9+/]{86}")+"==\"\n    }",
			"{\"type\":\"tool_use\",\"id\":\"toolu_"+g("01[A-Za-z0-9]{22}")+"\",\"name\":\"Bash\"}",
			"{\"id\":\"msg_"+g("01[A-Za-z0-9]{22}")+"\",\"requestId\":\"req_"+g("011[A-Za-z0-9]{21}")+"\",\"uuid\":\""+g(ku)+"\"}",
			"sha256:"+g(kh+"{64}")+": Pull complete\nDigest: sha256:"+g(kh+"{64}"),
			g(kh+"{32}")+"  dist/app.tar.gz\n"+g(kh+"{64}")+"  dist/app.zip",
			"diff --git a/x.go b/x.go\nindex "+g(kh+"{7}")+".."+g(kh+"{7}")+" 100644\n--- a/x.go\n+++ b/x.go\n@@ -1 +1 @@\n-old\n+new",
			"cache key: node-modules-Linux-"+g(kh+"{64}")+"\nCache restored from key: node-modules-Linux-"+g(kh+"{64}"),
			"<script src=\"/assets/index-"+g("[A-Za-z0-9_]{8}")+".js\" integrity=\"sha384-"+g("[A-Za-z0-9+/]{64}")+"\" crossorigin=\"anonymous\"></script>",
			"dist/assets/vendor-"+g("[A-Za-z0-9]{8}")+".js   412.10 kB │ gzip: 120.33 kB",
			"{\"sessionId\":\""+g(ku)+"\",\"parentUuid\":\""+g(ku)+"\",\"isSidechain\":false}",
			"etag: W/\""+g(kh+"{32}")+"\"\nx-request-id: "+g(ku)+"\ncf-ray: "+g(kh+"{16}")+"-LHR",
			"/nix/store/"+g("[a-z0-9]{32}")+"-openssl-3.0.14/lib/libssl.so.3",
			"data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ"+g("[A-Za-z0-9+/]{60}")+"==",
			"\"idempotency_key\": \""+g(ku)+"\"",
			"primary_key="+g("[0-9]{8}")+" foreign_key: order_id cache_key=\"user:"+g("[0-9]{6}")+":v2\"",
			"name = \"serde\"\nversion = \"1.0.203\"\nsource = \"registry+https://github.com/rust-lang/crates.io-index\"\nchecksum = \""+g(kh+"{64}")+"\"",
			"{file = \"requests-2.32.3-py3-none-any.whl\", hash = \"sha256:"+g(kh+"{64}")+"\"},",
			"-----BEGIN CERTIFICATE-----\nMIID"+g("[A-Za-z0-9+/]{60}")+"\n"+g("[A-Za-z0-9+/]{64}")+"\n-----END CERTIFICATE-----",
			"ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI"+g("[A-Za-z0-9+/]{43}")+" dev@host",
			"SHA256:"+g("[A-Za-z0-9+/]{43}")+" dev@host (ED25519)",
			"\"usage\":{\"input_tokens\":"+g("[1-9][0-9]{3}")+",\"cache_read_input_tokens\":"+g("[1-9][0-9]{4}")+",\"output_tokens\":"+g("[1-9][0-9]{2}")+"}",
		)
	}
	for i, word := range []string{"string", "null", "process.env.API_KEY", "os.environ['API_KEY']", "${API_KEY}", "$API_KEY", "<your-api-key>", "your_api_key_here", "xxxxxxxxxxxxxxxx", "****", "...", "getKey()", "config.apiKey", "{{ api_key }}", "secrets.API_KEY", "changeme", "example-key-123", "None", "undefined", "%API_KEY%"} {
		out = append(out, []string{"API_KEY=" + word, "apiKey: " + word + ",", "const token = " + word + ";", "  password: " + word}[i%4])
	}
	for _, name := range strings.Fields("max_tokens token_type tokenizer passwordLength key_id keyboardLayout author_name auth_method session_timeout secret_name public_key_path token_count keyCode credentials_file cookie_domain password_field primaryKey sortKey") {
		out = append(out, fmt.Sprintf("%s: %q", name, []string{"4096", "bearer", "cl100k_base", "min-12", "us-ascii-2024"}[len(name)%5]))
	}
	return out
}
