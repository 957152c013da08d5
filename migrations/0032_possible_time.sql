CREATE TABLE "room_outages" (
	"class_id" uuid NOT NULL,
	"began_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone NOT NULL,
	CONSTRAINT "room_outages_class_id_began_at_pk" PRIMARY KEY("class_id","began_at")
);
--> statement-breakpoint
ALTER TABLE "attendance_verdicts" DROP CONSTRAINT "attendance_verdict_known";--> statement-breakpoint
ALTER TABLE "attendance_marks" ADD COLUMN "medical" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "attendance_verdicts" ADD COLUMN "possible_seconds" integer;--> statement-breakpoint
ALTER TABLE "attendance_verdicts" ADD COLUMN "rule" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "room_outages" ADD CONSTRAINT "room_outages_class_id_scheduled_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."scheduled_classes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attendance_verdicts" ADD CONSTRAINT "attendance_verdict_known" CHECK ("attendance_verdicts"."verdict" in ('present', 'absent', 'excused', 'none'));