CREATE TABLE "deleted_class_rows" (
	"id" uuid PRIMARY KEY NOT NULL,
	"class_id" uuid NOT NULL,
	"student_id" uuid,
	"kind" text NOT NULL,
	"row" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "deleted_classes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"deletion_id" uuid NOT NULL,
	"owner_id" uuid NOT NULL,
	"row" jsonb NOT NULL,
	"deleted_at" timestamp with time zone NOT NULL,
	"deleted_by" uuid
);
--> statement-breakpoint
ALTER TABLE "deleted_class_rows" ADD CONSTRAINT "deleted_class_rows_class_id_deleted_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."deleted_classes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deleted_class_rows" ADD CONSTRAINT "deleted_class_rows_student_id_students_user_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deleted_classes" ADD CONSTRAINT "deleted_classes_owner_id_teachers_user_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."teachers"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deleted_classes" ADD CONSTRAINT "deleted_classes_deleted_by_users_id_fk" FOREIGN KEY ("deleted_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deleted_class_rows_of_class" ON "deleted_class_rows" USING btree ("class_id");--> statement-breakpoint
CREATE INDEX "deleted_class_rows_of_student" ON "deleted_class_rows" USING btree ("student_id");--> statement-breakpoint
CREATE INDEX "deleted_classes_of_owner" ON "deleted_classes" USING btree ("owner_id","deleted_at","id");--> statement-breakpoint
CREATE INDEX "deleted_classes_newest" ON "deleted_classes" USING btree ("deleted_at","id");--> statement-breakpoint
CREATE INDEX "deleted_classes_together" ON "deleted_classes" USING btree ("deletion_id");--> statement-breakpoint
CREATE INDEX "deleted_classes_by" ON "deleted_classes" USING btree ("deleted_by");