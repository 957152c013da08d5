-- No recording may come between marking the seats and the triggers.
LOCK TABLE "class_recordings" IN SHARE ROW EXCLUSIVE MODE;--> statement-breakpoint
ALTER TABLE "class_enrollments" ADD COLUMN "recorded" boolean DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE "class_enrollments" SET "recorded" = true WHERE "class_id" IN (SELECT "class_id" FROM "class_recordings");--> statement-breakpoint
-- Fills what a seat knows of its class, whoever inserts it. It waits for a move of the class or a recording under way, and
-- those wait for it: the lock is the one that all take who change seats.
DROP TRIGGER "seats_start_on_insert" ON "class_enrollments";--> statement-breakpoint
DROP FUNCTION fill_seat_start();--> statement-breakpoint
CREATE FUNCTION fill_seat() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT starts_at INTO NEW.starts_at FROM scheduled_classes WHERE id = NEW.class_id FOR NO KEY UPDATE;
  NEW.recorded := EXISTS (SELECT FROM class_recordings WHERE class_id = NEW.class_id);
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER seats_fill_on_insert BEFORE INSERT ON "class_enrollments"
  FOR EACH ROW EXECUTE FUNCTION fill_seat();--> statement-breakpoint
-- Before the foreign key takes a weaker lock, which two transactions could then both want to make stronger.
CREATE FUNCTION hold_recorded_class() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM scheduled_classes WHERE id = NEW.class_id FOR NO KEY UPDATE;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER recordings_hold_class BEFORE INSERT ON "class_recordings"
  FOR EACH ROW EXECUTE FUNCTION hold_recorded_class();--> statement-breakpoint
-- Marks the seats of classes that got or lost recordings. The classes are an array, so that every plan begins with them.
CREATE FUNCTION mark_recorded_seats() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  classes uuid[] := ARRAY(SELECT DISTINCT class_id FROM changed);
BEGIN
  IF classes = '{}' THEN RETURN NULL; END IF;
  PERFORM FROM scheduled_classes WHERE id = ANY (classes) ORDER BY id FOR NO KEY UPDATE;
  UPDATE class_enrollments seat SET recorded = NOT recorded
    WHERE seat.class_id = ANY (classes)
      AND seat.recorded <> EXISTS (SELECT FROM class_recordings r WHERE r.class_id = seat.class_id);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER recordings_mark_seats_on_insert AFTER INSERT ON "class_recordings"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_recorded_seats();--> statement-breakpoint
CREATE TRIGGER recordings_mark_seats_on_delete AFTER DELETE ON "class_recordings"
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_recorded_seats();--> statement-breakpoint
CREATE TABLE "counted_weeks" (
	"begins" timestamp with time zone PRIMARY KEY NOT NULL,
	"class_enrolments" integer NOT NULL,
	"present" integer NOT NULL,
	"absent" integer NOT NULL,
	"counted_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "absence_answers_of_student";--> statement-breakpoint
DROP INDEX "absence_answers_made_up";--> statement-breakpoint
DROP INDEX "attendance_verdicts_of_student";--> statement-breakpoint
CREATE INDEX "class_enrollments_recorded" ON "class_enrollments" USING btree ("student_id","starts_at","class_id") WHERE "class_enrollments"."recorded";--> statement-breakpoint
CREATE INDEX "absence_answers_of_student" ON "absence_answers" USING btree ("student_id","open_until");--> statement-breakpoint
CREATE INDEX "absence_answers_made_up" ON "absence_answers" USING btree ("student_id","make_up_class_id","class_id") WHERE "absence_answers"."make_up_class_id" is not null;--> statement-breakpoint
CREATE INDEX "attendance_verdicts_of_student" ON "attendance_verdicts" USING btree ("student_id","settled_at","class_id","verdict");