CREATE TABLE "consents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"student_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"given_by" uuid NOT NULL,
	"how" text NOT NULL,
	"paper_reference" text,
	"given_at" timestamp with time zone NOT NULL,
	"notice_version" integer NOT NULL,
	"notice_language" text NOT NULL,
	"withdrawn_by" uuid,
	"withdrawn_at" timestamp with time zone,
	CONSTRAINT "consents_purpose" CHECK ("consents"."purpose" in ('live_classes', 'recording', 'voice_evidence', 'snapshots')),
	CONSTRAINT "consents_how" CHECK ("consents"."how" in ('guardian', 'self') or ("consents"."how" = 'paper' and "consents"."paper_reference" is not null))
);
--> statement-breakpoint
CREATE TABLE "guardian_of" (
	"guardian_id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"answer" text NOT NULL,
	"how" text NOT NULL,
	"paper_reference" text,
	"answered_by" uuid NOT NULL,
	"answered_at" timestamp with time zone NOT NULL,
	CONSTRAINT "guardian_of_guardian_id_student_id_pk" PRIMARY KEY("guardian_id","student_id"),
	CONSTRAINT "guardian_of_answer" CHECK ("guardian_of"."answer" in ('confirmed', 'declined')),
	CONSTRAINT "guardian_of_how" CHECK ("guardian_of"."how" = 'code' or ("guardian_of"."how" = 'paper' and "guardian_of"."paper_reference" is not null))
);
--> statement-breakpoint
CREATE TABLE "guardians" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"phone" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "guardians_phone_unique" UNIQUE("phone")
);
--> statement-breakpoint
CREATE TABLE "one_time_codes" (
	"key" text PRIMARY KEY NOT NULL,
	"sealed_to" text,
	"code_hash" text,
	"tries" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pending_sign_ins" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"secret_hash" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"user_id" uuid NOT NULL,
	"code_hash" text NOT NULL,
	CONSTRAINT "recovery_codes_user_id_code_hash_pk" PRIMARY KEY("user_id","code_hash")
);
--> statement-breakpoint
CREATE TABLE "two_step_secrets" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"sealed_secret" text NOT NULL,
	"confirmed_at" timestamp with time zone,
	"last_step" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "teachers" ADD COLUMN "ended_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "disabled_reason" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "erase_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "erase_asked_by" uuid;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "erased_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "language" text DEFAULT 'en' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "marketing_opt_out" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_student_id_students_user_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guardian_of" ADD CONSTRAINT "guardian_of_guardian_id_guardians_user_id_fk" FOREIGN KEY ("guardian_id") REFERENCES "public"."guardians"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guardian_of" ADD CONSTRAINT "guardian_of_student_id_students_user_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guardians" ADD CONSTRAINT "guardians_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pending_sign_ins" ADD CONSTRAINT "pending_sign_ins_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "two_step_secrets" ADD CONSTRAINT "two_step_secrets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "consents_one_in_force" ON "consents" USING btree ("student_id","purpose") WHERE "consents"."withdrawn_at" is null;--> statement-breakpoint
CREATE INDEX "consents_of_student" ON "consents" USING btree ("student_id","given_at");--> statement-breakpoint
CREATE INDEX "guardian_of_student" ON "guardian_of" USING btree ("student_id");--> statement-breakpoint
CREATE INDEX "one_time_codes_end" ON "one_time_codes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "pending_sign_ins_end" ON "pending_sign_ins" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "pending_sign_ins_of" ON "pending_sign_ins" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "students_of_parent_phone" ON "students" USING btree ("parent_phone") WHERE "students"."parent_phone" is not null;--> statement-breakpoint
CREATE INDEX "students_with_unconfirmed_parent" ON "students" USING btree ("user_id") WHERE "students"."parent_phone" is not null and "students"."parent_phone_confirmed_at" is null;--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin (("name" || E'\n' || "email") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "users_to_erase" ON "users" USING btree ("erase_at") WHERE "users"."erase_at" is not null;--> statement-breakpoint
CREATE INDEX "notices_of_recipient" ON "notices" USING btree ("recipient","created_at");--> statement-breakpoint
ALTER TABLE "students" DROP COLUMN "voice_consent_at";