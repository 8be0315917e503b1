package motor

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math/big"
	"regexp"
	"slices"
)

// Compare lists in Spanish the differences between an answer and the expected one; none
// when it is right. Every key expected must be there with its value, null being the same as
// missing, and further keys are allowed. Where an error is expected any error answers it.
// With Options.Redondeado an amount may differ by less than one céntimo from an expected
// fraction of one.
func Compare(got, expected json.RawMessage, o Options) []string {
	g, err := decode(got)
	if err != nil {
		return []string{"la respuesta no es JSON"}
	}
	w, err := decode(expected)
	if err != nil {
		return []string{"«expected» no es JSON"}
	}
	return comparison{o.Redondeado}.values("", g, w)
}

func decode(raw []byte) (any, error) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var v any
	err := dec.Decode(&v)
	return v, err
}

type comparison struct{ redondeado bool }

func (c comparison) values(path string, got, want any) []string {
	switch w := want.(type) {
	case map[string]any:
		if g, ok := got.(map[string]any); ok {
			return c.objects(path, g, w)
		}
	case []any:
		if g, ok := got.([]any); ok {
			return c.lists(path, g, w)
		}
	default:
		if got == want || c.amounts(got, want) {
			return nil
		}
	}
	return []string{fmt.Sprintf("%sda %s, se esperaba %s", path, show(got), show(want))}
}

func (c comparison) objects(path string, got, want map[string]any) []string {
	failed, fails := got["error"] != nil, want["error"] != nil
	if fails && failed {
		return nil
	}
	if fails != failed {
		return []string{fmt.Sprintf("%sda %s, se esperaba %s", path, show(got), show(want))}
	}
	var d []string
	for _, key := range slices.Sorted(maps.Keys(want)) {
		d = append(d, c.values(path+key+": ", got[key], want[key])...)
	}
	return d
}

func (c comparison) lists(path string, got, want []any) []string {
	if len(got) != len(want) {
		return []string{fmt.Sprintf("%sda %d elementos, se esperaban %d", path, len(got), len(want))}
	}
	var d []string
	for k := range want {
		d = append(d, c.values(fmt.Sprintf("%s[%d] ", path, k), got[k], want[k])...)
	}
	return d
}

// amounts reports whether two numbers, or fractions written as texts, are the same amount.
func (c comparison) amounts(got, want any) bool {
	g, ok1 := amount(got)
	w, ok2 := amount(want)
	if !ok1 || !ok2 {
		return false
	}
	if !c.redondeado || w.IsInt() {
		return g.Cmp(w) == 0
	}
	return new(big.Rat).Abs(new(big.Rat).Sub(g, w)).Cmp(big.NewRat(1, 1)) < 0
}

var (
	integer  = regexp.MustCompile(`^-?[0-9]{1,40}$`)
	fraction = regexp.MustCompile(`^-?[0-9]{1,40}/[0-9]{1,40}$`)
)

func amount(v any) (*big.Rat, bool) {
	switch v := v.(type) {
	case json.Number:
		if integer.MatchString(string(v)) {
			return new(big.Rat).SetString(string(v))
		}
	case string:
		if fraction.MatchString(v) {
			return new(big.Rat).SetString(v)
		}
	}
	return nil, false
}

func show(v any) string {
	raw, err := marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	return string(raw)
}
