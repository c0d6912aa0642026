package redact

import "testing"

// TestForeignWords has sentences in many languages that say a password or a key; what is between « and » is removed.
func TestForeignWords(t *testing.T) {
	t.Parallel()
	checkMarked(t, "passwords", []string{"पासवर्ड: «Hv7kq2Wz!x»", "मेरा पासवर्ड «Hv7kq2Wz!x» है", "كلمة المرور: «Hv7kq2Wz!x»", "كلمة السر هي «Hv7kq2Wz!x»", "رمز عبور: «Hv7kq2Wz!x»",
		"סיסמה: «Hv7kq2Wz!x»", "ο κωδικός είναι «Hv7kq2Wz!x»", "รหัสผ่านคือ «Hv7kq2Wz!x»", "mật khẩu là «Hv7kq2Wz!x»", "пароль такой: «Hv7kq2Wz!x»", "Пароль от сервера — «Hv7kq2Wz!x»",
		"лозинка: «Hv7kq2Wz!x»", "парола: «Hv7kq2Wz!x»", "密碼是 «Hv7kq2Wz!x»", "密码是«Plum@1772»", "パスワードは«Tuk3r1924»です", "암호: «Hv7kq2Wz!x»", "kata sandinya «Hv7kq2Wz!x»", "mi clave es «Hv7kq2Wz!x»",
		"Heslo k databázi: «Hv7kq2Wz!x»", "Hasło do bazy: «Hv7kq2Wz!x»", "Lösenordet till servern är «Hv7kq2Wz!x»"})
	checkMarked(t, "keys", []string{"金鑰：«k8Zq2xW7t5Yw1PmBd3»", "令牌: «Sirup-7413!x»", "토큰은 «k8Zq2xW7t5Yw1PmBd3» 입니다", "API 키: «k8Zq2xW7t5Yw1PmBd3»", "секрет: «k8Zq2xW7t5Yw1PmBd3»",
		"ключ доступа — «k8Zq2xW7t5Yw1PmBd3»", "jeton d'accès : «k8Zq2xW7t5Yw1PmBd3»", "clé secrète : «k8Zq2xW7t5Yw1PmBd3»", "Zugriffsschlüssel: «k8Zq2xW7t5Yw1PmBd3»", "sleutel: «k8Zq2xW7t5Yw1PmBd3»",
		"klucz API: «k8Zq2xW7t5Yw1PmBd3»", "API anahtarı: «k8Zq2xW7t5Yw1PmBd3»", "chiave segreta: «k8Zq2xW7t5Yw1PmBd3»", "khóa API: «k8Zq2xW7t5Yw1PmBd3»", "nyckel: «k8Zq2xW7t5Yw1PmBd3»",
		"klíč: «k8Zq2xW7t5Yw1PmBd3»", "مفتاح API: «k8Zq2xW7t5Yw1PmBd3»", "κλειδί API: «k8Zq2xW7t5Yw1PmBd3»", "API कुंजी: «k8Zq2xW7t5Yw1PmBd3»"})
	r := mustNew(t, Options{}).Freeze()
	for _, line := range []string{"密码长度至少 8 位", "密码错误，请重试", "パスワード：必須", "пароль должен содержать цифры", "пароль хранится в bcrypt", "токен недействителен: повторите вход", "ключ: значение",
		"senha: obrigatória", "mật khẩu không đúng", "כתוב סיסמה: חובה", "كلمة المرور: مطلوبة", "la clé est la simplicité", "der Schlüssel: Einfachheit", "kunci: utama", "토큰이 만료되었습니다", "令牌已过期"} {
		if got, _ := r.Text(line); got != line {
			t.Errorf("%q became %q", line, got)
		}
	}
}
