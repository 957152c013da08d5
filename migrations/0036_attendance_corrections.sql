CREATE TABLE "attendance_corrections" (
	"id" uuid PRIMARY KEY NOT NULL,
	"class_id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"from_verdict" text,
	"to_verdict" text NOT NULL,
	"removed" boolean DEFAULT false NOT NULL,
	"reason" text,
	"made_by" uuid NOT NULL,
	"made_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "attendance_corrections" ADD CONSTRAINT "attendance_corrections_class_id_scheduled_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."scheduled_classes"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attendance_corrections" ADD CONSTRAINT "attendance_corrections_student_id_students_user_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attendance_corrections" ADD CONSTRAINT "attendance_corrections_made_by_users_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "attendance_corrections_of_student" ON "attendance_corrections" USING btree ("class_id","student_id","made_at");--> statement-breakpoint
CREATE INDEX "attendance_corrections_of_person" ON "attendance_corrections" USING btree ("student_id");--> statement-breakpoint
-- What was marked so far begins its student's history, so that the next correction loses no reason.
INSERT INTO "attendance_corrections" ("id", "class_id", "student_id", "to_verdict", "reason", "made_by", "made_at")
SELECT gen_random_uuid(), "class_id", "student_id", "verdict", "reason", "marked_by", "marked_at" FROM "attendance_marks";
