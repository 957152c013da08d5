CREATE TABLE "replaced_recording_files" (
	"store" text NOT NULL,
	"key" text NOT NULL,
	"remove_at" timestamp with time zone NOT NULL,
	CONSTRAINT "replaced_recording_files_store_key_pk" PRIMARY KEY("store","key")
);
--> statement-breakpoint
DROP INDEX "demo_requests_of_instructor";--> statement-breakpoint
ALTER TABLE "class_recordings" ADD COLUMN "linked_until" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "replaced_recording_files_due" ON "replaced_recording_files" USING btree ("remove_at");--> statement-breakpoint
CREATE INDEX "demo_requests_newest" ON "demo_class_requests" USING btree ("requested_at","id");--> statement-breakpoint
CREATE INDEX "demo_requests_of_instructor" ON "demo_class_requests" USING btree ("instructor_id","requested_at","id");