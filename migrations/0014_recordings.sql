CREATE TABLE "class_recordings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"class_id" uuid NOT NULL,
	"instructor_id" uuid NOT NULL,
	"title" text NOT NULL,
	"file_path" text,
	"file_size" bigint,
	"duration_seconds" real,
	"recording_started_at" timestamp with time zone NOT NULL,
	"recording_ended_at" timestamp with time zone,
	"status" text NOT NULL,
	"failure" text,
	"is_demo_class" boolean NOT NULL,
	"visibility" text NOT NULL,
	"quality" text NOT NULL,
	"source" text NOT NULL,
	"mime_type" text NOT NULL,
	"poster" text,
	"received_bytes" bigint DEFAULT 0 NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"processed_bytes" bigint DEFAULT 0 NOT NULL,
	"deleted_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "recordings_status" CHECK ("class_recordings"."status" in ('recording', 'processing', 'completed', 'failed')),
	CONSTRAINT "recordings_visibility" CHECK ("class_recordings"."visibility" in ('enrolled_students', 'instructor_only')),
	CONSTRAINT "recordings_quality" CHECK ("class_recordings"."quality" in ('720p', '1080p')),
	CONSTRAINT "recordings_completed_have_a_file" CHECK ("class_recordings"."status" <> 'completed' or ("class_recordings"."file_size" is not null and "class_recordings"."duration_seconds" is not null))
);
--> statement-breakpoint
CREATE TABLE "recording_chapters" (
	"id" uuid PRIMARY KEY NOT NULL,
	"recording_id" uuid NOT NULL,
	"at_seconds" real NOT NULL,
	"title" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recording_views" (
	"recording_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"position_seconds" real NOT NULL,
	"watched_seconds" integer NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "recording_views_recording_id_user_id_pk" PRIMARY KEY("recording_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "class_recordings" ADD CONSTRAINT "class_recordings_class_id_scheduled_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."scheduled_classes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "class_recordings" ADD CONSTRAINT "class_recordings_instructor_id_teachers_user_id_fk" FOREIGN KEY ("instructor_id") REFERENCES "public"."teachers"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recording_chapters" ADD CONSTRAINT "recording_chapters_recording_id_class_recordings_id_fk" FOREIGN KEY ("recording_id") REFERENCES "public"."class_recordings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recording_views" ADD CONSTRAINT "recording_views_recording_id_class_recordings_id_fk" FOREIGN KEY ("recording_id") REFERENCES "public"."class_recordings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recording_views" ADD CONSTRAINT "recording_views_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "recordings_of_instructor" ON "class_recordings" USING btree ("instructor_id","recording_started_at","id");--> statement-breakpoint
CREATE INDEX "recordings_of_class" ON "class_recordings" USING btree ("class_id","recording_started_at");--> statement-breakpoint
CREATE INDEX "recordings_unfinished" ON "class_recordings" USING btree ("received_at") WHERE "class_recordings"."status" in ('recording', 'processing');--> statement-breakpoint
CREATE INDEX "recordings_in_bin" ON "class_recordings" USING btree ("deleted_at") WHERE "class_recordings"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "recording_chapters_in_order" ON "recording_chapters" USING btree ("recording_id","at_seconds");--> statement-breakpoint
CREATE INDEX "recording_views_of_person" ON "recording_views" USING btree ("user_id");