CREATE TABLE "lesson_progress" (
	"lesson_id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"position_seconds" real NOT NULL,
	"seen" "int4multirange" DEFAULT '{}' NOT NULL,
	"seen_seconds" integer DEFAULT 0 NOT NULL,
	"done_at" timestamp with time zone,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "lesson_progress_lesson_id_student_id_pk" PRIMARY KEY("lesson_id","student_id")
);
--> statement-breakpoint
CREATE TABLE "program_lessons" (
	"id" uuid PRIMARY KEY NOT NULL,
	"course_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"title" text NOT NULL,
	"file_path" text,
	"file_size" bigint,
	"duration_seconds" real,
	"file_kind" text,
	"upload_id" uuid,
	"upload_name" text,
	"upload_kind" text,
	"upload_size" bigint,
	"received_bytes" bigint DEFAULT 0 NOT NULL,
	"received_at" timestamp with time zone,
	"upload_status" text,
	"failure" text,
	"uploaded_by" uuid,
	"deleted_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "program_lessons_upload" UNIQUE("upload_id"),
	CONSTRAINT "program_lessons_upload_status" CHECK ("program_lessons"."upload_status" in ('uploading', 'processing', 'failed')),
	CONSTRAINT "program_lessons_upload_whole" CHECK (("program_lessons"."upload_id" is null) = ("program_lessons"."upload_status" is null) and ("program_lessons"."upload_id" is null) = ("program_lessons"."upload_size" is null) and ("program_lessons"."upload_id" is null) = ("program_lessons"."upload_kind" is null)),
	CONSTRAINT "program_lessons_file_whole" CHECK (("program_lessons"."file_path" is null) = ("program_lessons"."file_size" is null) and ("program_lessons"."file_path" is null) = ("program_lessons"."duration_seconds" is null) and ("program_lessons"."file_path" is null) = ("program_lessons"."file_kind" is null))
);
--> statement-breakpoint
CREATE TABLE "replaced_lesson_files" (
	"key" text PRIMARY KEY NOT NULL,
	"remove_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "programs" ADD COLUMN "teacher_id" uuid;--> statement-breakpoint
ALTER TABLE "lesson_progress" ADD CONSTRAINT "lesson_progress_lesson_id_program_lessons_id_fk" FOREIGN KEY ("lesson_id") REFERENCES "public"."program_lessons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_progress" ADD CONSTRAINT "lesson_progress_student_id_students_user_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "program_lessons" ADD CONSTRAINT "program_lessons_course_id_programs_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."programs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "program_lessons" ADD CONSTRAINT "program_lessons_uploaded_by_users_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "lesson_progress_of_student" ON "lesson_progress" USING btree ("student_id","updated_at");--> statement-breakpoint
CREATE INDEX "program_lessons_in_order" ON "program_lessons" USING btree ("course_id","position","id");--> statement-breakpoint
CREATE INDEX "program_lessons_unfinished" ON "program_lessons" USING btree ("received_at") WHERE "program_lessons"."upload_id" is not null;--> statement-breakpoint
CREATE INDEX "program_lessons_in_bin" ON "program_lessons" USING btree ("deleted_at") WHERE "program_lessons"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "program_lessons_of_person" ON "program_lessons" USING btree ("uploaded_by");--> statement-breakpoint
CREATE INDEX "replaced_lesson_files_due" ON "replaced_lesson_files" USING btree ("remove_at");--> statement-breakpoint
ALTER TABLE "programs" ADD CONSTRAINT "programs_teacher_id_teachers_user_id_fk" FOREIGN KEY ("teacher_id") REFERENCES "public"."teachers"("user_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "programs_of_teacher" ON "programs" USING btree ("teacher_id") WHERE "programs"."teacher_id" is not null;