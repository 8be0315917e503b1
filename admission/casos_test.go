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
		RunAt          time.Time    `json:"run_at"`
		Records        []string     `json:"records"`
		Due            int          `json:"due"`
		DeletedReally  int          `json:"deleted_really"`
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

		ReportDeleted   int64       `json:"report_deleted"`
		ReportPending   int64       `json:"report_pending"`
		NextRunDeletes  int64       `json:"next_run_deletes"`
		InPBCVault      conservados `json:"in_pbc_vault"`
		DestroyedToday  conservados `json:"destroyed_today"`
		HashChainValid  bool        `json:"hash_chain_valid_after_purge"`
		ContainsPersons bool        `json:"audit_entry_contains_name_or_doc"`
	} `json:"expected"`
}

// conservados are records by where the house keeps those of the archivo PBC.
type conservados struct {
	Default          []string `json:"default"`
	RecordsElsewhere []string `json:"records_kept_elsewhere"`
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
