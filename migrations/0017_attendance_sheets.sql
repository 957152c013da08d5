CREATE TABLE "attendance_snapshots" (
	"id" uuid PRIMARY KEY NOT NULL,
	"class_id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"stretch" integer NOT NULL,
	"taken_at" timestamp with time zone NOT NULL,
	CONSTRAINT "attendance_snapshots_one_a_stretch" UNIQUE("class_id","student_id","stretch")
);
--> statement-breakpoint
ALTER TABLE "notices" DROP CONSTRAINT "notices_status";--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "decision" text;--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "decided_by" uuid;--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "decided_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "attendance_snapshots" ADD CONSTRAINT "attendance_snapshots_class_id_scheduled_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."scheduled_classes"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attendance_snapshots" ADD CONSTRAINT "attendance_snapshots_student_id_students_user_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "attendance_snapshots_oldest" ON "attendance_snapshots" USING btree ("taken_at");--> statement-breakpoint
CREATE INDEX "attendance_snapshots_of_student" ON "attendance_snapshots" USING btree ("student_id");--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_status" CHECK ("notices"."status" in ('held', 'queued', 'sending', 'sent', 'failed', 'unknown', 'withdrawn', 'told'));