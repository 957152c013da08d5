CREATE TABLE "parent_asks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"student_id" uuid NOT NULL,
	"course_id" uuid NOT NULL,
	"batch_id" uuid,
	"asked_at" timestamp with time zone NOT NULL,
	CONSTRAINT "parent_asks_of_basket" UNIQUE NULLS NOT DISTINCT("student_id","course_id","batch_id")
);
--> statement-breakpoint
CREATE TABLE "referral_codes" (
	"student_id" uuid PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "referrals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"referrer_id" uuid,
	"newcomer_id" uuid,
	"state" text NOT NULL,
	"reason" text,
	"joined_at" timestamp with time zone NOT NULL,
	"decided_at" timestamp with time zone,
	CONSTRAINT "referrals_state" CHECK ("referrals"."state" in ('joined', 'rewarded', 'refused')),
	CONSTRAINT "referrals_reason" CHECK (("referrals"."state" = 'refused') = ("referrals"."reason" is not null))
);
--> statement-breakpoint
ALTER TABLE "parent_asks" ADD CONSTRAINT "parent_asks_student_id_students_user_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "parent_asks" ADD CONSTRAINT "parent_asks_course_id_programs_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."programs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referral_codes" ADD CONSTRAINT "referral_codes_student_id_students_user_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referrals" ADD CONSTRAINT "referrals_referrer_id_users_id_fk" FOREIGN KEY ("referrer_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referrals" ADD CONSTRAINT "referrals_newcomer_id_users_id_fk" FOREIGN KEY ("newcomer_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "parent_asks_of_program" ON "parent_asks" USING btree ("course_id");--> statement-breakpoint
CREATE UNIQUE INDEX "referral_codes_code" ON "referral_codes" USING btree ("code");--> statement-breakpoint
CREATE UNIQUE INDEX "referrals_of_newcomer" ON "referrals" USING btree ("newcomer_id");--> statement-breakpoint
CREATE INDEX "referrals_of_referrer" ON "referrals" USING btree ("referrer_id","joined_at");--> statement-breakpoint
CREATE INDEX "referrals_open" ON "referrals" USING btree ("newcomer_id") WHERE "referrals"."state" = 'joined';