package redact

import "testing"

// TestNamesBehindValues has sentences that call the word before them a secret.
func TestNamesBehindValues(t *testing.T) {
	t.Parallel()
	checkMarked(t, "names behind values", []string{
		"«k8Zq2xW7t5Yw1PmBd3VnR6sT» is our sandbox secret key", "use «k8Zq2xW7t5Yw1PmBd3VnR6sT» as the JWT secret please",
		"I got «k8Zq2xW7t5Yw1PmBd3VnR6sT=» as access token from the dashboard", "take «k8Zq2xW7t5Yw1PmBd3VnR6sT», it's the deploy token",
		"«k8Zq2xW7t5Yw1PmBd3VnR6sT» <- that's the key, put it into .env", "«k8Zq2xW7t5Yw1PmBd3VnR6sT» (bot token)",
		"please use `«k8Zq2xW7t5Yw1PmBd3VnR6sT»` for the auth token header", "«Walnut5012!» is the new staging password",
		"«k8Zq2xW7t5Yw1PmBd3VnR6sT» — api key of the weather service", "connect with «Walnut5012!» as the passphrase",
		"Use `joe:«Pepper8315!!»` as basic auth.", "Kannst du das Passwort «Walnut_Tulip393!» verwenden?",
		"dotnet nuget push x.nupkg -k «7b1ca852072fdc6809843e46ced425b7471f807c»", `{"auth":["joe","«VelvetComet1705!»"]}`,
		"set «k8Zq2xW7t5Yw1PmBd3VnR6sT» as `API_TOKEN`", "put «k8Zq2xW7t5Yw1PmBd3VnR6sT» into the .env as API_TOKEN",
		"«k8Zq2xW7t5Yw1PmBd3VnR6sT» should be the value of JWT_SECRET", "I generated «a96770fbe938c7928f2c4f571d1da14d» for the webhook secret",
		"replace the api key by «k8Zq2xW7t5Yw1PmBd3VnR6sT»", "token for prod → «k8Zq2xW7t5Yw1PmBd3VnR6sT»",
		`request.setValue("«k8Zq2xW7t5Yw1PmBd3VnR6sT»", forHTTPHeaderField: "X-Api-Key")`,
		`User has answered your questions: "Provide the signing secret"="«k8Zq2xW7t5Yw1PmBd3VnR6sT» (copied)". Go on.`,
		`User has answered your questions: "Which API key should the tests use?"="the sandbox one, «k8Zq2xW7t5Yw1PmBd3VnR6sT»". Go on.`,
	})
	e := mustNew(t, Options{})
	for _, text := range []string{
		"4f1c9a0e7b1e4a539f6b0c5a2c9e1d114f1c9a0e is the token fix", "4f1c9a0e7b1e4a539f6b0c5a2c9e1d114f1c9a0e is where the token leaked",
		"k8Zq2xW7t5Yw1PmBd3VnR6sT is loaded into a token", "4f1c9a0e7b1e4a539f6b0c5a2c9e1d114f1c9a0e is the key", "SHA256 as the password hash",
		"compare k8Zq2xW7t5Yw1PmBd3VnR6sT to the token", "k8Zq2xW7t5Yw1PmBd3VnR6sT and the token", "getUser2(id) is the token", "for key", "is the token", " as key", "x for the key",
		`x.setValue("application/json2", forHTTPHeaderField: "Content-Type")`, `x.setValue("token2 of them", forHTTPHeaderField: "X-Api-Key")`,
		"the hash of the token is 0df59fc8148b246b159c552e61f06527", "use node:20-alpine as basic auth", `{"auth":["GET","POST"]}`,
		"put it into the .env as API_TOKEN", "the token signed by user2@x.dev", "the password with 12 characters", `x.split("=")[1] + "="="k8Zq2xW7t5Yw1PmBd3VnR6sT"`,
		`"Which token library should I use?"="jose 5.2, whichever is smaller"`, `"Where should the key be?"="in k8Zq2xW7t5Yw1PmBd3VnR6sT somewhere"`,
	} {
		if out, _ := e.Text(text); out != text {
			t.Errorf("%q became %q", text, out)
		}
	}
}
