ALTER TABLE "class_enrollments" ADD COLUMN "starts_at" timestamp with time zone;--> statement-breakpoint
-- Fills the start whoever inserts the seat, and waits for a move of the class under way, as the foreign key would.
CREATE FUNCTION fill_seat_start() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT starts_at INTO NEW.starts_at FROM scheduled_classes WHERE id = NEW.class_id FOR KEY SHARE;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER seats_start_on_insert BEFORE INSERT ON "class_enrollments"
  FOR EACH ROW EXECUTE FUNCTION fill_seat_start();--> statement-breakpoint
-- Replaced below, and every seat that is filled would be entered here, too.
DROP INDEX "class_enrollments_of_student";--> statement-breakpoint
UPDATE "class_enrollments" SET "starts_at" = "scheduled_classes"."starts_at" FROM "scheduled_classes" WHERE "scheduled_classes"."id" = "class_enrollments"."class_id";--> statement-breakpoint
ALTER TABLE "class_enrollments" ALTER COLUMN "starts_at" SET NOT NULL;--> statement-breakpoint
CREATE INDEX "class_enrollments_of_student" ON "class_enrollments" USING btree ("student_id","starts_at","class_id");--> statement-breakpoint
ALTER TABLE "scheduled_classes" ADD CONSTRAINT "classes_with_start" UNIQUE("id","starts_at");--> statement-breakpoint
ALTER TABLE "class_enrollments" DROP CONSTRAINT "class_enrollments_class_id_scheduled_classes_id_fk";--> statement-breakpoint
ALTER TABLE "class_enrollments" ADD CONSTRAINT "class_enrollments_class_fk" FOREIGN KEY ("class_id","starts_at") REFERENCES "public"."scheduled_classes"("id","starts_at") ON DELETE cascade ON UPDATE cascade;
