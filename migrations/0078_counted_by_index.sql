DROP INDEX "attendance_verdicts_of_student";--> statement-breakpoint
DROP INDEX "attendance_verdicts_newest";--> statement-breakpoint
CREATE INDEX "absence_answers_made_up" ON "absence_answers" USING btree ("student_id","make_up_class_id") WHERE "absence_answers"."make_up_class_id" is not null;--> statement-breakpoint
CREATE INDEX "notice_attempts_finished" ON "notice_attempts" USING btree ("finished_at");--> statement-breakpoint
CREATE INDEX "attendance_verdicts_of_student" ON "attendance_verdicts" USING btree ("student_id","settled_at","verdict");--> statement-breakpoint
CREATE INDEX "attendance_verdicts_newest" ON "attendance_verdicts" USING btree ("settled_at","verdict");