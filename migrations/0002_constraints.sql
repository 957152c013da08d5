-- One instructor can't teach two classes at once. Classes that merely touch don't overlap.
ALTER TABLE "scheduled_classes" ADD CONSTRAINT "classes_no_overlap"
  EXCLUDE USING gist ("instructor_id" WITH =, tstzrange("starts_at", "ends_at") WITH &&)
  WHERE ("status" IN ('scheduled', 'live'));--> statement-breakpoint
-- Filters are not independent: hardly a Music program prepares for JEE. The planner has to know.
CREATE STATISTICS programs_kinds (mcv, dependencies) ON service, curriculum, grade, subject FROM programs;--> statement-breakpoint
-- The audit log is only appended to.
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit log is append-only';
END $$;--> statement-breakpoint
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE ON "audit_log"
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
