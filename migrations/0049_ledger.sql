CREATE TABLE "ledger_accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"unit" text NOT NULL,
	"normal_side" text NOT NULL,
	"held" boolean NOT NULL,
	"holder" uuid,
	"balance" bigint,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "ledger_accounts_unit" CHECK ("ledger_accounts"."unit" in ('paise', 'points', 'xp')),
	CONSTRAINT "ledger_accounts_side" CHECK ("ledger_accounts"."normal_side" in ('debit', 'credit')),
	CONSTRAINT "ledger_accounts_held" CHECK ("ledger_accounts"."held" = ("ledger_accounts"."balance" is not null)),
	CONSTRAINT "ledger_accounts_holder" CHECK ("ledger_accounts"."held" or "ledger_accounts"."holder" is null),
	CONSTRAINT "ledger_accounts_floor" CHECK ("ledger_accounts"."balance" >= 0)
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"journal_id" uuid NOT NULL,
	"line" integer NOT NULL,
	"account_id" uuid NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "ledger_entries_journal_id_line_pk" PRIMARY KEY("journal_id","line"),
	CONSTRAINT "ledger_entries_amount" CHECK ("ledger_entries"."amount" <> 0)
);
--> statement-breakpoint
CREATE TABLE "ledger_journals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"idempotency_key" text NOT NULL,
	"lines" integer NOT NULL,
	"rules_version" text NOT NULL,
	"trace" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"effective_at" timestamp with time zone NOT NULL,
	"reverses" uuid,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "ledger_journals_lines" CHECK ("ledger_journals"."lines" > 0)
);
--> statement-breakpoint
ALTER TABLE "ledger_accounts" ADD CONSTRAINT "ledger_accounts_holder_users_id_fk" FOREIGN KEY ("holder") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_journal_id_ledger_journals_id_fk" FOREIGN KEY ("journal_id") REFERENCES "public"."ledger_journals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_account_id_ledger_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."ledger_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_journals" ADD CONSTRAINT "ledger_journals_reverses_ledger_journals_id_fk" FOREIGN KEY ("reverses") REFERENCES "public"."ledger_journals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_accounts_of_person" ON "ledger_accounts" USING btree ("holder","kind") WHERE "ledger_accounts"."holder" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_accounts_of_academy" ON "ledger_accounts" USING btree ("kind") WHERE not "ledger_accounts"."held";--> statement-breakpoint
CREATE INDEX "ledger_entries_of_account" ON "ledger_entries" USING btree ("account_id","amount");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_journals_once" ON "ledger_journals" USING btree ("idempotency_key");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_journals_reversed_once" ON "ledger_journals" USING btree ("reverses");--> statement-breakpoint-- Journals and entries are only added, by whoever writes: a mistake is reversed by another journal.
CREATE FUNCTION refuse_ledger_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the ledger is append-only: % of % refused', lower(TG_OP), TG_TABLE_NAME;
END $$;--> statement-breakpoint
CREATE TRIGGER ledger_journals_append_only BEFORE UPDATE OR DELETE ON "ledger_journals"
  FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change();--> statement-breakpoint
CREATE TRIGGER ledger_journals_not_emptied BEFORE TRUNCATE ON "ledger_journals"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();--> statement-breakpoint
CREATE TRIGGER ledger_entries_append_only BEFORE UPDATE OR DELETE ON "ledger_entries"
  FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change();--> statement-breakpoint
CREATE TRIGGER ledger_entries_not_emptied BEFORE TRUNCATE ON "ledger_entries"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();--> statement-breakpoint
-- What an account counts, and on which side, gives its entries their meaning.
CREATE TRIGGER ledger_accounts_keep_meaning BEFORE UPDATE OF "id", "kind", "unit", "normal_side", "held" ON "ledger_accounts"
  FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change();--> statement-breakpoint
-- Looks at a whole journal when its transaction commits.
CREATE FUNCTION check_journal() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  there integer;
  uneven text;
BEGIN
  SELECT count(*) INTO there FROM ledger_entries WHERE journal_id = NEW.id;
  IF there <> NEW.lines THEN
    RAISE EXCEPTION 'journal % has % entries instead of %', NEW.id, there, NEW.lines
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_journals_complete';
  END IF;
  SELECT a.unit INTO uneven FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.account_id
  WHERE e.journal_id = NEW.id GROUP BY a.unit HAVING sum(e.amount) <> 0 LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'the entries of journal % in % do not sum to zero', NEW.id, uneven
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_journals_balanced';
  END IF;
  IF NEW.reverses IS NOT NULL AND EXISTS (
    SELECT FROM (SELECT line, account_id, amount FROM ledger_entries WHERE journal_id = NEW.id) AS own
    FULL JOIN (SELECT line, account_id, amount FROM ledger_entries WHERE journal_id = NEW.reverses) AS other
      USING (line, account_id)
    WHERE own.amount IS DISTINCT FROM -other.amount) THEN
    RAISE EXCEPTION 'journal % is not equal and opposite to %', NEW.id, NEW.reverses
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_journals_opposite';
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER ledger_journals_whole AFTER INSERT ON "ledger_journals"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_journal();--> statement-breakpoint
-- A person's balance follows the entries, in the order of accounts, so that two journals can't wait for each other. A
-- journal that was looked at takes no more entries.
CREATE FUNCTION post_entries() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  moved record;
BEGIN
  IF EXISTS (
    SELECT FROM ledger_journals j WHERE j.id IN (SELECT journal_id FROM added)
      AND (SELECT count(*) FROM ledger_entries e WHERE e.journal_id = j.id) > j.lines) THEN
    RAISE EXCEPTION 'the journal has all of its entries'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_journals_complete';
  END IF;
  FOR moved IN
    SELECT a.id, sum(CASE a.normal_side WHEN 'debit' THEN added.amount ELSE -added.amount END) AS amount
    FROM added JOIN ledger_accounts a ON a.id = added.account_id
    WHERE a.held GROUP BY a.id ORDER BY a.id
  LOOP
    UPDATE ledger_accounts SET balance = balance + moved.amount WHERE id = moved.id;
  END LOOP;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER ledger_entries_posted AFTER INSERT ON "ledger_entries"
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION post_entries();--> statement-breakpoint
-- Points become journals of XP. The old rows stay for one release, and what a process of the release before still
-- adds there while both run is carried over as well.
CREATE FUNCTION carry_points(points uuid[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  given uuid;
BEGIN
  IF cardinality(points) = 0 THEN
    RETURN;
  END IF;
  INSERT INTO ledger_accounts (id, kind, unit, normal_side, held, created_at)
  VALUES (gen_random_uuid(), 'xp-given', 'xp', 'debit', false, now()) ON CONFLICT DO NOTHING;
  SELECT id INTO given FROM ledger_accounts WHERE kind = 'xp-given' AND NOT held;
  INSERT INTO ledger_accounts (id, kind, unit, normal_side, held, holder, balance, created_at)
  SELECT gen_random_uuid(), 'xp', 'xp', 'credit', true, student_id, 0, min(created_at)
  FROM points_ledger WHERE id = ANY(points) GROUP BY student_id ORDER BY student_id ON CONFLICT DO NOTHING;
  WITH carried AS (
    INSERT INTO ledger_journals (id, kind, idempotency_key, lines, rules_version, trace, effective_at, created_at)
    SELECT p.id, p.reason, concat_ws(':', p.reason, a.id, p.cause_id), 2, 'xp-1',
      jsonb_build_array(jsonb_build_object('code', 'first-enrolment', 'course_id', p.cause_id)), p.created_at, now()
    FROM points_ledger p JOIN ledger_accounts a ON a.holder = p.student_id AND a.kind = 'xp'
    WHERE p.id = ANY(points) AND p.amount <> 0 ORDER BY 3
    ON CONFLICT DO NOTHING RETURNING id)
  INSERT INTO ledger_entries (journal_id, line, account_id, amount)
  SELECT p.id, side.line, side.account_id, side.amount
  FROM carried JOIN points_ledger p USING (id)
  JOIN ledger_accounts a ON a.holder = p.student_id AND a.kind = 'xp'
  CROSS JOIN LATERAL (VALUES (0, given, p.amount), (1, a.id, -p.amount)) AS side (line, account_id, amount);
END $$;--> statement-breakpoint
SELECT carry_points(ARRAY(SELECT id FROM points_ledger));--> statement-breakpoint
CREATE FUNCTION carry_new_points() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM carry_points(ARRAY(SELECT id FROM added));
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER points_ledger_carried AFTER INSERT ON "points_ledger"
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION carry_new_points();--> statement-breakpoint
-- Everything is looked at now, so that later migrations find no check outstanding.
SET CONSTRAINTS ALL IMMEDIATE;
