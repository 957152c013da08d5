DROP INDEX "attendance_verdicts_newest";--> statement-breakpoint
CREATE INDEX "attendance_verdicts_of_class" ON "attendance_verdicts" USING btree ("class_id","verdict");