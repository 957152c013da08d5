CREATE TABLE "instructor_students" (
	"instructor_id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	CONSTRAINT "instructor_students_instructor_id_student_id_pk" PRIMARY KEY("instructor_id","student_id")
);
--> statement-breakpoint
ALTER TABLE "instructor_totals" ADD COLUMN "students" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "instructor_students" ADD CONSTRAINT "instructor_students_instructor_id_teachers_user_id_fk" FOREIGN KEY ("instructor_id") REFERENCES "public"."teachers"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "instructor_students" ADD CONSTRAINT "instructor_students_student_id_students_user_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "instructor_students_of_student" ON "instructor_students" USING btree ("student_id");