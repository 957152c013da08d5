CREATE TABLE "data_views" (
	"id" uuid PRIMARY KEY NOT NULL,
	"student_id" uuid NOT NULL,
	"day" date NOT NULL,
	"viewer_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "data_views_once_a_day" UNIQUE("student_id","day","viewer_id","kind"),
	CONSTRAINT "data_views_kind" CHECK ("data_views"."kind" in ('profile', 'contacts', 'attendance', 'snapshots', 'recording', 'export'))
);
--> statement-breakpoint
ALTER TABLE "data_views" ADD CONSTRAINT "data_views_student_id_students_user_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "data_views_of_student" ON "data_views" USING btree ("student_id","at","id");--> statement-breakpoint
CREATE INDEX "data_views_by_day" ON "data_views" USING btree ("day");--> statement-breakpoint
CREATE INDEX "data_views_of_viewer" ON "data_views" USING btree ("viewer_id","day");