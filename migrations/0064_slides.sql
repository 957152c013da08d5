CREATE TABLE "slide_decks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"class_id" uuid NOT NULL,
	"added_by" uuid NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"size_bytes" integer NOT NULL,
	"status" text NOT NULL,
	"failure" text,
	"page_count" smallint DEFAULT 0 NOT NULL,
	"pages" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"reached" smallint,
	"created_at" timestamp with time zone NOT NULL,
	"deleted_at" timestamp with time zone,
	"revision" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "slide_decks_status" CHECK ("slide_decks"."status" in ('waiting', 'ready', 'failed'))
);
--> statement-breakpoint
ALTER TABLE "room_policies" ADD COLUMN "slides_deck" uuid;--> statement-breakpoint
ALTER TABLE "room_policies" ADD COLUMN "slides_page" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "slide_decks" ADD CONSTRAINT "slide_decks_added_by_users_id_fk" FOREIGN KEY ("added_by") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "slide_decks_of_class" ON "slide_decks" USING btree ("class_id","created_at");--> statement-breakpoint
CREATE INDEX "slide_decks_waiting" ON "slide_decks" USING btree ("created_at") WHERE "slide_decks"."status" = 'waiting';