CREATE INDEX "guardians_phone_end" ON "guardians" USING btree (right("phone", 6));--> statement-breakpoint
CREATE INDEX "students_phone_end" ON "students" USING btree (right("phone", 6));--> statement-breakpoint
CREATE INDEX "students_parent_phone_end" ON "students" USING btree (right("parent_phone", 6));--> statement-breakpoint
CREATE INDEX "teachers_phone_end" ON "teachers" USING btree (right("phone", 6));