ALTER TABLE "students" ADD COLUMN "date_of_birth" date;--> statement-breakpoint
ALTER TABLE "students" ADD COLUMN "date_of_birth_claimed" date;--> statement-breakpoint
ALTER TABLE "guardian_of" ADD COLUMN "from_childs_device" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "guardian_of" ADD COLUMN "known_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "guardian_of" ADD COLUMN "known_by" uuid;--> statement-breakpoint
ALTER TABLE "guardian_of" ADD COLUMN "known_how" text;--> statement-breakpoint
ALTER TABLE "guardian_of" ADD COLUMN "known_seen" text;--> statement-breakpoint
CREATE INDEX "students_of_phone" ON "students" USING btree ("phone") WHERE "students"."phone" is not null;--> statement-breakpoint
CREATE INDEX "students_with_claimed_birth_date" ON "students" USING btree ("user_id") WHERE "students"."date_of_birth_claimed" is not null;--> statement-breakpoint
CREATE INDEX "guardian_of_unknown" ON "guardian_of" USING btree ("student_id") WHERE "guardian_of"."answer" = 'confirmed' and "guardian_of"."known_at" is null;--> statement-breakpoint
ALTER TABLE "guardian_of" ADD CONSTRAINT "guardian_of_known" CHECK (("guardian_of"."known_at" is null) = ("guardian_of"."known_by" is null)
        and ("guardian_of"."known_at" is null) = ("guardian_of"."known_how" is null)
        and ("guardian_of"."known_at" is not null or "guardian_of"."known_seen" is null));--> statement-breakpoint
ALTER TABLE "guardian_of" ADD CONSTRAINT "guardian_of_known_how" CHECK ("guardian_of"."known_how" in ('in_person', 'phone', 'signed_paper'));--> statement-breakpoint
ALTER TABLE "guardian_of" ADD CONSTRAINT "guardian_of_known_seen" CHECK ("guardian_of"."known_seen" in ('identity_card', 'own_records', 'met_before'));--> statement-breakpoint
-- Staff who recorded a signed paper know whose it is. Guardians confirmed by a code wait for staff.
UPDATE "guardian_of" SET "known_at" = "answered_at", "known_by" = "answered_by", "known_how" = 'signed_paper'
  WHERE "how" = 'paper' AND "answer" = 'confirmed';
