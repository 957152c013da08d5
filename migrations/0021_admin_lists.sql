CREATE TABLE "office_marks" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text DEFAULT '' NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "program_materials" (
	"id" uuid PRIMARY KEY NOT NULL,
	"course_id" uuid NOT NULL,
	"title" text NOT NULL,
	"name" text NOT NULL,
	"content_type" text NOT NULL,
	"size_bytes" integer NOT NULL,
	"uploaded_by" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "program_materials" ADD CONSTRAINT "program_materials_course_id_programs_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."programs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "program_materials" ADD CONSTRAINT "program_materials_uploaded_by_users_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "program_materials_of_program" ON "program_materials" USING btree ("course_id","created_at") WHERE "program_materials"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "students_newest" ON "students" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "attendance_verdicts_newest" ON "attendance_verdicts" USING btree ("settled_at");--> statement-breakpoint
CREATE INDEX "enrollments_newest" ON "enrollments" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "programs_archived" ON "programs" USING btree ("id") WHERE "programs"."archived_at" is not null;