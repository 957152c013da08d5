CREATE TABLE "class_waitlist" (
	"id" uuid PRIMARY KEY NOT NULL,
	"class_id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"place" bigint GENERATED ALWAYS AS IDENTITY (sequence name "class_waitlist_place_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "class_waitlist_once" UNIQUE("class_id","student_id")
);
--> statement-breakpoint
CREATE TABLE "demo_offers" (
	"request_id" uuid NOT NULL,
	"class_id" uuid NOT NULL,
	CONSTRAINT "demo_offers_request_id_class_id_pk" PRIMARY KEY("request_id","class_id")
);
--> statement-breakpoint
CREATE TABLE "instructor_totals" (
	"instructor_id" uuid PRIMARY KEY NOT NULL,
	"classes" integer DEFAULT 0 NOT NULL,
	"seats" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "one_on_one_slots" (
	"id" uuid PRIMARY KEY NOT NULL,
	"instructor_id" uuid NOT NULL,
	"subject" text NOT NULL,
	"scheduled_date" date NOT NULL,
	"start_time" time NOT NULL,
	"end_time" time NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"status" text DEFAULT 'offered' NOT NULL,
	"student_id" uuid,
	"class_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "one_on_one_slots_class_id_unique" UNIQUE("class_id"),
	CONSTRAINT "slots_end_after_start" CHECK ("one_on_one_slots"."ends_at" > "one_on_one_slots"."starts_at"),
	CONSTRAINT "slots_status" CHECK ("one_on_one_slots"."status" in ('offered', 'taken', 'withdrawn'))
);
--> statement-breakpoint
ALTER TABLE "demo_class_requests" ADD COLUMN "holds_seat" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "demo_class_requests" ADD COLUMN "held_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "demo_class_requests" ADD COLUMN "trial_of" text;--> statement-breakpoint
ALTER TABLE "demo_class_requests" ADD COLUMN "offered_for" uuid;--> statement-breakpoint
ALTER TABLE "demo_class_requests" ADD COLUMN "callback_from" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "demo_class_requests" ADD COLUMN "callback_by" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "demo_class_requests" ADD COLUMN "called_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "demo_class_requests" ADD COLUMN "called_by" uuid;--> statement-breakpoint
ALTER TABLE "demo_class_requests" ADD COLUMN "call_outcome" text;--> statement-breakpoint
ALTER TABLE "scheduled_classes" ADD COLUMN "seats_held" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "scheduled_classes" ADD COLUMN "waiting" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "scheduled_classes" ADD COLUMN "one_on_one" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "class_waitlist" ADD CONSTRAINT "class_waitlist_class_id_scheduled_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."scheduled_classes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "class_waitlist" ADD CONSTRAINT "class_waitlist_student_id_students_user_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "demo_offers" ADD CONSTRAINT "demo_offers_request_id_demo_class_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."demo_class_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "demo_offers" ADD CONSTRAINT "demo_offers_class_id_scheduled_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."scheduled_classes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "instructor_totals" ADD CONSTRAINT "instructor_totals_instructor_id_teachers_user_id_fk" FOREIGN KEY ("instructor_id") REFERENCES "public"."teachers"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "one_on_one_slots" ADD CONSTRAINT "one_on_one_slots_instructor_id_teachers_user_id_fk" FOREIGN KEY ("instructor_id") REFERENCES "public"."teachers"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "one_on_one_slots" ADD CONSTRAINT "one_on_one_slots_student_id_students_user_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("user_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "one_on_one_slots" ADD CONSTRAINT "one_on_one_slots_class_id_scheduled_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."scheduled_classes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "class_waitlist_in_line" ON "class_waitlist" USING btree ("class_id","place");--> statement-breakpoint
CREATE INDEX "class_waitlist_of_student" ON "class_waitlist" USING btree ("student_id");--> statement-breakpoint
CREATE INDEX "demo_offers_of_class" ON "demo_offers" USING btree ("class_id");--> statement-breakpoint
CREATE INDEX "slots_offered" ON "one_on_one_slots" USING btree ("starts_at","id") WHERE "one_on_one_slots"."status" = 'offered';--> statement-breakpoint
CREATE INDEX "slots_of_instructor" ON "one_on_one_slots" USING btree ("instructor_id","starts_at","id");--> statement-breakpoint
CREATE INDEX "slots_of_student" ON "one_on_one_slots" USING btree ("student_id");--> statement-breakpoint
ALTER TABLE "demo_class_requests" ADD CONSTRAINT "demo_class_requests_offered_for_demo_class_requests_id_fk" FOREIGN KEY ("offered_for") REFERENCES "public"."demo_class_requests"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "demo_class_requests" ADD CONSTRAINT "demo_class_requests_called_by_users_id_fk" FOREIGN KEY ("called_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "demo_requests_held" ON "demo_class_requests" USING btree ("held_until") WHERE "demo_class_requests"."holds_seat";--> statement-breakpoint
CREATE INDEX "demo_requests_waiting" ON "demo_class_requests" USING btree ("class_id","requested_at","id") WHERE "demo_class_requests"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "demo_requests_to_call" ON "demo_class_requests" USING btree ("instructor_id","callback_by") WHERE "demo_class_requests"."called_at" is null and "demo_class_requests"."callback_by" is not null;--> statement-breakpoint
CREATE INDEX "classes_running_of_instructor" ON "scheduled_classes" USING btree ("instructor_id","starts_at") WHERE "scheduled_classes"."status" in ('scheduled', 'live');--> statement-breakpoint
ALTER TABLE "demo_class_requests" ADD CONSTRAINT "demo_requests_one_trial" UNIQUE("student_id","trial_of");--> statement-breakpoint
ALTER TABLE "demo_class_requests" ADD CONSTRAINT "demo_requests_one_answer" UNIQUE("offered_for");--> statement-breakpoint
ALTER TABLE "demo_class_requests" ADD CONSTRAINT "demo_requests_hold" CHECK (not "demo_class_requests"."holds_seat" or ("demo_class_requests"."status" = 'pending' and "demo_class_requests"."held_until" is not null));--> statement-breakpoint
ALTER TABLE "scheduled_classes" ADD CONSTRAINT "classes_seats_held" CHECK ("scheduled_classes"."seats_held" >= 0 and "scheduled_classes"."waiting" >= 0 and "scheduled_classes"."seats_taken" + "scheduled_classes"."seats_held" <= "scheduled_classes"."max_capacity");--> statement-breakpoint
ALTER TABLE "scheduled_classes" ADD CONSTRAINT "classes_one_on_one" CHECK (not "scheduled_classes"."one_on_one" or "scheduled_classes"."max_capacity" = 1);