CREATE TABLE "points_ledger" (
	"id" uuid PRIMARY KEY NOT NULL,
	"student_id" uuid NOT NULL,
	"amount" integer NOT NULL,
	"reason" text NOT NULL,
	"cause_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "points_once" UNIQUE("student_id","reason","cause_id")
);
--> statement-breakpoint
CREATE TABLE "program_kinds" (
	"service" text NOT NULL,
	"curriculum" text NOT NULL,
	"grade" text NOT NULL,
	"subject" text NOT NULL,
	"offered" integer NOT NULL,
	CONSTRAINT "program_kinds_service_curriculum_grade_subject_pk" PRIMARY KEY("service","curriculum","grade","subject")
);
--> statement-breakpoint
CREATE TABLE "program_words" (
	"word" text PRIMARY KEY NOT NULL,
	"offered" integer NOT NULL
);
--> statement-breakpoint
DROP INDEX "programs_by_subject";--> statement-breakpoint
DROP INDEX "programs_by_service";--> statement-breakpoint
DROP INDEX "programs_by_curriculum";--> statement-breakpoint
DROP INDEX "programs_by_grade";--> statement-breakpoint
DROP INDEX "programs_recommended";--> statement-breakpoint
DROP INDEX "programs_by_rating";--> statement-breakpoint
DROP INDEX "programs_by_students";--> statement-breakpoint
DROP INDEX "programs_by_price";--> statement-breakpoint
DROP INDEX "programs_by_price_high";--> statement-breakpoint
DROP INDEX "programs_by_duration";--> statement-breakpoint
DROP INDEX "programs_search";--> statement-breakpoint
ALTER TABLE "programs" ADD COLUMN "search_text" text GENERATED ALWAYS AS (translate(lower(title || E'\n' || instructor || E'\n' || subject), ' ', 'Q')) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "points_ledger" ADD CONSTRAINT "points_ledger_student_id_students_user_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "program_words_like" ON "program_words" USING gin ("word" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "programs_by_kind" ON "programs" USING btree ("subject","curriculum","grade","service") WHERE "programs"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "programs_by_word" ON "programs" USING gin ((regexp_split_to_array("search_text", '[^a-z0-9\u0080-\uffff]+'))) WITH (fastupdate=false) WHERE "programs"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "programs_recommended" ON "programs" USING btree ("position","id","service","curriculum","grade","subject") WHERE "programs"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "programs_by_rating" ON "programs" USING btree ((-"rating"),"position","id","service","curriculum","grade","subject","rating") WHERE "programs"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "programs_by_students" ON "programs" USING btree ((-"students"),"position","id","service","curriculum","grade","subject","students") WHERE "programs"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "programs_by_price" ON "programs" USING btree ("price_paise","position","id","service","curriculum","grade","subject") WHERE "programs"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "programs_by_price_high" ON "programs" USING btree ((-"price_paise"),"position","id","service","curriculum","grade","subject","price_paise") WHERE "programs"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "programs_by_duration" ON "programs" USING btree ("duration_hours","position","id","service","curriculum","grade","subject") WHERE "programs"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "programs_search" ON "programs" USING gin ("search_text" gin_trgm_ops) WITH (fastupdate=false) WHERE "programs"."archived_at" is null;