package token_test

import (
	"strings"
	"testing"

	"steno/generator/redact"
)

// TestSecondFactors has seeds and codes where people and programs write them, and what looks like them.
func TestSecondFactors(t *testing.T) {
	t.Parallel()
	e, err := redact.New(redact.Options{})
	if err != nil {
		t.Fatal(err)
	}
	const seed, spaced, code = "O2VRODEXKNTTTXK5FHYLJQ3ND7ZWYKCF", "o2vr odex kntt txk5 fhyl jq3n", "937783"
	for text, values := range map[string][]string{
		"Can't scan it? Enter this key manually: " + spaced:                                         {spaced},
		"Setup key\n" + spaced + "\n":                                                               {spaced},
		"2FA secret: `" + seed + "`":                                                                {seed},
		"![qr](otpauth://totp/Box:joe?issuer=Box&secret=FIVFVETVITIXAAMZ&digits=6)":                 {"FIVFVETVITIXAAMZ"},
		"MFA_SEED=" + seed:                                                                          {seed},
		`{"base32": "` + seed + `"}`:                                                                {seed},
		`new Totp(Base32Encoding.ToBytes("` + seed + `"))`:                                          {seed},
		`hotp = pyotp.HOTP("` + seed + `")`:                                                         {seed},
		`ROTP::TOTP.new("` + seed + `", issuer: "x")`:                                               {seed},
		"authenticator.generate('" + seed + "')":                                                    {seed},
		`totp.GenerateCode("` + seed + `", time.Now())`:                                             {seed},
		"otpauth-migration://offline?data=CjUKFHh5emFiY2RlZmdoaWprbG1u%3D":                          {"CjUKFHh5emFiY2RlZmdoaWprbG1u"},
		"$ cat ~/.google_authenticator\n" + seed + "\n\" RATE_LIMIT 3 30\n\" TOTP_AUTH\n35139693\n": {seed, "35139693"},
		"npm publish --otp=" + code:                                                                 {code},
		"npm publish --otp " + code + " --access public":                                            {code},
		"aws sts get-session-token --token-code " + code:                                            {code},
		`{"totpCode":"` + code + `"}`:                                                               {code},
		"X-GitHub-OTP: " + code:                                                                     {code},
		"page.fill('#otp', '" + code + "')":                                                         {code},
		code + " is your GitHub verification code.":                                                 {code},
		"Use " + code + " as your one-time code":                                                    {code},
		"Your ACME code is " + code:                                                                 {code},
		"Your verification code is 937 783.":                                                        {"937 783"},
		"Enter MFA code: " + code:                                                                   {code},
		"Recovery codes:\n7983 5806\n9665 9917\n3406 2642":                                          {"7983 5806", "9665 9917", "3406 2642"},
		"backup_codes = ['arpr-hlws-ekkq-7krs', '3u54-hbty-v0mq-gq6n']":                             {"arpr-hlws", "3u54-hbty"},
		"I have one recovery code: 97jsv-9ixrz":                                                     {"97jsv-9ixrz"},
	} {
		clean, _ := e.Text(text)
		for _, v := range values {
			if strings.Contains(clean, v) {
				t.Errorf("%q stays in %q", v, clean)
			}
		}
	}
	for _, text := range []string{
		"otp: 123456", "otp=000000", "the otp is 111111", "OTP_LENGTH=6", "otpExpiry: 600000", "otp_window: 300000", "Erlang/OTP 26 [erts-14.2.5]", "OTP 20240112",
		"footprint: 482913", "uuid 9312fa115762", "the MFA device arn:aws:iam::123456789012:mfa/joe", "MFAFMGDGMHHLMIIDMKKDMLL", "verification code sent to 3 users",
		"exit code is 482913", "The error code is 482913", "two-factor authentication has been enabled for the account", "setup key have been used with this once",
		"otpauth://totp/Box?secret=SECRET", "otpauth://totp/Box?issuer=Box", "See the recovery code in src/backup/code.go", "backup code 20240112", "one-time migration 20260131 was applied",
	} {
		if clean, _ := e.Text(text); clean != text {
			t.Errorf("%q became %q", text, clean)
		}
	}
}
