CREATE TABLE "restored_copies" (
	"id" uuid PRIMARY KEY NOT NULL,
	"backup_made_at" timestamp with time zone NOT NULL,
	"restored_at" timestamp with time zone NOT NULL,
	"decision" text,
	"decided_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "restored_copy_id" uuid;--> statement-breakpoint
CREATE INDEX "restored_copies_newest" ON "restored_copies" USING btree ("restored_at");