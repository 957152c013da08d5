CREATE TABLE "recording_captions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"recording_id" uuid NOT NULL,
	"language" text NOT NULL,
	"cues" integer NOT NULL,
	"uploaded_by" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "recording_captions_one_per_language" UNIQUE("recording_id","language")
);
--> statement-breakpoint
ALTER TABLE "class_recordings" ADD COLUMN "search_text" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "recording_captions" ADD CONSTRAINT "recording_captions_recording_id_class_recordings_id_fk" FOREIGN KEY ("recording_id") REFERENCES "public"."class_recordings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recording_captions" ADD CONSTRAINT "recording_captions_uploaded_by_users_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "recording_captions_of_person" ON "recording_captions" USING btree ("uploaded_by");--> statement-breakpoint
CREATE INDEX "recordings_open" ON "class_recordings" USING btree ("received_at") WHERE "class_recordings"."recording_ended_at" is null or "class_recordings"."processed_bytes" < "class_recordings"."received_bytes";--> statement-breakpoint
CREATE INDEX "recordings_by_start" ON "class_recordings" USING btree ("recording_started_at","id");--> statement-breakpoint
CREATE INDEX "recordings_binned_by_start" ON "class_recordings" USING btree ("recording_started_at","id") WHERE "class_recordings"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "recordings_search" ON "class_recordings" USING gin ("instructor_id","search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "recordings_binned_of_instructor" ON "class_recordings" USING btree ("instructor_id","recording_started_at","id") WHERE "class_recordings"."deleted_at" is not null;