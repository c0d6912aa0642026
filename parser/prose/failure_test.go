package prose

import (
	"strings"
	"testing"
)

func TestFailure(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ text, want string }{
		{"No boats left.", "No boats left."},
		{`{"detail":"The model is not supported."}`, "The model is not supported."},
		{`{"type":"error","status":400,"error":{"type":"invalid_request_error","message":"The model 'oak' is not supported."}}`, "The model 'oak' is not supported. (status 400, type invalid_request_error)"},
		{`API Error: 529 {"type":"error","error":{"message":"Overloaded"}}`, `API Error: 529 Overloaded`},
		{`[API Error: {"error":{"message":"{\"error\":{\"code\":400,\"message\":\"It is no boat.\"}}","code":400}}]`, "[API Error: It is no boat. (code 400)]"},
		{`Please run /login · API Error: 401 {"error":{"message":"No key"},"request_id":"r1"}`, "Please run /login · API Error: 401 No key (request_id r1)"},
		{`{"error":{"message":"It expired","type":null,"code":"token_expired"},"status":401}, url: https://x.test/v1`, "It expired (status 401, code token_expired), url: https://x.test/v1"},
		{`{"error":"{\"error\":{\"code\":529,\"message\":\"Overloaded\"}}"}`, "Overloaded (code 529)"},
		{`{"error":"Harbour error 403: {\"message\":\"It is closed.\",\"status\":\"403\"}"}`, "Harbour error 403: It is closed. (status 403)"},
		{`{"message":"Not found","status":"404"}boat: Not found (404)`, "Not found (status 404): boat: Not found (404)"},
		{`{"message":"a","details":{"x":{"y":[1,2]}}}`, "a (y [1,2])"},
		{`{"message":"a","details":[{"b":1}]}`, `a (details [{"b":1}])`},
		{`{"code":5}`, `{"code":5}`},
		{"Use {} for an object", "Use {} for an object"},
		{`cut {"message":"a`, `cut {"message":"a`},
		{`{"message":""}`, `{"message":""}`},
		{`API Error: 400 {"error":{"message":"{\"error\":{\"message\":\"No such model.\",\"param\":\"model\"}}\n"}} · Please run /model`,
			"API Error: 400 No such model. (param model) · Please run /model"},
		{`{"error":"It failed: {\"message\":\"It is closed.\"}"}`, "It failed: It is closed."},
		{`x{"message":"a"}`, `x{"message":"a"}`},
		{strings.Repeat("word ", 20) + `{"message":"a"}`, strings.Repeat("word ", 20) + `{"message":"a"}`},
	} {
		if got := Failure(test.text); got != test.want {
			t.Errorf("%s is %q, want %q", test.text, got, test.want)
		}
	}
	if deep := strings.Repeat(`{"error":`, 50) + `"x"` + strings.Repeat("}", 50); !strings.Contains(Failure(deep), "x") {
		t.Errorf("a deep one is %q", Failure(deep))
	}
}
