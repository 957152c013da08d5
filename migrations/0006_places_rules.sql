-- One instructor can't offer two overlapping times. Times that merely touch don't overlap.
ALTER TABLE "one_on_one_slots" ADD CONSTRAINT "slots_no_overlap"
  EXCLUDE USING gist ("instructor_id" WITH =, tstzrange("starts_at", "ends_at") WITH &&)
  WHERE ("status" = 'offered');--> statement-breakpoint
-- Room in each page for the next version of a class: a seat taken then touches no index.
ALTER TABLE "scheduled_classes" SET (fillfactor = 75);--> statement-breakpoint
-- Requests that wait since before seats were kept stand in the line of their class, and are counted there.
UPDATE "scheduled_classes" SET "waiting" = lined.up
FROM (SELECT class_id, count(*) AS up FROM "demo_class_requests" WHERE status = 'pending' GROUP BY class_id) AS lined
WHERE "scheduled_classes".id = lined.class_id;--> statement-breakpoint
INSERT INTO "instructor_totals" (instructor_id, classes, seats)
SELECT instructor_id, count(*), sum(seats_taken) FROM "scheduled_classes"
WHERE status IN ('completed', 'cancelled') GROUP BY instructor_id;--> statement-breakpoint
-- Completed and cancelled classes are summed as they come to that.
CREATE FUNCTION add_to_instructor_totals(instructor uuid, more_classes integer, more_seats integer) RETURNS void LANGUAGE sql AS $$
  INSERT INTO instructor_totals (instructor_id, classes, seats) VALUES (instructor, more_classes, more_seats)
  ON CONFLICT (instructor_id) DO UPDATE
    SET classes = instructor_totals.classes + excluded.classes, seats = instructor_totals.seats + excluded.seats
$$;--> statement-breakpoint
CREATE FUNCTION sum_settled_class() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.status IN ('completed', 'cancelled') THEN
    PERFORM add_to_instructor_totals(OLD.instructor_id, -1, -OLD.seats_taken);
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.status IN ('completed', 'cancelled') THEN
    PERFORM add_to_instructor_totals(NEW.instructor_id, 1, NEW.seats_taken);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER classes_settled_on_insert AFTER INSERT ON "scheduled_classes"
  FOR EACH ROW WHEN (NEW.status IN ('completed', 'cancelled')) EXECUTE FUNCTION sum_settled_class();--> statement-breakpoint
CREATE TRIGGER classes_settled_on_update AFTER UPDATE OF status, instructor_id, seats_taken ON "scheduled_classes"
  FOR EACH ROW WHEN (OLD.status IN ('completed', 'cancelled') OR NEW.status IN ('completed', 'cancelled'))
  EXECUTE FUNCTION sum_settled_class();--> statement-breakpoint
CREATE TRIGGER classes_settled_on_delete AFTER DELETE ON "scheduled_classes"
  FOR EACH ROW WHEN (OLD.status IN ('completed', 'cancelled')) EXECUTE FUNCTION sum_settled_class();
