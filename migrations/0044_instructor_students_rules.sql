-- Who had a seat in classes that are completed or cancelled is one of the instructor's students, however many seats.
INSERT INTO "instructor_students" (instructor_id, student_id)
SELECT c.instructor_id, e.student_id FROM "scheduled_classes" c
JOIN "class_enrollments" e ON e.class_id = c.id WHERE c.status IN ('completed', 'cancelled')
UNION
SELECT c.instructor_id, r.student_id FROM "scheduled_classes" c
JOIN "demo_class_requests" r ON r.class_id = c.id
WHERE c.status IN ('completed', 'cancelled') AND r.status = 'approved';--> statement-breakpoint
UPDATE "instructor_totals" SET "students" = counted.students
FROM (SELECT instructor_id, count(*) AS students FROM "instructor_students" GROUP BY instructor_id) AS counted
WHERE "instructor_totals".instructor_id = counted.instructor_id;--> statement-breakpoint
CREATE FUNCTION count_instructor_students() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    UPDATE instructor_totals SET students = instructor_totals.students + counted.students
    FROM (SELECT instructor_id, count(*) AS students FROM changed GROUP BY instructor_id) AS counted
    WHERE instructor_totals.instructor_id = counted.instructor_id;
  ELSE
    UPDATE instructor_totals SET students = instructor_totals.students - counted.students
    FROM (SELECT instructor_id, count(*) AS students FROM changed GROUP BY instructor_id) AS counted
    WHERE instructor_totals.instructor_id = counted.instructor_id;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER instructor_students_added AFTER INSERT ON "instructor_students"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_instructor_students();--> statement-breakpoint
CREATE TRIGGER instructor_students_removed AFTER DELETE ON "instructor_students"
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_instructor_students();--> statement-breakpoint
-- Those who have a seat in a class, by enrolment or by an approved request.
CREATE FUNCTION seated_in_class(class uuid) RETURNS SETOF uuid LANGUAGE sql STABLE AS $$
  SELECT student_id FROM class_enrollments WHERE class_id = class
  UNION
  SELECT student_id FROM demo_class_requests WHERE class_id = class AND status = 'approved'
$$;--> statement-breakpoint
-- Takes away those of a class's students who had no seat in another class of the instructor that is over or off.
CREATE FUNCTION forget_students_of_class(instructor uuid, class uuid) RETURNS void LANGUAGE sql AS $$
  DELETE FROM instructor_students gone
  WHERE gone.instructor_id = instructor AND gone.student_id IN (SELECT seated_in_class(class))
    AND NOT EXISTS (
      SELECT FROM class_enrollments e JOIN scheduled_classes c ON c.id = e.class_id
      WHERE e.student_id = gone.student_id AND c.id <> class AND c.instructor_id = instructor
        AND c.status IN ('completed', 'cancelled'))
    AND NOT EXISTS (
      SELECT FROM demo_class_requests r JOIN scheduled_classes c ON c.id = r.class_id
      WHERE r.student_id = gone.student_id AND r.status = 'approved' AND c.id <> class
        AND c.instructor_id = instructor AND c.status IN ('completed', 'cancelled'))
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION sum_settled_class() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was boolean := TG_OP <> 'INSERT' AND OLD.status IN ('completed', 'cancelled');
  is_now boolean := TG_OP <> 'DELETE' AND NEW.status IN ('completed', 'cancelled');
BEGIN
  IF was THEN
    PERFORM add_to_instructor_totals(OLD.instructor_id, -1, -OLD.seats_taken);
  END IF;
  IF is_now THEN
    PERFORM add_to_instructor_totals(NEW.instructor_id, 1, NEW.seats_taken);
    INSERT INTO instructor_students (instructor_id, student_id)
    SELECT NEW.instructor_id, seated_in_class(NEW.id) ON CONFLICT DO NOTHING;
  END IF;
  -- A class that is deleted has lost its seats by now: that is done before.
  IF was AND TG_OP = 'UPDATE' AND (NOT is_now OR NEW.instructor_id <> OLD.instructor_id) THEN
    PERFORM forget_students_of_class(OLD.instructor_id, OLD.id);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION forget_settled_class() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM forget_students_of_class(OLD.instructor_id, OLD.id);
  RETURN OLD;
END $$;--> statement-breakpoint
CREATE TRIGGER classes_forgotten_on_delete BEFORE DELETE ON "scheduled_classes"
  FOR EACH ROW WHEN (OLD.status IN ('completed', 'cancelled')) EXECUTE FUNCTION forget_settled_class();
