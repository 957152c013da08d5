ALTER TABLE "sessions" ADD COLUMN "proved_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "access_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "profile_due" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "profile_by_office" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "one_time_codes" ADD COLUMN "about" text;--> statement-breakpoint
ALTER TABLE "one_time_codes" ADD COLUMN "user_id" uuid;--> statement-breakpoint
ALTER TABLE "one_time_codes" ADD COLUMN "loose" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "one_time_codes" ADD CONSTRAINT "one_time_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "one_time_codes_about" ON "one_time_codes" USING btree ("about");--> statement-breakpoint
CREATE INDEX "one_time_codes_user" ON "one_time_codes" USING btree ("user_id");--> statement-breakpoint
-- Whoever was invited has an account that the office made.
UPDATE "users" SET "profile_by_office" = true WHERE "id"::text IN (SELECT "subject_id" FROM "audit_log" WHERE "action" = 'invitation.make');
