CREATE TABLE "guardian_invitations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"student_id" uuid NOT NULL,
	"invited_by" uuid NOT NULL,
	"by_staff" boolean NOT NULL,
	"name" text NOT NULL,
	"phone" text,
	"email" text,
	"may_see" boolean NOT NULL,
	"may_pay" boolean NOT NULL,
	"may_consent" boolean NOT NULL,
	"is_told" boolean NOT NULL,
	"language" text NOT NULL,
	"token_hash" text NOT NULL,
	"invited_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"accepted_at" timestamp with time zone,
	"accepted_by" uuid,
	"withdrawn_at" timestamp with time zone,
	"withdrawn_by" uuid,
	CONSTRAINT "guardian_invitations_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "guardian_invitations_one_address" CHECK (("guardian_invitations"."phone" is null) <> ("guardian_invitations"."email" is null)),
	CONSTRAINT "guardian_invitations_end" CHECK (("guardian_invitations"."accepted_at" is null) = ("guardian_invitations"."accepted_by" is null)
        and ("guardian_invitations"."withdrawn_at" is null) = ("guardian_invitations"."withdrawn_by" is null)
        and ("guardian_invitations"."accepted_at" is null or "guardian_invitations"."withdrawn_at" is null)),
	CONSTRAINT "guardian_invitations_rights" CHECK ("guardian_invitations"."may_see" or "guardian_invitations"."may_pay" or "guardian_invitations"."may_consent" or "guardian_invitations"."is_told")
);
--> statement-breakpoint
ALTER TABLE "guardian_of" DROP CONSTRAINT "guardian_of_answer";--> statement-breakpoint
ALTER TABLE "guardian_of" DROP CONSTRAINT "guardian_of_how";--> statement-breakpoint
ALTER TABLE "guardians" ALTER COLUMN "phone" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "absence_answers" ADD COLUMN "further_hashes" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "guardian_of" ADD COLUMN "may_see" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "guardian_of" ADD COLUMN "may_pay" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "guardian_of" ADD COLUMN "may_consent" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "guardian_of" ADD COLUMN "is_told" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "guardian_of" ADD COLUMN "invited_by" uuid;--> statement-breakpoint
ALTER TABLE "guardian_of" ADD COLUMN "removed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "guardian_of" ADD COLUMN "removed_by" uuid;--> statement-breakpoint
ALTER TABLE "guardian_invitations" ADD CONSTRAINT "guardian_invitations_student_id_students_user_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "guardian_invitations_of_student" ON "guardian_invitations" USING btree ("student_id");--> statement-breakpoint
CREATE UNIQUE INDEX "guardian_invitations_one_by_phone" ON "guardian_invitations" USING btree ("student_id","phone") WHERE "guardian_invitations"."accepted_at" is null and "guardian_invitations"."withdrawn_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "guardian_invitations_one_by_email" ON "guardian_invitations" USING btree ("student_id","email") WHERE "guardian_invitations"."accepted_at" is null and "guardian_invitations"."withdrawn_at" is null;--> statement-breakpoint
CREATE INDEX "absence_answers_by_further_link" ON "absence_answers" USING gin ("further_hashes");--> statement-breakpoint
ALTER TABLE "guardian_of" ADD CONSTRAINT "guardian_of_removed" CHECK (("guardian_of"."answer" = 'removed') = ("guardian_of"."removed_at" is not null)
        and ("guardian_of"."removed_at" is null) = ("guardian_of"."removed_by" is null)
        and ("guardian_of"."removed_at" is null or "guardian_of"."known_at" is null));--> statement-breakpoint
ALTER TABLE "guardian_of" ADD CONSTRAINT "guardian_of_answer" CHECK ("guardian_of"."answer" in ('confirmed', 'declined', 'removed'));--> statement-breakpoint
ALTER TABLE "guardian_of" ADD CONSTRAINT "guardian_of_how" CHECK ("guardian_of"."how" in ('code', 'invitation', 'staff') or ("guardian_of"."how" = 'paper' and "guardian_of"."paper_reference" is not null));