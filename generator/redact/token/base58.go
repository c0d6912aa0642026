package token

import (
	"bytes"
	"crypto/sha256"
	"math/big"
	"strings"
)

const (
	base58Digits  = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
	base58Most    = 64 // characters: the time to decode grows with the square of them
	checksumBytes = 4
)

// hasChecksum reports text in Base58Check, as wallets write keys: its last four bytes are those that the SHA-256 of
// the SHA-256 of the others begins with. Hardly any other text is such one by chance.
// Source: Bitcoin Wiki, Base58Check encoding and Wallet import format.
func hasChecksum(text string) bool {
	if len(text) > base58Most {
		return false
	}
	number, base := new(big.Int), big.NewInt(int64(len(base58Digits)))
	for i := range len(text) {
		digit := strings.IndexByte(base58Digits, text[i])
		if digit < 0 {
			return false
		}
		number.Add(number.Mul(number, base), big.NewInt(int64(digit)))
	}
	raw := number.Bytes() // keys begin with a byte that is not 0
	if len(raw) <= checksumBytes {
		return false
	}
	payload, sum := raw[:len(raw)-checksumBytes], raw[len(raw)-checksumBytes:]
	once := sha256.Sum256(payload)
	twice := sha256.Sum256(once[:])
	return bytes.Equal(twice[:checksumBytes], sum)
}
