CREATE TABLE "invoice_payments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"bill_id" uuid NOT NULL,
	"reference" text NOT NULL,
	"amount_paise" bigint NOT NULL,
	"received_on" date NOT NULL,
	"recorded_by" uuid,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "invoice_payments_amount" CHECK ("invoice_payments"."amount_paise" > 0)
);
--> statement-breakpoint
CREATE TABLE "premises_enquiries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text,
	"organisation" text,
	"kind" text NOT NULL,
	"phone" text,
	"email" text,
	"address" text,
	"pin" text,
	"course_id" uuid,
	"activity" text NOT NULL,
	"people" integer NOT NULL,
	"ages" text NOT NULL,
	"days" text NOT NULL,
	"message" text,
	"language" text NOT NULL,
	"state" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "premises_enquiries_kind" CHECK ("premises_enquiries"."kind" in ('society', 'school', 'office')),
	CONSTRAINT "premises_enquiries_state" CHECK ("premises_enquiries"."state" in ('new', 'quoted', 'accepted', 'declined', 'closed')),
	CONSTRAINT "premises_enquiries_people" CHECK ("premises_enquiries"."people" > 0)
);
--> statement-breakpoint
CREATE TABLE "premises_quotes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"enquiry_id" uuid NOT NULL,
	"financial_year" text NOT NULL,
	"sequence" integer NOT NULL,
	"number" text NOT NULL,
	"state" text NOT NULL,
	"title" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"items" jsonb NOT NULL,
	"supply" text NOT NULL,
	"facts" jsonb NOT NULL,
	"document" jsonb NOT NULL,
	"trace" jsonb NOT NULL,
	"total_paise" bigint NOT NULL,
	"sent_on" date NOT NULL,
	"valid_until" date NOT NULL,
	"language" text NOT NULL,
	"token_hash" text NOT NULL,
	"mail_id" uuid NOT NULL,
	"first_on" date NOT NULL,
	"weekdays" smallint[] NOT NULL,
	"start_time" time NOT NULL,
	"end_time" time NOT NULL,
	"weeks" smallint NOT NULL,
	"capacity" smallint NOT NULL,
	"instructor_id" uuid,
	"sent_by" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"answered_at" timestamp with time zone,
	"answered_by" text,
	"answer_note" text,
	"bill_id" uuid,
	"class_id" uuid,
	"batch_problems" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "premises_quotes_state" CHECK ("premises_quotes"."state" in ('sent', 'accepted', 'declined', 'withdrawn')),
	CONSTRAINT "premises_quotes_accepted" CHECK (("premises_quotes"."state" = 'accepted') = ("premises_quotes"."bill_id" is not null)),
	CONSTRAINT "premises_quotes_sequence" CHECK ("premises_quotes"."sequence" > 0),
	CONSTRAINT "premises_quotes_total" CHECK ("premises_quotes"."total_paise" > 0)
);
--> statement-breakpoint
DROP INDEX "programs_recommended";--> statement-breakpoint
DROP INDEX "programs_by_rating";--> statement-breakpoint
DROP INDEX "programs_by_students";--> statement-breakpoint
DROP INDEX "programs_by_price";--> statement-breakpoint
DROP INDEX "programs_by_price_high";--> statement-breakpoint
DROP INDEX "programs_by_duration";--> statement-breakpoint
DROP INDEX "programs_by_kind";--> statement-breakpoint
ALTER TABLE "program_kinds" DROP CONSTRAINT "program_kinds_service_curriculum_grade_subject_pk";--> statement-breakpoint
ALTER TABLE "bills" ALTER COLUMN "order_id" DROP NOT NULL;--> statement-breakpoint
-- Counted anew below, also by how programs are taught.
DELETE FROM "program_kinds";--> statement-breakpoint
ALTER TABLE "program_kinds" ADD COLUMN "delivery" text NOT NULL;--> statement-breakpoint
ALTER TABLE "program_kinds" ADD CONSTRAINT "program_kinds_service_curriculum_grade_subject_delivery_pk" PRIMARY KEY("service","curriculum","grade","subject","delivery");--> statement-breakpoint
ALTER TABLE "invoice_payments" ADD CONSTRAINT "invoice_payments_bill_id_bills_id_fk" FOREIGN KEY ("bill_id") REFERENCES "public"."bills"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_payments" ADD CONSTRAINT "invoice_payments_recorded_by_users_id_fk" FOREIGN KEY ("recorded_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "premises_enquiries" ADD CONSTRAINT "premises_enquiries_course_id_programs_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."programs"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "premises_quotes" ADD CONSTRAINT "premises_quotes_enquiry_id_premises_enquiries_id_fk" FOREIGN KEY ("enquiry_id") REFERENCES "public"."premises_enquiries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "premises_quotes" ADD CONSTRAINT "premises_quotes_instructor_id_teachers_user_id_fk" FOREIGN KEY ("instructor_id") REFERENCES "public"."teachers"("user_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "premises_quotes" ADD CONSTRAINT "premises_quotes_sent_by_users_id_fk" FOREIGN KEY ("sent_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "premises_quotes" ADD CONSTRAINT "premises_quotes_bill_id_bills_id_fk" FOREIGN KEY ("bill_id") REFERENCES "public"."bills"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_payments_once" ON "invoice_payments" USING btree ("reference");--> statement-breakpoint
CREATE INDEX "invoice_payments_of_bill" ON "invoice_payments" USING btree ("bill_id","created_at");--> statement-breakpoint
CREATE INDEX "invoice_payments_recorded_by" ON "invoice_payments" USING btree ("recorded_by");--> statement-breakpoint
CREATE INDEX "premises_enquiries_of_state" ON "premises_enquiries" USING btree ("state","created_at","id");--> statement-breakpoint
CREATE INDEX "premises_enquiries_of_sender" ON "premises_enquiries" USING btree ("email","created_at");--> statement-breakpoint
CREATE INDEX "premises_enquiries_oldest" ON "premises_enquiries" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "premises_enquiries_of_program" ON "premises_enquiries" USING btree ("course_id") WHERE "premises_enquiries"."course_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "premises_quotes_number" ON "premises_quotes" USING btree ("number");--> statement-breakpoint
CREATE UNIQUE INDEX "premises_quotes_consecutive" ON "premises_quotes" USING btree ("financial_year","sequence");--> statement-breakpoint
CREATE UNIQUE INDEX "premises_quotes_by_token" ON "premises_quotes" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "premises_quotes_of_mail" ON "premises_quotes" USING btree ("mail_id");--> statement-breakpoint
CREATE UNIQUE INDEX "premises_quotes_of_bill" ON "premises_quotes" USING btree ("bill_id");--> statement-breakpoint
CREATE UNIQUE INDEX "premises_quotes_one_counts" ON "premises_quotes" USING btree ("enquiry_id") WHERE "premises_quotes"."state" in ('sent', 'accepted');--> statement-breakpoint
CREATE INDEX "premises_quotes_of_enquiry" ON "premises_quotes" USING btree ("enquiry_id","created_at");--> statement-breakpoint
CREATE INDEX "premises_quotes_sent_by" ON "premises_quotes" USING btree ("sent_by");--> statement-breakpoint
CREATE INDEX "premises_quotes_of_instructor" ON "premises_quotes" USING btree ("instructor_id") WHERE "premises_quotes"."instructor_id" is not null;--> statement-breakpoint
CREATE INDEX "programs_recommended" ON "programs" USING btree ("position","id","service","curriculum","grade","subject","delivery") WHERE "programs"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "programs_by_rating" ON "programs" USING btree ((-"rating"),"position","id","service","curriculum","grade","subject","delivery","rating") WHERE "programs"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "programs_by_students" ON "programs" USING btree ((-"students"),"position","id","service","curriculum","grade","subject","delivery","students") WHERE "programs"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "programs_by_price" ON "programs" USING btree ("price_paise","position","id","service","curriculum","grade","subject","delivery") WHERE "programs"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "programs_by_price_high" ON "programs" USING btree ((-"price_paise"),"position","id","service","curriculum","grade","subject","delivery","price_paise") WHERE "programs"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "programs_by_duration" ON "programs" USING btree ("duration_hours","position","id","service","curriculum","grade","subject","delivery") WHERE "programs"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "programs_by_kind" ON "programs" USING btree ("subject","curriculum","grade","service","delivery") WHERE "programs"."archived_at" is null;--> statement-breakpoint
CREATE OR REPLACE FUNCTION tally_programs() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  change integer := TG_ARGV[0]::integer;
BEGIN
  INSERT INTO program_kinds AS kind (service, curriculum, grade, subject, delivery, offered)
  SELECT service, curriculum, grade, subject, delivery, change * count(*) FROM changed WHERE archived_at IS NULL
  GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
  ON CONFLICT (service, curriculum, grade, subject, delivery) DO UPDATE SET offered = kind.offered + excluded.offered;
  INSERT INTO program_words AS known (word, offered)
  SELECT word, change * count(*) FROM (
    SELECT DISTINCT id, regexp_split_to_table(search_text, '[^a-z0-9\u0080-\uffff]+') AS word
    FROM changed WHERE archived_at IS NULL) AS held
  WHERE word <> '' GROUP BY 1 ORDER BY 1
  ON CONFLICT (word) DO UPDATE SET offered = known.offered + excluded.offered;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION retally_programs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO program_kinds AS kind (service, curriculum, grade, subject, delivery, offered)
  SELECT service, curriculum, grade, subject, delivery, sum(change) FROM (
    SELECT 1 AS change, service, curriculum, grade, subject, delivery FROM added WHERE archived_at IS NULL
    UNION ALL
    SELECT -1, service, curriculum, grade, subject, delivery FROM removed WHERE archived_at IS NULL) AS changes
  GROUP BY 1, 2, 3, 4, 5 HAVING sum(change) <> 0 ORDER BY 1, 2, 3, 4, 5
  ON CONFLICT (service, curriculum, grade, subject, delivery) DO UPDATE SET offered = kind.offered + excluded.offered;
  INSERT INTO program_words AS known (word, offered)
  SELECT word, sum(change) FROM (
    SELECT DISTINCT change, id, regexp_split_to_table(search_text, '[^a-z0-9\u0080-\uffff]+') AS word
    FROM (SELECT sum(change) AS change, id, search_text FROM (
            SELECT 1 AS change, id, search_text FROM added WHERE archived_at IS NULL
            UNION ALL
            SELECT -1, id, search_text FROM removed WHERE archived_at IS NULL) AS texts
          GROUP BY id, search_text HAVING sum(change) <> 0) AS changes) AS held
  WHERE word <> '' GROUP BY 1 HAVING sum(change) <> 0 ORDER BY 1
  ON CONFLICT (word) DO UPDATE SET offered = known.offered + excluded.offered;
  RETURN NULL;
END $$;--> statement-breakpoint
INSERT INTO program_kinds (service, curriculum, grade, subject, delivery, offered)
SELECT service, curriculum, grade, subject, delivery, count(*) FROM programs WHERE archived_at IS NULL GROUP BY 1, 2, 3, 4, 5;
