CREATE TABLE "calendar_feeds" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "scheduled_classes" ADD COLUMN "substitutes_for" uuid;--> statement-breakpoint
ALTER TABLE "scheduled_classes" ADD COLUMN "course_id" uuid;--> statement-breakpoint
ALTER TABLE "scheduled_classes" ADD COLUMN "series_id" uuid;--> statement-breakpoint
ALTER TABLE "scheduled_classes" ADD COLUMN "detached" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "scheduled_classes" ADD COLUMN "request_key" uuid;--> statement-breakpoint
ALTER TABLE "scheduled_classes" ADD COLUMN "delivery" text DEFAULT 'online' NOT NULL;--> statement-breakpoint
ALTER TABLE "scheduled_classes" ADD COLUMN "venue_name" text;--> statement-breakpoint
ALTER TABLE "scheduled_classes" ADD COLUMN "venue_address" text;--> statement-breakpoint
ALTER TABLE "scheduled_classes" ADD COLUMN "meet_link" text;--> statement-breakpoint
ALTER TABLE "scheduled_classes" ADD COLUMN "revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "calendar_feeds" ADD CONSTRAINT "calendar_feeds_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "calendar_feeds_by_token" ON "calendar_feeds" USING btree ("token_hash");--> statement-breakpoint
ALTER TABLE "scheduled_classes" ADD CONSTRAINT "scheduled_classes_substitutes_for_teachers_user_id_fk" FOREIGN KEY ("substitutes_for") REFERENCES "public"."teachers"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scheduled_classes" ADD CONSTRAINT "scheduled_classes_course_id_programs_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."programs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "classes_one_per_request" ON "scheduled_classes" USING btree ("request_key") WHERE "scheduled_classes"."request_key" is not null;--> statement-breakpoint
CREATE INDEX "classes_given_away" ON "scheduled_classes" USING btree ("substitutes_for","starts_at","id") WHERE "scheduled_classes"."substitutes_for" is not null;--> statement-breakpoint
CREATE INDEX "classes_of_series" ON "scheduled_classes" USING btree ("series_id","starts_at") WHERE "scheduled_classes"."series_id" is not null;--> statement-breakpoint
CREATE INDEX "classes_of_program" ON "scheduled_classes" USING btree ("course_id","starts_at","id") WHERE "scheduled_classes"."course_id" is not null;--> statement-breakpoint
ALTER TABLE "scheduled_classes" ADD CONSTRAINT "classes_delivery" CHECK ("scheduled_classes"."delivery" in ('online', 'on_premises'));--> statement-breakpoint
ALTER TABLE "scheduled_classes" ADD CONSTRAINT "classes_venue" CHECK ("scheduled_classes"."delivery" = 'online' or "scheduled_classes"."venue_name" is not null);