package redact

import (
	"strings"
	"testing"
)

// dumps show "PORT=80\nAPI_TOKEN=k8Zq2xW7t5Yw1PmBd3Vn9Rk4\nX=hello" as programs print files: by name of the program, lines that show a part
// of the token are between « and ».
var dumps = map[string]string{
	"xxd": "00000000: 504f 5254 3d38 300a 4150 495f 544f 4b45  PORT=80.API_TOKE\n00000010: «4e3d 6b38 5a71 3278 5737 7435 5977 3150  N=k8Zq2xW7t5Yw1P»\n00000020: «6d42 6433 566e 3952 6b34 0a58 3d68 656c  mBd3Vn9Rk4.X=hel»\n00000030: 6c6f                                     lo\n",
	"hexdump -C": "00000000  50 4f 52 54 3d 38 30 0a  41 50 49 5f 54 4f 4b 45  |PORT=80.API_TOKE|\n00000010 « 4e 3d 6b 38 5a 71 32 78  57 37 74 35 59 77 31 50  |N=k8Zq2xW7t5Yw1P|»\n00000020 « 6d 42 64 33 56 6e 39 52  6b 34 0a 58 3d 68 65 6c  |mBd3Vn9Rk4.X=hel|»\n" +
		"00000030  6c 6f                                             |lo|\n00000032\n",
	"hexdump": "0000000 4f50 5452 383d 0a30 5041 5f49 4f54 454b\n0000010 «3d4e 386b 715a 7832 3757 3574 7759 5031»\n0000020 «426d 3364 6e56 5239 346b 580a 683d 6c65»\n0000030 6f6c                                   \n0000032\n",
	"od -c":   "0000000   P   O   R   T   =   8   0  \\n   A   P   I   _   T   O   K   E\n0000020 «  N   =   k   8   Z   q   2   x   W   7   t   5   Y   w   1   P»\n0000040 «  m   B   d   3   V   n   9   R   k   4  \\n   X   =   h   e   l»\n0000060   l   o\n0000062\n",
	"od -x1":  "000000 50 4f 52 54 3d 38 30 0a 41 50 49 5f 54 4f 4b 45  >PORT=80.API_TOKE<\n000010 «4e 3d 6b 38 5a 71 32 78 57 37 74 35 59 77 31 50  >N=k8Zq2xW7t5Yw1P<»\n000020 «6d 42 64 33 56 6e 39 52 6b 34 0a 58 3d 68 65 6c  >mBd3Vn9Rk4.X=hel<»\n000030 6c 6f  >lo<\n000032\n",
}

// Lines of a dump that show a part of a secret go, and the value is the same as elsewhere.
func TestDumps(t *testing.T) {
	t.Parallel()
	r := mustNew(t, Options{})
	for program, marked := range dumps {
		text := strings.NewReplacer("«", "", "»", "").Replace(marked)
		open, shut := strings.Index(marked, "«"), strings.LastIndex(marked, "»")
		want := marked[:open] + "[redacted:token#1]" + marked[shut+len("»"):]
		for _, around := range []string{"", "API_TOKEN=k8Zq2xW7t5Yw1PmBd3Vn9Rk4\n", "$ " + program + " x\n"} {
			wanted := strings.Replace(around, "k8Zq2xW7t5Yw1PmBd3Vn9Rk4", "[redacted:token#1]", 1) + want
			if got, _ := r.Text(around + text); got != wanted {
				t.Errorf("%s: got\n%s\nwant\n%s", program, got, wanted)
			}
		}
		numbered := "     1→" + strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n     2→")
		if got, _ := r.Text(numbered); !strings.Contains(got, "[redacted:token#1]") {
			t.Errorf("%s: read with numbers of lines, it stays:\n%s", program, got)
		}
		harmless := strings.NewReplacer("4150 495f 544f 4b45", "434f 554e 5445 5220", "41 50 49 5f 54 4f 4b 45", "43 4f 55 4e 54 45 52 20", "5041 5f49 4f54 454b", "4f43 4e55 4554 2052", "A   P   I   _   T   O   K   E", "C   O   U   N   T   E   R    ").Replace(text)
		if got, _ := r.Text(harmless); got != harmless {
			t.Errorf("%s: without the name, it became\n%s", program, got)
		}
	}
}
