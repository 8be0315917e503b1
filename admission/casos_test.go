package admission_test

import (
	"bufio"
	"encoding/json"
	"os"
	"testing"
	"time"

	"foliado/domain"
)

// caso is a line of testdata/casos.jsonl: a defect that other programs had.
type caso struct {
	ID    string `json:"id"`
	Input struct {
		LastNumber     int          `json:"last_number"`
		ParallelIssues int          `json:"parallel_issues"`
		N              int          `json:"n"`
		ParallelAt     time.Time    `json:"parallel_issues_at"`
		Numbers        []string     `json:"numbers"`
		Birth          domain.Fecha `json:"birth"`
		BusinessDay    domain.Fecha `json:"business_day"`
		Attempts       []time.Time  `json:"attempts"`
		ReprintFirstAt time.Time    `json:"reprint_first_at"`
		Cards          []struct {
			Issued time.Time `json:"issued"`
		} `json:"cards"`
	} `json:"input"`
	Expected struct {
		First          int64           `json:"first"`
		Second         int64           `json:"second"`
		ReprintKeeps   int64           `json:"reprint_keeps"`
		NumberOfSecond int64           `json:"number_of_second"`
		Admit          []bool          `json:"admit"`
		Default        admits          `json:"default"`
		Parameter      admits          `json:"parameter_28_february"`
		Canonical      string          `json:"canonical"`
		Numbers        json.RawMessage `json:"numbers"`
	} `json:"expected"`
}

type admits struct {
	Admit []bool `json:"admit"`
}

// readCaso returns the caso with that id.
func readCaso(t *testing.T, id string) caso {
	t.Helper()
	f, err := os.Open("testdata/casos.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var head struct {
			ID string `json:"id"`
		}
		if err := json.Unmarshal(lines.Bytes(), &head); err != nil {
			t.Fatal(err)
		}
		if head.ID != id {
			continue
		}
		var c caso
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		return c
	}
	t.Fatalf("no caso %s", id)
	return caso{}
}
