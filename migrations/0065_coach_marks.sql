CREATE TABLE "coach_lists" (
	"id" uuid PRIMARY KEY NOT NULL,
	"class_id" uuid NOT NULL,
	"coach_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"device_time" timestamp with time zone NOT NULL,
	"clock_offset_ms" bigint NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"head_count" smallint,
	"note" text,
	"complete" boolean NOT NULL,
	"released" boolean DEFAULT false NOT NULL,
	CONSTRAINT "coach_lists_head_count" CHECK ("coach_lists"."head_count" between 0 and 500)
);
--> statement-breakpoint
CREATE TABLE "coach_marks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"class_id" uuid NOT NULL,
	"coach_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"device_time" timestamp with time zone NOT NULL,
	"clock_offset_ms" bigint NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"student_id" uuid NOT NULL,
	"state" text NOT NULL,
	"note" text,
	CONSTRAINT "coach_marks_state" CHECK ("coach_marks"."state" in ('present', 'late', 'absent', 'excused'))
);
--> statement-breakpoint
CREATE TABLE "unexpected_children" (
	"id" uuid PRIMARY KEY NOT NULL,
	"class_id" uuid NOT NULL,
	"coach_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"device_time" timestamp with time zone NOT NULL,
	"clock_offset_ms" bigint NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"name" text NOT NULL,
	"student_id" uuid,
	"decided_at" timestamp with time zone,
	"decided_by" uuid,
	CONSTRAINT "unexpected_children_decided" CHECK (("unexpected_children"."decided_at" is null) = ("unexpected_children"."decided_by" is null)
        and ("unexpected_children"."student_id" is null or "unexpected_children"."decided_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "coach_lists" ADD CONSTRAINT "coach_lists_class_id_scheduled_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."scheduled_classes"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coach_lists" ADD CONSTRAINT "coach_lists_coach_id_users_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coach_marks" ADD CONSTRAINT "coach_marks_class_id_scheduled_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."scheduled_classes"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coach_marks" ADD CONSTRAINT "coach_marks_coach_id_users_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coach_marks" ADD CONSTRAINT "coach_marks_student_id_students_user_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unexpected_children" ADD CONSTRAINT "unexpected_children_class_id_scheduled_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."scheduled_classes"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unexpected_children" ADD CONSTRAINT "unexpected_children_coach_id_users_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unexpected_children" ADD CONSTRAINT "unexpected_children_student_id_students_user_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("user_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unexpected_children" ADD CONSTRAINT "unexpected_children_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "coach_lists_of_class" ON "coach_lists" USING btree ("class_id");--> statement-breakpoint
CREATE INDEX "coach_lists_of_coach" ON "coach_lists" USING btree ("coach_id");--> statement-breakpoint
CREATE INDEX "coach_marks_of_class" ON "coach_marks" USING btree ("class_id","student_id");--> statement-breakpoint
CREATE INDEX "coach_marks_of_student" ON "coach_marks" USING btree ("student_id");--> statement-breakpoint
CREATE INDEX "coach_marks_of_coach" ON "coach_marks" USING btree ("coach_id");--> statement-breakpoint
CREATE INDEX "unexpected_children_of_class" ON "unexpected_children" USING btree ("class_id");--> statement-breakpoint
CREATE INDEX "unexpected_children_of_student" ON "unexpected_children" USING btree ("student_id");--> statement-breakpoint
CREATE INDEX "unexpected_children_of_coach" ON "unexpected_children" USING btree ("coach_id");