CREATE TABLE "class_reminders" (
	"class_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	CONSTRAINT "class_reminders_class_id_kind_starts_at_pk" PRIMARY KEY("class_id","kind","starts_at")
);
--> statement-breakpoint
CREATE TABLE "notice_preferences" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"language" text DEFAULT 'en' NOT NULL,
	"choices" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"key" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "person_notices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"cause_id" uuid NOT NULL,
	"subject_ids" uuid[] DEFAULT '{}' NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"href" text NOT NULL,
	"change" jsonb,
	"created_at" timestamp with time zone NOT NULL,
	"read_at" timestamp with time zone,
	CONSTRAINT "person_notices_once" UNIQUE("person_id","cause_id","kind")
);
--> statement-breakpoint
ALTER TABLE "notices" DROP CONSTRAINT "notices_status";--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "via" text;--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "change" jsonb;--> statement-breakpoint
ALTER TABLE "class_reminders" ADD CONSTRAINT "class_reminders_class_id_scheduled_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."scheduled_classes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_preferences" ADD CONSTRAINT "notice_preferences_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_notices" ADD CONSTRAINT "person_notices_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "person_notices_newest" ON "person_notices" USING btree ("person_id","created_at","id");--> statement-breakpoint
CREATE INDEX "person_notices_unread" ON "person_notices" USING btree ("person_id") WHERE "person_notices"."read_at" is null;--> statement-breakpoint
CREATE INDEX "class_enrollments_newest" ON "class_enrollments" USING btree ("created_at","id");--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_status" CHECK ("notices"."status" in ('held', 'queued', 'sending', 'sent', 'failed', 'unknown', 'withdrawn'));