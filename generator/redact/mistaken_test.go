package redact

import (
	"strings"
	"testing"
)

// TestWhatOnlyHasTheName has lines in which the word for a secret means something else: what a test or a compiler does, a pin of
// a board or of a branch, a file that a search found, a folder whose name contains that of a provider.
func TestWhatOnlyHasTheName(t *testing.T) {
	t.Parallel()
	r := mustNew(t, Options{}).Freeze()
	for _, line := range []string{
		// folders and files
		`Output saved to E:\Work\.claude\projects\E--Dropbox-Harbour-QV\7c9d2b14-81e0-4f36-a5cd-2b90e6f1d473\tool-results\page-3.pdf`,
		"E:\\Work\\.claude\\projects\\E--Dropbox-Harbour-QV                         7c9d2b14-81e0-4f36-a5c...\r\n",
		"net_loginPasswordPolicy_setup.c:29:if ( table_entry(entry, QUERY_URI) )",
		"net_loginPasswordPolicy_setup.c:struct handle *login_setup( struct entry *e )",
		"src/PasswordCheck.java-112-    boolean ok = check(input4);",
		"build/image/etc/passwd:root:x:0:0:root:/root:/bin/ash",
		"The current session is `7c9d2b14-81e0-4f36-a5cd-2b90e6f1d473.jsonl`. The one before:",
		".local/lib/python3.12/site-packages/numlib/f2/tests/test_f2cmap_module_data_broken.py",
		// programs
		"    password: &serde_json::Value,", "struct TileLoopsPass : impl::TileLoopsPassBase<TileLoopsPass> {", `InterfacePass<"lower-fma4-pass", "tree::FunctionOpInterface"> {`,
		"const memoryPin = tenantPins?.get(kind);", "  axi::pin::axi4_target<bus_cfg> mem{\"mem\"};", "#include <axi/pin/axi4_target.h>",
		`BR2_PACKAGE_ACCOUNT_PASSWORD_POLICY_REV="5f3a1c9e0b7d4e2f8a6c1d3b5e7f9a0c2d4e6f81"`,
		`assert key == "256x1024x512xf32"`, `assert key == "8x256x1024x512xbf16"`, "fp_key: b71f09ac32de8456", "fp_key = 'b71f09ac32de8456'",
		"if(A.username||A.password)return!1;if(A.host)", "if(e.password)throw!0;", "return t.password?void 0:(e.password)return-1;",
		// what passes, and how often
		"Configs: PASS=19560, FAIL=6621", "# By latency: PASS=1000 first, SPILL=2000", "| set | all | pass | fail |\n|---|---|---|---|\n| **train** | 5,964 | 5,769 | 195 |\n| **val** | 1,188 | 1,136 | 52 |\n| **a.db** | 26,690 | 85,938 | 0 |",
		"- Profile pass: ~MHz (emulated). Exact pass: ~kHz, but only on a part", "#   M4 - profile pass: QEMU+plugin out=,slice=N -> .bb file",
		`accuracy_pass = "accuracy checking pass" in output`, "- `check` pass -> `select`; fills the table", "    74→| `num_all` | INTEGER | |\n    75→| `num_pass` | INTEGER | |\n    76→| `num_timeout` | INTEGER | |\n    77→| `num_fail` | INTEGER | |",
		// flags of other commands on the line, and the community that all devices come with
		"snmpget -v2c -c public -On 10.0.0.1 .1.3.6 2>&1 | cut -c1-60", "snmpwalk -v2c -c private 10.0.0.1; cut -c1-60 x", "x=$(snmpwalk -v2c -c public h) && tr -c1-60 y",
		// names of files, paths, and what search and editors print
		"41c2_add_password_hash.py\n87ab_initial_tables.py\n", `"packages/web/src/ForgotPassword", "packages/web/src/Indicators", "packages/web/src/x"`,
		`\"packages/web/SetNewPassword.vue\", \"packages/web/src/SignIn.test.js\"`, "grep -E 'FAILED|Result:|PASS=|FAIL='", "grep -E \"SUCCESS|PASS=|ALL 12\" x.log",
		"-Pattern 'TopUI|TowerPass|Button_109|TaskMgr'", "[r.EnableOutlinePass:0.000000]", "sentryDebugIdIdentifier=\"sentry-dbid-7f4ed8a7-7820-4db1-a41c-46a14a5bdda5\"",
		`"TailscaleIPs": ["100.83.106.104", "fd7a:115c:a1e0::8534:6a68"]`, "10. **`info` param on `emitStep`** — We still pass `info` in the",
		"> Pass\nsrc/mode.lua:27:end", "_Pass,Virtual_Items:AddItem(self, id)",
		"密码验证函数在哪一端，再确认 `L_TipsTool.ShowTips_01` 是否", "调整密码显示到TextBlock_81", "该令牌状态不可用 (request id: 20260215020230861509085DhzrSvuo)",
		`"password_8": "Mật khẩu phải ít nhất 8 ký tự",`, `"password_8": "Das Passwort muss mindestens 8 Zeichen haben"`,
		// codes of errors, and of places of India
		"    SUCCESS(\"0000\"),\n    USERNAME_SAME_AS_PASSWORD(\"0005\"),\n    EMAIL_TAKEN(\"0006\");", `NO_PASSWORD("4011"), NO_USER("4012")`,
		"Delivery to: Pune, India (PIN 411014)", "Deliver to Tamil Nadu (PIN 600028) please", "12 Hill Road, Uttarakhand, India - PIN 249407",
		// other things
		"net_library                  local=harbour-plan-E        pin=harbour-plan-E        OK", "[info] loading segment: addr=0x1c000, memsz=4808, filesz=3008",
	} {
		if got, _ := r.Text(line); got != line {
			t.Errorf("%q became %q", line, got)
		}
	}
}

// TestWhatStillIsOne has the lines beside them that contain a secret.
func TestWhatStillIsOne(t *testing.T) {
	t.Parallel()
	r := mustNew(t, Options{}).Freeze()
	for line, secret := range map[string]string{
		"pin: 482105":               "",
		`DEFAULT_PASSWORD("4821");`: "4821", "SUCCESS(\"0000\"),\nDEFAULT_PASSWORD(\"482105\"),": "482105",
		`setup("4011"), DEFAULT_PASSWORD("4012")`: "4012",
		"DB_PASS=case-123":                        "case-123", "ADMIN_PASSWORD=void+42": "void+42",
		"door (PIN 482105)": "482105", "the flat in India (PIN 4821)": "4821", "the guest of India (pw 482105)": "482105",
		"snmpwalk -v2c -c q8Zk2LwP h | cut -c1-60": "q8Zk2LwP", `snmpwalk -O "a | b" -c q8Zk2LwP h`: "q8Zk2LwP",
		`"pin": "4821"`:   "4821",
		"PIN=7734":        "7734",
		"SIM_PIN=90417":   "90417",
		"pass: kQz7!vWn2": "kQz7!vWn2",
		`auth: { user: "ann", pass: "tiger2024" }`: "tiger2024",
		"DB_PASS=19560":                                     "19560",
		"SMTP_PASS=harbourlight":                            "harbourlight",
		`"pass": "482105"`:                                  "482105",
		"config.py:14:DB_PASSWORD = 'kQz7vWn2'":             "kQz7vWn2",
		"config/prod.env:DB_PASSWORD=kQz7vWn2":              "kQz7vWn2",
		"deploy.sh-7-export API_TOKEN=k8Zq2xW7t5Yw1PmBd3Vn": "k8Zq2xW7t5Yw1PmBd3Vn",
		"Dropbox token: k8Zq2xW7t5Yw1PmBd3Vn":               "k8Zq2xW7t5Yw1PmBd3Vn",
		"DROPBOX_KEY=k8Zq2xW7t5Yw1Pm":                       "k8Zq2xW7t5Yw1Pm",
		"| user | pass |\n|---|---|\n| ann | kQz7!vWn2 |":   "kQz7!vWn2",
		"SEGMENT_WRITE_KEY=k8Zq2xW7t5Yw1PmBd3Vn9Rk4":        "k8Zq2xW7t5Yw1PmBd3Vn9Rk4",
		"the password is **Tr0ub4dor&3** now":               "Tr0ub4dor",
		"the password is **541237**":                        "541237",
	} {
		if secret == "" {
			continue
		}
		if got, _ := r.Text(line); strings.Contains(got, secret) {
			t.Errorf("%q became %q", line, got)
		}
	}
}
