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
ALTER TABLE "notice_preferences" ADD CONSTRAINT "notice_preferences_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_notices" ADD CONSTRAINT "person_notices_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "person_notices_newest" ON "person_notices" USING btree ("person_id","created_at","id");--> statement-breakpoint
CREATE INDEX "person_notices_unread" ON "person_notices" USING btree ("person_id") WHERE "person_notices"."read_at" is null;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_status" CHECK ("notices"."status" in ('held', 'queued', 'sending', 'sent', 'failed', 'unknown', 'withdrawn'));