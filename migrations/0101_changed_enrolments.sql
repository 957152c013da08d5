-- The migrations up to 0105 change these tables in one transaction. Requests that run meanwhile lock classes first.
LOCK TABLE "scheduled_classes", "enrollments", "notices", "check_ins", "sign_outs", "referrals", "attendance_verdicts" IN ACCESS EXCLUSIVE MODE;--> statement-breakpoint
ALTER TABLE "enrollments" ADD COLUMN "changed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "enrollments" ADD COLUMN "changed_after" date;