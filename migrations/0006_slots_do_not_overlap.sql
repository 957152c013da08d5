-- One instructor can't offer two overlapping times. Times that merely touch don't overlap.
ALTER TABLE "one_on_one_slots" ADD CONSTRAINT "slots_no_overlap"
  EXCLUDE USING gist ("instructor_id" WITH =, tstzrange("starts_at", "ends_at") WITH &&)
  WHERE ("status" = 'offered');--> statement-breakpoint
-- Requests that wait since before seats were kept stand in the line of their class, and are counted there.
UPDATE "scheduled_classes" SET "waiting" = lined.up
FROM (SELECT class_id, count(*) AS up FROM "demo_class_requests" WHERE status = 'pending' GROUP BY class_id) AS lined
WHERE "scheduled_classes".id = lined.class_id;
