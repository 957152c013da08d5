CREATE TABLE "replaced_recording_files" (
	"store" text NOT NULL,
	"key" text NOT NULL,
	"remove_at" timestamp with time zone NOT NULL,
	CONSTRAINT "replaced_recording_files_store_key_pk" PRIMARY KEY("store","key")
);
--> statement-breakpoint
ALTER TABLE "class_recordings" ADD COLUMN "linked_until" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "replaced_recording_files_due" ON "replaced_recording_files" USING btree ("remove_at");