CREATE TABLE "absence_answers" (
	"class_id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"open_until" timestamp with time zone NOT NULL,
	"answer" text,
	"note" text,
	"answered_at" timestamp with time zone,
	"make_up_class_id" uuid,
	CONSTRAINT "absence_answers_class_id_student_id_pk" PRIMARY KEY("class_id","student_id"),
	CONSTRAINT "absence_answer_known" CHECK ("absence_answers"."answer" in ('ill', 'forgot', 'could_not_join'))
);
--> statement-breakpoint
ALTER TABLE "absence_answers" ADD CONSTRAINT "absence_answers_class_id_scheduled_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."scheduled_classes"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "absence_answers" ADD CONSTRAINT "absence_answers_student_id_students_user_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "absence_answers" ADD CONSTRAINT "absence_answers_make_up_class_id_scheduled_classes_id_fk" FOREIGN KEY ("make_up_class_id") REFERENCES "public"."scheduled_classes"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "absence_answers_by_link" ON "absence_answers" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "absence_answers_of_student" ON "absence_answers" USING btree ("student_id");