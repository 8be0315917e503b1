package migrations_test

import (
	"context"
	"errors"
	"io/fs"
	"regexp"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"foliado/migrations"
	"foliado/migrations/dbtest"
)

func TestUpTwiceChangesNothing(t *testing.T) {
	dbtest.EachEmpty(t, func(t *testing.T, bd dbtest.BD) {
		db, ctx := bd.Raw(t), context.Background()
		db.SetMaxOpenConns(1) // as the writer's
		for range 2 {
			if err := migrations.Up(ctx, db, bd.Dialecto); err != nil {
				t.Fatal(err)
			}
			got, err := migrations.Version(ctx, db, bd.Dialecto)
			if want := migrations.Latest(bd.Dialecto); err != nil || got != want || want == 0 {
				t.Fatalf("got version %d, %v, want %d", got, err, want)
			}
		}
	})
}

func TestUpRefusesANewerDatabase(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		bd.Exec(t, `INSERT INTO goose_db_version (version_id, is_applied) VALUES (9999, true)`)
		err := migrations.Up(context.Background(), bd.Raw(t), bd.Dialecto)
		if !errors.Is(err, migrations.ErrNewer) {
			t.Errorf("got %v, want ErrNewer", err)
		}
	})
}

func TestTwoOwnersMigrateAtOnce(t *testing.T) {
	bd := dbtest.NewEmpty(t, migrations.Postgres)
	var wg sync.WaitGroup
	for range 2 {
		db := bd.Raw(t)
		wg.Go(func() {
			if err := migrations.Up(context.Background(), db, bd.Dialecto); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
}

// The dialects carry the same numbers with the same names, no number twice.
func TestDialectsMatch(t *testing.T) {
	names := func(d migrations.Dialecto) []string {
		names, err := fs.Glob(migrations.SQL(d), "*")
		if err != nil {
			t.Fatal(err)
		}
		return names
	}
	sqlite, postgres := names(migrations.SQLite), names(migrations.Postgres)
	if diff := cmp.Diff(sqlite, postgres); diff != "" {
		t.Errorf("sqlite -, postgres +:\n%s", diff)
	}
	form := regexp.MustCompile(`^(\d{4})_[a-z0-9_]+\.sql$`)
	seen := map[string]string{}
	for _, name := range sqlite {
		match := form.FindStringSubmatch(name)
		if match == nil {
			t.Errorf("%s is not NNNN_what.sql", name)
		} else if other := seen[match[1]]; other != "" {
			t.Errorf("%s and %s bear the same number", other, name)
		} else {
			seen[match[1]] = name
		}
	}
}
